import { ownerAs } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { behind } from '../../testing/blocked.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { addRow } from '../../testing/owners.ts'
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
const today = '2026-01-01'

const named = { first_name: 'Kim', last_name: 'Hale' }
const looks = { size: 'small', sex: 'male' } as const
const traits = { ...looks, name: 'Rex', breed: 'Corgi', age_years: 3, temperament: [] }
let [owner, heir, dog, hidden, other, check] = ['', '', '', '', '', '']
beforeEach(async () => {
  ;[owner, heir, dog, hidden, other, check] = [newId(), newId(), newId(), newId(), newId(), newId()]
  await addRow(db, 'users', { id: owner, ...named })
  await addRow(db, 'users', { id: heir, ...named })
  await addRow(db, 'dogs', { id: dog, user_id: owner, ...traits })
  await addRow(db, 'dogs', { id: hidden, user_id: owner, ...traits })
  await addRow(db, 'dogs', { id: other, user_id: heir, ...traits })
  await db.updateTable('dogs').set({ hidden_at: now }).where('id', '=', hidden).execute()
  await db.updateTable('users').set({ is_admin: true }).where('id', '=', heir).execute()
  await db.updateTable('users').set({ active_dog_id: dog }).where('id', '=', owner).execute()
  const waiting = { kind: 'photo', state: 'waiting', created_at: now, sent_at: now } as const
  await addRow(db, 'verifications', { id: check, dog_id: dog, user_id: owner, ...waiting })
})

/** A write behind a first one. Nothing makes up for a deadlock here. @returns its answer. */
const against = <Answer>(first: Parameters<typeof behind>[1], write: (trx: Trx) => Promise<Answer>) =>
  behind(db, first, () => db.transaction().execute(write))

/** As whoever blocks or opens a search does: the owner, then the dogs. */
const ownerThenDogs = async (trx: Trx, meanwhile: () => Promise<void>) => {
  await lockUser(trx, owner)
  await meanwhile()
  await sql`SELECT FROM dogs WHERE user_id = ${owner}::uuid ORDER BY id FOR NO KEY UPDATE`.execute(trx)
}

const moderator = () => ({ adminId: heir, role: 'admin' as const, now, statement: 'Kind.' })

test.each<[string, (trx: Trx) => Promise<unknown>]>([
  ['an edit', trx => editDog(trx, ownerAs(owner, null), dog, { paused: true }, today)],
  ['hiding a dog', trx => hideUnreported(trx, dog, moderator())],
  ['showing it again', trx => showAgain(trx, hidden, moderator())],
  ['a checked photo', trx => decideVerification(trx, { ...moderator(), id: check, approve: true, version: 1 })],
  ['a move', trx => updatePlace(trx, owner, place => ({ ...place, cell: 7 }))],
  ['a suspension', trx => suspendOwner(trx, owner, { now, until: null })],
  ['choosing a dog', trx => activateDog(trx, ownerAs(owner, null), dog, { sessionId: null, today })],
  ['the end of an active dog', trx => deleteDog(trx, ownerAs(owner, null), dog, now)],
  ['a transfer', trx => setOwner(trx, dog, heir, 50, now)],
  ['a deletion', trx => deleteUsers(trx, [owner], now)],
])('%s locks owners before dogs', async (_, write) => {
  await against(ownerThenDogs, write)
  expect(await db.selectFrom('users').select('id').where('id', '=', heir).execute()).toHaveLength(1)
})

/** A case about the dog that an owner had when it was reported. */
async function caseAbout(owner_id: string) {
  const caseId = newId()
  const reported = { dog_id: dog, dog_name: 'Rex', kind: 'other', created_at: now } as const
  await addRow(db, 'report_cases', { id: caseId, owner_id, ...reported })
  return { caseId, version: 1, photoIds: [], until: null }
}

test.each<[string, (trx: Trx) => Promise<unknown>]>([
  ['suspends', trx => suspendUnreported(trx, owner, { ...moderator(), until: null })],
  ['decides about', async trx => decideCase(trx, { ...moderator(), ...(await caseAbout(owner)), action: 'warn' })],
])('an admin who %s another one locks both in the order of their ids', async (_, decide) => {
  await db.updateTable('users').set({ is_admin: true }).where('id', 'in', [owner, heir]).execute()
  const lockBoth = async (trx: Trx, meanwhile: () => Promise<void>) => {
    await lockUser(trx, owner)
    await meanwhile()
    await lockUser(trx, heir)
  }
  expect(await against(lockBoth, decide)).toMatchObject({ ownerId: owner })
})

test('a decision about a dog that was handed on locks its new owner before the dog', async () => {
  const adminId = newId()
  await addRow(db, 'users', { id: adminId, ...named, is_admin: true })
  const reported = await caseAbout(heir)
  const decided = await against(ownerThenDogs, trx =>
    decideCase(trx, { ...moderator(), ...reported, adminId, action: 'hide-dog' }),
  )
  expect(decided).toMatchObject({ ownerId: owner })
})

test('an edit of a dog of somebody else waits for nobody', async () => {
  const stranger = ownerAs(heir, null)
  await db.transaction().execute(async trx => {
    await lockUser(trx, owner)
    const edited = await db.transaction().execute(beside => editDog(beside, stranger, dog, {}, today))
    expect(edited).toBe('not-your-dog')
    const deleted = await db.transaction().execute(beside => deleteDog(beside, stranger, hidden, now))
    expect(deleted).toBe('dog-not-found')
  })
})

test('a role that the command line changes is read behind the lock', async () => {
  const email = `${owner}@lock.test`
  await db.updateTable('users').set({ email, email_key: email }).where('id', '=', owner).execute()
  const makeAdmin = (trx: Trx) => trx.updateTable('users').set({ is_admin: true }).where('id', '=', owner).execute()
  const changed = await against(makeAdmin, trx => setRole(trx, email, 'moderator'))
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
