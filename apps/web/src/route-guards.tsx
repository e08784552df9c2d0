import { Navigate, Outlet } from 'react-router-dom'
import { useActAs } from './act-as.ts'
import { useUser } from './auth.ts'
import { Spinner } from './components/loading.tsx'
import { PartError, part } from './components/part.tsx'
import { trpc } from './trpc.ts'

/** Options of a part that fills its own place: a spinner while it loads, an error if it cannot be loaded. */
export const inPlace = { waiting: <Spinner />, Failed: PartError }

/** The dog that the address names acts before its screen is shown. */
export const ActAs = () => (useActAs() ? <Outlet /> : <Spinner />)

/** Screens that need an acting dog. Without one, the choice of a dog comes first. */
export function NeedsDog() {
  const user = useUser()
  // The session has ended, and the landing page is being loaded.
  if (!user) return null
  return user.dog ? <Outlet /> : <Navigate to="/my-dogs" replace />
}

/** The page after signing in. Owners without a dog create one first; admins may have none. */
export function Home() {
  const user = useUser()
  const dogs = trpc.dogs.mine.useQuery(undefined, { enabled: user?.dog === null })
  if (!user) return null
  if (user.dog) return <Outlet />
  if (!dogs.data) return <Spinner />
  return <Navigate to={dogs.data.length === 0 && !user.isAdmin ? '/onboarding' : '/my-dogs'} replace />
}

const NotFound = part(() => import('./features/not-found/not-found.tsx').then(module => module.Component), inPlace)

/** The panel's addresses exist for admins only. */
export function NeedsAdmin() {
  return useUser()?.isAdmin ? <Outlet /> : <NotFound />
}
