import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/**
 * A menu that a button opens: its state and its keyboard. Our menus have two or three items, which are not worth Mantine's
 * menu (20 KB on every page). `root` contains the button and the menu. The items have the role `menuitem`.
 */
export function useMenu() {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isOpen) return
    itemsOf(menu.current)[0]?.focus()
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])

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

  return { isOpen, setOpen, close, root, button, menu, onMenuKey }
}

const itemsOf = (menu: HTMLElement | null) => Array.from(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])
