import { useSyncExternalStore } from 'react'

const onVisibilityChange = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the page is visible. The server draws pages that will be. */
export const useVisible = () =>
  useSyncExternalStore(
    onVisibilityChange,
    () => !document.hidden,
    () => true,
  )

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
