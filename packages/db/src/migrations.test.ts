import { createEmptyDatabaseAt } from '@barkyard/postgres/testing/cluster'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { addCrowd } from '../testing/crowd.ts'
import { createTestDatabase, openPatiently } from '../testing/database.ts'
import { FILLED_AT, fillTables } from '../testing/filled-tables.ts'
import { refusals } from '../testing/migration-rules.ts'
import { startTraffic } from '../testing/traffic.ts'
import { checkData } from './check.ts'
import { migrateAt, migrateToLatest } from './migrate.ts'
import * as migrations from './migrations/index.ts'
import { type AnyMigration, addIndex, backfill, change, isStepped, scan } from './migrations/steps.ts'
import type { Db } from './open.ts'

/** The longest time in ms that a query may wait for a lock because of a migration. Most of it is tolerance for a busy machine. */
const HELD_UP_MS = 5_000

const upTo = (name: string) => Object.fromEntries(Object.entries(migrations).filter(([one]) => one <= name))
const later = Object.keys(migrations)
  .filter(name => name > FILLED_AT)
  .sort()

const opened: Db[] = []
function open(url: string, onStatement: (text: string) => void = () => {}): Db {
  const db = openPatiently(url, { max: 2, statementTimeoutMs: 0, onStatement: ({ sql: text }) => onStatement(text) })
  opened.push(db)
  return db
}
afterAll(() => Promise.all(opened.map(db => db.destroy())))

async function tablesOf(db: Db): Promise<string[]> {
  const tables = sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%' ORDER BY 1`
  return (await tables.execute(db)).rows.map(({ name }) => name)
}

test('later migrations run on filled tables in use, block nobody, and send no statement that locks a large table for long', async () => {
  const { url } = await createEmptyDatabaseAt(inject('testClusterUrl'))
  await migrateAt(url, { migrations: upTo(FILLED_AT) })
  await fillTables(url)
  const sent: string[] = []
  const db = open(url, text => sent.push(text))
  const traffic = startTraffic(url, await tablesOf(db), HELD_UP_MS)
  onTestFinished(async () => void (await traffic.stop()))
  for (const name of later) {
    const existing = new Set(await tablesOf(db))
    sent.length = 0
    expect(await migrateToLatest(db, { migrations: upTo(name) })).toEqual([name])
    const migration = upTo(name)[name]
    const stepped = migration !== undefined && isStepped(migration)
    expect(refusals({ statements: sent, stepped, existing }), name).toEqual([])
  }
  expect(await traffic.stop()).toEqual([])
  // After a crash all steps of a migration run again.
  for (const migration of Object.values(migrations))
    if (isStepped(migration)) for (const step of migration.steps) await step(db)
  const counts = (await checkData(db)).find(({ what }) => what === 'numbers of users and dogs')
  expect(counts).toMatchObject({ rows: 2, wrong: 0 })
}, 240_000)

describe('the check of statements', () => {
  const existing = new Set(['dogs', 'users'])
  const refused = (statement: string) => refusals({ statements: [statement], stepped: false, existing })

  test.each([
    'CREATE INDEX dogs_by_age ON dogs (age_years)',
    'CREATE UNIQUE INDEX IF NOT EXISTS dogs_by_age ON dogs (age_years)',
    'ALTER TABLE dogs ADD COLUMN key text NOT NULL GENERATED ALWAYS AS (lower(name)) STORED',
    'ALTER TABLE dogs ADD COLUMN key text GENERATED ALWAYS AS (lower(name)) STORED',
    'ALTER TABLE dogs ADD COLUMN a integer, ADD COLUMN b text NOT NULL',
    'ALTER TABLE dogs ADD colour text NOT NULL',
    'ALTER TABLE dogs ADD COLUMN token uuid DEFAULT gen_random_uuid()',
    'ALTER TABLE dogs ADD COLUMN colour text UNIQUE',
    "ALTER TABLE dogs ADD CONSTRAINT known CHECK (name <> '')",
    'ALTER TABLE dogs ADD FOREIGN KEY (user_id) REFERENCES users',
    'ALTER TABLE dogs ALTER COLUMN bio SET NOT NULL',
    'ALTER TABLE dogs ALTER COLUMN age_years TYPE integer',
    'ALTER TABLE dogs RENAME COLUMN bio TO about',
    'ALTER TABLE dogs VALIDATE CONSTRAINT known',
    "UPDATE dogs SET bio = ''",
    'DELETE FROM dogs WHERE user_id IS NULL',
    'INSERT INTO kennels (dog_id) SELECT id FROM dogs',
    'LOCK TABLE dogs',
    'SELECT 1; -- a note; with a semicolon\n CREATE INDEX a ON dogs (name)',
  ])('refuses %s', statement => expect(refused(statement)).not.toEqual([]))

  test.each([
    'CREATE TABLE kennels (id uuid PRIMARY KEY, name text NOT NULL); CREATE INDEX a ON kennels (name)',
    'ALTER TABLE dogs ADD COLUMN colour text, ADD COLUMN is_shy boolean NOT NULL DEFAULT false',
    "ALTER TABLE dogs ADD COLUMN tags jsonb NOT NULL DEFAULT '[]'",
    'ALTER TABLE dogs ADD COLUMN kennel_id uuid REFERENCES kennels ON DELETE CASCADE',
    "ALTER TABLE dogs ADD CONSTRAINT known CHECK (name <> '') NOT VALID",
    'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE dogs SET bio = 1; CREATE INDEX a ON dogs (b); END $$',
    "INSERT INTO kennels (id, name) VALUES (gen_random_uuid(), 'dogs')",
    'INSERT INTO kennels (id, name) VALUES (gen_random_uuid(), (SELECT count(*) FROM dogs))',
  ])('takes %s', statement => expect(refused(statement)).toEqual([]))
})

/** Tries a migration on a separate database, as if it came after all others. */
async function tried(migration: AnyMigration) {
  const { url } = await createTestDatabase()
  const options = { migrations: { ...migrations, '9000-tried': migration } }
  return { url, db: open(url), migrate: () => migrateAt(url, options) }
}
test('a migration that waits for its lock blocks nobody, and runs once it gets the lock', async () => {
  const { url, db, migrate } = await tried({
    up: async one => void (await sql`ALTER TABLE dogs ADD COLUMN colour text`.execute(one)),
  })
  const traffic = startTraffic(url, ['dogs'], HELD_UP_MS)
  onTestFinished(async () => void (await traffic.stop()))
  let migrating: Promise<string[]> = Promise.resolve([])
  await db.transaction().execute(async reader => {
    await sql`SELECT FROM dogs LIMIT 1`.execute(reader)
    migrating = migrate()
    migrating.catch(() => undefined)
    await sql`SELECT pg_sleep(${(1.5 * HELD_UP_MS) / 1000})`.execute(reader)
  })
  expect(await migrating).toEqual(['9000-tried'])
  expect(await traffic.stop()).toEqual([])
})

test('processes that start at once build an index once, without a deadlock', async () => {
  const { migrate } = await tried({ steps: [addIndex('dogs_by_age', 'ON dogs (age_years)')] })
  const ran = await Promise.all([migrate(), migrate(), migrate()])
  expect(ran.flat()).toEqual(['9000-tried'])
})

test('the next start finishes a migration that was interrupted', async () => {
  const { db, migrate } = await tried({
    steps: [
      change(sql`ALTER TABLE users ADD COLUMN IF NOT EXISTS shown_name text`),
      backfill(sql`
        UPDATE users SET shown_name = first_name
        WHERE id IN (SELECT id FROM users WHERE shown_name IS NULL LIMIT 10)`),
      addIndex('users_by_shown_name', 'ON users (shown_name)'),
      change(sql`
        ALTER TABLE users DROP CONSTRAINT IF EXISTS shown;
        ALTER TABLE users ADD CONSTRAINT shown CHECK (shown_name IS NOT NULL) NOT VALID`),
      scan(sql`ALTER TABLE users VALIDATE CONSTRAINT shown`),
    ],
  })
  await addCrowd(db, 25)
  // The index waits for transactions with older snapshots. Its server process is killed meanwhile.
  const seesOldRows = db.transaction().setIsolationLevel('repeatable read')
  await seesOldRows.execute(async reader => {
    await sql`SELECT FROM dogs LIMIT 1`.execute(reader)
    const cutOff = expect(migrate()).rejects.toThrow()
    const killed = sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'CREATE INDEX CONCURRENTLY%'`
    await until(async () => (await killed.execute(db)).rows.length, 1)
    await cutOff
  })
  const indexes = () =>
    sql`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'users_by_shown_name'::regclass`.execute(db)
  expect((await indexes()).rows).toEqual([{ valid: false }])

  expect(await migrate()).toEqual(['9000-tried'])
  expect((await indexes()).rows).toEqual([{ valid: true }])
  const { rows } = await sql`SELECT count(*) AS users, count(shown_name) AS shown FROM users`.execute(db)
  expect(rows).toEqual([{ users: 25, shown: 25 }])
})
