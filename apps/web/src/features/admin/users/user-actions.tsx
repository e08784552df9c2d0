import { isolate } from '@barkyard/domain/isolate'
import { ROLES, type Role } from '@barkyard/domain/rights'
import type { AdminUserDetails } from '@barkyard/domain/schemas/admin'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { told } from '../../../lib/toast.ts'
import { addressOf, fullName } from '../../../lib/words.ts'
import { LiftSuspension } from '../../../lift-suspension.tsx'
import { trpc } from '../../../trpc.ts'
import { StatementDialog } from '../statement-dialog.tsx'
import { ROLE_WORDS } from './role-tag.tsx'

const MAY: Record<Role, string> = {
  owner: 'May do what every owner may.',
  moderator:
    'May decide reports, checks, parks and searches for lost dogs, hide dogs, and suspend accounts for up to 90 days.',
  admin: 'May do everything, also delete accounts and change roles.',
}

export function UserActions({ user, isSelf }: { user: AdminUserDetails; isSelf: boolean }) {
  const [asked, setAsked] = useState<'suspend' | 'lift' | 'reset' | 'role' | null>(null)
  const [role, setRole] = useState(user.role)
  const close = () => setAsked(null)
  const suspend = trpc.admin.suspendUser.useMutation(told('Suspended', 'Failed to suspend', close))
  const reset = trpc.admin.resetPassword.useMutation(told('Link sent', 'Failed to send the link', close))
  const change = trpc.admin.setRole.useMutation(told('Role changed', 'Failed to change the role', close))
  const { data: setup } = trpc.account.setup.useQuery(undefined, { throwOnError: false })
  const name = fullName(user)
  const userId = user.id
  const askRole = () => {
    setRole(user.role)
    setAsked('role')
  }
  return (
    <div className="row-12">
      {isSelf ? null : user.suspended ? (
        // The same button as the other one, which keeps the focus.
        <Button variant="default" onClick={() => setAsked('lift')}>
          Lift the suspension
        </Button>
      ) : (
        <Button variant="outline" color="collar" onClick={() => setAsked('suspend')}>
          Suspend
        </Button>
      )}
      {user.isDemo || user.email === null || !setup?.hasPassword || !setup.sendsMail ? null : (
        <Button variant="default" onClick={() => setAsked('reset')}>
          Reset the password
        </Button>
      )}
      {isSelf || user.isDemo ? null : (
        <Button variant="default" onClick={askRole}>
          Change role
        </Button>
      )}
      <ConfirmDialog
        opened={asked === 'role'}
        onClose={close}
        onConfirm={() => (role === user.role ? close() : change.mutate({ userId, role }))}
        title={`Change the role of ${isolate(name)}`}
        confirmLabel="Change role"
        pending={change.isPending}
      >
        <div className="stack-16">
          <NativeSelect
            label="Role"
            value={role}
            data={ROLES.map(value => ({ value, label: ROLE_WORDS[value] }))}
            onChange={event => setRole(event.currentTarget.value as Role)}
          />
          <p>{MAY[role]} It takes effect at once, and they are told.</p>
        </div>
      </ConfirmDialog>
      <StatementDialog
        opened={asked === 'suspend'}
        onClose={close}
        title={`Suspend ${isolate(name)}`}
        text="Their dogs are hidden and their playdates are cancelled while it lasts."
        button="Suspend"
        suspends={name}
        pending={suspend.isPending}
        onSubmit={entered => suspend.mutate({ userId, ...entered })}
      />
      <LiftSuspension user={user} opened={asked === 'lift'} onClose={close} />
      <ConfirmDialog
        opened={asked === 'reset'}
        onClose={close}
        onConfirm={() => reset.mutate({ userId })}
        title="Reset the password?"
        confirmLabel="Send the link"
        pending={reset.isPending}
      >
        We send a link to {addressOf(user)}. It works once, for 30 minutes. The old password works until they use it.
      </ConfirmDialog>
    </div>
  )
}
