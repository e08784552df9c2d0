import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import confused from './art/scene-head-tilted.svg'
import { loadSession, session } from './session.ts'

const BOOT = { display: 'grid', placeItems: 'center', minHeight: '100dvh', padding: 24 }
/** As the header of the app has it. */
const HOME = { position: 'absolute', inset: '0 0 auto', height: 'var(--header-bar)' } as const
/** Its own: the shared button's sheet would come before the order of the layers is said. */
const BUTTON = { padding: '0 24px', borderRadius: 99, background: 'var(--grass)', color: 'var(--on-grass)' }

/** Shown while the session is loading. Without Mantine, because the landing page must not need it. */
const BootSpinner = () => (
  <div style={BOOT} role="status">
    <span className="rolling-ball" aria-hidden="true" />
    <span className="visually-hidden">Loading...</span>
  </div>
)

/** The server cannot be reached, or a part of the app cannot be downloaded. */
const BootFailure = ({ onRetry }: { onRetry: () => void }) => (
  <main style={BOOT}>
    <a className="middle text-lead line-8 plain-link display" style={HOME} href="/">
      <img src="/favicon.svg" alt="" width={32} height={32} />
      Barkyard
    </a>
    <div className="stack-12" style={{ justifyItems: 'center', textAlign: 'center' }} role="alert">
      <img src={confused} alt="" width={320} height={240} />
      <h1>We can't reach the yard</h1>
      <p className="quiet">Check your connection, then try again.</p>
      <button type="button" className="tap bold" style={BUTTON} onClick={onRetry}>
        Try again
      </button>
    </div>
  </main>
)

type AppModule = typeof import('./app.tsx')

let loaded: ComponentType<Parameters<AppModule['default']>[0]> | null = null

/** Downloads the signed-in half and its first screen, with the results that came with the page. Throws without a connection. */
export async function openApp(...results: Parameters<AppModule['prepareApp']>): Promise<void> {
  const module = await import('./app.tsx')
  await module.prepareApp(...results)
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
