import { lazyWithRetry, PartError } from './lazy-with-retry.tsx'
import { Spinner } from './loading.tsx'

/** The safety guide, for the body of a dialog. Downloaded when it is first shown. */
export const SafetyGuide = lazyWithRetry(
  () => import('./safety-guide-text.tsx').then(module => module.SafetyGuideText),
  {
    waiting: <Spinner />,
    Failed: PartError,
  },
)
