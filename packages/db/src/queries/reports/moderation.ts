import { sql } from 'kysely'
import type { Trx } from '../../open.ts'
import { lockUser } from '../account/users.ts'
import { callOffAll } from '../blocks/end-matches.ts'
import { lockDog, usersConcerned } from '../dogs/dogs.ts'
import { affectsRows } from '../rows.ts'

/**
 * Hides a dog from everybody but its owner and admins, calls off its playdates and outdates its photos' keys, or shows it again
 * (`at` null).
 * @returns the users and dogs concerned, and those who are notified that a playdate is off; null: there is no such dog.
 */
export async function setDogHidden(trx: Trx, dogId: string, at: Date | null) {
  const locked = await lockDog(trx, { kind: 'admin' }, dogId)
  if (typeof locked === 'string') return null
  const concerned = () => usersConcerned(trx, dogId, locked.ownerId)
  const before = await concerned()
  await trx.updateTable('dogs').set({ hidden_at: at }).where('id', '=', dogId).execute()
  const notifiedIds = at ? await callOffAll(trx, [dogId], at) : []
  if (at) await outdatePhotoKeys(trx, [dogId])
  const userIds = [...new Set([...before, ...(await concerned())])]
  return { ownerId: locked.ownerId, userIds, dogIds: [dogId], notifiedIds }
}

/**
 * Suspends an account: its dogs are hidden, their photos get other keys, its playdates are called off and its calls refused.
 * @param now the start, which may be that of an earlier decision. `until`: the end; null: it does not end. The caller puts the
 * job that lifts it. `at`: the time of the change.
 * @returns null if there is no such account.
 */
export async function suspendOwner(
  trx: Trx,
  userId: string,
  { now, until, at = now }: { now: Date; until: Date | null; at?: Date },
) {
  await lockUser(trx, userId)
  // Writes that involve these dogs lock them. This waits for running ones, and later ones see the suspension.
  await trx.selectFrom('dogs').select('id').where('user_id', '=', userId).orderBy('id').forNoKeyUpdate().execute()
  // Read before the change, because afterwards nobody sees these dogs.
  const concerned = await concernedBy(trx, userId)
  const suspended = trx.updateTable('users').set({ suspended_at: now, suspended_until: until }).where('id', '=', userId)
  if (!(await affectsRows(suspended))) return null
  await outdatePhotoKeys(trx, concerned.dogIds)
  return { ...concerned, notifiedIds: await callOffAll(trx, concerned.dogIds, at) }
}

/** Whether the suspension in a user's row holds. One that has ended no longer counts, even before the job lifts it. */
export const isSuspendedRow = (
  { suspended_at, suspended_until }: { suspended_at: Date | null; suspended_until: Date | null },
  now: Date,
): boolean => suspended_at !== null && (suspended_until === null || suspended_until > now)

/** @returns null if the account is not suspended. */
export async function liftSuspension(trx: Trx, userId: string) {
  const suspended = trx.updateTable('users').where('id', '=', userId).where('suspended_at', 'is not', null)
  const isLifted = await affectsRows(suspended.set({ suspended_at: null, suspended_until: null }))
  return isLifted ? concernedBy(trx, userId) : null
}

/**
 * Ends a suspension now, with all decisions that require it.
 * @returns null if the account is not suspended.
 */
export async function endSuspension(trx: Trx, userId: string, now: Date) {
  // Whoever suspends at this moment has the account's lock, and a decision that is seen only after that.
  if ((await suspensionEnd(trx, userId)) === undefined) return null
  await trx
    .updateTable('decisions')
    .set({ until: now })
    .where('owner_id', '=', userId)
    .where('action', '=', 'suspend')
    .where(eb => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .execute()
  return liftSuspension(trx, userId)
}

/** Locks an account and reads when its suspension ends: null = never, undefined = it is not suspended. */
export async function suspensionEnd(trx: Trx, userId: string): Promise<Date | null | undefined> {
  const row = await trx
    .selectFrom('users')
    .select('suspended_until')
    .where('id', '=', userId)
    .where('suspended_at', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.suspended_until
}

async function concernedBy(trx: Trx, userId: string) {
  const dogs = await trx.selectFrom('dogs').select('id').where('user_id', '=', userId).execute()
  const dogIds = dogs.map(({ id }) => id)
  return { userIds: await usersConcerned(trx, dogIds, userId), dogIds, notifiedIds: [] }
}

/** Notes that the photos of these dogs must get other keys. */
export const outdatePhotoKeys = (trx: Trx, dogIds: readonly string[]) =>
  sql`
    INSERT INTO outdated_photos (key) SELECT key FROM photos WHERE dog_id = ANY (${dogIds}::uuid[])
    ON CONFLICT DO NOTHING`.execute(trx)
