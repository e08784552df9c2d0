import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase, openPatiently } from '../testing/database.ts'
import { MIGRATION_LOCK, migrateAt } from './migrate.ts'

const { url } = await createTestDatabase()
const db = openPatiently(url, { max: 2 })
afterAll(() => db.destroy())

const names = async () =>
  (await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db)).rows.map(row => row.name)
const ran = (name: string) =>
  sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${name}, ${new Date().toISOString()})`.execute(db)

test('a process that waits for a newer one to migrate starts after it', async () => {
  let starting: Promise<string[]> = Promise.resolve(['nothing'])
  await db.connection().execute(async newer => {
    await sql`SELECT pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(newer)
    starting = migrateAt(url)
    starting.catch(() => undefined)
    const asking = sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE '%pg_try_advisory_lock%' AND pid <> pg_backend_pid()`
    await until(async () => (await asking.execute(db)).rows.length, 1)
    await ran('9998-next')
    await sql`SELECT pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(newer)
  })
  expect(await starting).toEqual([])
})

test('a process starts on a database that a newer one has migrated, changes nothing, and refuses what is unknown and older', async () => {
  await ran('9999-last')
  const before = await names()
  expect(await migrateAt(url)).toEqual([])
  expect(await names()).toEqual(before)
  await ran('0000-other')
  await expect(migrateAt(url)).rejects.toThrow('0000-other')
})
