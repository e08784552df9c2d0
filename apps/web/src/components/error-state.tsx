import { useWindowEvent } from '@mantine/hooks'
import { useMissingPart } from '../offline/missing.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  /** Of a part of a page. Absent: of the whole page. */
  title?: string
  text?: string
  onRetry?: () => void
}

/** An error with a button to try again. It retries by itself when the connection is back. Without one, it says that. */
export function ErrorState({ title, text = 'Check your connection, then try again.', onRetry }: ErrorStateProps) {
  const isOffline = useMissingPart()
  useWindowEvent('online', () => onRetry?.())
  return (
    <div role="alert">
      <EmptyState
        mood="head-tilted"
        title={title ?? (isOffline ? "This page isn't available offline" : "We couldn't load this")}
        text={isOffline ? "It's here again as soon as you're connected." : text}
        action={onRetry ? <Button onClick={onRetry}>Try again</Button> : null}
      />
    </div>
  )
}
