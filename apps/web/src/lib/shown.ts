import { useSyncExternalStore } from 'react'

const onVisibilityChange = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the page can be seen just now. */
export const useVisible = () => useSyncExternalStore(onVisibilityChange, () => !document.hidden)

/** Resolves while somebody can see the page: at once, or when they come back to it. */
export function shown(): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise(resolve => {
    const onChange = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', onChange)
      resolve()
    }
    document.addEventListener('visibilitychange', onChange)
  })
}
