import { inject } from 'vitest'
import { createDatabaseFrom, type TestDatabase } from './testing-cluster.ts'
import type {} from './testing-global-setup.ts'

/** A migrated, empty database for a test file. Needs `testing-global-setup.ts` as globalSetup in vitest's config. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom(inject('testClusterUrl'))
}
