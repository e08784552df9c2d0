import type { Match } from '@barkyard/domain/schemas/match'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CountBadge } from '../../components/collar-tag.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { rowsInWindow, useFirstRows } from '../../lib/first-rows.ts'
import { clockTime } from '../../lib/words.ts'
import { BarkBack } from './bark-back.tsx'
import { findBarks, GROUP_TITLES, groupBarks, isLastOwn } from './bark-groups.ts'
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

function BarkRow({ match, plan, isOpen, canBark }: BarkRowProps) {
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
          <span className={`clip-2 text-small ${isTurn ? 'bold' : 'quiet'}`} style={isTurn ? TURN : undefined}>
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

/** Where the first row is on a phone, and a row's height, in px. */
const [TOP, HEIGHT] = [170, 88]
/** What its state adds, and the button that answers a first bark. */
const [STATE, BUTTON] = [16, 62]
const heightOf = ({ barked }: Match, isPlanned: boolean, canBark: boolean) =>
  HEIGHT + (isPlanned || !barked ? STATE : 0) + (canBark && !barked ? BUTTON : 0)
/** From this many matches on, they can be searched. */
const MANY = 20

const Search = ({ text, onChange }: { text: string; onChange: (text: string) => void }) => (
  <label className={`block quiet relative ${classes.search}`}>
    <IconSearch size={20} aria-hidden="true" />
    <input
      type="search"
      aria-label="Search your barks"
      placeholder="Name or breed"
      autoComplete="off"
      value={text}
      onChange={event => onChange(event.currentTarget.value)}
    />
  </label>
)

interface BarkListProps {
  matches: readonly Match[]
  /** What waits or is planned in a match, in a few words. By the match's id. */
  plans: ReadonlyMap<string, string>
  openMatchId?: string
}

export function BarkList({ matches, plans, openMatchId }: BarkListProps) {
  const [text, setText] = useState('')
  const groups = groupBarks(findBarks(matches, text))
  const isGrouped = groups.length > 1 || groups[0]?.group === 'you-barked'
  const shown = new Set(
    useFirstRows(
      groups.flatMap(group => group.matches),
      rowsInWindow(TOP, HEIGHT),
    ),
  )
  const isAside = openMatchId !== undefined
  // Below the title of the page, or of the list beside a chat.
  const Title = isAside ? 'h3' : 'h2'
  return (
    <>
      {matches.length >= MANY || text !== '' ? <Search text={text} onChange={setText} /> : null}
      <p role="status" className={groups.length === 0 ? 'quiet' : 'visually-hidden'}>
        {groups.length === 0 ? `Nobody here is called “${text.trim()}”` : ''}
      </p>
      <div className="stack-24">
        {groups.map(({ group, matches: rows }) => (
          <section key={group} className="shrinkable" aria-label={GROUP_TITLES[group]}>
            {isGrouped ? <Title className="label mb-8 quiet text-small">{GROUP_TITLES[group]}</Title> : null}
            <ul className="stack-4" style={{ margin: '0 -12px' }}>
              {rows
                .filter(match => shown.has(match))
                .map(match => (
                  <li
                    key={match.id}
                    // Of hundreds of matches only the visible ones are rendered.
                    style={{
                      contentVisibility: 'auto',
                      containIntrinsicSize: `auto ${heightOf(match, plans.has(match.id), !isAside)}px`,
                    }}
                  >
                    <BarkRow
                      match={match}
                      plan={plans.get(match.id)}
                      isOpen={match.id === openMatchId}
                      canBark={!isAside}
                    />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
