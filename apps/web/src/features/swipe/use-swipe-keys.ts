import { useEffect, useRef } from 'react'
import type { SwipeAction } from './swipe-deck.ts'

const KEYS: Partial<Record<string, SwipeAction>> = { ArrowLeft: 'pass', ArrowUp: 'super-like', ArrowRight: 'like' }

/** Elements that use arrow keys themselves: open menus, fields, photo carousels. */
const OWN_ARROWS = 'input, textarea, select, [role="menu"], [role="dialog"], [role="group"]'

/** Arrow keys for the three buttons, while the focus is on the body or inside the screen. */
export function useSwipeKeys(enabled: boolean, onAction: (action: SwipeAction) => void) {
  const act = useRef(onAction)
  useEffect(() => {
    act.current = onAction
  }, [onAction])

  useEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      const action = KEYS[event.key]
      // A key that is held down counts once.
      if (!action || event.defaultPrevented || event.repeat) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const focus = document.activeElement
      const free = !focus || focus === document.body || focus.closest('main') !== null
      if (!free || focus?.closest(OWN_ARROWS)) return
      event.preventDefault()
      act.current(action)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [enabled])
}
