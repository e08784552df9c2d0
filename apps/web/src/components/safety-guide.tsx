import { lazy, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { ErrorState } from './error-state.tsx'
import { Spinner } from './loading.tsx'

const SafetyGuideText = lazy(() =>
  import('./safety-guide-text.tsx').then(module => ({ default: module.SafetyGuideText })),
)

/** The safety guide, for the body of a dialog. Downloaded when it is first read. */
export const SafetyGuide = () => (
  <ErrorBoundary fallback={<ErrorState onRetry={() => location.reload()} />}>
    <Suspense fallback={<Spinner />}>
      <SafetyGuideText />
    </Suspense>
  </ErrorBoundary>
)
