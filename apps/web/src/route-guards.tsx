import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useUser } from './auth.ts'
import { Spinner } from './components/loading.tsx'
import { PartError, part } from './components/part.tsx'
import { trpc } from './trpc.ts'

/** Options of a part that fills its own place: a spinner while it loads, an error if it cannot be loaded. */
export const inPlace = { waiting: <Spinner />, Failed: PartError }

/** The page after signing in, without a dog. Owners without any dog create one first; admins may have none. */
function FirstDog({ isAdmin }: { isAdmin: boolean }) {
  const dogs = trpc.dogs.mine.useQuery()
  if (!dogs.data) return <Spinner />
  return <Navigate to={dogs.data.length === 0 && !isAdmin ? '/onboarding' : '/my-dogs'} replace />
}

/** Screens that need an acting dog. Without one, the choice of a dog comes first. */
export function NeedsDog() {
  const user = useUser()
  const { pathname } = useLocation()
  // The session has ended, and the landing page is being loaded.
  if (!user) return null
  if (user.dog) return <Outlet />
  return pathname === '/' ? <FirstDog isAdmin={user.isAdmin} /> : <Navigate to="/my-dogs" replace />
}

const NotFound = part(
  () => import('./features/not-found/not-found.screen.tsx').then(module => module.Component),
  inPlace,
)

/** The panel's addresses exist for admins only. */
export function NeedsAdmin() {
  return useUser()?.isAdmin ? <Outlet /> : <NotFound />
}
