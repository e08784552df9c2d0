import type { ReactNode } from 'react'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Mantine } from '../../components/mantine.tsx'
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
          <ButtonLink reloadDocument to="/api/logout" variant="default">
            Log out
          </ButtonLink>
        }
      />
      <div className={classes.cards}>
        <Mantine>{children}</Mantine>
      </div>
    </Page>
  </main>
)
