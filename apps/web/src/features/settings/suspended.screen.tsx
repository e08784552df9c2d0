import { useEffect } from 'react'
import { useUser } from '../../auth.ts'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Mantine } from '../../components/mantine.tsx'
import { Page } from '../../components/page.tsx'
import { useVisible } from '../../lib/shown.ts'
import { useNow } from '../../lib/use-now.ts'
import { trpcClient } from '../../trpc.ts'
import { AccountCards } from '../account/account-cards.tsx'
import { NoticesCard } from '../reports/notices-card.tsx'

/** Loads the page anew once the suspension is over. Nothing tells this window: it has no live events meanwhile. */
function useReturn(until: string | null) {
  const isVisible = useVisible()
  const now = useNow()
  const isOver = until !== null && new Date(until) <= now
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again as soon as it should be over.
  useEffect(() => {
    if (!isVisible) return
    trpcClient.auth.user.query().then(
      user => !user.suspended && location.reload(),
      () => undefined,
    )
  }, [isVisible, isOver])
}

/** Replaces every screen for a suspended account, which can still read why, appeal, and take its data along or leave. */
export function Component() {
  const until = useUser()?.suspendedUntil ?? null
  useReturn(until)
  return (
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
        <div className="stack-16 mt-24">
          <Mantine>
            <NoticesCard />
            <AccountCards />
          </Mantine>
        </div>
      </Page>
    </main>
  )
}
