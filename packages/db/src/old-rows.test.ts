import { createEmptyDatabaseAt } from '@barkyard/postgres/testing/cluster'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openPatiently } from '../testing/database.ts'
import { migrateAt, migrateToLatest } from './migrate.ts'
import * as migrations from './migrations/index.ts'
import { type Db, inTransaction } from './open.ts'
import { createUser, findUserByEmail, setAddress } from './queries/account/users.ts'
import { newId } from './queries/ids.ts'

/** What migrations make of rows that older releases wrote, and of those that such a process still writes. */
const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [ADMIN, OWNER, GONE] = [id(1), id(2), id(3)]
const KNOWN = { name: 'Rex', owner: 'owner@a.test' }
const UNKNOWN = { name: 'Fido', owner: 'gone@a.test' }

/** Accounts from when every spelling was one of its own. */
const OLD = [
  ...['<owner@example.com', 'owner@exam\u00adple.com', 'owner@example.com', 'owner@ｅxample.com', 'a<b@example.com'],
  ...['<alone@example.com>', 'hid\u200bden@example.com', 'x@münchen.example'],
  ...['y@münchen.example', 'y@xn--mnchen-3ya.example'],
]
const ids = new Map<string, string>()
let db: Db

async function addOld(email: string, userId = newId()): Promise<string> {
  await sql`INSERT INTO users (id, email, first_name, last_name) VALUES (${userId}, ${email}, 'O', '')`.execute(db)
  return userId
}

const note = (n: number, adminId: string, email: string, action: string, userId: string | null, detail: object) =>
  sql`
  INSERT INTO audit_log (id, admin_id, admin_email, action, dog_id, user_id, detail)
  VALUES (${id(n)}, ${adminId}, ${email}, ${action}, ${id(99)}, ${userId}, ${JSON.stringify(detail)})`.execute(db)

beforeAll(async () => {
  const { url } = await createEmptyDatabaseAt(inject('testClusterUrl'))
  const migrate = (before: string) =>
    migrateAt(url, { migrations: Object.fromEntries(Object.entries(migrations).filter(([name]) => name < before)) })
  db = openPatiently(url, { max: 2 })
  await migrate('0009')
  await addOld('admin@a.test', ADMIN)
  await addOld('owner@a.test', OWNER)
  await note(10, ADMIN, 'admin@a.test', 'as a dog: matches.bark', OWNER, KNOWN)
  await note(11, ADMIN, 'admin@a.test', 'impersonation stopped', GONE, UNKNOWN)
  await note(12, GONE, 'gone@a.test', 'dog edited', OWNER, { ...KNOWN, fields: ['name'] })
  await note(13, ADMIN, 'admin@a.test', 'dog transferred', OWNER, { ...KNOWN, from: 'gone@a.test', to: 'owner@a.test' })
  await note(14, ADMIN, 'admin@a.test', 'dog transferred', null, { name: 'Rex', from: 'Owner@A.test', to: null })
  await note(15, ADMIN, 'admin@a.test', 'users deleted', null, { users: 1, dogs: 2, emails: ['gone@a.test'] })
  await migrate('0089')
  for (const email of OLD) ids.set(email, await addOld(email))
  await migrateToLatest(db)
})
afterAll(() => db.destroy())

describe('entries of the audit log', () => {
  const entries = async (from: number, to: number) => {
    const { rows } = await sql<{ entry: unknown[] }>`
      SELECT jsonb_build_array(admin_email, action, user_id, detail) AS entry FROM audit_log
      WHERE id BETWEEN ${id(from)} AND ${id(to)} ORDER BY id`.execute(db)
    return rows.map(({ entry }) => entry)
  }

  test('get their codes, and lose the names of users who are gone', async () => {
    expect(await entries(10, 15)).toEqual([
      ['admin@a.test', 'barked-as-dog', OWNER, KNOWN],
      ['admin@a.test', 'impersonation-stopped', GONE, {}],
      ['', 'dog-edited', OWNER, { ...KNOWN, fields: ['name'] }],
      ['admin@a.test', 'dog-transferred', OWNER, { ...KNOWN, to: 'owner@a.test' }],
      ['admin@a.test', 'dog-transferred', null, { name: 'Rex', from: 'Owner@A.test', fromId: OWNER }],
      ['admin@a.test', 'users-deleted', null, { users: 1, dogs: 2 }],
    ])
  })

  test('that a process of the previous release writes get their codes too', async () => {
    await note(20, ADMIN, 'admin@a.test', 'as a dog: message', OWNER, {})
    await note(21, ADMIN, 'admin@a.test', 'impersonation stopped', OWNER, {})
    await note(22, ADMIN, 'admin@a.test', 'users deleted', null, { users: 1, dogs: 2, emails: ['gone@a.test'] })
    expect(await entries(20, 22)).toEqual([
      ['admin@a.test', 'message-sent-as-dog', OWNER, {}],
      ['admin@a.test', 'users-deleted', null, { users: 1, dogs: 2 }],
    ])
  })

  test('have ids that are UUIDv7, in the order of writing', async () => {
    const made: string[] = []
    const began = Date.now()
    for (let n = 0; n < 50; n++) {
      const { rows } = await sql<{ id: string }>`SELECT audit_id() AS id`.execute(db)
      made.push(rows[0]?.id ?? '')
    }
    expect(made).toEqual(made.toSorted())
    expect(made[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    const time = Number.parseInt(made[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16)
    expect(time).toBeGreaterThanOrEqual(began)
    expect(time).toBeLessThanOrEqual(Date.now())
  })
})

describe('accounts', () => {
  const idOf = async (email: string) => (await findUserByEmail(db, email))?.id
  const emailOf = async (typed: string) => {
    const { rows } = await sql<{ email: string }>`SELECT email FROM users WHERE id = ${ids.get(typed)}`.execute(db)
    return rows[0]?.email
  }

  test('everybody still finds their account by the spelling with which it was made', async () => {
    for (const email of OLD) expect([email, await idOf(email)]).toEqual([email, ids.get(email)])
  })

  test('an account that has its mailbox alone is found in every spelling, and its address is one that mail goes to', async () => {
    expect(await idOf('alone@example.com')).toBe(ids.get('<alone@example.com>'))
    expect(await emailOf('<alone@example.com>')).toBe('alone@example.com')
    expect(await idOf('hidden@example.com')).toBe(ids.get('hid\u200bden@example.com'))
    expect(await idOf('x@XN--mnchen-3ya.example')).toBe(ids.get('x@münchen.example'))
    expect(await emailOf('x@münchen.example')).toBe('x@münchen.example')
  })

  test('accounts of one mailbox stay apart, and no further one is made', async () => {
    expect(await emailOf('owner@exam\u00adple.com')).toBe('owner@exam\u00adple.com')
    expect(await idOf('owner@exam\u200bple.com')).toBe(ids.get('owner@example.com'))
    for (const email of ['owner@example.com', 'x@xn--mnchen-3ya.example'])
      expect(await createUser(db, { email, passwordHash: null, firstName: 'N', lastName: '' })).toBe('email-taken')
  })

  test('a process of an earlier release adds accounts and changes addresses as before', async () => {
    const id = await addOld('Late@Example.com')
    expect(await idOf('late@example.com')).toBe(id)
    await sql`UPDATE users SET email = 'Later@example.com' WHERE id = ${id}`.execute(db)
    expect([await idOf('late@example.com'), await idOf('later@example.com')]).toEqual([undefined, id])
    await sql`UPDATE users SET email = NULL WHERE id = ${id}`.execute(db)
    expect(await idOf('later@example.com')).toBeUndefined()
    for (const email of ['later@bücher.example', 'LATER@bücher.example', 'later@xn--bcher-kva.example']) {
      await inTransaction(db, trx => setAddress(trx, id, email, null))
      expect(await idOf('later@xn--bcher-kva.example')).toBe(id)
    }
  })
})
