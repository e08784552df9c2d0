import { useWindowEvent } from '@mantine/hooks'
import { failureText } from '../lib/errors.ts'
import { useMissingPart } from '../offline/missing.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  /** Of a part of a page. Absent: of the whole page. */
  title?: string
  /** Why it failed. Absent: there is no connection. */
  error?: unknown
  onRetry?: () => void
}

/** An error with a button to try again. It retries by itself when the connection is back. Without one, it says that. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const isOffline = useMissingPart()
  useWindowEvent('online', () => onRetry?.())
  return (
    <div role="alert">
      <EmptyState
        mood="head-tilted"
        title={title ?? (isOffline ? "This page isn't available offline" : "We couldn't load this")}
        text={isOffline ? "It's here again as soon as you're connected." : failureText(error)}
        action={onRetry ? <Button onClick={onRetry}>Try again</Button> : null}
      />
    </div>
  )
}
