import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { rowsInWindow, useFirstRows } from '../../lib/first-rows.ts'
import { BarkRow } from './bark-row.tsx'
import classes from './barks.module.css'
import { useBarks } from './data.ts'

/** Where the first row is on a phone, and a row's height, in px. */
const [TOP, HEIGHT] = [170, 88]

const NoBarks = () => (
  <EmptyState
    title="No barks yet"
    text="When dogs bark at you, they'll appear here"
    action={<ButtonLink to="/sniff">Sniff Dogs</ButtonLink>}
  />
)

/** Every match of the acting dog, newest message first. */
export function Component() {
  const matches = useBarks()
  const rows = useFirstRows(matches.data ?? [], rowsInWindow(TOP, HEIGHT))
  return (
    <Page title="Barks" subtitle="Dogs who have barked at you" width="narrow">
      {!matches.data ? (
        <SkeletonRows />
      ) : matches.data.length === 0 ? (
        <NoBarks />
      ) : (
        <ul className={classes.list}>
          {rows.map(match => (
            <li key={match.id} className={classes.item}>
              <BarkRow match={match} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
