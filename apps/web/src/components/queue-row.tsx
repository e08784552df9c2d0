import type { ReactNode } from 'react'
import classes from './queue-row.module.css'

interface QueueRowProps {
  /** The dog's face, or a sign of what it is. */
  face: ReactNode
  title: string
  facts: string
  tags?: ReactNode
  onOpen: () => void
}

/** A row of a moderators' queue, which opens it. */
export const QueueRow = ({ face, title, facts, tags, onOpen }: QueueRowProps) => (
  <button type="button" className={`pressable ${classes.row}`} onClick={onOpen}>
    <span className={classes.face}>{face}</span>
    <span className="bold breakable">{title}</span>
    <span className={`quiet text-small ${classes.facts}`}>{facts}</span>
    <span className={`row-8 end ${classes.tags}`}>{tags}</span>
  </button>
)
