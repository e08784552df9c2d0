import type { AuditNote } from '@barkyard/db/queries/audit'
import { type Decided, type DecisionRefusal, decideCase } from '@barkyard/db/queries/decide-case'
import { findCaseRow, toAdminReport } from '@barkyard/db/queries/moderation-queue'
import type { Trx } from '@barkyard/db/transaction'
import { DEED_OF_DECISION } from '@barkyard/domain/audit'
import { adminReportSchema, type NewDecision, newDecisionSchema } from '@barkyard/domain/schemas/report'
import { id } from '@barkyard/domain/schemas/text'
import { inAuditedTransaction } from '../access/audit.ts'
import { demandNotImpersonating, demandSession } from '../access/demands.ts'
import { AppError, notFound } from '../errors.ts'
import { userNotified } from '../notifications/user-notified.ts'
import { callersChanged, reportsChanged, sessionsEnded } from '../realtime/notify.ts'
import type { Services } from '../services.ts'
import { adminProcedure } from '../trpc/init.ts'
import { caseRefused } from './moderation.ts'
import { notifyOfDecision } from './notify-of-decision.ts'

async function decisionRefused(trx: Trx, caseId: string, refusal: DecisionRefusal): Promise<AppError> {
  switch (refusal) {
    case 'not found':
      return notFound('Report')
    case 'wrong action':
      return new AppError('wrong-action', { path: 'action' })
    case 'other photos':
      return new AppError('other-photo', { path: 'photoIds' })
    case 'yourself':
      return new AppError('decides-yourself', { path: 'action' })
    case 'stale':
      return new AppError('stale-case')
    case 'no owner':
      return new AppError('no-owner')
    case 'no dog':
      return new AppError('dog-gone')
    default:
      return caseRefused(trx, caseId, refusal)
  }
}

/** The end of a suspension. @throws AppError BAD_REQUEST if it is in the past. */
function readUntil({ action, until }: NewDecision, now: Date): Date | null {
  if (action !== 'suspend' || until === undefined || until === null) return null
  const end = new Date(until)
  if (end <= now) throw new AppError('not-in-future', { path: 'until' })
  return end
}

/** Puts the job that lifts the suspension. */
const putLift = ({ jobs }: Services, trx: Trx, userId: string, until: Date) =>
  jobs.put(trx, 'lift-suspension', { userId }, { key: `${userId} ${until.toISOString()}`, userId, dueAt: until })

/** The audit entry of a decision. */
const noteOf = ({ action, caseId, kind, dogId, ownerId, effect }: Decided, until: Date | null): AuditNote => ({
  action: DEED_OF_DECISION[action],
  dogId,
  userId: ownerId,
  detail: {
    ...{ reportId: caseId, kind },
    ...(action === 'remove-photos' && { photos: effect.photoIds.length }),
    ...(until && { until: until.toISOString() }),
  },
})

/** The effects after the commit: ends sessions, updates pages and deletes files. */
async function publishDecision(services: Services, { effect, ownerId, reporterIds, adminIds }: Decided): Promise<void> {
  if (effect.deleted) sessionsEnded(services, effect.deleted.sessionIds)
  callersChanged(services, effect.userIds, effect.dogIds)
  const told = [...reporterIds, ...(ownerId === null ? [] : [ownerId])]
  reportsChanged(services, [...adminIds, ...told])
  userNotified(services, told)
  services.jobs.wake('mail')
  services.jobs.wake('lift-suspension')
  await services.sweeper.sweepNow()
}

export const decisionProcedures = {
  decideReport: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/admin/reports/{id}/decide', tags: ['admin'], operationId: 'decideReport' },
        summary: 'Decide a report or an appeal',
        description:
          '`dismiss` does not notify the owner. All other decisions send the owner a notice with the statement. Appeals take `uphold` or `reverse`, and must be decided by a different admin than the first decision if there is one.',
        errors: [
          ...(['token', 'acting-as-another-dog', 'report-not-found', 'wrong-action', 'other-photo'] as const),
          ...(['decides-yourself', 'not-in-future', 'already-decided', 'another-admin', 'claimed'] as const),
          ...(['stale-case', 'no-owner', 'dog-gone'] as const),
        ],
        example: { body: { action: 'suspend', statement: 'Threats', version: 1, until: '2030-06-30T00:00:00Z' } },
      },
    })
    .input(newDecisionSchema.safeExtend({ id }))
    .output(adminReportSchema)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      demandNotImpersonating(caller)
      demandSession(caller)
      const now = services.now()
      const until = readUntil(input, now)
      const viewpoint = { adminId: caller.userId, now }
      const { decided, answer } = await inAuditedTransaction(services.db, caller, async (trx, note) => {
        const { id: caseId, photoIds = [], action, statement, version } = input
        const outcome = await decideCase(trx, { ...viewpoint, caseId, action, statement, version, photoIds, until })
        if (typeof outcome === 'string') throw await decisionRefused(trx, caseId, outcome)
        await note(noteOf(outcome, until))
        if (until && outcome.ownerId !== null) await putLift(services, trx, outcome.ownerId, until)
        await notifyOfDecision(services, trx, outcome, { statement, now })
        const row = await findCaseRow(trx, caseId)
        if (!row) throw notFound('Report')
        return { decided: outcome, answer: toAdminReport(row, viewpoint) }
      })
      await publishDecision(services, decided)
      return answer
    }),
}
