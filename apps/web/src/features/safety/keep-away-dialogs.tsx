import { useEffect, useRef } from 'react'
import { useActingDog } from '../../auth.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useBlock, useEndMatch } from './data.ts'

interface KeepAwayDialogsProps {
  dog: { id: string; name: string }
  /** Of the acting dog with this one; null: there is none. */
  matchId: string | null
  asked: 'block' | 'unmatch'
  opened: boolean
  onClose: () => void
  leaveTo?: string | undefined
}

/** Each says what it does before it is done. */
export function KeepAwayDialogs({ dog, matchId, asked, opened, onClose, leaveTo }: KeepAwayDialogsProps) {
  const acting = useActingDog()
  const block = useBlock(onClose, leaveTo)
  const end = useEndMatch(dog.name, onClose, leaveTo)
  const isGone = useRef(false)
  isGone.current = block.isSuccess || end.isSuccess
  // On a page that stays, the button that had the focus goes with its card.
  useEffect(
    () => () => {
      if (isGone.current && document.activeElement === document.body)
        document.querySelector('h1')?.focus({ preventScroll: true })
    },
    [],
  )
  return (
    <>
      <ConfirmDialog
        opened={opened && asked === 'block'}
        onClose={onClose}
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
        opened={opened && asked === 'unmatch'}
        onClose={onClose}
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
  )
}
