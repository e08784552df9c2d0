import type { Match } from '@barkyard/domain/schemas/match'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { rowsInWindow, useFirstRows } from '../../lib/first-rows.ts'
import { findBarks, GROUP_TITLES, groupBarks } from './bark-groups.ts'
import { BarkRow } from './bark-row.tsx'
import classes from './barks.module.css'

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
