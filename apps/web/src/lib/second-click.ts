/** A tap that follows another within this time (ms) belongs to a double tap. */
const DOUBLE_TAP_MS = 350

let lastTap = Number.NEGATIVE_INFINITY

/**
 * Whether a click is the second one of a double click or double tap, even if another button has moved below the pointer.
 * The system counts the clicks of a mouse (`detail`, by its own idea of "double"). Taps are told apart by their time:
 * iOS counts each of them as a first click.
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
