import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { untilBlocked } from '../../testing/blocked.ts'
import { openTestDatabase } from '../../testing/database.ts'
import type { Trx } from '../open.ts'
import { deleteUsers } from './account/delete-users.ts'
import { lockUser, setRole, updatePlace } from './account/users.ts'
import { setOwner } from './admin/ownership.ts'
import { lockPair } from './blocks/visibility.ts'
import { activateDog, deleteDog, editDog } from './dogs/dogs.ts'
import { newId } from './ids.ts'
import { notifyUser } from './notify.ts'
import { decideCase } from './reports/decide-case.ts'
import { hideUnreported, showAgain, suspendUnreported } from './reports/decide-unreported.ts'
import { suspendOwner } from './reports/moderation.ts'
import { decideVerification } from './verification/verification-queue.ts'

const db = await openTestDatabase({ max: 4 })
const now = new Date()

let [owner, heir, dog, hidden, other, check] = ['', '', '', '', '', '']
beforeEach(async () => {
  ;[owner, heir, dog, hidden, other, check] = [newId(), newId(), newId(), newId(), newId(), newId()]
  await sql`INSERT INTO users (id, first_name, last_name) SELECT id, 'Kim', 'Hale' FROM unnest(${[owner, heir]}::uuid[]) AS id`.execute(
    db,
  )
  await sql`
    INSERT INTO dogs (id, user_id, name, breed, age_years, size, sex, temperament)
    SELECT id, user_id, 'Rex', 'Corgi', 3, 'small', 'male', '{}'
    FROM unnest(${[dog, hidden, other]}::uuid[], ${[owner, owner, heir]}::uuid[]) AS dog (id, user_id)`.execute(db)
  await db.updateTable('dogs').set({ hidden_at: now }).where('id', '=', hidden).execute()
  await db.updateTable('users').set({ active_dog_id: dog }).where('id', '=', owner).execute()
  await db.updateTable('users').set({ is_admin: true }).where('id', '=', heir).execute()
  await db
    .insertInto('verifications')
    .values({ id: check, dog_id: dog, user_id: owner, kind: 'photo', state: 'waiting', created_at: now, sent_at: now })
    .execute()
})

/** Runs a write until it waits for a lock of the first one, which then goes on. Nothing makes up for a deadlock here. */
async function against(
  first: (trx: Trx, meanwhile: () => Promise<void>) => Promise<unknown>,
  second: (trx: Trx) => Promise<unknown>,
) {
  let beside: Promise<unknown> | undefined
  await db.transaction().execute(trx =>
    first(trx, async () => {
      beside = db.transaction().execute(second)
      beside.catch(() => undefined)
      await untilBlocked(db)
    }),
  )
  await beside
}

/** As whoever blocks or opens a search does: the owner, then the dogs. */
const ownerThenDogs = async (trx: Trx, meanwhile: () => Promise<void>) => {
  await lockUser(trx, owner)
  await meanwhile()
  await sql`SELECT FROM dogs WHERE user_id = ${owner}::uuid ORDER BY id FOR NO KEY UPDATE`.execute(trx)
}

const moderator = () => ({ adminId: heir, role: 'admin' as const, now, statement: 'Kind.' })

test.each<[string, (trx: Trx) => Promise<unknown>]>([
  ['an edit', trx => editDog(trx, { kind: 'owner', userId: owner }, dog, { paused: true }, '2026-01-01')],
  ['hiding a dog', trx => hideUnreported(trx, dog, moderator())],
  ['showing it again', trx => showAgain(trx, hidden, moderator())],
  ['a checked photo', trx => decideVerification(trx, { ...moderator(), id: check, approve: true, version: 1 })],
  ['a move', trx => updatePlace(trx, owner, place => ({ ...place, cell: 7 }))],
  ['a suspension', trx => suspendOwner(trx, owner, { now, until: null })],
  [
    'choosing a dog',
    trx => activateDog(trx, { kind: 'owner', userId: owner }, dog, { sessionId: null, today: '2026-01-01' }),
  ],
  ['the end of an active dog', trx => deleteDog(trx, { kind: 'owner', userId: owner }, dog, now)],
  ['a transfer', trx => setOwner(trx, dog, heir, 50, now)],
  ['a deletion', trx => deleteUsers(trx, [owner], now)],
])('%s locks owners before dogs', async (_, write) => {
  await against(ownerThenDogs, write)
  expect(await db.selectFrom('users').select('id').where('id', '=', heir).execute()).toHaveLength(1)
})

test.each<
  [
    string,
    (
      trx: Trx,
      decision: { statement: string; until: null; adminId: string; role: 'admin'; now: Date },
    ) => Promise<unknown>,
  ]
>([
  ['suspends', (trx, decision) => suspendUnreported(trx, owner, decision)],
  [
    'decides a case about',
    async (trx, decision) => {
      const reported = {
        id: newId(),
        owner_id: owner,
        dog_id: dog,
        dog_name: 'Rex',
        kind: 'other' as const,
        created_at: now,
      }
      const { id } = await db.insertInto('report_cases').values(reported).returning('id').executeTakeFirstOrThrow()
      return decideCase(trx, { ...decision, caseId: id, action: 'warn', version: 1, photoIds: [] })
    },
  ],
])('an admin who %s another one locks both in the order of their ids', async (_, decide) => {
  await db.updateTable('users').set({ is_admin: true }).where('id', 'in', [owner, heir]).execute()
  let decided: unknown
  await against(
    async (trx, meanwhile) => {
      await lockUser(trx, owner)
      await meanwhile()
      await lockUser(trx, heir)
    },
    async trx => {
      decided = await decide(trx, { statement: 'Enough', until: null, adminId: heir, role: 'admin', now })
    },
  )
  expect(decided).toMatchObject({ ownerId: owner })
})

test('a decision about a dog that was handed on locks its new owner before the dog', async () => {
  const adminId = newId()
  await db.insertInto('users').values({ id: adminId, first_name: 'Kim', last_name: 'Hale', is_admin: true }).execute()
  const id = newId()
  const reported = { id, owner_id: heir, dog_id: dog, dog_name: 'Rex', kind: 'other' as const, created_at: now }
  await db.insertInto('report_cases').values(reported).execute()
  const decision = { ...moderator(), adminId, caseId: id, action: 'hide-dog' as const, version: 1, photoIds: [] }
  let decided: unknown
  await against(ownerThenDogs, async trx => {
    decided = await decideCase(trx, { ...decision, until: null })
  })
  expect(decided).toMatchObject({ ownerId: owner })
})

test('an edit of a dog of somebody else waits for nobody', async () => {
  const stranger = { kind: 'owner', userId: heir } as const
  await db.transaction().execute(async trx => {
    await lockUser(trx, owner)
    const edited = await db.transaction().execute(beside => editDog(beside, stranger, dog, {}, '2026-01-01'))
    expect(edited).toBe('not-your-dog')
    const deleted = await db.transaction().execute(beside => deleteDog(beside, stranger, hidden, now))
    expect(deleted).toBe('dog-not-found')
  })
})

test('a role that the command line changes is read behind the lock', async () => {
  const email = `${owner}@lock.test`
  await db.updateTable('users').set({ email, email_key: email }).where('id', '=', owner).execute()
  let changed: unknown
  await against(
    async (trx, meanwhile) => {
      await trx.updateTable('users').set({ is_admin: true }).where('id', '=', owner).execute()
      await meanwhile()
    },
    async trx => {
      changed = await setRole(trx, email, 'moderator')
    },
  )
  expect(changed).toEqual({ userId: owner, before: 'admin' })
})

test('whoever has locked a dog may notify its owner, whose account is just being deleted', async () => {
  await against(
    async (trx, meanwhile) => {
      await lockPair(trx, dog, other)
      await meanwhile()
      await notifyUser(trx, { event: 'password-changed', details: {}, userId: owner }, now)
    },
    trx => deleteUsers(trx, [owner], now),
  )
  expect(await db.selectFrom('users').select('id').where('id', '=', owner).execute()).toEqual([])
})
