import type { AdminDog, AdminUser } from '@barkyard/domain/schemas/admin'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { AdminPage } from '../../components/admin-page.tsx'
import { focusSection } from '../../components/list-section.tsx'
import { afterPaint } from '../../lib/after-paint.ts'
import { SCREENS } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { AllDogs } from './dogs/all-dogs.tsx'
import { TransferDialog } from './dogs/transfer-dialog.tsx'
import { UnownedDogs } from './dogs/unowned-dogs.tsx'
import { AllUsers } from './users/all-users.tsx'
import { UserDogsDialog } from './users/user-dogs-dialog.tsx'

export function Component() {
  // A transfer returns to the user it was opened from.
  const [user, setUser] = useState<AdminUser | null>(null)
  const [dog, setDog] = useState<AdminDog | null>(null)
  const unowned = trpc.admin.unownedDogs.useQuery({ limit: 1 }, { throwOnError: false }).data?.total ?? 0
  const { pathname, key } = useLocation()
  const atUsers = pathname === '/admin/users'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a way that is taken again leads there again
  useEffect(() => {
    // After the heading of a new page took the focus.
    if (atUsers) return afterPaint(() => focusSection('users'))
  }, [atUsers, key])
  const users = <AllUsers key="users" onOpen={setUser} />
  return (
    <AdminPage title={SCREENS.admin.title}>
      {atUsers ? users : null}
      <AllDogs />
      {unowned > 0 ? <UnownedDogs onAssign={setDog} /> : null}
      {atUsers ? null : users}
      <UserDogsDialog user={dog ? null : user} onClose={() => setUser(null)} onTransfer={setDog} />
      <TransferDialog dog={dog} onClose={() => setDog(null)} />
    </AdminPage>
  )
}
