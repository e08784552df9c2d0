import { Link } from 'react-router-dom'
import { useUser } from '../../auth.ts'
import classes from './no-place.module.css'
import type { Order } from './sniff-address.ts'

const ORDER: Record<Order, string> = { nearest: 'newest first', match: 'best match first' }

/** Shown above the results of users without a location: explains them, and how to see nearby dogs. */
export function NoPlace({ order }: { order: Order }) {
  const impersonating = useUser()?.isImpersonating ?? false
  return (
    <p className={classes.note}>
      {impersonating ? "We don't know where this dog's owner lives" : "We don't know where you live"}, so these are dogs
      from everywhere, {ORDER[order]}. {impersonating ? null : <Link to="/profile">Add your place</Link>}
    </p>
  )
}
