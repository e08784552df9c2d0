import { preview } from '@barkyard/domain/notification'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../open.ts'
import { inTransaction, type Trx } from '../transaction.ts'
import { isId } from './ids.ts'
import { positionOf } from './notifications.ts'
import { seesDogOf } from './visibility.ts'

/** A seen notification is no longer pushed or mailed. */
const seenAt = (now: Date) => ({ seen_at: now, push_at: null, mail_at: null })

/**
 * Marks the unseen notifications of a user that `which` selects as seen. The next message of a match makes its
 * notification unseen again. @returns whether any was unseen.
 */
const see = (db: Db, userId: string, which: Expression<SqlBool>, now: Date): Promise<boolean> =>
  inTransaction(db, async trx => {
    const sides = await trx
      .selectFrom('notifications')
      .select(['match_id', 'dog_id'])
      .where('user_id', '=', userId)
      .where('seen_at', 'is', null)
      .where('event', '=', 'messages')
      .where(which)
      .execute()
    if (sides.length > 0) await notifyAgainAtOnce(trx, sides)
    const { numUpdatedRows } = await trx
      .updateTable('notifications')
      .set(seenAt(now))
      .where('user_id', '=', userId)
      .where('seen_at', 'is', null)
      .where(which)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })

/**
 * Lets the next message to these dogs notify at once. It locks the matches first, in order: storing a message never waits
 * for a match, so there is no deadlock.
 */
const notifyAgainAtOnce = (trx: Trx, sides: readonly { match_id: string | null; dog_id: string | null }[]) =>
  sql`
    WITH locked AS MATERIALIZED (
      SELECT id FROM matches WHERE id = ANY (${sides.map(side => side.match_id)}::uuid[]) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE match_dogs SET notify_after = '-infinity'
    FROM locked, unnest(${sides.map(side => side.match_id)}::uuid[], ${sides.map(side => side.dog_id)}::uuid[])
      AS side (match_id, dog_id)
    WHERE side.match_id = locked.id AND match_dogs.match_id = side.match_id AND match_dogs.dog_id = side.dog_id
  `.execute(trx)

/** Marks a notification and all older ones as seen. @returns 'not found' where the user has no such notification. */
export async function seeUpTo(
  db: Db,
  userId: string,
  upTo: string,
  now: Date,
): Promise<'changed' | 'unchanged' | 'not found'> {
  const last = isId(upTo) && (await positionOf(db, userId, upTo))
  if (!last) return 'not found'
  const older = sql<boolean>`(notified_at, id) <= (${last.notified_at}::timestamptz, ${last.id}::uuid)`
  return (await see(db, userId, older, now)) ? 'changed' : 'unchanged'
}

/** Marks some notifications of a user as seen. @returns whether any was unseen. */
export const seeSome = (db: Db, userId: string, ids: readonly string[], now: Date): Promise<boolean> =>
  see(db, userId, sql<boolean>`id = ANY (${ids.filter(isId)}::uuid[])`, now)

/**
 * Marks all messages of a match as seen by `dogId`, with the notifications about them. With `peek` it only checks that the
 * match exists. The next message starts a new notification, so this one keeps the number of messages and the start of the
 * last one. The row of this dog stays locked until all is written: a message is either stored before and seen, or stored
 * afterwards and notifies.
 * @returns whether any message and any notification was unseen.
 */
export async function markSeen(
  db: Db,
  dogId: string,
  matchId: string,
  { now, peek }: { now: Date; peek: boolean },
): Promise<{ messages: boolean; notifications: boolean } | 'no match'> {
  if (!isId(matchId)) return 'no match'
  return inTransaction(db, async trx => {
    const side = await trx
      .selectFrom('match_dogs')
      .select(['unread', 'last_body', sql<boolean>`notify_after IS NOT NULL`.as('has_open')])
      .where('match_id', '=', matchId)
      .where('dog_id', '=', dogId)
      .where(seesDogOf(dogId, sql.ref('match_dogs.other_dog_id')))
      .$if(!peek, query => query.forNoKeyUpdate('match_dogs'))
      .executeTakeFirst()
    if (!side) return 'no match'
    const { unread, last_body, has_open } = side
    if (peek || (unread === 0 && !has_open)) return { messages: false, notifications: false }
    await trx
      .updateTable('match_dogs')
      .set({ unread: 0, notify_after: null })
      .where('match_id', '=', matchId)
      .where('dog_id', '=', dogId)
      .execute()
    const details = { ...(unread > 0 && { count: unread }), last: preview(last_body ?? '') }
    const isMessages = sql<boolean>`event = 'messages'`
    const closed = has_open
      ? await trx
          .updateTable('notifications')
          .set(eb => ({
            ...{ seen_at: sql<Date>`coalesce(seen_at, ${now})`, push_at: null, mail_at: null },
            key: eb.case().when(isMessages).then(null).else(eb.ref('key')).end(),
            details: sql<string>`CASE WHEN ${isMessages} THEN ${JSON.stringify(details)}::jsonb ELSE details END`,
          }))
          .where('match_id', '=', matchId)
          .where('dog_id', '=', dogId)
          .where(sql<boolean>`(event = 'messages' AND key IS NOT NULL OR event = 'bark' AND seen_at IS NULL)`)
          .executeTakeFirst()
      : undefined
    return { messages: unread > 0, notifications: (closed?.numUpdatedRows ?? 0n) > 0n }
  })
}
