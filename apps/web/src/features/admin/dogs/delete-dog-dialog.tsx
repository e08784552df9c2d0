import type { AdminDog } from '@barkyard/domain/schemas/admin'
import { useRef } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useOneAtATime } from '../../../lib/one-at-a-time.ts'
import { useDeleteDog } from '../data.ts'

interface DeleteDogDialogProps {
  /** null: closed. */
  dog: AdminDog | null
  onClose: () => void
}

/** Asks for confirmation before a dog is deleted from the panel. */
export function DeleteDogDialog({ dog, onClose }: DeleteDogDialogProps) {
  const remove = useDeleteDog(onClose)
  const start = useOneAtATime(remove.mutate)
  // Keeps the name while the dialog fades out.
  const last = useRef(dog)
  if (dog) last.current = dog
  return (
    <ConfirmDialog
      opened={dog !== null}
      onClose={onClose}
      onConfirm={() => dog && start({ dogId: dog.id })}
      title="Delete Dog Profile"
      confirmLabel="Delete Profile"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      destructive
    >
      Are you sure you want to delete {last.current?.name}'s profile? All photos and matches will be deleted. This
      action cannot be undone.
    </ConfirmDialog>
  )
}
