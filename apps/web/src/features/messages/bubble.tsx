import { isolate } from '@barkyard/domain/isolate'
import { memo } from 'react'
import { Button } from '../../components/button.tsx'
import { clockTime } from '../../lib/words.ts'
import classes from './bubble.module.css'
import { dayLabel, type InsertRow, type Row } from './rows.ts'

interface BubbleProps {
  row: Row
  otherName: string
  /** Whether there is no connection, so that unconfirmed messages wait. */
  isWaiting: boolean
  onTryAgain: (clientId: string) => void
  onDiscard: (clientId: string) => void
}

const isoDay = (date: string) => new Date(date).toLocaleDateString('en-CA')

const Day = ({ day }: { day: string | null }) =>
  day ? (
    <p className={`quiet text-tag bold ${classes.day}`}>
      <time dateTime={isoDay(day)}>{dayLabel(day, new Date())}</time>
    </p>
  ) : null

export const Inserted = ({ row: { day, node } }: { row: InsertRow }) => (
  <div className="column center" style={{ paddingTop: 14 }}>
    <Day day={day} />
    {node}
  </div>
)

/** One message: the day if it is the first of its day, the sender (for screen readers), the text, and the time or state. */
export const Bubble = memo(({ row, otherName, isWaiting, onTryAgain, onDiscard }: BubbleProps) => {
  const { own, body, createdAt, day, joined, outgoing } = row
  const isFailed = outgoing?.state === 'failed'
  const stateWords = isFailed ? 'Not sent' : isWaiting ? 'Waiting for a connection' : 'Sending…'
  return (
    <div className={`column ${classes.row}`} data-own={own || undefined} data-joined={joined || undefined}>
      <Day day={day} />
      <div className={classes.bubble} data-state={outgoing?.state}>
        <span className="visually-hidden">{own ? 'You: ' : `${isolate(otherName)}: `}</span>
        <bdi className="as-typed">{body}</bdi>
        <span className={`quiet text-tag tabular ${classes.time}`}>
          {outgoing === null ? <time dateTime={createdAt}>{clockTime(createdAt)}</time> : stateWords}
        </span>
      </div>
      {outgoing?.state === 'failed' ? (
        <div style={{ display: 'flex' }}>
          <Button variant="subtle" onClick={() => onTryAgain(outgoing.clientId)}>
            Try again
          </Button>
          <Button variant="subtle" color="collar" onClick={() => onDiscard(outgoing.clientId)}>
            Discard
          </Button>
        </div>
      ) : null}
    </div>
  )
})
