import { lazyWithRetry } from './components/lazy-with-retry.tsx'

/** The "…" menu of somebody else's dog, downloaded with the first page that shows one. Its space is kept until then. */
export const OtherDogMenu = lazyWithRetry(
  () => import('./other-dog-actions.tsx').then(module => module.OtherDogActions),
  {
    waiting: <div style={{ flex: 'none', width: 'var(--target)', height: 'var(--target)' }} />,
  },
)
