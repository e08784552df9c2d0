import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

/** A notification was tapped while this window is open: the worker says which page it leads to (worker/push.ts). */
export function useOpenFromNotification(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'object' && data !== null && 'open' in data && typeof data.open === 'string')
        void navigate(data.open)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [navigate])
}
