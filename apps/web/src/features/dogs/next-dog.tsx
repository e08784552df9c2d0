import { IconChevronRight } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router-dom'
import classes from './dog-page.module.css'

/** The next dogs in the list from which the page was opened. The history state may be old or from another page. */
function followingIn(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('following' in state)) return []
  const { following } = state
  return Array.isArray(following) ? following.filter(id => typeof id === 'string') : []
}

/** A link to the next dog of the list. Renders nothing without a list or at its end. */
export function NextDog() {
  const { state } = useLocation()
  const [next, ...following] = followingIn(state)
  if (!next) return null
  return (
    <Link to={`/dog/${next}`} state={{ following }} className={classes.next}>
      Next dog
      <IconChevronRight size={20} aria-hidden="true" />
    </Link>
  )
}
