import { createEmptyDatabaseAt } from '@barkyard/postgres/testing/cluster'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrateAt } from './migrate.ts'
import * as migrations from './migrations/index.ts'
import { type Db, openDatabase } from './open.ts'

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [ADMIN, OWNER, GONE] = [id(1), id(2), id(3)]
const upTo = (name: string) => Object.fromEntries(Object.entries(migrations).filter(([one]) => one <= name))

let url: string
let db: Db
beforeAll(async () => {
  ;({ url } = await createEmptyDatabaseAt(inject('testClusterUrl')))
  await migrateAt(url, { migrations: upTo('0008-photo-keys') })
  db = openDatabase(url, { max: 1 })
})
afterAll(() => db.destroy())

const note = (n: number, adminId: string, email: string, action: string, userId: string | null, detail: object) =>
  sql`
  INSERT INTO audit_log (id, admin_id, admin_email, action, dog_id, user_id, detail)
  VALUES (${id(n)}, ${adminId}, ${email}, ${action}, ${id(99)}, ${userId}, ${JSON.stringify(detail)})`.execute(db)

const entries = async () => {
  const { rows } = await sql<{ entry: unknown[] }>`
    SELECT jsonb_build_array(admin_email, action, user_id, detail) AS entry FROM audit_log ORDER BY id`.execute(db)
  return rows.map(({ entry }) => entry)
}

test('old entries get their codes, and lose the names of users who are gone', async () => {
  for (const [userId, email] of [
    [ADMIN, 'admin@a.test'],
    [OWNER, 'owner@a.test'],
  ])
    await sql`INSERT INTO users (id, email, first_name, last_name) VALUES (${userId}, ${email}, 'A', 'B')`.execute(db)
  const known = { name: 'Rex', owner: 'owner@a.test' }
  const unknown = { name: 'Fido', owner: 'gone@a.test' }
  await note(10, ADMIN, 'admin@a.test', 'as a dog: matches.bark', OWNER, known)
  await note(11, ADMIN, 'admin@a.test', 'impersonation stopped', GONE, unknown)
  await note(12, GONE, 'gone@a.test', 'dog edited', OWNER, { ...known, fields: ['name'] })
  await note(13, ADMIN, 'admin@a.test', 'dog transferred', OWNER, { ...known, from: 'gone@a.test', to: 'owner@a.test' })
  await note(14, ADMIN, 'admin@a.test', 'dog transferred', null, { name: 'Rex', from: 'Owner@A.test', to: null })
  await note(15, ADMIN, 'admin@a.test', 'users deleted', null, { users: 1, dogs: 2, emails: ['gone@a.test'] })
  await migrateAt(url)
  expect(await entries()).toEqual([
    ['admin@a.test', 'barked-as-dog', OWNER, known],
    ['admin@a.test', 'impersonation-stopped', GONE, {}],
    ['', 'dog-edited', OWNER, { ...known, fields: ['name'] }],
    ['admin@a.test', 'dog-transferred', OWNER, { ...known, to: 'owner@a.test' }],
    ['admin@a.test', 'dog-transferred', null, { name: 'Rex', from: 'Owner@A.test', fromId: OWNER }],
    ['admin@a.test', 'users-deleted', null, { users: 1, dogs: 2 }],
  ])
})

test('entries that a process of the previous release writes get their codes too', async () => {
  await sql`DELETE FROM audit_log`.execute(db)
  await note(20, ADMIN, 'admin@a.test', 'as a dog: message', OWNER, {})
  await note(21, ADMIN, 'admin@a.test', 'impersonation stopped', OWNER, {})
  await note(22, ADMIN, 'admin@a.test', 'users deleted', null, { users: 1, dogs: 2, emails: ['gone@a.test'] })
  expect(await entries()).toEqual([
    ['admin@a.test', 'message-sent-as-dog', OWNER, {}],
    ['admin@a.test', 'users-deleted', null, { users: 1, dogs: 2 }],
  ])
})

test('ids of entries are UUIDv7 in the order of writing', async () => {
  const ids: string[] = []
  const began = Date.now()
  for (let n = 0; n < 50; n++) {
    const { rows } = await sql<{ id: string }>`SELECT audit_id() AS id`.execute(db)
    ids.push(rows[0]?.id ?? '')
  }
  expect(ids).toEqual(ids.toSorted())
  expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  const time = Number.parseInt(ids[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16)
  expect(time).toBeGreaterThanOrEqual(began)
  expect(time).toBeLessThanOrEqual(Date.now())
})
