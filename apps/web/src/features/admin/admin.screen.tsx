import type { AdminDog, AdminUser } from '@barkyard/domain/schemas/admin'
import { useIsFetching } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { afterPaint } from '../../lib/after-paint.ts'
import { SCREENS } from '../../screens.ts'
import { trpc } from '../../trpc.ts'
import { AdminPage } from './admin-page.tsx'
import { AllDogs } from './dogs/all-dogs.tsx'
import { TransferDialog } from './dogs/transfer-dialog.tsx'
import { UnownedDogs } from './dogs/unowned-dogs.tsx'
import { AllUsers } from './users/all-users.tsx'
import { UserDogsDialog } from './users/user-dogs-dialog.tsx'

const TOUCHES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

function goToUsers() {
  const section = document.getElementById('users')
  section?.scrollIntoView()
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}

/** Scrolls /admin/users to the list of users, again whenever content above it loads, until the admin does something. */
function useOpenedAtUsers(ready: boolean) {
  const { pathname, key } = useLocation()
  const atUsers = pathname === '/admin/users'
  const touched = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a way that is taken again leads there again
  useEffect(() => {
    touched.current = false
    const onTouch = () => {
      touched.current = true
    }
    for (const name of TOUCHES) window.addEventListener(name, onTouch, { passive: true, once: true })
    return () => {
      for (const name of TOUCHES) window.removeEventListener(name, onTouch)
    }
  }, [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: likewise
  useEffect(() => {
    if (!atUsers || !ready || touched.current) return
    // After the latest rows, and after the heading of a new page took the focus.
    return afterPaint(() => {
      if (!touched.current) goToUsers()
    })
  }, [atUsers, ready, key])
}

/** The admin panel: all dogs and all users. The router lets only admins in. */
export function Component() {
  // A transfer returns to the user it was opened from.
  const [user, setUser] = useState<AdminUser | null>(null)
  const [dog, setDog] = useState<AdminDog | null>(null)
  const unowned = trpc.admin.unownedDogs.useQuery({ limit: 1 }, { throwOnError: false }).data?.total ?? 0
  const isReading = useIsFetching({ queryKey: getQueryKey(trpc.admin) }) > 0
  useOpenedAtUsers(!isReading)
  return (
    <AdminPage title={SCREENS.admin.title}>
      <AllDogs />
      {unowned > 0 ? <UnownedDogs onAssign={setDog} /> : null}
      <AllUsers onOpen={setUser} />
      <UserDogsDialog user={dog ? null : user} onClose={() => setUser(null)} onTransfer={setDog} />
      <TransferDialog dog={dog} onClose={() => setDog(null)} />
    </AdminPage>
  )
}
