import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useOneAtATime } from '../../../lib/one-at-a-time.ts'
import { dogCountLabel } from '../../../lib/words.ts'
import { useDeleteUsers } from '../data.ts'
import classes from './all-users.module.css'
import type { Chosen } from './chosen.ts'

/** The names that are shown. */
const NAMES_MAX = 50

interface DeleteUsersDialogProps {
  opened: boolean
  chosen: Chosen
  onClose: () => void
  onDeleted: () => void
}

/** Shows who is deleted, and how many dogs with them, and asks for confirmation. */
export function DeleteUsersDialog({ opened, chosen, onClose, onDeleted }: DeleteUsersDialogProps) {
  const remove = useDeleteUsers(onDeleted)
  const start = useOneAtATime(remove.mutate)
  const dogs = [...chosen.values()].reduce((sum, { dogCount }) => sum + dogCount, 0)
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
      <ul className={classes.leaving} aria-label="Who is deleted">
        {[...chosen].slice(0, NAMES_MAX).map(([id, { name }]) => (
          <li key={id}>{name}</li>
        ))}
        {chosen.size > NAMES_MAX ? <li>and {chosen.size - NAMES_MAX} more</li> : null}
      </ul>
    </ConfirmDialog>
  )
}
