import type { ReactNode } from 'react'
import classes from './empty-state.module.css'
import { Illustration, type Mood } from './illustration.tsx'

interface EmptyStateProps {
  /** Default asleep: nothing here yet. nose-up: searched and found nothing. */
  mood?: Mood
  title?: string
  text?: ReactNode
  /** A button or link that leads on. */
  action?: ReactNode
}

/** The content of an empty list. */
export const EmptyState = ({ mood = 'asleep', title, text, action }: EmptyStateProps) => (
  <div className={classes.state}>
    <Illustration mood={mood} />
    {title ? <h2 className={classes.title}>{title}</h2> : null}
    {text ? <p className={classes.text}>{text}</p> : null}
    {action ? <div className={classes.action}>{action}</div> : null}
  </div>
)
