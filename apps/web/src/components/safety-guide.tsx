import { Spinner } from './loading.tsx'
import { PartError, part } from './part.tsx'

/** The safety guide, for the body of a dialog. Downloaded when it is first shown. */
export const SafetyGuide = part(() => import('./safety-guide-text.tsx').then(module => module.SafetyGuideText), {
  waiting: <Spinner />,
  Failed: PartError,
})
