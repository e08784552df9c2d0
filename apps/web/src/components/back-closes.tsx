import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router-dom'

/** Back first closes what fills a phone's screen. Only while that is open: a router has one blocker. */
export function BackCloses({ onBack }: { onBack: () => void }) {
  const goingBack = useBlocker(({ historyAction }) => historyAction === 'POP')
  const close = useEffectEvent(onBack)
  useEffect(() => {
    if (goingBack.state !== 'blocked') return
    goingBack.reset()
    close()
  }, [goingBack])
  return null
}
