import { ConfirmDialog } from './components/confirm-dialog.tsx'
import { useOneAtATime } from './lib/one-at-a-time.ts'
import { toast, toastError } from './lib/toast.ts'
import { fullName } from './lib/words.ts'
import { trpc } from './trpc.ts'

interface LiftSuspensionProps {
  user: { id: string; firstName: string; lastName: string }
  opened: boolean
  onClose: () => void
}

/** Asks whether a suspension shall end, and ends it. */
export function LiftSuspension({ user, opened, onClose }: LiftSuspensionProps) {
  const lift = trpc.admin.liftSuspension.useMutation({
    onSuccess: () => {
      toast({ title: 'Suspension lifted' })
      onClose()
    },
    onError: error => toastError(error, 'Failed to lift the suspension'),
  })
  const start = useOneAtATime(lift.mutate)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => start({ userId: user.id })}
      title="Lift the suspension?"
      confirmLabel="Lift the suspension"
      pending={lift.isPending}
    >
      <bdi>{fullName(user)}</bdi> can use Barkyard again at once, and others see their dogs.
    </ConfirmDialog>
  )
}
