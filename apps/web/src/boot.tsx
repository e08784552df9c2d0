import confused from 'virtual:art/scene-head-tilted'
import classes from './boot.module.css'

/** Shown while the session is loading. Without Mantine, because the landing page must not need it. */
export function BootSpinner() {
  return (
    <div className={classes.boot} role="status">
      <span className={classes.ball} aria-hidden="true" />
      <span className="visually-hidden">Loading...</span>
    </div>
  )
}

/** The server cannot be reached, or a part of the app cannot be downloaded. */
export function BootFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <main className={classes.boot}>
      <div className={classes.failure} role="alert">
        <img src={confused} alt="" width={320} height={240} />
        <h1>We can't reach the yard</h1>
        <p>Check your connection, then try again.</p>
        <button type="button" className={classes.button} onClick={onRetry}>
          Try again
        </button>
      </div>
    </main>
  )
}
