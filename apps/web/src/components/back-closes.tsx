import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router-dom'

/**
 * Going back first closes a drawer or dialog that fills a phone's screen, and then leaves the page. Render it only while
 * the dialog is open, because a router supports one blocker at a time.
 */
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
