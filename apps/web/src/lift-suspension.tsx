import { useState } from 'react'
import { Button } from './components/button.tsx'
import { ConfirmDialog } from './components/confirm-dialog.tsx'
import { useOnce } from './lib/one-at-a-time.ts'
import { told } from './lib/told.ts'
import { fullName } from './lib/words.ts'
import { trpc } from './trpc.ts'

/** Ends a suspension, after it has asked. */
export function LiftSuspension({ user }: { user: { id: string; firstName: string; lastName: string } }) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const lift = useOnce(
    trpc.admin.liftSuspension.useMutation(told('Suspension lifted', 'Failed to lift the suspension', close)),
  )
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Lift the suspension
      </Button>
      <ConfirmDialog
        opened={isAsked}
        onClose={close}
        onConfirm={() => lift.start({ userId: user.id })}
        title="Lift the suspension?"
        confirmLabel="Lift the suspension"
        pending={lift.isPending}
      >
        <bdi>{fullName(user)}</bdi> can use Barkyard again at once, and others see their dogs.
      </ConfirmDialog>
    </>
  )
}
