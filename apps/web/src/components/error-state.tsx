import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  title?: string
  text?: string
  onRetry?: () => void
}

/** Something went wrong, and what to do now. It is tried again by itself when the connection comes back. */
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
