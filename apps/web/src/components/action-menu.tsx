import { IconDots, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { useMenu } from '../lib/use-menu.ts'
import classes from './action-menu.module.css'
import shared from './menu.module.css'

interface MenuItem {
  label: string
  Icon: ComponentType<IconProps>
}

/** Does something, or leads somewhere. With `isDownload` the address is one of the API. */
export type MenuAction = MenuItem & ({ onChoose: () => void } | { to: string; isDownload?: boolean })

interface ActionMenuProps {
  /** The name of the button, "More about Rex". */
  label: string
  actions: readonly MenuAction[]
  onOpen?: () => void
}

/** The "…" button with a menu of further actions. */
export function ActionMenu({ label, actions, onOpen }: ActionMenuProps) {
  const { isOpen, setOpen, close, root, button, menu, onMenuKey } = useMenu()
  const open = () => {
    setOpen(true)
    onOpen?.()
  }

  return (
    <div ref={root} className={classes.root}>
      <button
        ref={button}
        type="button"
        className={`icon-button ${classes.button}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? setOpen(false) : open())}
      >
        <IconDots size={24} aria-hidden="true" />
      </button>
      {isOpen ? (
        <div
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={`${shared.menu} ${classes.menu}`}
          onKeyDown={onMenuKey}
        >
          {actions.map(({ label: name, Icon, ...action }) => {
            const item = { role: 'menuitem', tabIndex: -1, className: shared.item ?? '' }
            const inside = (
              <>
                <Icon size={20} aria-hidden="true" />
                {name}
              </>
            )
            if ('to' in action)
              return (
                <Link key={name} {...item} to={action.to} reloadDocument={action.isDownload ?? false} onClick={close}>
                  {inside}
                </Link>
              )
            return (
              <button
                key={name}
                type="button"
                {...item}
                onClick={() => {
                  // Closed first, so that a dialog that it opens returns the focus to the button.
                  close()
                  action.onChoose()
                }}
              >
                {inside}
              </button>
            )
          })}
        </div>
      ) : null}
    </div>
  )
}
