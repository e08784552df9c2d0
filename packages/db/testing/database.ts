import { createDatabaseFrom, type TestDatabase } from '@barkyard/postgres/testing/cluster'
import { afterAll, inject } from 'vitest'
import { openDatabase } from '../src/open.ts'
import type {} from './global-setup.ts'

/** A migrated, empty database for a test file. Needs `testing/global-setup.ts` as globalSetup in vitest's config. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom(inject('testClusterUrl'))
}

/** Opens a database. On a busy machine a connection may take longer than the app waits. */
export const openPatiently: typeof openDatabase = (url, options) =>
  openDatabase(url, { connectionTimeoutMs: 60_000, ...options })

/** A migrated, empty database, opened until the tests of the file have ended. */
export async function openTestDatabase(options?: Parameters<typeof openDatabase>[1]) {
  const db = openPatiently((await createTestDatabase()).url, options)
  afterAll(() => db.destroy())
  return db
}
