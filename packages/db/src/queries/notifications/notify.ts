import {
  type EventDetails,
  KIND_OF,
  MAIL_AFTER_SECONDS,
  type NotificationEvent,
  type NotificationKind,
} from '@barkyard/domain/notification'
import { type RawBuilder, sql } from 'kysely'
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
/** Where its kind does not say it: what concerns the user's own dog is mailed at once, and some events have a separate mail. */
const MAIL_AFTER_EVENT: Partial<Record<NotificationEvent, number | null>> = {
  'lost-ends': 0,
  'lost-ended': 0,
  sighting: 0,
  'password-changed': null,
  'email-changed': null,
}

/** When a notification is mailed if it stays unseen; null: not by itself. */
function mailAt(event: NotificationEvent, now: Date): Date | null {
  const ofEvent = MAIL_AFTER_EVENT[event]
  const seconds = ofEvent === undefined ? MAIL_AFTER[KIND_OF[event]] : ofEvent
  return seconds === null ? null : new Date(now.getTime() + seconds * 1000)
}

interface NewOf<E extends NotificationEvent> {
  event: E
  details: EventDetails[E]
  userId: string
  /** The user's own dog that it is about. */
  dogId?: string | null
  matchId?: string | null
  walkId?: string | null
  /** The other dog, if it is not about a match. */
  otherDogId?: string | null
  /** A user gets only the first of several notifications with the same key. */
  key?: string
  /** Whether it is sent during quiet hours. */
  isUrgent?: boolean
  /** false: it is not sent this way, and waits in the list. */
  isPushed?: boolean
  isMailed?: boolean
}
export type NewNotification = { [E in NotificationEvent]: NewOf<E> }[NotificationEvent]

/** Notifies a user, in the transaction of the event. @returns the notified users: none if the key exists or the user is gone. */
export const notifyUser = (db: Db | Trx, one: NewNotification, now: Date) => notifyEach(db, [one], now)

/**
 * Notifies of several things, in their order.
 * @param again what happens to a notification whose key exists.
 * @returns the notified users.
 */
export async function notifyEach(
  db: Db | Trx,
  all: readonly NewNotification[],
  now: Date,
  again: RawBuilder<unknown> = sql`NOTHING`,
): Promise<string[]> {
  if (all.length === 0) return []
  const news = all.map(one => ({
    ...one,
    id: newId(),
    mailAt: one.isMailed === false ? null : mailAt(one.event, now),
  }))
  const { rows } = await sql<{ user_id: string }>`
    INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
    SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), ${now}::timestamptz,
      CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
        THEN ${now}::timestamptz END,
      "mailAt"
    FROM jsonb_to_recordset(${JSON.stringify(news)}::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
      "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
    JOIN users ON users.id = "userId"
    ORDER BY one.id
    ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO ${again}
    RETURNING user_id`.execute(db)
  return rows.map(row => row.user_id)
}

/**
 * Notifies a user of something that changes the notification with the same key until the user sees that. The next one is a
 * notification of its own.
 * @param change of its columns; `excluded` is the new one.
 */
export async function notifyUntilSeen(
  trx: Trx,
  one: NewNotification & { key: string },
  now: Date,
  change: RawBuilder<unknown>,
): Promise<string[]> {
  await trx
    .updateTable('notifications')
    .set({ key: null })
    .where('user_id', '=', one.userId)
    .where('key', '=', one.key)
    .where('seen_at', 'is not', null)
    .execute()
  return notifyEach(trx, [one], now, sql`UPDATE SET ${change}, seen_at = NULL`)
}
