import { useNavigation } from 'react-router-dom'
import classes from './navigation-line.module.css'

/** A thin line at the top while the next screen is downloaded, if that takes a noticeable time. */
export function NavigationLine() {
  const busy = useNavigation().state !== 'idle'
  return busy ? <div className={classes.line} role="progressbar" aria-label="Loading the page" /> : null
}
