/** A tap that follows another within this time (ms) belongs to a double tap. */
const DOUBLE_TAP_MS = 350

let lastTap = Number.NEGATIVE_INFINITY

/**
 * Whether a click is the second of a double click, also on a button that has moved there meanwhile. Taps are told apart by
 * time: iOS counts each as a first one.
 */
export function isSecondClick(click: MouseEvent): boolean {
  if (click.detail > 1) return true
  // Safari before 18.2 sends no PointerEvent. 0: by keyboard.
  const isTap =
    click.detail > 0 &&
    ('pointerType' in click ? click.pointerType === 'touch' : matchMedia('(pointer: coarse)').matches)
  if (!isTap) return false
  const isSecond = click.timeStamp - lastTap < DOUBLE_TAP_MS
  lastTap = click.timeStamp
  return isSecond
}
