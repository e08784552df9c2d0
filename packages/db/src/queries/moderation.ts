import type { Trx } from '../transaction.ts'
import { lockDog, usersConcerned } from './dogs.ts'
import { isId } from './ids.ts'

/** A dog that was hidden or shown, and whom that concerns: its owner and the owners of the dogs that it has matches with. */
export interface HiddenDog {
  ownerId: string | null
  userIds: string[]
}

/** Hides a dog from all but its owner and admins, or shows it again with `at` null. @returns null where there is no such dog. */
export async function setDogHidden(trx: Trx, dogId: string, at: Date | null): Promise<HiddenDog | null> {
  const locked = await lockDog(trx, dogId, null)
  if (typeof locked === 'string') return null
  const concerned = () => usersConcerned(trx, dogId, locked.ownerId)
  const before = await concerned()
  await trx.updateTable('dogs').set({ hidden_at: at }).where('id', '=', dogId).execute()
  return { ownerId: locked.ownerId, userIds: [...new Set([...before, ...(await concerned())])] }
}

/** An account that was suspended or let in again, its dogs, and the owners of the dogs that these have matches with. */
export interface SuspendedOwner {
  userIds: string[]
  dogIds: string[]
}

/**
 * Suspends an account from now on: its dogs are hidden, its calls refused.
 * @param until when it ends by itself; null: never. Whoever calls this puts the job that lifts it then.
 * @returns null where there is no such user.
 */
export async function suspendOwner(
  trx: Trx,
  userId: string,
  { now, until }: { now: Date; until: Date | null },
): Promise<SuspendedOwner | null> {
  if (!isId(userId)) return null
  // Asked before: afterwards nobody sees these dogs.
  const concerned = await concernedBy(trx, userId)
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ suspended_at: now, suspended_until: until })
    .where('id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? null : concerned
}

/** Lets a suspended account in again. @returns null where it is not suspended. */
export async function liftSuspension(trx: Trx, userId: string): Promise<SuspendedOwner | null> {
  if (!isId(userId)) return null
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ suspended_at: null, suspended_until: null })
    .where('id', '=', userId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? null : concernedBy(trx, userId)
}

/** When an account's suspension ends, with the account locked: null = never; undefined where it is not suspended. */
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
