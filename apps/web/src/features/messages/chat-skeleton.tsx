import { Bone } from '../../components/loading.tsx'
import classes from './chat.module.css'

/** Placeholders for bubbles. */
export const ChatSkeleton = () => (
  <div className={classes.waiting} role="status">
    <span className="visually-hidden">Loading...</span>
    <Bone width="46%" height={48} radius={20} />
    <Bone width="34%" height={48} radius={20} className={classes.own} />
    <Bone width="52%" height={48} radius={20} className={classes.own} />
    <Bone width="40%" height={48} radius={20} />
    <Bone width="48%" height={48} radius={20} className={classes.own} />
  </div>
)
