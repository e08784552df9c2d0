// Nothing of React: the landing page has it too.

/** Runs `work` right after the next painted frame; on a hidden page, which paints none, soon. @returns cancels it. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  if (document.hidden) timer = setTimeout(work)
  // A frame's callbacks run right before it is painted, and the next task runs right after it.
  const frame = timer ? null : requestAnimationFrame(() => (timer = setTimeout(work)))
  return () => {
    if (frame !== null) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Longer than a first paint on a slow phone. There a page that moves all the time is never idle. */
const IDLE_WITHIN_MS = 5_000

/** Runs `work` once the page has nothing else to do, or after 5 s. @returns cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) return afterPaint(work)
  const idle = requestIdleCallback(work, { timeout: IDLE_WITHIN_MS })
  return () => cancelIdleCallback(idle)
}
