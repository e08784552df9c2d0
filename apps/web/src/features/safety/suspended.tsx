import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import classes from './safety.module.css'

interface SuspendedProps {
  /** ISO 8601; null: for good. */
  until: string | null
  /** Cards of what the account can still do. */
  children: ReactNode
}

/** What a suspended account sees in place of every screen. */
export const Suspended = ({ until, children }: SuspendedProps) => (
  <main>
    <Page title="Your account is suspended" width="narrow">
      <EmptyState
        mood="nose-up"
        text={
          until
            ? `Nobody sees your dogs until ${new Date(until).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })}. Then everything is as it was before.`
            : 'A moderator has suspended it for good. Nobody sees your dogs.'
        }
        action={
          <Button component="a" href="/api/logout" variant="default">
            Log out
          </Button>
        }
      />
      <div className={classes.cards}>{children}</div>
    </Page>
  </main>
)
