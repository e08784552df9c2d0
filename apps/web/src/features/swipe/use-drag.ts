import { useWindowEvent } from '@mantine/hooks'
import { type PointerEvent, useRef, useState } from 'react'

/** Below this distance in px a press is not a drag, and a touch may still scroll. */
const SLOP = 8
/** A release beyond this distance (px) decides; a shorter one after a quick move, of at least so many px at so many px per ms. */
const FAR = 110
const FLICK_LEAST = 36
const FAST = 0.5

/** Drags a card aside. `onRelease` gets the offset in px (left: below 0) if far or fast enough, or the card returns. */
export function useDrag(onRelease: (offset: number) => void) {
  const grip = useRef<{ pointer: number; x: number; y: number; since: number } | null>(null)
  const [offset, setOffset] = useState<number | null>(null)

  const drop = () => {
    grip.current = null
    setOffset(null)
  }

  const dragging = offset !== null
  useWindowEvent('keydown', event => event.key === 'Escape' && drop())

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!event.isPrimary || event.button !== 0) return
    if (event.target instanceof Element && event.target.closest('button')) return
    grip.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, since: event.timeStamp }
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current
    if (!held || held.pointer !== event.pointerId) return
    const dx = event.clientX - held.x
    if (!dragging) {
      if (Math.abs(dx) < SLOP || Math.abs(dx) < Math.abs(event.clientY - held.y)) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.since = event.timeStamp
    }
    setOffset(dx)
  }

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current
    if (!held || held.pointer !== event.pointerId) return
    const moved = offset ?? 0
    drop()
    const speed = Math.abs(moved) / (event.timeStamp - held.since)
    if (Math.abs(moved) >= (speed > FAST ? FLICK_LEAST : FAR)) onRelease(moved)
  }

  return {
    offset,
    /** 0 to 1: how close the drag is to the point where a release decides. */
    progress: offset === null ? 0 : Math.min(1, Math.abs(offset) / FAR),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: drop, onLostPointerCapture: drop },
  }
}
