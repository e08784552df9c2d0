import { Button } from '@mantine/core'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'

/** What a suspended account sees in the place of every screen. @param props.until ISO 8601; null: for good. */
export const Suspended = ({ until }: { until: string | null }) => (
  <main>
    <Page title="Your account is suspended" width="narrow">
      <EmptyState
        mood="nose-up"
        text={
          until
            ? `Nobody sees your dogs until ${new Date(until).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })}. Then everything is as it was before.`
            : 'A moderator has decided that it stays so. Nobody sees your dogs.'
        }
        action={
          <Button component="a" href="/api/logout" variant="default">
            Log out
          </Button>
        }
      />
    </Page>
  </main>
)
