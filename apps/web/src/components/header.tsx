import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconLogout, IconSettings, IconShield } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import type { FrameData } from '../frame-data.ts'
import { ActionMenu, type MenuAction } from './action-menu.tsx'
import bell from './bell.module.css'
import { Bell } from './bell.tsx'
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

const QueueLink = ({ reports }: Pick<FrameData, 'reports'>) =>
  reports === undefined ? null : (
    <Link to="/admin/reports" className="icon-button relative">
      <IconShield size={22} aria-hidden="true" />
      <span className="visually-hidden">Reports</span>
      <CountBadge count={reports} label="waiting" className={bell.badge} />
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
