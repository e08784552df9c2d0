import { useState } from 'react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Mantine } from '../../components/mantine.tsx'
import { SafetyGuide } from '../../components/safety-guide.tsx'
import { Card } from '../../components/settings-card.tsx'
import { BlockedCard } from '../blocks/blocked-card.tsx'
import { NoticesCard } from '../reports/notices-card.tsx'
import { ChatsCard, FirstNameCard } from './preference-cards.tsx'
import { SettingsGroup } from './settings-group.tsx'

function GuideCard() {
  const [isOpened, setOpened] = useState(false)
  return (
    <Card title="Safety">
      <div className="row-12 center">
        <p className="grow" style={{ flexBasis: 160 }}>
          How to meet safely, and what to do when something goes wrong.
        </p>
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

export function Component() {
  const user = useUser()
  return (
    <SettingsGroup name="settingsPrivacy">
      <Mantine>
        <NoticesCard />
        {user && !user.isImpersonating ? (
          <>
            <FirstNameCard user={user} />
            <ChatsCard />
          </>
        ) : null}
        <BlockedCard />
        <GuideCard />
      </Mantine>
    </SettingsGroup>
  )
}
