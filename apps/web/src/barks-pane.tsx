import type { ReactNode } from 'react'
import { ButtonLink } from './components/button.tsx'
import { EmptyState } from './components/empty-state.tsx'
import { lazyWithRetry } from './components/lazy-with-retry.tsx'
import { SkeletonRows } from './components/loading.tsx'
import { Page } from './components/page.tsx'
import { BarkList } from './features/matches/bark-list.tsx'
import barks from './features/matches/barks.module.css'
import { useBarks } from './features/matches/data.ts'
import { usePlanWords } from './features/playdates/data.ts'
import { SCREENS } from './screens.ts'

const InviteButton = lazyWithRetry(() =>
  import('./features/invites/invite-button.tsx').then(module => module.InviteButton),
)

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

/** The matches of the acting dog with what is planned in them. @param openMatchId the one whose chat is beside them */
export function BarksPane({ openMatchId }: { openMatchId?: string }) {
  const matches = useBarks().data
  const plans = usePlanWords()
  // Rows with a plan are higher, so they wait for both.
  if (!matches || !plans) return <SkeletonRows />
  if (matches.length === 0) return <NoBarks />
  return <BarkList matches={matches} plans={plans} {...(openMatchId !== undefined && { openMatchId })} />
}

/** The list, which is the page on a phone, and on a desktop stands beside a hint. */
export const BarksPage = ({ children }: { children: ReactNode }) => (
  <Page title={SCREENS.barks.title} subtitle={SCREENS.barks.subtitle} width="split">
    <div className={barks.both}>
      <div className="shrinkable">{children}</div>
      <div className={barks.beside}>
        <p className="quiet">Choose a dog to read your chat here.</p>
      </div>
    </div>
  </Page>
)
