import { createDatabaseFrom, type TestDatabase } from '@barkyard/postgres/testing/cluster'
import { inject } from 'vitest'
import type {} from './global-setup.ts'

/** A migrated, empty database for a test file. Needs `testing/global-setup.ts` as globalSetup in vitest's config. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom(inject('testClusterUrl'))
}
