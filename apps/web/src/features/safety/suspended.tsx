import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import classes from './safety.module.css'

interface SuspendedProps {
  /** ISO 8601. null means permanently. */
  until: string | null
  /** Cards for what the account can still do. */
  children: ReactNode
}

/** Replaces every screen for a suspended account. */
export const Suspended = ({ until, children }: SuspendedProps) => (
  <main>
    <Page title="Your account is suspended" width="narrow">
      <EmptyState
        mood="nose-up"
        text={
          until
            ? `Nobody can see your dogs until ${new Date(until).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })}. Then everything is as it was before.`
            : 'A moderator has suspended it permanently. Nobody can see your dogs.'
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
