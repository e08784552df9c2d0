import { liftSuspension, suspensionEnd } from '@barkyard/db/queries/reports/moderation'
import { redactError } from '../../platform/errors.ts'
import type { JobHandler, JobKind } from '../../platform/jobs/runner.ts'
import { callersChanged } from '../../platform/realtime/changed.ts'
import type { Services } from '../../services.ts'

/** The account whose suspension ends. */
interface LiftSuspension {
  userId: string
}

export const LIFT_SUSPENSION: JobKind<LiftSuspension> = { name: 'lift-suspension' }

const TRY_AGAIN_MS = 10_000

/** Lifts suspensions that have ended, which makes the dogs visible again. */
export const liftSuspensionHandler = ({ write, now }: Pick<Services, 'write' | 'now'>): JobHandler<LiftSuspension> => ({
  kind: LIFT_SUSPENSION,
  atOnce: 2,
  async run({ payload: { userId } }) {
    await write(null, async (trx, effects) => {
      const end = await suspensionEnd(trx, userId)
      // If the account was suspended again meanwhile, that suspension has its own job.
      const lifted = end && end <= now() ? await liftSuspension(trx, userId) : null
      if (lifted) callersChanged(effects, lifted.userIds, lifted.dogIds)
    })
    return undefined
  },
  pauseAfter: () => TRY_AGAIN_MS,
  redact: redactError,
})
