import { startTransition, useEffect, useState } from 'react'
import { useNavigationType } from 'react-router-dom'
import { afterPaint } from './after-paint.ts'

/** False in a component's first paint, and true right after it. @param initially true skips the first paint. */
export function usePainted(initially = false): boolean {
  const [isPainted, setPainted] = useState(initially)
  useEffect(() => (isPainted ? undefined : afterPaint(() => startTransition(() => setPainted(true)))), [isPainted])
  return isPainted
}

/**
 * The number of rows of `height` px that a window has room for below `top` px, or more: no window is higher than the screen.
 * Asking for its own height would compute the layout of the page that is being left.
 */
export const rowsInWindow = (top: number, height: number) =>
  Math.max(1, Math.ceil((window.screen.height - top) / height))

/**
 * The rows of a list: those that a window shows in the first paint of a page, and all of them right after it. Going back
 * draws all at once, because the page scrolls to where it was.
 */
export function useFirstRows<T>(rows: readonly T[], first: number): readonly T[] {
  const isBack = useNavigationType() === 'POP'
  return usePainted(isBack) ? rows : rows.slice(0, first)
}
