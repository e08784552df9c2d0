import { startTestCluster } from '@barkyard/postgres/testing/cluster'
import type { TestProject } from 'vitest/node'
import { migrateAt } from '../src/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testClusterUrl: string
  }
}

/** vitest's globalSetup: one cluster a run, however many packages use it, with a migrated template. */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.getRootProject().getProvidedContext().testClusterUrl) return
  const cluster = await startTestCluster(migrateAt)
  vitest.provide('testClusterUrl', cluster.url)
  return () => cluster.stop()
}
