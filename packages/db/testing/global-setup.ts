import { startTestCluster } from '@barkyard/postgres/testing/cluster'
import type { TestProject } from 'vitest/node'
import { migrateAt } from '../src/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testClusterUrl: string
  }
}

/** vitest's globalSetup: one cluster a run, with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(migrateAt)
  project.provide('testClusterUrl', cluster.url)
  return () => cluster.stop()
}
