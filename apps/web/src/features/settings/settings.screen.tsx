import { useState } from 'react'
import { useActingDog, useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { lazyWithRetry, PartError } from '../../components/lazy-with-retry.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Mantine } from '../../components/mantine.tsx'
import { Page } from '../../components/page.tsx'
import { SafetyGuide } from '../../components/safety-guide.tsx'
import { Card } from '../../components/settings-card.tsx'
import { SCREENS } from '../../screens.ts'
import { BlockedCard } from '../blocks/blocked-card.tsx'
import { InviteButton } from '../invites/invite-button.tsx'
import { UnitsCard } from '../location/units-card.tsx'
import { NotificationsCard } from '../notifications/notifications-card.tsx'
import { CalendarCard } from '../playdates/calendar/calendar-card.tsx'
import { FirstNameCard } from '../playdates/first-name-card.tsx'
import { NoticesCard } from '../reports/notices-card.tsx'
import { SkipsCard } from '../skips/skips-card.tsx'
import classes from './settings.module.css'

/** Downloaded after the cards above it, which need nothing that checks fields. The grey rows keep those below in place. */
const AccountCards = lazyWithRetry(() => import('../account/account-cards.tsx').then(module => module.AccountCards), {
  waiting: <SkeletonRows rows={14} />,
  Failed: PartError,
})

function GuideCard() {
  const [isOpened, setOpened] = useState(false)
  return (
    <Card title="Safety">
      <div className={classes.guide}>
        <p>How to meet safely, and what to do when something goes wrong.</p>
        <Button variant="default" onClick={() => setOpened(true)}>
          Read the safety guide
        </Button>
      </div>
      <Dialog opened={isOpened} onClose={() => setOpened(false)} title="Safety guide" size="lg">
        <SafetyGuide />
      </Dialog>
    </Card>
  )
}

const InviteCard = () => (
  <Card title="Bring your friends">
    <div className={classes.guide}>
      <p>Anyone who signs up with your link and adds a dog is introduced to you.</p>
      <InviteButton />
    </div>
  </Card>
)

/** The settings of several features. */
export function Component() {
  const dog = useActingDog()
  const user = useUser()
  return (
    <Page title={SCREENS.settings.title} width="narrow">
      <div className={classes.cards}>
        <Mantine>
          <NoticesCard />
          <NotificationsCard />
          <AccountCards />
          <CalendarCard />
          {user && !user.isImpersonating ? <FirstNameCard user={user} /> : null}
          {user?.isImpersonating ? null : <UnitsCard />}
          {user?.isImpersonating ? null : <InviteCard />}
          <BlockedCard />
          {dog && !user?.isImpersonating ? <SkipsCard key={dog.id} dog={dog} /> : null}
          <GuideCard />
        </Mantine>
        <div className={classes.card}>
          <EmptyState title="Settings Coming Soon" />
        </div>
      </div>
    </Page>
  )
}
