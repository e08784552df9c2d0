import { IconCalendarHeart, IconDog, IconHome, IconMessageCircle, IconPaw } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import type { FrameData } from '../frame-data.ts'
import { CountBadge } from './collar-tag.tsx'
import classes from './places.module.css'

interface Place {
  to: string
  label: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>
  /** Its own path, and those of what it leads to. */
  paths: RegExp
  badge?: { count: number; label: string }
}

interface PlacesProps {
  frame: FrameData
  /** The header has its own "My dogs", with the faces. */
  isInHeader?: boolean
  className: string | undefined
}

/** The main navigation, with counts: five places in a bar at the bottom of a phone, four in the header elsewhere. */
export function Places({ frame, isInHeader = false, className }: PlacesProps) {
  const { pathname } = useLocation()

  const places: Place[] = [
    { to: '/doghouse', label: 'Doghouse', icon: IconHome, paths: /^\/(doghouse)?$/ },
    { to: '/sniff', label: 'Sniff', icon: IconPaw, paths: /^\/sniff/ },
    {
      to: '/barks',
      label: 'Barks',
      icon: IconMessageCircle,
      paths: /^\/bark(s|-chat)/,
      badge: { count: frame.newBarks, label: 'new' },
    },
    {
      to: '/playdates',
      label: 'Playdates',
      icon: IconCalendarHeart,
      paths: /^\/playdates/,
      badge: { count: frame.pendingPlaydates, label: 'waiting for your answer' },
    },
  ]
  if (!isInHeader)
    places.push({
      to: '/my-dogs',
      label: 'My dogs',
      icon: IconDog,
      paths: /^\/my-dogs/,
      badge: {
        count: frame.otherUnread.reduce((sum, { unread }) => sum + unread, 0),
        label: 'new for your other dogs',
      },
    })

  return (
    <nav className={className} aria-label="Main">
      <ul className={classes.list}>
        {places.map(({ to, label, icon: Icon, paths, badge }) => {
          const isHere = paths.test(pathname)
          return (
            <li key={to}>
              <NavLink to={to} className={`line middle quiet bold ${classes.place}`} data-here={isHere || undefined}>
                <span className={`disc relative ${classes.icon} ${isHere ? 'on-ball' : ''}`}>
                  <Icon size={24} aria-hidden="true" />
                  {badge ? <CountBadge {...badge} className={classes.badge} /> : null}
                </span>
                <span>{label}</span>
              </NavLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
