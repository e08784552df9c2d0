import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { type NotificationRow, notificationsWithFacts } from './notifications.ts'

/** Digests that are due at `now`. They are locked. Those that another process has locked are left out. */
export const dueDigests = (trx: Trx, now: Date, limit: number) =>
  trx
    .selectFrom('preferences')
    .select(['user_id', 'digest', 'time_zone', 'digest_at'])
    .where('digest_at', '<=', now)
    .orderBy('digest_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Sets when the next digests are due. */
export async function nextDigests(trx: Trx, next: readonly { user_id: string; at: Date | null }[]): Promise<void> {
  await sql`
    UPDATE preferences SET digest_at = next.at
    FROM unnest(${next.map(row => row.user_id)}::uuid[], ${next.map(({ at }) => at)}::timestamptz[]) AS next (user_id, at)
    WHERE preferences.user_id = next.user_id
  `.execute(trx)
}

/**
 * Takes the notifications of a digest: those that its user has not seen and that no mail contained. From then on they
 * belong to this mail, so another attempt contains the same ones and no other mail contains them.
 * @param events the events whose kinds the user wants by mail.
 */
export async function takeForDigest(
  db: Db,
  { userId, mailId, events }: { userId: string; mailId: string; events: readonly string[] },
): Promise<NotificationRow[]> {
  await sql`
    UPDATE notifications SET mail_id = ${mailId}, mail_at = NULL
    WHERE user_id = ${userId} AND seen_at IS NULL AND mail_id IS NULL AND event = ANY (${events}::text[])
  `.execute(db)
  return notificationsWithFacts(db)
    .where('notifications.user_id', '=', userId)
    .where('notifications.seen_at', 'is', null)
    .where('notifications.mail_id', '=', mailId)
    .orderBy('notifications.notified_at', 'desc')
    .execute()
}
