import {
  type EventDetails,
  isOwnLost,
  KIND_OF,
  MAIL_AFTER_SECONDS,
  type NotificationEvent,
  type NotificationKind,
} from '@barkyard/domain/notification'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../open.ts'
import { newId } from './ids.ts'

type KindOrEvent = NotificationKind | NotificationEvent

/** The kinds that wait for the digest: new dogs, walks and lost dogs of others. Changes of the account have a mail of their own. */
const NOT_MAILED: readonly KindOrEvent[] = ['search', 'walk', 'lost', 'password-changed', 'email-changed']
/** What is mailed without waiting to be seen: what concerns the user's own dog, and what moderators decide. */
const MAILED_AT_ONCE: readonly KindOrEvent[] = ['reminder', 'moderation', 'account']

/** When a notification is mailed if it stays unseen; null: not by itself. An event goes before its kind. */
function mailAt(event: NotificationEvent, now: Date): Date | null {
  for (const word of [event, KIND_OF[event]]) {
    if (MAILED_AT_ONCE.includes(word) || isOwnLost(word)) return now
    if (NOT_MAILED.includes(word)) return null
  }
  return new Date(now.getTime() + MAIL_AFTER_SECONDS * 1000)
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
