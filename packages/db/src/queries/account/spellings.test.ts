import { createEmptyDatabaseAt } from '@barkyard/postgres/testing/cluster'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrateAt, migrateToLatest } from '../../migrate.ts'
import * as migrations from '../../migrations/index.ts'
import { type Db, inTransaction, openDatabase } from '../../open.ts'
import { newId } from '../ids.ts'
import { createUser, findUserByEmail, setAddress } from './users.ts'

/** Accounts from when every spelling was one of its own. */
const OLD = [
  ...['<owner@example.com', 'owner@exam\u00adple.com', 'owner@example.com', 'owner@ｅxample.com', 'a<b@example.com'],
  ...[
    '<alone@example.com>',
    'hid\u200bden@example.com',
    'x@münchen.example',
    'y@münchen.example',
    'y@xn--mnchen-3ya.example',
  ],
]
const ids = new Map<string, string>()
let db: Db

const addOld = async (email: string) => {
  const id = newId()
  await sql`INSERT INTO users (id, email, first_name, last_name) VALUES (${id}, ${email}, 'O', '')`.execute(db)
  return id
}

beforeAll(async () => {
  const { url } = await createEmptyDatabaseAt(inject('testClusterUrl'))
  const before = Object.entries(migrations).filter(([name]) => name < '0089')
  await migrateAt(url, { migrations: Object.fromEntries(before) })
  db = openDatabase(url, { max: 2 })
  for (const email of OLD) ids.set(email, await addOld(email))
  await migrateToLatest(db)
})
afterAll(() => db.destroy())

const idOf = async (email: string) => (await findUserByEmail(db, email))?.id
const emailOf = async (typed: string) =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', ids.get(typed) ?? '')
      .executeTakeFirst()
  )?.email

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
