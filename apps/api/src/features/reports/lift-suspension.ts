import { liftSuspension, suspensionEnd } from '@barkyard/db/queries/reports/moderation'
import { type JobKind, writeJob } from '../../platform/jobs/runner.ts'
import { callersChanged } from '../../platform/realtime/changed.ts'

interface LiftSuspension {
  userId: string
}

export const LIFT_SUSPENSION: JobKind<LiftSuspension> = { name: 'lift-suspension' }

/** Lifts suspensions that have ended, which makes the dogs visible again. */
export const liftSuspensionHandler = writeJob(LIFT_SUSPENSION, async (trx, effects, { userId }, now) => {
  const end = await suspensionEnd(trx, userId)
  // If the account was suspended again meanwhile, that suspension has its own job.
  const lifted = end && end <= now ? await liftSuspension(trx, userId) : null
  if (lifted) callersChanged(effects, lifted.userIds, lifted.dogIds)
})
