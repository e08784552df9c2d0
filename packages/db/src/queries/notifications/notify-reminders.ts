import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { newId } from '../ids.ts'
import { type DueReminder, dueReminders, type ReminderPosition } from '../playdates/reminders.ts'
import { insertWalkReminders } from '../walks/reminders.ts'

const PAGE = 500

/**
 * Reminds owners of upcoming playdates and walks, unless they turned that off. The key of a reminder is unique, so nobody is
 * reminded twice, however often this runs and in how many processes. @returns the notified users.
 */
export async function notifyReminders(db: Db, now: Date): Promise<string[]> {
  const notified = new Set<string>()
  for (let after: ReminderPosition | undefined; ; ) {
    const due: DueReminder[] = await dueReminders(db, { now, limit: PAGE, ...(after && { after }) })
    for (const userId of await insertReminders(db, due, now)) notified.add(userId)
    const last = due.at(-1)
    if (!last || new Set(due.map(({ playdateId }) => playdateId)).size < PAGE) break
    after = { when: last.when, playdateId: last.playdateId }
  }
  for (;;) {
    const userIds = await insertWalkReminders(db, now, PAGE)
    for (const userId of userIds) notified.add(userId)
    if (userIds.length < PAGE) return [...notified]
  }
}

/** Inserts the reminders that do not exist yet. @returns the users who got one now. */
export async function insertReminders(db: Db, due: readonly DueReminder[], now: Date): Promise<string[]> {
  if (due.length === 0) return []
  const details = ({ playdateId, when, parkName, timeZone }: DueReminder) =>
    JSON.stringify({ playdateId, whenTs: when.toISOString(), parkName, timeZone })
  const { rows } = await sql<{ user_id: string }>`
    INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, details, notified_at, push_at, mail_at)
    SELECT one.id, one.user_id, one.event, one.key, one.dog_id, playdates.match_id, one.details, ${now}::timestamptz,
           CASE WHEN EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = one.user_id) THEN ${now}::timestamptz END,
           ${now}::timestamptz
    FROM unnest(
      ${due.map(() => newId())}::uuid[], ${due.map(({ userId }) => userId)}::uuid[],
      ${due.map(({ lead }) => `reminder-${lead}`)}::text[],
      ${due.map(({ playdateId, when, lead }) => `reminder ${playdateId} ${when.toISOString()} ${lead}`)}::text[],
      ${due.map(({ dog }) => dog.id)}::uuid[], ${due.map(({ playdateId }) => playdateId)}::uuid[],
      ${due.map(details)}::jsonb[]
    ) AS one (id, user_id, event, key, dog_id, playdate_id, details)
    JOIN playdates ON playdates.id = one.playdate_id
    JOIN users ON users.id = one.user_id
    LEFT JOIN preferences ON preferences.user_id = one.user_id
    WHERE CASE one.event WHEN 'reminder-day' THEN coalesce(preferences.remind_day, true)
                         ELSE coalesce(preferences.remind_hours, true) END
      AND NOT EXISTS (SELECT FROM notifications known WHERE known.user_id = one.user_id AND known.key = one.key)
    ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
    RETURNING user_id
  `.execute(db)
  return rows.map(row => row.user_id)
}
