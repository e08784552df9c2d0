import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconBan, IconHeartBroken } from '@tabler/icons-react'
import { useState } from 'react'
import { useActingDog, useUser } from '../../auth.ts'
import { ActionMenu, type MenuAction } from '../../components/action-menu.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useBlock, useEndMatch, useMatchWith } from './data.ts'

interface KeepAwayMenuProps {
  dog: Pick<Dog, 'id' | 'name'>
  /** The page that one is on afterwards: the dog's own is gone. */
  leaveTo: string
  /** Further lines. */
  more?: readonly MenuAction[]
}

/** The "…" menu of another's dog: to block its owner, or to end the match with it. Each says first what it does. */
export function KeepAwayMenu({ dog, leaveTo, more = [] }: KeepAwayMenuProps) {
  const [isOpened, setOpened] = useState(false)
  const [asked, setAsked] = useState<'block' | 'unmatch' | null>(null)
  const acting = useActingDog()
  const isImpersonating = useUser()?.isImpersonating ?? false
  const matchId = useMatchWith(dog.id, isOpened && acting !== null)
  const block = useBlock(leaveTo)
  const end = useEndMatch(leaveTo, dog.name)
  const close = () => setAsked(null)
  // It is the account's own: an admin cannot do it in somebody else's name.
  if (isImpersonating) return null
  const actions: MenuAction[] = [
    ...(matchId ? [{ label: 'Unmatch', Icon: IconHeartBroken, onChoose: () => setAsked('unmatch') }] : []),
    { label: 'Block', Icon: IconBan, onChoose: () => setAsked('block') },
    ...more,
  ]
  return (
    <>
      <ActionMenu label={`More about ${dog.name}`} actions={actions} onOpen={() => setOpened(true)} />
      {isOpened ? (
        <>
          <ConfirmDialog
            opened={asked === 'block'}
            onClose={close}
            onConfirm={() => block.mutate({ dogId: dog.id })}
            title={`Block ${dog.name}'s owner?`}
            confirmLabel="Block"
            pending={block.isPending}
            pendingLabel="Blocking..."
            destructive
          >
            You and they no longer see each other, with all your dogs, and playdates to come are cancelled. They aren't
            told.
          </ConfirmDialog>
          <ConfirmDialog
            opened={asked === 'unmatch'}
            onClose={close}
            onConfirm={() => matchId && end.mutate({ matchId })}
            title={`Unmatch ${dog.name}?`}
            confirmLabel="Unmatch"
            pending={end.isPending}
            pendingLabel="Unmatching..."
            destructive
          >
            The chat and all playdates with {dog.name} are deleted for both of you, and {acting?.name ?? 'your dog'} and{' '}
            {dog.name} no longer find each other.
          </ConfirmDialog>
        </>
      ) : null}
    </>
  )
}
