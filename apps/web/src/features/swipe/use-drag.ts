import { useWindowEvent } from '@mantine/hooks'
import { type PointerEvent, useRef, useState } from 'react'

/** Below this distance in px a press is not a drag, and a touch may still scroll. */
const SLOP = 8
/** A release beyond this distance (px) or speed (px per ms) decides. */
const FAR = 110
const FAST = 0.55
const FLICK_LEAST = 36

interface Grip {
  pointer: number
  x: number
  y: number
  /** The last move, for the speed. */
  lastX: number
  lastTime: number
  speed: number
}

/**
 * Drags a card aside with finger, pen or mouse.
 * @param onRelease called with the side and the offset in px after a release far or fast enough. Otherwise the card returns.
 * @returns props for the element, and the dragged distance (null at rest).
 */
export function useDrag(onRelease: (side: 'left' | 'right', offset: number) => void) {
  const grip = useRef<Grip | null>(null)
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
    const { pointerId: pointer, clientX: x, clientY: y, timeStamp } = event
    grip.current = { pointer, x, y, lastX: x, lastTime: timeStamp, speed: 0 }
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current
    if (!held || held.pointer !== event.pointerId) return
    const dx = event.clientX - held.x
    if (!dragging) {
      if (Math.abs(dx) < SLOP || Math.abs(dx) < Math.abs(event.clientY - held.y)) return
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    const time = event.timeStamp - held.lastTime
    if (time > 0) held.speed = (event.clientX - held.lastX) / time
    held.lastX = event.clientX
    held.lastTime = event.timeStamp
    setOffset(dx)
  }

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current
    if (!held || held.pointer !== event.pointerId) return
    const moved = offset ?? 0
    // A pause before the release makes it no flick.
    const speed = event.timeStamp - held.lastTime < 80 ? held.speed : 0
    drop()
    const flick = Math.abs(moved) > FLICK_LEAST && Math.abs(speed) > FAST && Math.sign(speed) === Math.sign(moved)
    if (Math.abs(moved) >= FAR || flick) onRelease(moved < 0 ? 'left' : 'right', moved)
  }

  return {
    offset,
    /** 0 to 1: how close the drag is to the point where a release decides. */
    progress: offset === null ? 0 : Math.min(1, Math.abs(offset) / FAR),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: drop, onLostPointerCapture: drop },
  }
}
