import { Skeleton } from '@mantine/core'
import classes from './chat.module.css'

/** Bubbles as they will come. */
export const ChatSkeleton = () => (
  <div className={classes.waiting} role="status">
    <span className="visually-hidden">Loading...</span>
    <Skeleton width="46%" height={48} radius={20} />
    <Skeleton width="34%" height={48} radius={20} data-own />
    <Skeleton width="52%" height={48} radius={20} data-own />
    <Skeleton width="40%" height={48} radius={20} />
    <Skeleton width="48%" height={48} radius={20} data-own />
  </div>
)
