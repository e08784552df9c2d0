import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** False in a component's first paint, and true right after it. @param initially true skips the first paint. */
export function usePainted(initially = false): boolean {
  const [isPainted, setPainted] = useState(initially)
  useEffect(() => (isPainted ? undefined : afterPaint(() => startTransition(() => setPainted(true)))), [isPainted])
  return isPainted
}
