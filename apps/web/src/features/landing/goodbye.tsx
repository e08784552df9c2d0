import classes from './goodbye.module.css'

/** Shown once at `/?goodbye` by the page's script, after a user has deleted their account. */
export const Goodbye = () => (
  <p id="goodbye" hidden tabIndex={-1} className={classes.note}>
    Your account has been deleted. Goodbye, and many happy walks!
  </p>
)
