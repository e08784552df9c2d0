import type { Match } from '@barkyard/domain/schemas/match'
import { Link } from 'react-router-dom'
import { CountBadge } from '../../components/collar-tag.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { clockTime } from '../../lib/words.ts'
import { BarkBack } from './bark-back.tsx'
import { isLastOwn } from './bark-groups.ts'
import classes from './barks.module.css'

const DAY_MS = 86_400_000

// Made once: making one takes longer than drawing a row.
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

/** The time if it is today, the weekday within the last week, otherwise the date. */
function whenLabel(iso: string, now: Date): string {
  const date = new Date(iso)
  if (date.toDateString() === now.toDateString()) return clockTime(iso)
  return (now.getTime() - date.getTime() < 6 * DAY_MS ? weekday : day).format(date)
}

const TURN = { color: 'var(--grass-text)' }

interface BarkRowProps {
  match: Match
  plan: string | undefined
  /** Whether its chat is beside the list: there its last message stands. */
  isOpen: boolean
  canBark: boolean
}

export function BarkRow({ match, plan, isOpen, canBark }: BarkRowProps) {
  const { otherDog, lastMessage, unreadCount } = match
  const isTurn = plan?.startsWith('Your turn') ?? false
  const state = plan ?? (match.barked ? null : 'Barked at you')
  const content = (
    <>
      <DogAvatar dog={otherDog} size={64} />
      <span className="block grow">
        <span className="between center row-12">
          <span className="clip display text-name">{otherDog.name}</span>
          {lastMessage && !isOpen ? (
            <time className="no-shrink quiet text-tag tabular" dateTime={lastMessage.createdAt}>
              {whenLabel(lastMessage.createdAt, new Date())}
            </time>
          ) : null}
        </span>
        {isOpen ? null : (
          <span className="between line-12">
            <span className={`clip quiet ${classes.body}`}>
              {lastMessage && isLastOwn(match) ? <span>You: </span> : null}
              <bdi>{lastMessage?.body}</bdi>
            </span>
            <CountBadge count={unreadCount} label="unread" />
          </span>
        )}
        {state ? (
          <span className={`block clip text-small ${isTurn ? 'bold' : 'quiet'}`} style={isTurn ? TURN : undefined}>
            {state}
          </span>
        ) : null}
      </span>
    </>
  )
  if (isOpen)
    return (
      <div className={`line plain-link pressable ${classes.row}`} aria-current="true">
        {content}
      </div>
    )
  return (
    <>
      <Link
        className={`line plain-link pressable ${classes.row}`}
        to={`/bark-chat/${match.id}`}
        data-unread={unreadCount > 0 || undefined}
      >
        {content}
      </Link>
      {canBark && !match.barked ? (
        <div style={{ padding: '6px 12px 12px 92px' }}>
          <BarkBack match={match} />
        </div>
      ) : null}
    </>
  )
}
