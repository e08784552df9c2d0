import type { NewEndpoint } from '@barkyard/domain/schemas/push'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { newId } from '../ids.ts'
import { affectsRows, countOf } from '../rows.ts'

/**
 * Subscribes a browser to the notifications of its user, behind the lock of their account. A browser that belonged to
 * another user changes owners. It is deleted with the session.
 * @param atMost the number of browsers that a user can have.
 * @returns its id; 'endpoints-full' if the user has that many others.
 */
export async function addEndpoint(
  trx: Trx,
  { userId, sessionId }: { userId: string; sessionId: string },
  { endpoint, keys }: NewEndpoint,
  { now, atMost }: { now: Date; atMost: number },
): Promise<{ id: string } | 'endpoints-full'> {
  const others = await countOf(
    trx.selectFrom('push_endpoints').where('user_id', '=', userId).where('endpoint', '!=', endpoint),
  )
  if (others >= atMost) return 'endpoints-full'
  // A new id, because pushes that are still queued under the old id belong to the previous user.
  return trx
    .insertInto('push_endpoints')
    .values({
      id: newId(),
      endpoint,
      user_id: userId,
      session_id: sessionId,
      p256dh: keys.p256dh,
      auth: keys.auth,
      created_at: now,
    })
    .onConflict(conflict =>
      conflict.column('endpoint').doUpdateSet(eb => ({
        id: sql<string>`CASE WHEN push_endpoints.user_id = excluded.user_id THEN push_endpoints.id ELSE excluded.id END`,
        user_id: eb.ref('excluded.user_id'),
        session_id: eb.ref('excluded.session_id'),
        p256dh: eb.ref('excluded.p256dh'),
        auth: eb.ref('excluded.auth'),
        refused_at: null,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** @returns null once it is removed. */
export async function removeEndpoint(db: Db, userId: string, id: string): Promise<'browser-not-found' | null> {
  const browser = db.deleteFrom('push_endpoints').where('id', '=', id).where('user_id', '=', userId)
  return (await affectsRows(browser)) ? null : 'browser-not-found'
}

/** A user's browsers, newest first, with data of their sessions. */
export async function listEndpoints(db: Db, userId: string, currentSessionId: string) {
  const rows = await db
    .selectFrom('push_endpoints')
    .innerJoin('sessions', 'sessions.id', 'push_endpoints.session_id')
    .select(['push_endpoints.id', 'device', 'session_id', 'push_endpoints.created_at', 'refused_at'])
    .where('push_endpoints.user_id', '=', userId)
    .orderBy('push_endpoints.id', 'desc')
    .execute()
  return rows.map(row => ({
    id: row.id,
    device: row.device,
    current: row.session_id === currentSessionId,
    createdAt: row.created_at.toISOString(),
    refused: row.refused_at !== null,
  }))
}

/** A browser of a user; undefined if it is gone. */
export const findEndpoint = (db: Db, id: string, userId: string | null) =>
  db
    .selectFrom('push_endpoints')
    .select(['endpoint', 'p256dh', 'auth', 'refused_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Records since when a browser's push service refuses us; null: it took a push. */
export const markRefused = (db: Db, id: string, at: Date | null) =>
  db.updateTable('push_endpoints').set({ refused_at: at }).where('id', '=', id).execute()

/** Deletes a browser that its push service no longer knows, unless it has subscribed again meanwhile. */
export const forgetEndpoint = (db: Db, { id, auth }: { id: string; auth: string }) =>
  db.deleteFrom('push_endpoints').where('id', '=', id).where('auth', '=', auth).execute()

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** The keys of this installation, if they were made. */
export const findVapidKeys = (db: Db): Promise<VapidKeys | undefined> =>
  db
    .selectFrom('vapid_keys')
    .select(['public_key as publicKey', 'private_key as privateKey'])
    .where('is_only', '=', true)
    .executeTakeFirst()

/** Returns the stored keys of this installation, or stores new ones. With several processes at once, one of them wins. */
export async function keepVapidKeys(db: Db, make: () => VapidKeys): Promise<VapidKeys> {
  const known = await findVapidKeys(db)
  if (known) return known
  const { publicKey, privateKey } = make()
  await db
    .insertInto('vapid_keys')
    .values({ public_key: publicKey, private_key: privateKey })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return (await findVapidKeys(db)) ?? { publicKey, privateKey }
}
