import type { Db } from '@barkyard/db/open'
import { notifyOfPlaydate } from '@barkyard/db/queries/notify-playdates'
import type { PlaydateChange } from '@barkyard/db/queries/playdates'
import { inTransaction } from '@barkyard/db/transaction'
import type { PlaydateRefusal } from '@barkyard/domain/playdate-moves'
import type { Writes } from '../access/audit.ts'
import { AppError, notFound } from '../errors.ts'
import { userNotified } from '../notifications/user-notified.ts'
import { playdateChanged } from '../realtime/notify.ts'
import type { Services } from '../services.ts'

interface ChangeContext {
  services: Services
  writes: Writes
}

/** @throws AppError BAD_REQUEST if the time that is asked for has passed. */
export function demandFuture({ whenTs }: { whenTs?: string | undefined }, now: Date): void {
  if (whenTs !== undefined && new Date(whenTs) <= now) throw new AppError('not-in-future', { path: 'whenTs' })
}

/** The error for a refused change of a playdate. */
export function playdateRefused(refusal: 'not found' | 'stale' | 'hidden' | PlaydateRefusal) {
  if (refusal === 'not found') return notFound('Playdate')
  if (refusal === 'hidden') return new AppError('dog-hidden')
  return new AppError(refusal === 'stale' ? 'stale-revision' : refusal)
}

/**
 * Changes a playdate, and publishes the change to those concerned after the commit.
 * @param work throws to refuse the change.
 */
export async function changePlaydate<C extends PlaydateChange>(
  { services, writes }: ChangeContext,
  work: (db: Db) => Promise<C>,
): Promise<C> {
  const { change, notified } = await writes.write(db =>
    inTransaction(db, async trx => {
      const change = await work(trx)
      return { change, notified: await notifyOfPlaydate(trx, change, services.now()) }
    }),
  )
  playdateChanged(services, change)
  userNotified(services, notified)
  return change
}
