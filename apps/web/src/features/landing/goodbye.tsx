import classes from './goodbye.module.css'

/** Somebody has just deleted their account: the page's script shows this at `/?goodbye`, once. */
export const Goodbye = () => (
  <p id="goodbye" hidden tabIndex={-1} className={classes.note}>
    Your account is deleted. Goodbye, and many happy walks!
  </p>
)
