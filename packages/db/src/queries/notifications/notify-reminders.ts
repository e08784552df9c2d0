import { REMINDER_LEADS_MS } from '@barkyard/domain/notification'
import { dayOf } from '@barkyard/domain/verification-days'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { type NewNotification, notifyEach } from '../notify.ts'

/** The reminders that one statement inserts. */
const AT_ONCE = 500

/**
 * Reminds owners of upcoming playdates and walks, unless they turned that off. The key of a reminder is unique, so nobody is
 * reminded twice, however often this runs and in how many processes. @returns the notified users.
 */
export async function notifyReminders(db: Db, now: Date): Promise<string[]> {
  const ofPlaydates = await remind(db, duePlaydates(now), now)
  return [...new Set([...ofPlaydates, ...(await remind(db, dueWalks(now), now))])]
}

/**
 * @param due reminders with the columns of a NewNotification. Of a user's with the same key, the first by `place` counts.
 * @returns the notified users.
 */
async function remind(db: Db, due: RawBuilder<unknown>, now: Date): Promise<string[]> {
  const notified: string[] = []
  for (;;) {
    const { rows } = await sql<NewNotification>`
      SELECT DISTINCT ON (due."userId", due.key) due.* FROM (${due}) due
      LEFT JOIN preferences ON preferences.user_id = due."userId"
      WHERE CASE WHEN due.event LIKE '%reminder-day' THEN coalesce(preferences.remind_day, true)
                 ELSE coalesce(preferences.remind_hours, true) END
        AND NOT EXISTS (SELECT FROM notifications known WHERE known.user_id = due."userId" AND known.key = due.key OFFSET 0)
      ORDER BY due."userId", due.key, due.place LIMIT ${AT_ONCE}`.execute(db)
    notified.push(...(await notifyEach(db, rows, now)))
    if (rows.length < AT_ONCE) return notified
  }
}

const laterBy = (now: Date, ms: number) => new Date(now.getTime() + ms)
const soon = (now: Date) => laterBy(now, REMINDER_LEADS_MS.hours)
const tomorrow = (now: Date) => laterBy(now, REMINDER_LEADS_MS.day)
const whenTs = sql`to_char(when_ts AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const lead = (now: Date) => sql`CASE WHEN when_ts <= ${soon(now)} THEN 'hours' ELSE 'day' END`

/**
 * Due reminders of agreed playdates whose dogs see each other: one a day before, unless it was agreed later than that, and one
 * two hours before. Once the second is due, the first is no longer sent. A moved playdate gets new ones. A user who owns both
 * dogs is reminded once.
 */
const duePlaydates = (now: Date) => sql`
  SELECT own.user_id AS "userId", own.id AS "dogId", match_id AS "matchId",
    'reminder-' || ${lead(now)} AS event, 'reminder ' || playdates.id || ' ' || ${whenTs} || ' ' || ${lead(now)} AS key,
    jsonb_build_object('playdateId', playdates.id, 'whenTs', ${whenTs}, 'parkName', park_name, 'timeZone', time_zone) AS details,
    own.id = invited_dog_id AS place
  FROM playdates
  JOIN dogs own ON own.id IN (proposer_dog_id, invited_dog_id)
  JOIN dogs other ON other.id IN (proposer_dog_id, invited_dog_id) AND other.id <> own.id
  WHERE status = 'accepted' AND when_ts > ${now} AND when_ts <= ${tomorrow(now)}
    AND (when_ts <= ${soon(now)} OR coalesce(agreed_at, playdates.created_at) <= when_ts - interval '24 hours')
    AND own.user_id IS NOT NULL AND ${sees(dogIn('own'), 'other')} AND ${sees(dogIn('other'), 'own')}`

/** Whether the host is still there for a dog on the walk. */
export const isThere = sql<boolean>`walks.cancelled_at IS NULL AND host.user_id IS NOT NULL
  AND ${sees(dogIn('own'), 'host')}`

/**
 * Due reminders of walks: a day before, unless the dog joined or the walk was changed later than that, and two hours before.
 * An owner with several dogs on a walk is reminded once.
 */
const dueWalks = (now: Date) => sql`
  SELECT own.user_id AS "userId", own.id AS "dogId", walks.id AS "walkId",
    nullif(host_dog_id, own.id) AS "otherDogId", 'walk-reminder-' || ${lead(now)} AS event,
    'walk ' || walks.id || ' ' || walks.revision || ' ' || ${lead(now)} AS key,
    jsonb_build_object('whenTs', ${whenTs}, 'parkName', park_name, 'timeZone', time_zone, 'title', title) AS details,
    own.place
  FROM walks
  JOIN dogs host ON host.id = host_dog_id
  CROSS JOIN LATERAL (
    SELECT dogs.id, dogs.user_id, walk_dogs.joined_at, walk_dogs.place FROM walk_dogs JOIN dogs ON dogs.id = walk_dogs.dog_id
    WHERE walk_dogs.walk_id = walks.id OFFSET 0
  ) own
  WHERE when_ts > ${now} AND when_ts <= ${tomorrow(now)} AND own.user_id IS NOT NULL AND ${isThere}
    AND (when_ts <= ${soon(now)} OR greatest(walks.changed_at, own.joined_at) <= when_ts - interval '24 hours')`

/** The vaccination reminders that one run makes. The next run makes the rest. */
const VACCINATIONS_AT_ONCE = 200

/**
 * Reminds owners of vaccination records that run out soon, once each. Any number of processes may run it: each takes rows
 * that no other has.
 * @returns the notified users.
 */
export async function notifyVaccinations(trx: Trx, now: Date): Promise<string[]> {
  const today = dayOf(now)
  const { rows } = await sql<{ dog_id: string; user_id: string | null; expires_on: string }>`
    UPDATE verifications SET remind_on = NULL FROM dogs
    WHERE verifications.id = ANY (ARRAY(
        SELECT id FROM verifications WHERE remind_on <= ${today}::date ORDER BY remind_on LIMIT ${VACCINATIONS_AT_ONCE}
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
