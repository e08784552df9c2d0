import { useEffectEvent, useLayoutEffect } from 'react'
import { isComposing } from './is-composing.ts'

/** What closes the opened dialogs, the uppermost last. */
const opened: (() => void)[] = []

function onKeyDown(event: KeyboardEvent) {
  if (event.key !== 'Escape' || isComposing(event) || event.repeat) return
  // Mantine marks elements that need Escape themselves, such as the field of an open list.
  if (event.target instanceof Element && event.target.closest('[data-mantine-stop-propagation="true"]')) return
  opened.at(-1)?.()
}

/** Escape closes the uppermost dialog alone. With Mantine's `closeOnEscape` one press would close several. */
export function useCloseOnEscape(isOpened: boolean, close: () => void) {
  const onEscape = useEffectEvent(close)
  useLayoutEffect(() => {
    if (!isOpened) return
    const entry = () => onEscape()
    if (opened.length === 0) window.addEventListener('keydown', onKeyDown, { capture: true })
    opened.push(entry)
    return () => {
      opened.splice(opened.indexOf(entry), 1)
      if (opened.length === 0) window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [isOpened])
}
