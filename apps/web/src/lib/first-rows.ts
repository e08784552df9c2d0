import { useDeferredValue } from 'react'
import { useNavigationType } from 'react-router-dom'

/**
 * The rows of a list: those that a window shows in the first picture of a page, and all of them right after it. Going back
 * draws all at once, because the page scrolls to where it was.
 */
export function useFirstRows<T>(rows: readonly T[], first: number): readonly T[] {
  const isBack = useNavigationType() === 'POP'
  const drawn = useDeferredValue(rows.length, isBack ? rows.length : first)
  return rows.slice(0, Math.max(first, drawn))
}
