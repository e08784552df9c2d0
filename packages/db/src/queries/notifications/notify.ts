import {
  type EventDetails,
  KIND_OF,
  MAIL_AFTER_SECONDS,
  type NotificationEvent,
  type NotificationKind,
} from '@barkyard/domain/notification'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { newId } from '../ids.ts'

/** The seconds after which a notification is mailed; null: it gets no mail of its own, because new dogs, walks and lost dogs of others wait for the digest. */
const MAIL_AFTER: Record<NotificationKind, number | null> = {
  match: MAIL_AFTER_SECONDS,
  message: MAIL_AFTER_SECONDS,
  playdate: MAIL_AFTER_SECONDS,
  reminder: 0,
  search: null,
  walk: null,
  lost: null,
  moderation: 0,
  account: 0,
}

/** The events of these kinds that concern the user's own dog are mailed at once. */
const MAILED_AT_ONCE: readonly NotificationEvent[] = ['lost-ends', 'lost-ended', 'sighting']
/** The events that have a separate mail. */
const MAILED_APART: readonly NotificationEvent[] = ['password-changed', 'email-changed']

/** When a notification is mailed if it stays unseen; null: not by itself. */
export function mailAt(event: NotificationEvent, now: Date): Date | null {
  const ofKind = MAILED_AT_ONCE.includes(event) ? 0 : MAIL_AFTER[KIND_OF[event]]
  const seconds = MAILED_APART.includes(event) ? null : ofKind
  return seconds === null ? null : new Date(now.getTime() + seconds * 1000)
}

/** `now` if the user has a browser that receives pushes, otherwise null. */
export const pushAt = (userId: ReturnType<typeof sql.ref>, now: Date) =>
  sql<Date | null>`CASE WHEN EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = ${userId}) THEN ${now}::timestamptz END`

interface NewNotification<E extends NotificationEvent> {
  event: E
  details: EventDetails[E]
  userId: string
  /** The user's own dog that it is about. */
  dogId?: string | null
  matchId?: string | null
  /** The other dog, if it is not about a match. */
  otherDogId?: string | null
  /** A user gets only the first of several notifications with the same key. */
  key?: string
  /**
   * What has the same key grows the `count` of its notification, which then names no other dog, until the user sees it. The
   * next one is a notification of its own.
   */
  isCounted?: boolean
  /** Whether it is sent during quiet hours. */
  isUrgent?: boolean
  /** It stands in the list alone: neither pushed nor mailed. */
  isSilent?: boolean
}

/** Notifies a user, in the transaction of the event. @returns the notified users: none if the key exists or the user is gone. */
export async function notifyUser<E extends NotificationEvent>(
  db: Db | Trx,
  notification: NewNotification<E>,
  now: Date,
): Promise<string[]> {
  const { event, details, userId, dogId = null, matchId = null, otherDogId = null, key, isCounted } = notification
  const { isUrgent = false, isSilent = false } = notification
  if (isCounted)
    await db
      .updateTable('notifications')
      .set({ key: null })
      .where('user_id', '=', userId)
      .where('key', '=', key ?? null)
      .where('seen_at', 'is not', null)
      .execute()
  const rows = await db
    .insertInto('notifications')
    .columns([
      'id',
      'user_id',
      'event',
      'key',
      'dog_id',
      'match_id',
      'other_dog_id',
      'details',
      'is_urgent',
      'notified_at',
      'push_at',
      'mail_at',
    ])
    .expression(
      db
        .selectFrom('users')
        .select([
          sql<string>`${newId()}::uuid`.as('id'),
          'users.id as user_id',
          sql<string>`${event}::text`.as('event'),
          sql<string | null>`${key ?? null}::text`.as('key'),
          sql<string | null>`${dogId}::uuid`.as('dog_id'),
          sql<string | null>`${matchId}::uuid`.as('match_id'),
          sql<string | null>`${otherDogId}::uuid`.as('other_dog_id'),
          sql<string>`${JSON.stringify(details)}::jsonb`.as('details'),
          sql<boolean>`${isUrgent}::boolean`.as('is_urgent'),
          sql<Date>`${now}::timestamptz`.as('notified_at'),
          (isSilent ? sql<Date | null>`NULL::timestamptz` : pushAt(sql.ref('users.id'), now)).as('push_at'),
          sql<Date | null>`${isSilent ? null : mailAt(event, now)}::timestamptz`.as('mail_at'),
        ])
        .where('users.id', '=', userId),
    )
    .onConflict(conflict => {
      const known = conflict.columns(['user_id', 'key']).where('key', 'is not', null)
      if (!isCounted) return known.doNothing()
      const count = sql`jsonb_build_object('count', coalesce((notifications.details ->> 'count')::int, 1) + 1)`
      return known.doUpdateSet({ details: sql`notifications.details || ${count}`, other_dog_id: null, seen_at: null })
    })
    .returning('user_id')
    .execute()
  return rows.map(row => row.user_id)
}

type AnyNotification = { [E in NotificationEvent]: NewNotification<E> }[NotificationEvent]

/** Notifies of several things, one after the other. @returns the notified users. */
export async function notifyEach(trx: Trx, notifications: readonly AnyNotification[], now: Date): Promise<string[]> {
  const notified: string[] = []
  for (const one of notifications) notified.push(...(await notifyUser(trx, one, now)))
  return notified
}

interface MatchNotification<E extends NotificationEvent> {
  event: E
  details: EventDetails[E]
  matchId: string
  /** The dog that acted. The owner of the other dog is notified, unless both dogs have the same owner. */
  byDogId: string
  /** Whether it is sent during quiet hours. */
  isUrgent?: boolean
}

/** The earlier changes that an unseen notification of playdates keeps. */
const EARLIER_MAX = 3

/**
 * Notifies the other side of a match of a change to one of its playdates, in the transaction of the change. Changes share
 * one notification until it is seen: it shows the last one, and the titles of a few before it. @returns the notified users.
 */
export async function notifyOtherSide<E extends NotificationEvent>(
  trx: Trx,
  { event, details, matchId, byDogId, isUrgent = false }: MatchNotification<E>,
  now: Date,
): Promise<string[]> {
  const key = (dogId: string) => sql<string>`'playdates ' || ${matchId}::uuid || ' ' || ${sql.ref(dogId)}`
  // The next change after a seen one is a notification of its own.
  await trx
    .updateTable('notifications')
    .set({ key: null })
    .where('match_id', '=', matchId)
    .where('key', '=', key('notifications.dog_id'))
    .where('seen_at', 'is not', null)
    .execute()
  const rows = await trx
    .insertInto('notifications')
    .columns([
      'id',
      'user_id',
      'event',
      'key',
      'dog_id',
      'match_id',
      'details',
      'is_urgent',
      'notified_at',
      'push_at',
      'mail_at',
    ])
    .expression(
      trx
        .selectFrom('match_dogs')
        .innerJoin('dogs as own', 'own.id', 'match_dogs.dog_id')
        .innerJoin('dogs as other', 'other.id', 'match_dogs.other_dog_id')
        .select([
          sql<string>`${newId()}::uuid`.as('id'),
          'own.user_id',
          sql<string>`${event}::text`.as('event'),
          key('own.id').as('key'),
          'own.id as dog_id',
          'match_dogs.match_id',
          sql<string>`${JSON.stringify(details)}::jsonb`.as('details'),
          sql<boolean>`${isUrgent}::boolean`.as('is_urgent'),
          sql<Date>`${now}::timestamptz`.as('notified_at'),
          pushAt(sql.ref('own.user_id'), now).as('push_at'),
          sql<Date | null>`${mailAt(event, now)}::timestamptz`.as('mail_at'),
        ])
        .where('match_dogs.match_id', '=', matchId)
        .where('match_dogs.other_dog_id', '=', byDogId)
        .where('own.user_id', 'is not', null)
        .where(sql<boolean>`own.user_id IS DISTINCT FROM other.user_id`),
    )
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'key'])
        .where('key', 'is not', null)
        .doUpdateSet(({ ref }) => ({
          event: ref('excluded.event'),
          details: sql`excluded.details || jsonb_build_object('earlier', jsonb_path_query_array(
            jsonb_build_object('event', notifications.event, 'details', notifications.details - 'earlier')
              || coalesce(notifications.details -> 'earlier', '[]'), ${`$[0 to ${EARLIER_MAX - 1}]`}::jsonpath))`,
          // An urgent change that was not decided about yet is still sent during quiet hours.
          is_urgent: sql`excluded.is_urgent OR (notifications.is_urgent AND notifications.push_at IS NOT NULL)`,
          notified_at: ref('excluded.notified_at'),
          seen_at: null,
          push_at: ref('excluded.push_at'),
          mail_at: sql`CASE WHEN notifications.mail_id IS NULL THEN coalesce(notifications.mail_at, excluded.mail_at)
                            ELSE excluded.mail_at END`,
          mail_id: null,
        })),
    )
    .returning('user_id')
    .execute()
  return rows.map(row => row.user_id)
}
