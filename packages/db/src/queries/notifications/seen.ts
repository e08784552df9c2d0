import { localClock, localInstant } from '@barkyard/domain/local-time'
import { preview } from '@barkyard/domain/notification-text'
import { zoneOf } from '@barkyard/domain/preferences'
import type { DogViewer, Owner } from '@barkyard/domain/visibility'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '../../open.ts'
import { ownMatch } from '../blocks/visibility.ts'
import { affectsRows } from '../rows.ts'
import { lastReceived, notificationsWithFacts } from './notifications.ts'

/**
 * Marks the unseen notifications of a user that `which` selects as seen: they are no longer pushed or mailed. The next message of a match makes its
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
    const unseen = trx
      .updateTable('notifications')
      .where('user_id', '=', userId)
      .where('seen_at', 'is', null)
      .where(which)
    return affectsRows(unseen.set({ seen_at: now, push_at: null, mail_at: null }))
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

/** Marks a notification and all older ones as seen. @returns whether any was unseen. */
export async function seeUpTo(
  db: Db,
  { userId }: Owner,
  upTo: string,
  now: Date,
): Promise<{ isChanged: boolean } | 'notification-not-found'> {
  // The time is text, because a Date has no microseconds.
  const last = await notificationsWithFacts(db)
    .clearSelect()
    .select(['notifications.id', sql<Date>`notifications.notified_at::text`.as('notified_at')])
    .where('notifications.id', '=', upTo)
    .where('notifications.user_id', '=', userId)
    .executeTakeFirst()
  if (!last) return 'notification-not-found'
  const older = sql<boolean>`(notified_at, id) <= (${last.notified_at}::timestamptz, ${last.id}::uuid)`
  return { isChanged: await see(db, userId, older, now) }
}

/** Marks some notifications of a user as seen. @returns whether any was unseen. */
export const seeSome = (db: Db, { userId }: Owner, ids: readonly string[], now: Date): Promise<boolean> =>
  see(db, userId, sql<boolean>`id = ANY (${ids}::uuid[])`, now)

/**
 * Marks all messages of a match as seen by the viewer's dog, with the notifications about them. With `peek` it only checks that the
 * match exists. The next message starts a new notification, so this one keeps the number of messages and the start of the
 * last one: of all that were read on one day in the owner's zone, since a chat that is read message by message would fill
 * the list. The row of this dog stays locked until all is written: a message is either stored before and seen, or stored
 * afterwards and notifies.
 * @returns whether any message and any notification was unseen.
 */
export async function markSeen(
  db: Db,
  viewer: DogViewer,
  matchId: string,
  { now, peek }: { now: Date; peek: boolean },
): Promise<{ messages: boolean; notifications: boolean } | 'match-not-found'> {
  const { dogId } = viewer
  return inTransaction(db, async trx => {
    const side = await ownMatch(trx, viewer, matchId)
      .select(['unread', lastReceived.as('received'), sql<boolean>`notify_after IS NOT NULL`.as('has_open')])
      .select(
        sql<string | null>`(SELECT time_zone FROM preferences JOIN dogs ON dogs.user_id = preferences.user_id
          WHERE dogs.id = match_dogs.dog_id)`.as('time_zone'),
      )
      .$if(!peek, query => query.forNoKeyUpdate('match_dogs'))
      .executeTakeFirst()
    if (!side) return 'match-not-found'
    const { unread, received, has_open, time_zone } = side
    if (peek || (unread === 0 && !has_open)) return { messages: false, notifications: false }
    await trx
      .updateTable('match_dogs')
      .set({ unread: 0, notify_after: null })
      .where('match_id', '=', matchId)
      .where('dog_id', '=', dogId)
      .execute()
    const read = { dogId, matchId, unread, last: preview(received ?? ''), now, dayBegan: dayBegan(time_zone, now) }
    return { messages: unread > 0, notifications: has_open && (await closeNotifications(trx, read)) }
  })
}

/** The last midnight in an owner's time zone. */
function dayBegan(timeZone: string | null, now: Date): Date {
  const zone = zoneOf(timeZone)
  return localInstant(zone, localClock(zone, now).date, '00:00')
}

interface Read {
  dogId: string
  matchId: string
  /** The number of messages that are read now, and the start of the last one. */
  unread: number
  last: string
  now: Date
  dayBegan: Date
}

/** Closes what notifies a dog of a match. Messages take the place of those that were read earlier that day. @returns whether any was open. */
async function closeNotifications(trx: Trx, { dogId, matchId, unread, last, now, dayBegan }: Read): Promise<boolean> {
  const { rows } = await sql`
    WITH earlier AS (
      DELETE FROM notifications USING notifications AS open
      WHERE open.match_id = ${matchId} AND open.dog_id = ${dogId} AND open.event = 'messages' AND open.key IS NOT NULL
        AND notifications.match_id = open.match_id AND notifications.dog_id = open.dog_id
        AND notifications.user_id = open.user_id AND notifications.event = 'messages' AND notifications.key IS NULL
        AND notifications.notified_at >= ${dayBegan}
      RETURNING notifications.details
    ), read AS (
      SELECT nullif(${unread}::int + coalesce(sum(coalesce((details ->> 'count')::int, 1)), 0), 0) AS messages FROM earlier
    )
    UPDATE notifications SET
      seen_at = coalesce(seen_at, ${now}), push_at = NULL, mail_at = NULL,
      key = CASE WHEN event = 'messages' THEN NULL ELSE key END,
      details = CASE WHEN event = 'messages'
        THEN jsonb_strip_nulls(jsonb_build_object('count', read.messages, 'last', ${last}::text)) ELSE details END
    FROM read
    WHERE match_id = ${matchId} AND dog_id = ${dogId}
      AND (event = 'messages' AND key IS NOT NULL OR event = 'bark' AND seen_at IS NULL)
    RETURNING id
  `.execute(trx)
  return rows.length > 0
}
