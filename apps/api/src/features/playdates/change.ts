import { notifyOfPlaydate } from '@barkyard/db/queries/notifications/notify-playdates'
import type { PlaydateChange } from '@barkyard/db/queries/playdates/playdates'
import type { Trx } from '@barkyard/db/transaction'
import type { ErrorReason } from '@barkyard/domain/errors'
import { AppError, orRefuse } from '../../platform/errors.ts'
import type { CallerWrite } from '../../platform/trpc/init.ts'
import type { Services } from '../../services.ts'

export interface ChangeContext {
  services: Services
  write: CallerWrite
}

/** @throws AppError BAD_REQUEST if the time that is asked for has passed. */
export function requireFuture({ whenTs }: { whenTs?: string | undefined }, now: Date): void {
  if (whenTs !== undefined && new Date(whenTs) <= now) throw new AppError('not-in-future', { path: 'whenTs' })
}

/** Changes a playdate and notifies those concerned. @throws AppError if `work` refuses */
export const changePlaydate = <C extends PlaydateChange>(
  { services, write }: ChangeContext,
  work: (trx: Trx) => Promise<C | ErrorReason>,
): Promise<C> =>
  write(async (trx, effects) => {
    const change = orRefuse<C | ErrorReason>(await work(trx))
    effects.playdateChanged(change)
    effects.notified(await notifyOfPlaydate(trx, change, services.now()))
    return change
  })
