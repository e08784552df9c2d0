import confused from './art/scene-head-tilted.svg'
import classes from './boot.module.css'

/** Shown while the session is loading. Without Mantine, because the landing page must not need it. */
export const BootSpinner = () => (
  <div className={classes.boot} role="status">
    <span className="rolling-ball" aria-hidden="true" />
    <span className="visually-hidden">Loading...</span>
  </div>
)

/** The server cannot be reached, or a part of the app cannot be downloaded. */
export const BootFailure = ({ onRetry }: { onRetry: () => void }) => (
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
