import { IconCalendarHeart, IconDog, IconHome, IconMessageCircle, IconPaw } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { trpc } from '../trpc.ts'
import classes from './bottom-bar.module.css'
import { CountBadge } from './collar-tag.tsx'

interface Entry {
  to: string
  label: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>
  /** Further addresses that belong to this entry. */
  also?: RegExp
  badge?: { count: number; label: string }
}

/** Phones only: the five places, within a thumb's reach. */
export function BottomBar() {
  const { pathname } = useLocation()
  const barks = trpc.matches.newCount.useQuery(undefined, { throwOnError: false })
  const pending = trpc.playdates.pendingCount.useQuery(undefined, { throwOnError: false })

  const entries: Entry[] = [
    { to: '/doghouse', label: 'Doghouse', icon: IconHome, also: /^\/$/ },
    { to: '/sniff', label: 'Sniff', icon: IconPaw },
    {
      to: '/barks',
      label: 'Barks',
      icon: IconMessageCircle,
      also: /^\/bark-chat/,
      badge: { count: barks.data?.count ?? 0, label: 'new' },
    },
    {
      to: '/playdates',
      label: 'Playdates',
      icon: IconCalendarHeart,
      badge: { count: pending.data?.count ?? 0, label: 'waiting for your answer' },
    },
    { to: '/my-dogs', label: 'My dogs', icon: IconDog },
  ]

  return (
    <nav className={classes.bar} aria-label="Main">
      <ul className={classes.list}>
        {entries.map(({ to, label, icon: Icon, also, badge }) => (
          <li key={to}>
            <NavLink to={to} className={classes.entry ?? ''} data-here={also?.test(pathname) || undefined}>
              <span className={classes.icon}>
                <Icon size={24} aria-hidden="true" />
                {badge ? (
                  <span className={classes.badge}>
                    <CountBadge {...badge} />
                  </span>
                ) : null}
              </span>
              <span>{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
