import { COUNTED_BY_TABS, isNotificationEvent, KIND_OF, UNSEEN_MAX } from '@barkyard/domain/notification'
import { notificationText } from '@barkyard/domain/notification-text'
import type { Notification, NotificationFace } from '@barkyard/domain/schemas/notification'
import type { ListQuery } from '@barkyard/domain/schemas/paging'
import type { Owner } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { sees } from '../blocks/visibility.ts'
import { type Page, pageById, type UnknownCursor } from '../paging.ts'

/** Who was notified, and as which of their dogs. */
const NOTIFIED = { user: sql.ref('notifications.user_id'), dog: sql.ref('notifications.dog_id') }

/** The last message that the other side of `match_dogs` wrote, if it is among the last thousand. */
export const lastReceived = sql<string | null>`CASE WHEN match_dogs.last_sender_dog_id = match_dogs.other_dog_id
  THEN match_dogs.last_body ELSE (
    SELECT body FROM messages WHERE messages.match_id = match_dogs.match_id AND seq > match_dogs.last_seq - 1000
      AND sender_dog_id = match_dogs.other_dog_id ORDER BY seq DESC LIMIT 1) END`

/**
 * Notifications with the current data that they refer to. It includes only dogs that the user still owns and other dogs
 * that the user can see. Every query of notifications uses it.
 */
export const notificationsWithFacts = (db: Db | Trx) =>
  db
    .selectFrom('notifications')
    .leftJoin('preferences', 'preferences.user_id', 'notifications.user_id')
    .leftJoin('dogs as own', 'own.id', 'notifications.dog_id')
    .leftJoin('match_dogs', join =>
      join
        .onRef('match_dogs.match_id', '=', 'notifications.match_id')
        .onRef('match_dogs.dog_id', '=', 'notifications.dog_id'),
    )
    .leftJoin('dogs as other', join =>
      join.on(eb => eb('other.id', '=', eb.fn.coalesce('match_dogs.other_dog_id', 'notifications.other_dog_id'))),
    )
    .select([
      'notifications.id',
      'notifications.user_id',
      'notifications.event',
      'notifications.dog_id as dogId',
      'notifications.match_id as matchId',
      'notifications.walk_id as walkId',
      'notifications.other_dog_id as otherDogId',
      'notifications.details',
      'notifications.is_urgent',
      'notifications.notified_at',
      'notifications.seen_at',
      'notifications.mail_id',
      'preferences.units',
      'preferences.time_zone as readerZone',
      'own.name as dogName',
      'other.name as otherName',
      lastReceived.as('lastMessage'),
      sql<number>`coalesce(match_dogs.unread, 0)`.as('unread'),
      sql<boolean>`coalesce(match_dogs.last_seq = 2 AND match_dogs.unread = 1 AND EXISTS (SELECT FROM messages
        WHERE messages.match_id = match_dogs.match_id AND seq = 1 AND sender_dog_id = match_dogs.dog_id), false)`.as(
        'isFirstAnswer',
      ),
    ])
    .where(eb =>
      eb.or([eb('notifications.dog_id', 'is', null), eb('own.user_id', '=', eb.ref('notifications.user_id'))]),
    )
    .where(
      sql<boolean>`(coalesce(notifications.match_id, notifications.other_dog_id) IS NULL OR ${sees(NOTIFIED, 'other')})`,
    )

export type NotificationRow = Awaited<ReturnType<ReturnType<typeof notificationsWithFacts>['execute']>>[number]

/**
 * @param timeZone of a reader who is not in the app.
 * @returns null for an unknown event, which a newer version of the app has stored.
 */
export function toNotification(row: NotificationRow, now: Date, timeZone: string | null = null): Notification | null {
  if (!isNotificationEvent(row.event)) return null
  return {
    id: row.id,
    kind: KIND_OF[row.event],
    ...notificationText(row.event, row.details, row, now, timeZone),
    dogId: row.dogId,
    matchId: row.matchId,
    createdAt: row.notified_at.toISOString(),
    seenAt: row.seen_at?.toISOString() ?? null,
  }
}

/** A page of a user's notifications, newest first. */
export async function listNotifications(
  db: Db,
  { userId }: Owner,
  { now, ...list }: ListQuery & { now: Date },
): Promise<Page<Notification> | UnknownCursor> {
  const own = notificationsWithFacts(db).where('notifications.user_id', '=', userId)
  const by = { ...list, time: 'notifications.notified_at' }
  const page = await pageById(own, 'notifications.id', by, row => toNotification(row, now))
  return page === 'unknown-cursor' ? page : { ...page, items: page.items.filter(one => one !== null) }
}

/** The dogs whose faces stand beside some of the user's notifications: the other dog's, else the own one's. */
export async function facesOf(db: Db, { userId }: Owner, ids: readonly string[]): Promise<NotificationFace[]> {
  const rows = await notificationsWithFacts(db)
    .clearSelect()
    .innerJoin('dogs as face', join => join.on(sql<boolean>`face.id = coalesce(other.id, own.id)`))
    .select(['notifications.id', 'face.id as face_id', 'face.name', 'face.breed', 'face.size', 'face.temperament'])
    .select('face.photos')
    .where('notifications.user_id', '=', userId)
    .where(sql<boolean>`notifications.id = ANY (${ids}::uuid[])`)
    .execute()
  return rows.map(({ id, face_id, ...dog }) => ({ id, dog: { id: face_id, ...dog } }))
}

/** What is not counted. */
interface Uncounted {
  /** A chat that is open: its match, as one of its two dogs sees it. */
  open?: { matchId: string; dogId: string } | null
  /** Set: without what the app's tabs count for this acting dog. */
  besideTabsOf?: string | null
}

/** The number of unseen notifications of a user, without those of an open chat. Counting stops at UNSEEN_MAX. */
export async function countUnseen(
  db: Db,
  { userId }: Owner,
  { open = null, besideTabsOf = null }: Uncounted = {},
): Promise<number> {
  const { count } = await db
    .selectFrom(
      notificationsWithFacts(db)
        .clearSelect()
        .select('notifications.id')
        .where('notifications.user_id', '=', userId)
        .where('notifications.seen_at', 'is', null)
        .$if(open !== null, query =>
          query.where(
            sql<boolean>`NOT (notifications.event IN ('messages', 'bark')
              AND notifications.match_id = ${open?.matchId}::uuid AND notifications.dog_id = ${open?.dogId}::uuid)`,
          ),
        )
        .$if(besideTabsOf !== null, query =>
          query
            .where('notifications.event', 'not in', COUNTED_BY_TABS.everyDog)
            .where(
              sql<boolean>`NOT (notifications.event = ANY (${COUNTED_BY_TABS.actingDog}) AND notifications.dog_id = ${besideTabsOf}::uuid)`,
            ),
        )
        .limit(sql.lit(UNSEEN_MAX))
        .as('unseen'),
    )
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
