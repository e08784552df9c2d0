import type { AdminDog, AdminUser } from '@barkyard/domain/schemas/admin'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useUser } from '../../auth.ts'
import { BackLink } from '../../components/back-link.tsx'
import { Button } from '../../components/button.tsx'
import { Logo } from '../../components/logo.tsx'
import { Mantine } from '../../components/mantine.tsx'
import { useOneAtATime } from '../../lib/one-at-a-time.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import classes from './admin.module.css'
import { AllDogs } from './all-dogs.tsx'
import { AllUsers } from './all-users.tsx'
import { useIsReading, useStopImpersonation, useUnownedCount } from './data.ts'
import { DeleteDogDialog } from './delete-dog-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import { UnownedDogs } from './unowned-dogs.tsx'
import { UserDogsDialog } from './user-dogs-dialog.tsx'

function StopButton() {
  const stop = useStopImpersonation()
  const start = useOneAtATime<void>((_, options) => stop.mutate(undefined, options))
  return (
    <Button color="ball" aria-disabled={stop.isPending} onClick={() => start()}>
      Stop Impersonating
    </Button>
  )
}

function Head() {
  const heading = usePageTitle('Admin')
  const isImpersonating = useUser()?.isImpersonating ?? false
  return (
    <div className={classes.head}>
      <BackLink to="/sniff" label="Back to sniffing" />
      <div className={classes.name}>
        <Link to="/doghouse" className={classes.logo} aria-label="Barkyard, to the doghouse">
          <Logo />
        </Link>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          <span className="visually-hidden">Barkyard </span>Admin
        </h1>
      </div>
      {isImpersonating ? <StopButton /> : null}
    </div>
  )
}

const goTo = (id: string) => {
  const section = document.getElementById(id)
  section?.scrollIntoView()
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}

function Sections({ hasUnowned }: { hasUnowned: boolean }) {
  const sections = [
    ['reports', 'Reports'],
    ['dogs', 'All Dogs'],
    ...(hasUnowned ? [['unowned-dogs', 'Unowned Dogs']] : []),
    ['users', 'All Users'],
    ['audit', 'Audit Log'],
  ] as [string, string][]
  return (
    <nav aria-label="Sections" className={classes.sections}>
      {sections.map(([id, label]) => (
        <button key={id} type="button" className={classes.section} onClick={() => goTo(id)}>
          {label}
        </button>
      ))}
    </nav>
  )
}

const TOUCHES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls /admin/users to the list of users, again whenever content above it loads, until the admin does something. */
function useOpenedAtUsers(ready: boolean) {
  const atUsers = useLocation().pathname === '/admin/users'
  const touched = useRef(false)
  useEffect(() => {
    const onTouch = () => {
      touched.current = true
    }
    for (const name of TOUCHES) window.addEventListener(name, onTouch, { passive: true, once: true })
    return () => {
      for (const name of TOUCHES) window.removeEventListener(name, onTouch)
    }
  }, [])
  useEffect(() => {
    if (!atUsers || !ready || touched.current) return
    // Let the latest rows render first.
    const frame = requestAnimationFrame(() => {
      if (!touched.current) goTo('users')
    })
    return () => cancelAnimationFrame(frame)
  }, [atUsers, ready])
}

/** The open dialog and its subject. A transfer returns to the user it was opened from. */
type Shown =
  | { dialog: 'user'; user: AdminUser }
  | { dialog: 'transfer'; dog: AdminDog; from: AdminUser | null }
  | { dialog: 'delete'; dog: AdminDog }
  | null

/** The admin panel. The router lets only admins in. */
export function AdminPanel({ reports, auditLog }: { reports: ReactNode; auditLog: ReactNode }) {
  const [shown, setShown] = useState<Shown>(null)
  const hasUnowned = useUnownedCount() > 0
  useOpenedAtUsers(!useIsReading())
  const transfer = shown?.dialog === 'transfer' ? shown : null
  return (
    <Mantine>
      <div className={classes.page}>
        <Head />
        <Sections hasUnowned={hasUnowned} />
        {reports}
        <AllDogs onDelete={dog => setShown({ dialog: 'delete', dog })} />
        {hasUnowned ? <UnownedDogs onAssign={dog => setShown({ dialog: 'transfer', dog, from: null })} /> : null}
        <AllUsers onOpen={user => setShown({ dialog: 'user', user })} />
        {auditLog}
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
        <DeleteDogDialog dog={shown?.dialog === 'delete' ? shown.dog : null} onClose={() => setShown(null)} />
      </div>
    </Mantine>
  )
}
