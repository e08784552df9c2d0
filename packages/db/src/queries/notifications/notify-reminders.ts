import { REMINDER_LEADS_MS } from '@barkyard/domain/reminder'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { newId } from '../ids.ts'
import { type DueReminder, dueReminders, type ReminderPosition } from '../playdates/reminders.ts'
import { notifyEach } from './notify.ts'

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

/** Reminders that one run makes. The next run makes the rest. */
const AT_ONCE = 200

/**
 * Reminds owners of vaccination records that run out soon, once each. Any number of processes may run it: each takes rows
 * that no other has.
 * @param today YYYY-MM-DD.
 * @returns the notified users.
 */
export async function notifyVaccinations(trx: Trx, now: Date, today: string): Promise<string[]> {
  const { rows } = await sql<{ dog_id: string; user_id: string | null; expires_on: string }>`
    UPDATE verifications SET remind_on = NULL FROM dogs
    WHERE verifications.id = ANY (ARRAY(
        SELECT id FROM verifications WHERE remind_on <= ${today}::date ORDER BY remind_on LIMIT ${AT_ONCE}
        FOR UPDATE SKIP LOCKED))
      AND dogs.id = verifications.dog_id
    RETURNING verifications.dog_id, dogs.user_id, verifications.expires_on`.execute(trx)
  const due = rows.flatMap(({ dog_id: dogId, user_id: userId, expires_on: expiresOn }) =>
    userId !== null && expiresOn >= today
      ? [{ event: 'reminder-vaccination' as const, details: { expiresOn }, userId, dogId }]
      : [],
  )
  return [...new Set(await notifyEach(trx, due, now))]
}

const laterBy = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** Whether the host is still there for a dog on the walk. */
const isThere = sql<boolean>`walks.cancelled_at IS NULL AND host.user_id IS NOT NULL
  AND ${sees(dogIn('own'), 'host')}`

/**
 * Inserts the reminders of walks that are due at `now`, for at most `limit` dogs: a day before, unless the dog joined or the
 * walk was changed later than that, and two hours before. An owner with several dogs on a walk is reminded once. Nobody is
 * reminded twice, however often this runs and in how many processes.
 * @returns the notified users.
 */
export async function insertWalkReminders(db: Db, now: Date, limit: number): Promise<string[]> {
  const [soon, tomorrow] = [laterBy(now, REMINDER_LEADS_MS.hours), laterBy(now, REMINDER_LEADS_MS.day)]
  const due = await sql<{ user_id: string; dog_id: string; walk_id: string; host_dog_id: string; event: string }>`
    SELECT due.* FROM (
      SELECT DISTINCT ON (walks.when_ts, walks.id, own.user_id) own.user_id, own.id AS dog_id, walks.id AS walk_id,
        walks.host_dog_id, walks.when_ts, CASE WHEN walks.when_ts <= ${soon} THEN 'walk-reminder-hours' ELSE 'walk-reminder-day' END AS event,
        'walk ' || walks.id || ' ' || walks.revision || CASE WHEN walks.when_ts <= ${soon} THEN ' hours' ELSE ' day' END AS key
      FROM walks
      JOIN dogs host ON host.id = walks.host_dog_id
      CROSS JOIN LATERAL (
        SELECT dogs.id, dogs.user_id, walk_dogs.joined_at, walk_dogs.place FROM walk_dogs JOIN dogs ON dogs.id = walk_dogs.dog_id
        WHERE walk_dogs.walk_id = walks.id OFFSET 0
      ) own
      WHERE walks.when_ts > ${now} AND walks.when_ts <= ${tomorrow} AND own.user_id IS NOT NULL AND ${isThere}
        AND (walks.when_ts <= ${soon} OR greatest(walks.changed_at, own.joined_at) <= walks.when_ts - interval '24 hours')
      ORDER BY walks.when_ts, walks.id, own.user_id, own.place
    ) due
    LEFT JOIN preferences ON preferences.user_id = due.user_id
    WHERE CASE due.event WHEN 'walk-reminder-day' THEN coalesce(preferences.remind_day, true)
                         ELSE coalesce(preferences.remind_hours, true) END
      AND NOT EXISTS (SELECT FROM notifications known WHERE known.user_id = due.user_id AND known.key = due.key)
    ORDER BY due.when_ts, due.walk_id LIMIT ${limit}`.execute(db)
  if (due.rows.length === 0) return []
  const list = <T>(pick: (row: (typeof due.rows)[number]) => T) => due.rows.map(pick)
  const { rows } = await sql<{ user_id: string }>`
    INSERT INTO notifications (id, user_id, event, key, dog_id, other_dog_id, walk_id, details, notified_at, push_at, mail_at)
    SELECT one.id, one.user_id, one.event,
      'walk ' || walks.id || ' ' || walks.revision || CASE one.event WHEN 'walk-reminder-hours' THEN ' hours' ELSE ' day' END,
      one.dog_id, nullif(one.host_dog_id, one.dog_id), walks.id,
      jsonb_build_object('whenTs', to_char(walks.when_ts AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'parkName', walks.park_name, 'timeZone', walks.time_zone, 'title', walks.title),
      ${now}::timestamptz,
      CASE WHEN EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = one.user_id) THEN ${now}::timestamptz END,
      ${now}::timestamptz
    FROM unnest(${list(() => newId())}::uuid[], ${list(row => row.user_id)}::uuid[], ${list(row => row.event)}::text[],
      ${list(row => row.dog_id)}::uuid[], ${list(row => row.host_dog_id)}::uuid[], ${list(row => row.walk_id)}::uuid[])
      AS one (id, user_id, event, dog_id, host_dog_id, walk_id)
    JOIN walks ON walks.id = one.walk_id
    JOIN users ON users.id = one.user_id
    ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
    RETURNING user_id`.execute(db)
  return rows.map(row => row.user_id)
}

/** Whether a reminder is still right: the dog is on the walk, which was not moved or called off and is to come. */
export async function isWalkReminderTrue(
  db: Db,
  { walkId, dogId, whenTs }: { walkId: string; dogId: string; whenTs: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM walks
    JOIN dogs host ON host.id = walks.host_dog_id
    JOIN walk_dogs ON walk_dogs.walk_id = walks.id
    JOIN dogs own ON own.id = walk_dogs.dog_id
    WHERE walks.id = ${walkId}::uuid AND own.id = ${dogId}::uuid AND ${isThere}
      AND walks.when_ts = ${new Date(whenTs)} AND walks.when_ts > ${now}`.execute(db)
  return rows.length > 0
}
