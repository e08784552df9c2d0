import type { Trx } from '@barkyard/db/open'
import { notifyOfPlaydate } from '@barkyard/db/queries/notifications/notify-playdates'
import type { PlaydateChange, PlaydateSide } from '@barkyard/db/queries/playdates/playdates'
import type { ErrorReason } from '@barkyard/domain/errors'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import type { CallerWrite } from '../../platform/trpc/init.ts'
import type { Effects } from '../../platform/write.ts'
import type { Services } from '../../services.ts'
import { notified } from '../notifications/index.ts'

export interface ChangeContext {
  services: Services
  write: CallerWrite
}

/** @throws AppError BAD_REQUEST if the time that is asked for has passed. */
export function requireFuture({ whenTs }: { whenTs?: string | undefined }, now: Date): void {
  if (whenTs !== undefined && new Date(whenTs) <= now) throw new AppError('not-in-future', { path: 'whenTs' })
}

/** A playdate changed, or its signals did: the pages of both sides show it. */
function playdateChanged(effects: Effects, { playdate, theirs, by, to, isOwn = false }: PlaydateChange): void {
  const send = (sides: PlaydateSide[], seen: Playdate) => {
    const owned = sides.flatMap(({ userId, dogId }) => (userId === null ? [] : [[userId, dogId] as const]))
    const dogIds = sides.map(({ dogId }) => dogId)
    const event = { type: 'playdate', playdate: seen } as const
    effects.event(
      eventFor(
        owned.map(([userId]) => userId),
        event,
        { dogIds, ownDogs: Object.fromEntries(owned) },
      ),
    )
  }
  // Each side reads the other's first name, so they get an event each, unless they are the same owner.
  if (isOwn) send([by], playdate)
  else if (by.userId === to.userId) send([by, to], playdate)
  else {
    send([by], playdate)
    send([to], theirs)
  }
}

/** Changes a playdate and notifies those concerned. @throws AppError if `work` refuses */
export const changePlaydate = <C extends PlaydateChange>(
  { services, write }: ChangeContext,
  work: (trx: Trx) => Promise<C | ErrorReason>,
): Promise<C> =>
  write(async (trx, effects) => {
    const change = unwrapOrThrow<C | ErrorReason>(await work(trx))
    playdateChanged(effects, change)
    notified(effects, await notifyOfPlaydate(trx, change, services.now()))
    return change
  })
