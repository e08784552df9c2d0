import { lazy, Suspense, useEffect } from 'react'
import { BootFailure, BootSpinner } from './boot.tsx'
import { ErrorBoundary } from './boot-boundary.tsx'
import { loadSession, useSession, wasSignedIn } from './session.ts'

const loadApp = () => import('./app.tsx')
const loadLanding = () => import('./features/landing/landing.tsx')
const App = lazy(loadApp)
const Landing = lazy(() => loadLanding().then(module => ({ default: module.Component })))

// Downloads the likely half while the server is asked who this is. A failure shows when the half is rendered.
void (wasSignedIn() ? loadApp() : loadLanding()).catch(() => undefined)

/** Signed-out visitors have one page, whatever the address says. */
function SignedOut() {
  useEffect(() => {
    if (location.pathname !== '/') history.replaceState(null, '', '/')
  }, [])
  return <Landing />
}

/** Decides which half of Barkyard this visitor needs; each is downloaded only by those who see it. */
export function Root() {
  const session = useSession()
  if (session.status === 'loading') return <BootSpinner />
  if (session.status === 'unreachable') return <BootFailure onRetry={() => void loadSession()} />
  return (
    <ErrorBoundary fallback={<BootFailure onRetry={() => location.reload()} />}>
      <Suspense fallback={<BootSpinner />}>
        {session.status === 'signed-out' ? <SignedOut /> : <App user={session.user} />}
      </Suspense>
    </ErrorBoundary>
  )
}
