import type { EventDetails } from '@barkyard/domain/notification'
import type { CaseKind } from '@barkyard/domain/report'
import { sql } from 'kysely'
import type { Trx } from '../../open.ts'
import { isStaffRow } from '../admins.ts'
import { notifyEach } from '../notify.ts'
import { isForOthers } from '../reports/parties.ts'

/** Notifies the moderators and admins who may decide a case, if it is urgent, once. @returns the notified users. */
export async function notifyOfUrgentCase(trx: Trx, caseId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ admin_id: string; kind: CaseKind; dog_name: string }>`
    SELECT admins.id AS admin_id, report_cases.kind, report_cases.dog_name FROM report_cases, users AS admins
    WHERE report_cases.id = ${caseId}::uuid AND report_cases.is_urgent
      AND ${isStaffRow('admins')} AND admins.suspended_at IS NULL AND NOT ${isForOthers(sql`admins.id`)}`.execute(trx)
  return notifyEach(
    trx,
    rows.map(({ admin_id: userId, kind, dog_name: dogName }) => ({
      event: 'case-urgent',
      details: { caseId, kind, dogName },
      userId,
      key: `case ${caseId}`,
    })),
    now,
  )
}

/**
 * Notifies moderators and admins of cases that are new to the queue since they were last notified, once an hour at most. Urgent ones are not
 * counted, because each of them has a notification of its own. @returns the notified users.
 */
export async function notifyOfQueue(trx: Trx, now: Date): Promise<string[]> {
  // Ids rise with the time.
  const { rows } = await sql<{ admin_id: string; up_to: string }>`
    SELECT admins.id AS admin_id, newest.id AS up_to
    FROM users AS admins
      LEFT JOIN LATERAL (
        SELECT notified_at, (details->>'upTo')::uuid AS up_to FROM notifications
        WHERE user_id = admins.id AND event = 'cases-waiting' ORDER BY notified_at DESC, id DESC LIMIT 1) AS latest ON true
      CROSS JOIN LATERAL (
        SELECT id FROM report_cases
        WHERE decided_at IS NULL AND NOT is_urgent AND id > coalesce(latest.up_to, '00000000-0000-0000-0000-000000000000')
          AND NOT ${isForOthers(sql`admins.id`)}
        ORDER BY id DESC LIMIT 1) AS newest
    WHERE ${isStaffRow('admins')} AND admins.suspended_at IS NULL
      AND (latest.notified_at IS NULL OR latest.notified_at <= ${now}::timestamptz - interval '1 hour')`.execute(trx)
  // The key holds back a second process that looks at the same time.
  const key = `cases ${now.toISOString().slice(0, 13)}`
  return notifyEach(
    trx,
    rows.map(({ admin_id: userId, up_to: upTo }) => ({ event: 'cases-waiting', details: { upTo }, userId, key })),
    now,
  )
}

/** Notifies the admins that there is no backup, once a day. @returns the notified users. */
export async function notifyOfBackup(trx: Trx, details: EventDetails['backup-failed'], now: Date): Promise<string[]> {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('suspended_at', 'is', null)
    .execute()
  const key = `backup ${now.toISOString().slice(0, 10)}`
  return notifyEach(
    trx,
    admins.map(({ id: userId }) => ({ event: 'backup-failed', details, userId, key })),
    now,
  )
}
