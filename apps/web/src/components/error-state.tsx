import { useEffect, useEffectEvent } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  title?: string
  text?: string
  onRetry?: () => void
}

/** An error with a button to try again. It retries by itself when the connection is back. */
export function ErrorState({
  title = "We couldn't load this",
  text = 'Check your connection, then try again.',
  onRetry,
}: ErrorStateProps) {
  const retry = useEffectEvent(() => onRetry?.())
  useEffect(() => {
    const again = () => retry()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  return (
    <div role="alert">
      <EmptyState
        mood="head-tilted"
        title={title}
        text={text}
        action={onRetry ? <Button onClick={onRetry}>Try again</Button> : null}
      />
    </div>
  )
}
