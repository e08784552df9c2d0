import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { BootFailure, BootSpinner } from './boot.tsx'
import { ErrorBoundary } from './boot-boundary.tsx'
import type { FirstAnswer } from './page/first-answers.ts'
import { loadSession, useSession } from './session.ts'

type AppModule = typeof import('./app.tsx')

let loaded: ComponentType<Parameters<AppModule['default']>[0]> | null = null

/** Downloads the signed-in half and its first screen, with the answers that came with the page. Throws without a connection. */
export async function openApp(answers: readonly FirstAnswer[]): Promise<void> {
  const module = await import('./app.tsx')
  await module.prepareApp(answers)
  // Known to the first rendering: React's lazy would show the fallback for a moment even so.
  loaded = module.default
}

const LazyApp = lazy(() => import('./app.tsx'))
const Landing = lazy(() => import('./features/landing/landing.tsx').then(module => ({ default: module.Component })))

/** Signed-out visitors have one page, whatever the address says. */
function SignedOut() {
  useEffect(() => {
    if (location.pathname !== '/') history.replaceState(null, '', '/')
  }, [])
  return <Landing />
}

/** The app, or the landing page where a session has ended meanwhile. Each is downloaded only by those who see it. */
export function Root() {
  const session = useSession()
  if (session.status === 'loading') return <BootSpinner />
  if (session.status === 'unreachable') return <BootFailure onRetry={() => void loadSession()} />
  const App = loaded ?? LazyApp
  return (
    <ErrorBoundary fallback={<BootFailure onRetry={() => location.reload()} />}>
      <Suspense fallback={<BootSpinner />}>
        {session.status === 'signed-out' ? <SignedOut /> : <App user={session.user} />}
      </Suspense>
    </ErrorBoundary>
  )
}
