import type { EventDetails } from '@barkyard/domain/notification'
import type { Trx } from '../../transaction.ts'
import { notifyUser } from './notify.ts'

/** Notifies the admins that there is no backup, once a day. @returns the notified users. */
export async function notifyOfBackup(trx: Trx, details: EventDetails['backup-failed'], now: Date): Promise<string[]> {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('suspended_at', 'is', null)
    .execute()
  const key = `backup ${now.toISOString().slice(0, 10)}`
  const notified: string[] = []
  for (const { id: userId } of admins)
    notified.push(...(await notifyUser(trx, { event: 'backup-failed', details, userId, key }, now)))
  return notified
}
