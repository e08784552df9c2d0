import type { TestProject } from 'vitest/node'
import { startTestCluster } from './testing-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testClusterUrl: string
  }
}

/** vitest's globalSetup: one cluster a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  project.provide('testClusterUrl', cluster.url)
  return () => cluster.stop()
}
