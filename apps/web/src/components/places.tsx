import { IconCalendarHeart, IconDog, IconHome, IconMessageCircle, IconPaw } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { CountBadge } from './collar-tag.tsx'
import classes from './places.module.css'

/** The counts at the places: unread barks of the acting dog and of the owner's other dogs, and playdates to answer. */
export interface Waiting {
  barks: number
  playdates: number
  otherBarks: number
}

interface Place {
  to: string
  label: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>
  also?: RegExp
  badge?: { count: number; label: string }
}

interface PlacesProps {
  waiting: Waiting
  /** The header has its own "My dogs", with the faces. */
  isInHeader?: boolean
  className: string | undefined
}

/** The main navigation, with counts: five places in a bar at the bottom of a phone, four in the header elsewhere. */
export function Places({ waiting, isInHeader = false, className }: PlacesProps) {
  const { pathname } = useLocation()

  const places: Place[] = [
    { to: '/doghouse', label: 'Doghouse', icon: IconHome, also: /^\/$/ },
    { to: '/sniff', label: 'Sniff', icon: IconPaw },
    {
      to: '/barks',
      label: 'Barks',
      icon: IconMessageCircle,
      also: /^\/bark-chat/,
      badge: { count: waiting.barks, label: 'new' },
    },
    {
      to: '/playdates',
      label: 'Playdates',
      icon: IconCalendarHeart,
      badge: { count: waiting.playdates, label: 'waiting for your answer' },
    },
  ]
  if (!isInHeader)
    places.push({
      to: '/my-dogs',
      label: 'My dogs',
      icon: IconDog,
      badge: { count: waiting.otherBarks, label: 'new for your other dogs' },
    })

  return (
    <nav className={className} aria-label="Main">
      <ul className={classes.list}>
        {places.map(({ to, label, icon: Icon, also, badge }) => (
          <li key={to}>
            <NavLink to={to} className={classes.place ?? ''} data-here={also?.test(pathname) || undefined}>
              <span className={classes.icon}>
                <Icon size={24} aria-hidden="true" />
                {badge ? <CountBadge {...badge} className={classes.badge} /> : null}
              </span>
              <span>{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
