import { useClickOutside } from '@mantine/hooks'
import { IconDots, type IconProps } from '@tabler/icons-react'
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import classes from './action-menu.module.css'

interface MenuItem {
  label: string
  Icon: ComponentType<IconProps>
}

/** Does something, or leads somewhere. With `isOutside` the address is one of the API. */
export type MenuAction = MenuItem & ({ onChoose: () => void } | { to: string; isOutside?: boolean })

interface ActionMenuProps {
  /** The name of the button, "More about Rex". */
  label: string
  actions: readonly MenuAction[]
  onOpen?: () => void
  /** On the button. Default: "…". */
  children?: ReactNode
}

const itemsOf = (menu: HTMLElement | null) => Array.from(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])

/** A button with a menu of further actions. It has a few items, which are not worth Mantine's menu: 20 KB on every page. */
export function ActionMenu({ label, actions, onOpen, children }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useClickOutside<HTMLDivElement>(() => setOpen(false), ['pointerdown'], undefined, isOpen)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, not another value
  useEffect(() => setOpen(false), [key])

  useEffect(() => {
    if (isOpen) itemsOf(menu.current)[0]?.focus()
  }, [isOpen])

  const open = () => {
    setOpen(true)
    onOpen?.()
  }
  /** Returns the focus to the button, because the focused item disappears. */
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onMenuKey = (event: KeyboardEvent) => {
    const items = itemsOf(menu.current)
    const at = items.findIndex(item => item.matches(':focus'))
    const target = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key]
    if (target !== undefined) {
      event.preventDefault()
      items[target % items.length]?.focus()
    }
    if (event.key === 'Escape') close()
    if (event.key === 'Tab') setOpen(false)
  }

  return (
    <div ref={root} className="relative no-shrink">
      <button
        ref={button}
        type="button"
        className={`icon-button ${children === undefined ? '' : classes.face}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? setOpen(false) : open())}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          open()
        }}
      >
        {children ?? <IconDots size={24} aria-hidden="true" />}
      </button>
      {isOpen ? (
        <div ref={menu} role="menu" tabIndex={-1} aria-label={label} className={classes.menu} onKeyDown={onMenuKey}>
          {actions.map(({ label: name, Icon, ...action }) => {
            const item = {
              role: 'menuitem',
              tabIndex: -1,
              className: `line-12 target medium plain-link breakable ${classes.item}`,
              children: [<Icon key="icon" size={20} aria-hidden="true" />, name],
              onClick: () => {
                // Closed first, so that a dialog that it opens returns the focus to the button.
                close()
                if ('onChoose' in action) action.onChoose()
              },
            }
            return 'to' in action ? (
              <Link key={name} {...item} to={action.to} reloadDocument={action.isOutside ?? false} />
            ) : (
              <button key={name} type="button" {...item} />
            )
          })}
        </div>
      ) : null}
    </div>
  )
}
