import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconLogout, IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useMenu } from '../lib/use-menu.ts'
import classes from './dog-menu.module.css'
import { DogAvatar } from './dog-photo.tsx'
import shared from './menu.module.css'

/** The acting dog's avatar with "Settings" and "Log out". */
export function DogMenu({ dog }: { dog: Dog }) {
  const { isOpen, setOpen, root, button, menu, onMenuKey } = useMenu()
  return (
    <div ref={root} className={classes.root}>
      <button
        ref={button}
        type="button"
        className={`icon-button ${classes.button}`}
        aria-label={`${isolate(dog.name)}: menu`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <DogAvatar dog={dog} size={40} />
      </button>
      {isOpen ? (
        <div
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-label={dog.name}
          className={`${shared.menu} ${classes.menu}`}
          onKeyDown={onMenuKey}
        >
          <Link role="menuitem" tabIndex={-1} className={shared.item} to="/settings" onClick={() => setOpen(false)}>
            <IconSettings size={20} aria-hidden="true" />
            Settings
          </Link>
          <a role="menuitem" tabIndex={-1} className={shared.item} href="/api/logout">
            <IconLogout size={20} aria-hidden="true" />
            Log out
          </a>
        </div>
      ) : null}
    </div>
  )
}
