import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useOneAtATime } from '../../../lib/one-at-a-time.ts'
import { dogCountLabel } from '../../../lib/words.ts'
import { useDeleteUsers } from '../data.ts'
import type { Chosen } from './chosen.ts'

interface DeleteUsersDialogProps {
  opened: boolean
  chosen: Chosen
  onClose: () => void
  onDeleted: () => void
}

/** Shows how many dogs will be deleted too, and asks for confirmation. */
export function DeleteUsersDialog({ opened, chosen, onClose, onDeleted }: DeleteUsersDialogProps) {
  const remove = useDeleteUsers(onDeleted)
  const start = useOneAtATime(remove.mutate)
  const dogs = [...chosen.values()].reduce((sum, count) => sum + count, 0)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => start({ userIds: [...chosen.keys()] })}
      title="Delete Users"
      confirmLabel="Delete Users"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      destructive
    >
      <p>
        Are you sure you want to delete {chosen.size} user(s)? All their dogs ({dogCountLabel(dogs)}) and photos will be
        deleted. This action cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
