import { isolate } from '@barkyard/domain/isolate'
import { useEffect, useRef } from 'react'
import { useActingDog } from '../../auth.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import type { Opened } from '../../components/mounted-when-opened.tsx'
import { useBlock, useLeave } from '../../lib/block.ts'
import { toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

interface BlockDialogsProps extends Opened {
  dog: { id: string; name: string }
  matchId: string | null
  asked: 'block' | 'unmatch' | null
  leaveTo?: string | undefined
}

export function BlockDialogs({ dog, matchId, asked, opened, onClose, leaveTo }: BlockDialogsProps) {
  const acting = useActingDog()
  const block = useBlock(onClose, leaveTo)
  const leave = useLeave(onClose, leaveTo)
  const end = trpc.matches.end.useMutation({
    meta: { refresh: [] },
    onSuccess: () => leave(`You unmatched ${isolate(dog.name)}`),
    onError: error => toastError(error, 'Failed to unmatch'),
  })
  const isGone = useRef(false)
  isGone.current = block.isSuccess || end.isSuccess
  // If the page stays open, the focused button is removed with its card.
  useEffect(
    () => () => {
      if (isGone.current && document.activeElement === document.body)
        document.querySelector('h1')?.focus({ preventScroll: true })
    },
    [],
  )
  const isBlock = asked === 'block'
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => (isBlock ? block.mutate({ dogId: dog.id }) : matchId && end.mutate({ matchId }))}
      title={isBlock ? `Block ${isolate(dog.name)}'s owner?` : `Unmatch ${isolate(dog.name)}?`}
      confirmLabel={isBlock ? 'Block' : 'Unmatch'}
      pending={block.isPending || end.isPending}
      pendingLabel={isBlock ? 'Blocking...' : 'Unmatching...'}
      destructive
    >
      {isBlock ? (
        "You and the owner will no longer see each other or each other's dogs. Upcoming playdates are cancelled. The owner isn't told."
      ) : (
        <>
          The chat and all playdates with <bdi>{dog.name}</bdi> are deleted for both of you, and{' '}
          <bdi>{acting?.name ?? 'your dog'}</bdi> and <bdi>{dog.name}</bdi> no longer find each other.
        </>
      )}
    </ConfirmDialog>
  )
}
