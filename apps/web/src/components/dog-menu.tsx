import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconLogout, IconSettings } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import classes from './dog-menu.module.css'
import { DogAvatar } from './dog-photo.tsx'

const items = (menu: HTMLElement | null) => Array.from(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])

/** The acting dog's avatar with "Settings" and "Log out". Two items are not worth Mantine's menu (20 KB on every page). */
export function DogMenu({ dog }: { dog: Dog }) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!open) return
    items(menu.current)[0]?.focus()
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  const onMenuKey = (event: KeyboardEvent) => {
    const list = items(menu.current)
    const at = list.findIndex(item => item.matches(':focus'))
    const target = { ArrowDown: at + 1, ArrowUp: at - 1 + list.length, Home: 0, End: list.length - 1 }[event.key]
    if (target !== undefined) {
      event.preventDefault()
      list[target % list.length]?.focus()
    }
    if (event.key === 'Escape') close()
    if (event.key === 'Tab') setOpen(false)
  }

  return (
    <div ref={root} className={classes.root}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={`${dog.name}: menu`}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <DogAvatar dog={dog} size={40} />
      </button>
      {open ? (
        <div ref={menu} role="menu" tabIndex={-1} aria-label={dog.name} className={classes.menu} onKeyDown={onMenuKey}>
          <Link role="menuitem" tabIndex={-1} className={classes.item} to="/settings" onClick={() => setOpen(false)}>
            <IconSettings size={20} aria-hidden="true" />
            Settings
          </Link>
          <a role="menuitem" tabIndex={-1} className={classes.item} href="/api/logout">
            <IconLogout size={20} aria-hidden="true" />
            Log out
          </a>
        </div>
      ) : null}
    </div>
  )
}
