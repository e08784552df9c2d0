import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { rowsInWindow, useFirstRows } from '../../lib/first-rows.ts'
import { SCREENS } from '../../screens.ts'
import { findBarks, GROUP_TITLES, groupBarks } from './bark-groups.ts'
import { BarkRow } from './bark-row.tsx'
import classes from './barks.module.css'
import { useBarks } from './data.ts'

/** Where the first row is on a phone, and a row's height, in px. */
const [TOP, HEIGHT] = [170, 88]
/** From this many matches on, they can be searched. */
const MANY = 20

/** Downloaded if there are none. */
const InviteButton = lazyWithRetry(() => import('../invites/invite-button.tsx').then(module => module.InviteButton))

const NoBarks = () => (
  <EmptyState
    title="No barks yet"
    text="When dogs bark at you, they'll appear here"
    action={
      <>
        <ButtonLink to="/sniff">Sniff Dogs</ButtonLink>
        <InviteButton />
      </>
    }
  />
)

const Search = ({ text, onChange }: { text: string; onChange: (text: string) => void }) => (
  <label className={classes.search}>
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

/** Every match of the acting dog: unanswered barks and conversations, in each the newest message first. */
export function Component() {
  const matches = useBarks()
  const [text, setText] = useState('')
  const all = matches.data ?? []
  const groups = groupBarks(findBarks(all, text))
  const isGrouped = groups.length > 1 || groups[0]?.group === 'you-barked'
  const shown = new Set(
    useFirstRows(
      groups.flatMap(group => group.matches),
      rowsInWindow(TOP, HEIGHT),
    ),
  )
  return (
    <Page title={SCREENS.barks.title} subtitle={SCREENS.barks.subtitle} width="narrow">
      {!matches.data ? (
        <SkeletonRows />
      ) : all.length === 0 ? (
        <NoBarks />
      ) : (
        <>
          {all.length >= MANY ? <Search text={text} onChange={setText} /> : null}
          <p role="status" className={groups.length === 0 ? 'quiet' : 'visually-hidden'}>
            {groups.length === 0 ? `Nobody here is called “${text.trim()}”` : ''}
          </p>
          {groups.map(({ group, matches: rows }) => (
            <section key={group} aria-label={GROUP_TITLES[group]}>
              {isGrouped ? <h2 className={classes.group}>{GROUP_TITLES[group]}</h2> : null}
              <ul className={classes.list}>
                {rows
                  .filter(match => shown.has(match))
                  .map(match => (
                    <li key={match.id} className={classes.item}>
                      <BarkRow match={match} />
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </Page>
  )
}
