import type { ComponentType } from 'react'
import { ErrorState } from './error-state.tsx'
import { lazyWithRetry } from './lazy-with-retry.tsx'
import { Spinner } from './loading.tsx'

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorState title="We couldn't load the map" onRetry={onRetry} />
)

export const lazyMap = <Props extends object>(download: () => Promise<ComponentType<Props>>) =>
  lazyWithRetry(download, { waiting: <Spinner />, Failed })
