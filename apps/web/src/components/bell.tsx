import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import classes from './bell.module.css'
import { CountBadge } from './collar-tag.tsx'

/** Narrower windows show the list as a page. */
const WIDE = '(min-width: 48em)'

/** Opens the list below it. Without one (before scripts run) it links to the page. */
export function Bell({ unseen, Panel }: { unseen: number; Panel?: ComponentType | undefined }) {
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
        <CountBadge count={unseen} label="new" className={classes.badge} />
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
