import { cdp } from 'vitest/browser'

type MouseEventType = 'mouseMoved' | 'mousePressed' | 'mouseReleased'

const send = (type: MouseEventType, x: number, y: number) =>
  cdp().send('Input.dispatchMouseEvent', {
    type,
    x,
    y,
    button: 'left',
    clickCount: type === 'mouseMoved' ? 0 : 1,
    buttons: type === 'mouseReleased' ? 0 : 1,
  })

/** Presses at a point and drags by some px, without letting go. @returns a function that lets go */
export async function drag(from: { x: number; y: number }, by: { x: number; y?: number }, steps = 8) {
  const to = { x: from.x + by.x, y: from.y + (by.y ?? 0) }
  await send('mousePressed', from.x, from.y)
  for (let step = 1; step <= steps; step++)
    await send('mouseMoved', from.x + (by.x * step) / steps, from.y + ((by.y ?? 0) * step) / steps)
  return () => send('mouseReleased', to.x, to.y)
}

/** One event of a finger. @param time when it happens, in seconds since 1970; default: now */
export const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }, time?: number) =>
  cdp().send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [], ...(time && { timestamp: time }) })

/** Swipes across an element with a finger. */
export async function swipe(over: Element, by: number) {
  const box = over.getBoundingClientRect()
  const [x, y] = [box.x + box.width / 2 - by / 2, box.y + box.height / 2]
  await touch('touchStart', { x, y })
  for (let step = 1; step <= 5; step++) await touch('touchMove', { x: x + (by * step) / 5, y })
  await touch('touchEnd')
}
