import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { IconBell, IconLogout, IconSettings, IconShield } from '@tabler/icons-react'
import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import type { FrameData } from '../frame-data.ts'
import { ActionMenu, type MenuAction } from './action-menu.tsx'
import { CountBadge } from './collar-tag.tsx'
import { DogAvatar } from './dog-photo.tsx'
import classes from './header.module.css'
import { Logo } from './logo.tsx'
import { Places } from './places.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

const OTHERS = 3

const OWN_MENU: readonly MenuAction[] = [
  { label: 'Settings', Icon: IconSettings, to: '/settings' },
  { label: 'Log out', Icon: IconLogout, to: '/api/logout', isOutside: true },
]

interface HeaderProps {
  dog: Dog
  frame: FrameData
  NotificationPanel?: ComponentType | undefined
}

/** Narrower windows show the list as a page. */
const WIDE = '(min-width: 48em)'

/** Opens the list below it. Without one (before scripts run) it links to the page. */
function Bell({ unseen, Panel }: { unseen: number; Panel?: ComponentType | undefined }) {
  const [open, setOpen] = useState(false)
  const root = useClickOutside<HTMLDivElement>(() => setOpen(false), ['pointerdown', 'focusin'], undefined, open)
  const link = useRef<HTMLAnchorElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was opened from it, the panel has done its work
  useEffect(() => setOpen(false), [key])

  useEffect(() => {
    if (open) title.current?.focus()
  }, [open])
  useWindowEvent('keydown', event => {
    if (!open || event.key !== 'Escape') return
    setOpen(false)
    link.current?.focus()
  })
  // As a tablet that is turned.
  useWindowEvent('resize', () => matchMedia(WIDE).matches || setOpen(false))

  const onClick = (event: MouseEvent) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!Panel || opensElsewhere || pathname === '/notifications' || !matchMedia(WIDE).matches) return
    event.preventDefault()
    setOpen(!open)
  }

  return (
    <div ref={root} className="relative">
      <Link ref={link} to="/notifications" className="icon-button relative" aria-expanded={open} onClick={onClick}>
        <IconBell size={22} aria-hidden="true" />
        <span className="visually-hidden">Notifications</span>
        <CountBadge count={unseen} label="new" className={classes.count} />
      </Link>
      {open && Panel ? (
        <section className={`column ${classes.panel}`} aria-label="Notifications">
          <h2 ref={title} tabIndex={-1} className={`text-lead ${classes.title}`}>
            Notifications
          </h2>
          <Panel />
        </section>
      ) : null}
    </div>
  )
}

const QueueLink = ({ reports }: Pick<FrameData, 'reports'>) =>
  reports === undefined ? null : (
    <Link to="/admin/reports" className="icon-button relative">
      <IconShield size={22} aria-hidden="true" />
      <span className="visually-hidden">Reports</span>
      <CountBadge count={reports} label="waiting" className={classes.count} />
    </Link>
  )

/** The link to the owner's other dogs. Dogs with unread barks come first. */
function MyDogsLink({ dog, frame: { dogs, otherUnread } }: Pick<HeaderProps, 'dog' | 'frame'>) {
  const unreadOf = (other: Dog) => otherUnread.find(({ dogId }) => dogId === other.id)?.unread ?? 0
  const others = dogs
    .filter(other => other.id !== dog.id)
    .toSorted((a, b) => Number(unreadOf(b) > 0) - Number(unreadOf(a) > 0))
    .slice(0, OTHERS)
  return (
    <NavLink to="/my-dogs" className={`tap plain-link bold pressable ${classes.myDogs}`}>
      {others.length > 0 ? (
        <span className={`line ${classes.others}`}>
          {others.map(other => (
            <span key={other.id} className={`relative ${classes.other}`}>
              <DogAvatar dog={other} size={32} />
              <CountBadge count={unreadOf(other)} label={`new for ${isolate(other.name)}`} className={classes.badge} />
            </span>
          ))}
        </span>
      ) : null}
      <span>My dogs</span>
    </NavLink>
  )
}

/** Shown while there is an acting dog. */
export const Header = ({ dog, frame, NotificationPanel }: HeaderProps) => (
  <header className={classes.header}>
    <div className={`page-width ${classes.inner}`}>
      <div className="shrinkable">
        <MyDogsLink dog={dog} frame={frame} />
      </div>
      <Link to="/doghouse" className="tap plain-link" aria-label="Barkyard, to the doghouse">
        <Logo compact />
      </Link>
      <div className={`line end ${classes.right}`}>
        <Places frame={frame} isInHeader className={classes.places} />
        <ThemeToggle />
        <QueueLink reports={frame.reports} />
        <Bell unseen={frame.beside} Panel={NotificationPanel} />
        <ActionMenu label={`${isolate(dog.name)}: menu`} actions={OWN_MENU}>
          <DogAvatar dog={dog} size={40} />
        </ActionMenu>
      </div>
    </div>
  </header>
)

const WAY = { padding: '0 clamp(4px, 2vw - 4px, 12px)', whiteSpace: 'nowrap' } as const

/** Replaces the header while there is no acting dog: settings, log out and theme. */
export function DoglessBar({ frame }: Pick<HeaderProps, 'frame'>) {
  // There, the thumb is on Next, right above. The settings lead to it too.
  const isInWizard = useLocation().pathname === '/onboarding'
  return (
    <footer className={`page-width line between ${classes.dogless}`}>
      <Link to="/doghouse" className="tap plain-link" aria-label="Barkyard, to the doghouse">
        <Logo compact />
      </Link>
      <div className={`line ${classes.right}`}>
        <ThemeToggle />
        <QueueLink reports={frame.reports} />
        <Bell unseen={frame.beside} />
        <Link className="tap bold" style={WAY} to="/settings">
          Settings
        </Link>
        {isInWizard ? null : (
          <a className="tap bold" style={WAY} href="/api/logout">
            Log out
          </a>
        )}
      </div>
    </footer>
  )
}
