import { liftSuspension, suspensionEnd } from '@barkyard/db/queries/moderation'
import { inTransaction } from '@barkyard/db/transaction'
import { redactError } from '../errors.ts'
import { callersChanged } from '../realtime/notify.ts'
import type { Services } from '../services.ts'
import type { JobHandler } from './lane.ts'

/** The account whose suspension ends. */
export interface LiftSuspension {
  userId: string
}

const TRY_AGAIN_MS = 10_000

/** Lifts suspensions that have ended, which makes the dogs visible again. */
export const liftSuspensionHandler = (services: Pick<Services, 'db' | 'bus' | 'now'>): JobHandler<LiftSuspension> => ({
  atOnce: 2,
  async run({ payload: { userId } }) {
    const lifted = await inTransaction(services.db, async trx => {
      const end = await suspensionEnd(trx, userId)
      // If the account was suspended again meanwhile, that suspension has its own job.
      return end && end <= services.now() ? liftSuspension(trx, userId) : 'not suspended'
    })
    if (lifted !== 'not suspended') callersChanged(services, lifted.userIds, lifted.dogIds)
    return undefined
  },
  pauseAfter: () => TRY_AGAIN_MS,
  redact: redactError,
})
