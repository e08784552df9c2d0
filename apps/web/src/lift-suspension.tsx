import { ConfirmDialog } from './components/confirm-dialog.tsx'
import type { Opened } from './components/mounted-when-opened.tsx'
import { told } from './lib/toast.ts'
import { fullName } from './lib/words.ts'
import { trpc } from './trpc.ts'

type LiftSuspensionProps = Opened & { user: { id: string; firstName: string; lastName: string } }

export function LiftSuspension({ user, opened, onClose }: LiftSuspensionProps) {
  const lift = trpc.admin.liftSuspension.useMutation(
    told('Suspension lifted', 'Failed to lift the suspension', onClose),
  )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => lift.mutate({ userId: user.id })}
      title="Lift the suspension?"
      confirmLabel="Lift the suspension"
      pending={lift.isPending}
    >
      <bdi>{fullName(user)}</bdi> can use Barkyard again at once, and others see their dogs.
    </ConfirmDialog>
  )
}
