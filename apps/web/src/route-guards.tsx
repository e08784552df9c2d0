import { Navigate, Outlet } from 'react-router-dom'
import { useUser } from './auth.ts'
import { Spinner } from './components/loading.tsx'
import { PartError, part } from './components/part.tsx'

/** Options of a part that fills its own place: a spinner while it loads, an error if it cannot be loaded. */
export const inPlace = { waiting: <Spinner />, Failed: PartError }

/** Screens that need an acting dog. Without one, the choice of a dog comes first. */
export function NeedsDog() {
  const user = useUser()
  // The session has ended, and the landing page is being loaded.
  if (!user) return null
  return user.dog ? <Outlet /> : <Navigate to="/my-dogs" replace />
}

const NotFound = part(
  () => import('./features/not-found/not-found.screen.tsx').then(module => module.Component),
  inPlace,
)

/** The panel's addresses exist for admins only. */
export function NeedsAdmin() {
  return useUser()?.isAdmin ? <Outlet /> : <NotFound />
}
