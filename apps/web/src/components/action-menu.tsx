import { IconDots, type IconProps } from '@tabler/icons-react'
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import classes from './action-menu.module.css'

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
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const items = () => Array.from(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])

  useEffect(() => {
    if (!isOpen) return
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])

  const open = () => {
    setOpen(true)
    onOpen?.()
  }

  const onMenuKey = (event: KeyboardEvent) => {
    const list = items()
    const at = list.findIndex(item => item.matches(':focus'))
    const target = { ArrowDown: at + 1, ArrowUp: at - 1 + list.length, Home: 0, End: list.length - 1 }[event.key]
    if (target !== undefined) {
      event.preventDefault()
      list[target % list.length]?.focus()
    }
    if (event.key === 'Escape') {
      setOpen(false)
      button.current?.focus()
    }
    if (event.key === 'Tab') setOpen(false)
  }

  return (
    <div ref={root} className={classes.root}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? setOpen(false) : open())}
      >
        <IconDots size={24} aria-hidden="true" />
      </button>
      {isOpen ? (
        <div ref={menu} role="menu" tabIndex={-1} aria-label={label} className={classes.menu} onKeyDown={onMenuKey}>
          {actions.map(({ label: name, Icon, onChoose }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classes.item}
              onClick={() => {
                setOpen(false)
                // The menu item disappears, so a dialog that it opens returns the focus to the button.
                button.current?.focus()
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
