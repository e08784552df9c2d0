import { createDatabaseFrom, type TestDatabase } from '@barkyard/postgres/testing/cluster'
import { afterAll, inject } from 'vitest'
import { openDatabase } from '../src/open.ts'
import type {} from './global-setup.ts'

/** A migrated, empty database for a test file. Needs `testing/global-setup.ts` as globalSetup in vitest's config. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom(inject('testClusterUrl'))
}

/** The same, opened until the tests of the file have ended. */
export async function openTestDatabase(options?: Parameters<typeof openDatabase>[1]) {
  const db = openDatabase((await createTestDatabase()).url, options)
  afterAll(() => db.destroy())
  return db
}
