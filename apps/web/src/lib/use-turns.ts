import { type KeyboardEvent, type TouchEvent, useRef, useState } from 'react'

/** The shortest swipe in CSS px. */
const SWIPE = 40

/** The state of a carousel of `count` pictures, and its handlers for buttons, arrow keys and swipes. */
export function useTurns(count: number, start = 0) {
  const [wanted, setAt] = useState(start)
  const from = useRef<{ x: number; y: number } | null>(null)
  // A picture may have been deleted meanwhile.
  const at = Math.min(wanted, Math.max(0, count - 1))
  const turn = (step: 1 | -1) => {
    if (count > 1) setAt((at + step + count) % count)
  }
  return {
    at,
    turn,
    /** For the element around the controls: arrow keys. */
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      event.preventDefault()
      turn(event.key === 'ArrowLeft' ? -1 : 1)
    },
    /** For the element that is swiped, which needs `touch-action: pan-y`. */
    swipe: {
      onTouchStart: ({ touches }: TouchEvent) => {
        const finger = touches[0]
        // Two fingers zoom.
        from.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null
      },
      onTouchEnd: ({ changedTouches }: TouchEvent) => {
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

export type Turns = ReturnType<typeof useTurns>
