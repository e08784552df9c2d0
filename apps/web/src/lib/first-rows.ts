import { startTransition, useEffect, useState } from 'react'
import { useNavigationType } from 'react-router-dom'
import { afterPaint } from './after-paint.ts'

/** False in a component's first paint, and true right after it. @param initially true skips the first paint. */
export function usePainted(initially = false): boolean {
  const [isPainted, setPainted] = useState(initially)
  useEffect(() => (isPainted ? undefined : afterPaint(() => startTransition(() => setPainted(true)))), [isPainted])
  return isPainted
}

/** At least as many rows as fit. The window's own height would compute the layout of the page that is being left. */
export const rowsInWindow = (top: number, height: number) =>
  Math.max(1, Math.ceil((window.screen.height - top) / height))

/** The rows that a first paint shows, then all of them. Going back draws all at once, because the page scrolls. */
export function useFirstRows<T>(rows: readonly T[], first: number): readonly T[] {
  const isBack = useNavigationType() === 'POP'
  return usePainted(isBack) ? rows : rows.slice(0, first)
}
