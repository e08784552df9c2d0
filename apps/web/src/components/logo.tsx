import classes from './logo.module.css'

/** The sign of the house: a nose in a dog-house, and the name. */
export const Logo = () => (
  <span className={classes.logo}>
    <span className={classes.name}>Barkyard</span>
  </span>
)
