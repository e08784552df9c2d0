import type { Block } from '@barkyard/domain/schemas/block'
import { useState } from 'react'
import { useUser } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Mantine } from '../../components/mantine.tsx'
import { SafetyGuide } from '../../components/safety-guide.tsx'
import { Card, ClosedCard } from '../../components/settings-card.tsx'
import { UndoCard } from '../../components/undo-card.tsx'
import { paged, useInfiniteList } from '../../lib/list-pages.ts'
import { toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'
import { NoticesCard } from '../reports/notices-card.tsx'
import { ChatsCard, FirstNameCard } from './preference-cards.tsx'
import { SettingsGroup } from './settings-group.tsx'

const WORDS: Record<Block['kind'], string> = {
  owner: 'Owner blocked, with all their dogs',
  pair: 'Match ended',
}

function BlockedCard() {
  return (
    <UndoCard
      title="Blocked and unmatched"
      empty="You haven't blocked or unmatched anybody."
      failed="We couldn't load your blocks"
      list={useInfiniteList<Block>(trpc.blocks.list.useInfiniteQuery({}, { ...paged, staleTime: 0 }))}
      wordsOf={({ kind }) => WORDS[kind]}
      undo={trpc.blocks.undo.useMutation({ onError: error => toastError(error, 'Failed to undo this') })}
    />
  )
}

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
        {!user ? null : user.isImpersonating ? (
          <ClosedCard title="Blocked and unmatched" text="whom you blocked" />
        ) : (
          <>
            <FirstNameCard user={user} />
            <ChatsCard />
            <BlockedCard />
          </>
        )}
        <GuideCard />
      </Mantine>
    </SettingsGroup>
  )
}
