import { lazyWithRetry } from './components/lazy-with-retry.tsx'

/**
 * The "…" menu of somebody else's dog: to leave it out of Sniff, to block, to unmatch and to report. Downloaded with the
 * first page that shows another's dog. Its space is kept, so that no link moves under a finger.
 */
export const OtherDogMenu = lazyWithRetry(
  () => import('./other-dog-actions.tsx').then(module => module.OtherDogActions),
  {
    waiting: <div style={{ flex: 'none', width: 'var(--target)', height: 'var(--target)' }} />,
  },
)
