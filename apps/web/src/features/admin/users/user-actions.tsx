import { isolate } from '@barkyard/domain/isolate'
import type { AdminUserDetails } from '@barkyard/domain/schemas/admin'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useOneAtATime } from '../../../lib/one-at-a-time.ts'
import { addressOf, fullName } from '../../../lib/words.ts'
import { LiftSuspension } from '../../../lift-suspension.tsx'
import { useResetPassword, useSuspendUser } from '../data.ts'
import { RoleDialog } from './role-dialog.tsx'
import { StatementDialog } from './statement-dialog.tsx'
import classes from './user.module.css'

/** Suspends a user, lifts a suspension, and sends a link for a new password. */
export function UserActions({ user, isSelf }: { user: AdminUserDetails; isSelf: boolean }) {
  const [asked, setAsked] = useState<'suspend' | 'lift' | 'reset' | 'role' | null>(null)
  const close = () => setAsked(null)
  const suspend = useSuspendUser(close)
  const reset = useResetPassword(close)
  const startReset = useOneAtATime(reset.mutate)
  const name = fullName(user)
  const userId = user.id
  return (
    <div className={classes.buttons}>
      {isSelf ? null : user.suspended ? (
        <Button variant="default" onClick={() => setAsked('lift')}>
          Lift the suspension
        </Button>
      ) : (
        <Button variant="outline" color="collar" onClick={() => setAsked('suspend')}>
          Suspend
        </Button>
      )}
      {user.isDemo || user.email === null ? null : (
        <Button variant="default" onClick={() => setAsked('reset')}>
          Reset the password
        </Button>
      )}
      {isSelf || user.isDemo ? null : (
        <Button variant="default" onClick={() => setAsked('role')}>
          Change role
        </Button>
      )}
      <RoleDialog key={user.role} user={user} opened={asked === 'role'} onClose={close} />
      <StatementDialog
        opened={asked === 'suspend'}
        onClose={close}
        title={`Suspend ${isolate(name)}`}
        text="Their dogs are hidden and their playdates are cancelled while it lasts."
        button="Suspend"
        suspends={{ name }}
        pending={suspend.isPending}
        onSubmit={(entered, options) => suspend.mutate({ userId, ...entered }, options)}
      />
      <LiftSuspension user={user} opened={asked === 'lift'} onClose={close} />
      <ConfirmDialog
        opened={asked === 'reset'}
        onClose={close}
        onConfirm={() => startReset({ userId })}
        title="Reset the password?"
        confirmLabel="Send the link"
        pending={reset.isPending}
      >
        We send a link to {addressOf(user)}. It works once, for 30 minutes. The old password works until they use it.
      </ConfirmDialog>
    </div>
  )
}
