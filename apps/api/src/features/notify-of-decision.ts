import type { Decided } from '@barkyard/db/queries/decide-case'
import { notifyUser } from '@barkyard/db/queries/notify'
import type { Trx } from '@barkyard/db/transaction'
import type { Services } from '../services.ts'

/**
 * Notifies people of a decision, in its transaction. Reporters learn whether action was taken. The owner learns the action
 * and the reason, unless the reports were dismissed.
 */
export async function notifyOfDecision(
  { jobs }: Services,
  trx: Trx,
  { action, ownerId, effect, reporterIds }: Decided,
  { statement, now }: { statement: string; now: Date },
): Promise<void> {
  const isActed = action !== 'dismiss'
  for (const userId of reporterIds)
    await notifyUser(trx, { event: 'report-decided', details: { isActed }, userId }, now)
  if (!isActed) return
  // The account is deleted, so the address is only known here.
  if (effect.deleted?.email) await jobs.putMail(trx, { mail: 'account-removed', to: effect.deleted.email, statement })
  else if (ownerId !== null)
    await notifyUser(trx, { event: 'decision', details: { action, statement }, userId: ownerId }, now)
}
