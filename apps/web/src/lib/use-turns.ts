import { type KeyboardEvent, type TouchEvent, useRef, useState } from 'react'

/** CSS px that a finger moves sideways at least. */
const SWIPE = 40

/** One of several pictures, turned around in a circle. */
export interface Turns {
  /** From 0. */
  at: number
  turn: (step: 1 | -1) => void
  /** For the element around the controls: arrow keys. */
  onKeyDown: (event: KeyboardEvent) => void
  /** For the element that is swiped; it wants `touch-action: pan-y`. */
  swipe: {
    onTouchStart: (event: TouchEvent) => void
    onTouchEnd: (event: TouchEvent) => void
  }
}

/** Which of `count` pictures is shown, and what turns them: calls, arrow keys, a finger. */
export function useTurns(count: number, start = 0): Turns {
  const [wanted, setAt] = useState(start)
  const from = useRef<{ x: number; y: number } | null>(null)
  // One may have been deleted meanwhile.
  const at = Math.min(wanted, Math.max(0, count - 1))
  const turn = (step: 1 | -1) => {
    if (count > 1) setAt((at + step + count) % count)
  }
  return {
    at,
    turn,
    onKeyDown: event => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      event.preventDefault()
      turn(event.key === 'ArrowLeft' ? -1 : 1)
    },
    swipe: {
      onTouchStart: ({ touches }) => {
        const finger = touches[0]
        // Two fingers zoom.
        from.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null
      },
      onTouchEnd: ({ changedTouches }) => {
        const finger = changedTouches[0]
        const start = from.current
        from.current = null
        if (!finger || !start) return
        const [x, y] = [finger.clientX - start.x, finger.clientY - start.y]
        if (Math.abs(x) >= SWIPE && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? 1 : -1)
      },
    },
  }
}
