import { IconDots, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useMenu } from '../lib/use-menu.ts'
import classes from './action-menu.module.css'
import shared from './menu.module.css'

export interface MenuAction {
  label: string
  Icon: ComponentType<IconProps>
  onChoose: () => void
}

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
          {actions.map(({ label: name, Icon, onChoose }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={shared.item}
              onClick={() => {
                // Closed first, so that a dialog that it opens returns the focus to the button.
                close()
                onChoose()
              }}
            >
              <Icon size={20} aria-hidden="true" />
              {name}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
