import { isolate } from '@barkyard/domain/isolate'
import '../../../styles/mantine-field.css'
import { ROLES, type Role } from '@barkyard/domain/rights'
import type { AdminUserDetails } from '@barkyard/domain/schemas/admin'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useOneAtATime } from '../../../lib/one-at-a-time.ts'
import { fullName } from '../../../lib/words.ts'
import { useSetRole } from '../data.ts'
import { ROLE_WORDS } from './role-tag.tsx'

const MAY: Record<Role, string> = {
  owner: 'May do what every owner may.',
  moderator:
    'May decide reports, checks, parks and searches for lost dogs, hide dogs, and suspend accounts for up to 90 days.',
  admin: 'May do everything, also delete accounts and change roles.',
}

interface RoleDialogProps {
  user: AdminUserDetails
  opened: boolean
  onClose: () => void
}

/** Makes a user a moderator, an admin, or an owner like all others. */
export function RoleDialog({ user, opened, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(user.role)
  const change = useSetRole(onClose)
  const start = useOneAtATime(change.mutate)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => (role === user.role ? onClose() : start({ userId: user.id, role }))}
      title={`Change the role of ${isolate(fullName(user))}`}
      confirmLabel="Change role"
      pending={change.isPending}
    >
      <NativeSelect
        label="Role"
        value={role}
        data={ROLES.map(value => ({ value, label: ROLE_WORDS[value] }))}
        onChange={event => setRole(ROLES.find(one => one === event.currentTarget.value) ?? role)}
      />
      <p>{MAY[role]} It takes effect at once, and they are told.</p>
    </ConfirmDialog>
  )
}
