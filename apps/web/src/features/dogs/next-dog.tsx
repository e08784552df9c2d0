import { IconChevronRight } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router-dom'
import classes from './dog-page.module.css'

/** The dogs that follow in the list that the page was opened from. The state may be any page's, and an old one. */
function followingIn(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('following' in state)) return []
  const { following } = state
  return Array.isArray(following) ? following.filter(id => typeof id === 'string') : []
}

/** On to the next dog of the list; nothing without a list, or at its end. */
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
