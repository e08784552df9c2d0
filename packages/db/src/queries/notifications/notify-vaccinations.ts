import { sql } from 'kysely'
import type { Trx } from '../../transaction.ts'
import { notifyUser } from './notify.ts'

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
  const notified: string[] = []
  for (const { dog_id: dogId, user_id: userId, expires_on: expiresOn } of rows)
    if (userId !== null && expiresOn >= today)
      notified.push(
        ...(await notifyUser(trx, { event: 'reminder-vaccination', details: { expiresOn }, userId, dogId }, now)),
      )
  return [...new Set(notified)]
}
