import { Button } from '@mantine/core'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  title?: string
  text?: string
  onRetry?: () => void
}

/** Something went wrong, and what to do now. */
export const ErrorState = ({
  title = "That didn't work",
  text = 'Something went wrong on the way. Please try again.',
  onRetry,
}: ErrorStateProps) => (
  <div role="alert">
    <EmptyState
      mood="head-tilted"
      title={title}
      text={text}
      action={onRetry ? <Button onClick={onRetry}>Try again</Button> : null}
    />
  </div>
)
