import type { Match } from '@barkyard/domain/schemas/match'
import { Link } from 'react-router-dom'
import { CountBadge } from '../../components/collar-tag.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { isLastOwn } from './bark-groups.ts'
import classes from './barks.module.css'

const DAY_MS = 86_400_000

// Made once: making one takes longer than drawing a row.
const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

/** The time if it is today, the weekday within the last week, otherwise the date. */
function whenLabel(iso: string, now: Date): string {
  const date = new Date(iso)
  if (date.toDateString() === now.toDateString()) return time.format(date)
  return (now.getTime() - date.getTime() < 6 * DAY_MS ? weekday : day).format(date)
}

/** One match: the other dog, the unread count, and the last message with who spoke. Opens the chat. */
export function BarkRow({ match }: { match: Match }) {
  const { otherDog, lastMessage, unreadCount } = match
  return (
    <Link className={classes.row} to={`/bark-chat/${match.id}`} data-unread={unreadCount > 0 || undefined}>
      <DogAvatar dog={otherDog} size={64} />
      <span className={classes.text}>
        <span className={classes.first}>
          <span className={classes.name}>{otherDog.name}</span>
          {lastMessage ? (
            <time className={classes.when} dateTime={lastMessage.createdAt}>
              {whenLabel(lastMessage.createdAt, new Date())}
            </time>
          ) : null}
        </span>
        <span className={classes.second}>
          <span className={classes.body}>
            {lastMessage && isLastOwn(match) ? <span>You: </span> : null}
            <bdi>{lastMessage?.body}</bdi>
          </span>
          <CountBadge count={unreadCount} label="unread" />
        </span>
      </span>
    </Link>
  )
}
