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

/** The open dialog and its subject. A transfer returns to the user it was opened from. */
type Shown = { dialog: 'user'; user: AdminUser } | { dialog: 'transfer'; dog: AdminDog; from: AdminUser | null } | null

/** The admin panel: all dogs and all users. The router lets only admins in. */
export function Component() {
  const [shown, setShown] = useState<Shown>(null)
  const unowned = trpc.admin.unownedDogs.useQuery({ limit: 1 }, { throwOnError: false }).data?.total ?? 0
  const isReading = useIsFetching({ queryKey: getQueryKey(trpc.admin) }) > 0
  useOpenedAtUsers(!isReading)
  const transfer = shown?.dialog === 'transfer' ? shown : null
  return (
    <AdminPage title={SCREENS.admin.title}>
      <AllDogs />
      {unowned > 0 ? <UnownedDogs onAssign={dog => setShown({ dialog: 'transfer', dog, from: null })} /> : null}
      <AllUsers onOpen={user => setShown({ dialog: 'user', user })} />
      <UserDogsDialog
        user={shown?.dialog === 'user' ? shown.user : null}
        onClose={() => setShown(null)}
        onTransfer={dog =>
          setShown(now => ({ dialog: 'transfer', dog, from: now?.dialog === 'user' ? now.user : null }))
        }
      />
      <TransferDialog
        dog={transfer?.dog ?? null}
        onClose={() => setShown(transfer?.from ? { dialog: 'user', user: transfer.from } : null)}
      />
    </AdminPage>
  )
}
