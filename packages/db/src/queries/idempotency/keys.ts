import type { Selectable } from 'kysely'
import type { Db } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { newId } from '../ids.ts'

type KeyRow = Selectable<Database['idempotency_keys']>

interface NewKey extends Pick<KeyRow, 'key' | 'request'> {
  userId: string
  now: Date
  /** Older keys are free again. */
  keptSince: Date
  /** Calls that began before have died. */
  runningSince: Date
  atMost: number
}

/**
 * Takes a key for a call.
 * @returns the id to finish it with; an earlier call with the same key; 'full' if the user has too many.
 */
export async function takeKey(db: Db, { userId, key, request, now, keptSince, runningSince, atMost }: NewKey) {
  const earlier = () =>
    db
      .selectFrom('idempotency_keys')
      .select(['request', 'answer'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
  const oneTooMany = db
    .selectFrom('idempotency_keys')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', keptSince)
    .offset(atMost - 1)
    .limit(1)
  if (await oneTooMany.executeTakeFirst()) {
    const found = await earlier()
    return found ? { earlier: found } : 'full'
  }
  const taken = await db
    .insertInto('idempotency_keys')
    .values({ id: newId(), user_id: userId, key, request, answer: null, created_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet({ id: newId(), request, answer: null, created_at: now })
        .where(eb =>
          eb.or([
            eb('idempotency_keys.created_at', '<', keptSince),
            eb.and([eb('idempotency_keys.answer', 'is', null), eb('idempotency_keys.created_at', '<', runningSince)]),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  if (taken) return taken
  // A call that was just refused has given its key back: to this one it still runs.
  return { earlier: (await earlier()) ?? { request, answer: null } }
}

/** Keeps the answer to a call. null: it changed nothing, so its key is free again. */
export async function finishKey(db: Db, id: string, answer: Buffer | null): Promise<void> {
  if (answer === null) await db.deleteFrom('idempotency_keys').where('id', '=', id).execute()
  else await db.updateTable('idempotency_keys').set({ answer }).where('id', '=', id).execute()
}
