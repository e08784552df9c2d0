import type { DehydratedState } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import confused from './art/scene-head-tilted.svg'
import classes from './root.module.css'
import { loadSession, session } from './session.ts'

/** Shown while the session is loading. Without Mantine, because the landing page must not need it. */
const BootSpinner = () => (
  <div className={classes.boot} role="status">
    <span className="rolling-ball" aria-hidden="true" />
    <span className="visually-hidden">Loading...</span>
  </div>
)

/** The server cannot be reached, or a part of the app cannot be downloaded. */
const BootFailure = ({ onRetry }: { onRetry: () => void }) => (
  <main className={classes.boot}>
    <a className={`middle text-lead line plain-link display ${classes.home}`} href="/">
      <img src="/favicon.svg" alt="" width={32} height={32} />
      Barkyard
    </a>
    <div className="stack-12" style={{ justifyItems: 'center', textAlign: 'center' }} role="alert">
      <img src={confused} alt="" width={320} height={240} />
      <h1>We can't reach the yard</h1>
      <p className="quiet">Check your connection, then try again.</p>
      <button type="button" className={`tap bold ${classes.button}`} onClick={onRetry}>
        Try again
      </button>
    </div>
  </main>
)

type AppModule = typeof import('./app.tsx')

let loaded: ComponentType<Parameters<AppModule['default']>[0]> | null = null

/** Downloads the signed-in half and its first screen, with the results that came with the page. Throws without a connection. */
export async function openApp(queries: DehydratedState): Promise<void> {
  const module = await import('./app.tsx')
  await module.prepareApp(queries)
  // Known to the first rendering: React's lazy would show the fallback for a moment even so.
  loaded = module.default
}

const LazyApp = lazy(() => import('./app.tsx'))
const Landing = lazy(() => import('./features/landing/landing.tsx').then(module => ({ default: module.Component })))

/** Signed-out visitors have one page, whatever the address says. */
function SignedOut({ hasEnded }: { hasEnded: boolean }) {
  useEffect(() => {
    if (location.pathname !== '/') history.replaceState(null, '', '/')
  }, [])
  return <Landing {...(hasEnded && { note: 'ended' as const })} />
}

/** The app, or the landing page where a session has ended meanwhile. Each is downloaded only by those who see it. */
export function Root() {
  const now = session.use()
  if (now.status === 'loading') return <BootSpinner />
  if (now.status === 'unreachable') return <BootFailure onRetry={() => void loadSession()} />
  const App = loaded ?? LazyApp
  return (
    // For errors outside the router, such as a failed download of the app.
    <ErrorBoundary fallback={<BootFailure onRetry={() => location.reload()} />}>
      <Suspense fallback={<BootSpinner />}>
        {now.status === 'signed-out' ? <SignedOut hasEnded={now.hasEnded} /> : <App user={now.user} />}
      </Suspense>
    </ErrorBoundary>
  )
}
