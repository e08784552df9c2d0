import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** The opened dialogs, the uppermost last. */
let opened: readonly symbol[] = []
const listeners = new Set<() => void>()

function become(next: readonly symbol[]) {
  opened = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Whether a dialog is the uppermost one, which is the only one that Escape closes. All of Mantine's dialogs listen to the
 * window, so a dialog that a key opens counts only from the next task on, to ignore the same key.
 */
export function useIsUppermost(isOpened: boolean): boolean {
  const [self] = useState(() => Symbol('dialog'))
  const [isSettled, setSettled] = useState(false)
  useLayoutEffect(() => {
    if (!isOpened) return
    become([...opened, self])
    const timer = setTimeout(() => setSettled(true))
    return () => {
      clearTimeout(timer)
      setSettled(false)
      become(opened.filter(one => one !== self))
    }
  }, [isOpened, self])
  return useSyncExternalStore(subscribe, () => opened.at(-1) === self) && isSettled
}
