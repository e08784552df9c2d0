import type { Trx } from '../transaction.ts'
import { lockDog, usersConcerned } from './dogs.ts'
import { isId } from './ids.ts'

/** A dog that was hidden or shown, and the users concerned: its owner and the owners of its matches. */
export interface HiddenDog {
  ownerId: string | null
  userIds: string[]
}

/** Hides a dog from everybody but its owner and admins, or shows it again (`at` null). */
export async function setDogHidden(trx: Trx, dogId: string, at: Date | null): Promise<HiddenDog | 'not found'> {
  const locked = await lockDog(trx, dogId, null)
  if (typeof locked === 'string') return 'not found'
  const concerned = () => usersConcerned(trx, dogId, locked.ownerId)
  const before = await concerned()
  await trx.updateTable('dogs').set({ hidden_at: at }).where('id', '=', dogId).execute()
  return { ownerId: locked.ownerId, userIds: [...new Set([...before, ...(await concerned())])] }
}

/** An account whose suspension was changed, its dogs, and the owners of their matches. */
export interface SuspendedOwner {
  userIds: string[]
  dogIds: string[]
}

/**
 * Suspends an account: its dogs are hidden and its calls refused.
 * @param until the end; null: it does not end. The caller puts the job that lifts it.
 */
export async function suspendOwner(
  trx: Trx,
  userId: string,
  { now, until }: { now: Date; until: Date | null },
): Promise<SuspendedOwner | 'not found'> {
  if (!isId(userId)) return 'not found'
  // Read before the change, because afterwards nobody sees these dogs.
  const concerned = await concernedBy(trx, userId)
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ suspended_at: now, suspended_until: until })
    .where('id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'not found' : concerned
}

export async function liftSuspension(trx: Trx, userId: string): Promise<SuspendedOwner | 'not suspended'> {
  if (!isId(userId)) return 'not suspended'
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ suspended_at: null, suspended_until: null })
    .where('id', '=', userId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'not suspended' : concernedBy(trx, userId)
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

async function concernedBy(trx: Trx, userId: string): Promise<SuspendedOwner> {
  const dogs = await trx.selectFrom('dogs').select('id').where('user_id', '=', userId).execute()
  const dogIds = dogs.map(({ id }) => id)
  const concerned = await Promise.all(dogIds.map(id => usersConcerned(trx, id, userId)))
  return { userIds: [...new Set([userId, ...concerned.flat()])], dogIds }
}
