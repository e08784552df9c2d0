import type { Trx } from '@barkyard/db/open'
import type { AuditNote } from '@barkyard/db/queries/audit'
import { notifyUser } from '@barkyard/db/queries/notify'
import { type Decided, decideCase } from '@barkyard/db/queries/reports/decide-case'
import { liftSuspension, suspensionEnd } from '@barkyard/db/queries/reports/moderation'
import { adminName, findCaseRow, toAdminReport } from '@barkyard/db/queries/reports/moderation-queue'
import { AUDIT_ACTION_OF_DECISION } from '@barkyard/domain/audit'
import { isLongSuspension } from '@barkyard/domain/rights'
import { id } from '@barkyard/domain/schemas/fields'
import { adminReportSchema, newDecisionSchema } from '@barkyard/domain/schemas/report'
import { requireRight } from '../../platform/access/requirements.ts'
import { type Caller, sessionsEnded } from '../../platform/access/sessions.ts'
import { AppError, foundOrThrow, unwrapOrThrow } from '../../platform/errors.ts'
import { type JobKind, writeJob } from '../../platform/jobs/runner.ts'
import type { MailKind, Mails } from '../../platform/mail/mails.ts'
import { callersChanged, eventFor } from '../../platform/realtime/bus.ts'
import { decidingProcedure } from '../../platform/trpc/init.ts'
import type { Effects } from '../../platform/write.ts'
import type { Services } from '../../services.ts'
import { notified } from '../notifications/index.ts'
import { photosDeleted, photosOutdated } from '../photos/index.ts'

export const viewpointOf = ({ now }: Services, { userId, role }: Caller) => ({ adminId: userId, role, now: now() })

/** Like `unwrapOrThrow`, for a case that an admin may not be able to work on. The error names whoever has claimed it. */
export async function unwrapCaseOrThrow<T>(trx: Trx, caseId: string, outcome: T) {
  const row = outcome === 'claimed' ? await findCaseRow(trx, caseId) : undefined
  const name = row && adminName(row.admin_first_name, row.admin_last_name)
  return unwrapOrThrow(outcome, name ? { claimed: { message: `${name} is working on this case` } } : {})
}

interface Decision {
  statement: string
  until: Date | null
  now: Date
  mails: Mails
}

/** The end of a suspension. @throws AppError BAD_REQUEST if it is in the past. */
export function readUntil(until: string | null | undefined, now: Date): Date | null {
  if (until === undefined || until === null) return null
  const end = new Date(until)
  if (end <= now) throw new AppError('not-in-future', { path: 'until' })
  return end
}

/** @throws AppError FORBIDDEN if only admins suspend for so long. */
export function requireMaySuspend(caller: Caller, until: Date | null, now: Date): void {
  if (isLongSuspension(until, now)) requireRight(caller, 'long-suspension')
}

const noteOf = ({ action, caseId, kind, dogId, ownerId, effect }: Decided, until: Date | null): AuditNote => ({
  action: AUDIT_ACTION_OF_DECISION[action],
  dogId,
  userId: ownerId,
  detail: {
    reportId: caseId,
    kind,
    ...(action === 'remove-photos' && { photos: effect.photoIds.length }),
    ...(until && { until: until.toISOString() }),
  },
})

/** Sessions end, pages are updated, files deleted, and a job lifts a suspension that ends. */
function addEffects(effects: Effects, decided: Decided, until: Date | null): void {
  const { action, effect, ownerId, reporterIds, adminIds } = decided
  const { userIds, dogIds, photoIds, deleted } = effect
  const told = [...reporterIds, ...(action === 'dismiss' || ownerId === null ? [] : [ownerId])]
  if (deleted) sessionsEnded(effects, deleted.sessionIds)
  callersChanged(effects, userIds, dogIds)
  effects.event(eventFor([...adminIds, ...told], { type: 'reports' }))
  notified(effects, [...told, ...effect.notifiedIds])
  if (deleted || photoIds.length > 0) photosDeleted(effects)
  if (action === 'hide-dog' || action === 'suspend') photosOutdated(effects, ownerId)
  if (until && ownerId !== null) {
    const key = `${ownerId} ${until.toISOString()}`
    effects.job(LIFT_SUSPENSION, { userId: ownerId }, { key, userId: ownerId, dueAt: until })
  }
}

/** Reporters learn whether action was taken; the owner what and why, unless the reports were dismissed. */
async function notifyOfDecision(
  trx: Trx,
  effects: Effects,
  { action, ownerId, effect, reporterIds, dogName }: Decided,
  { statement, now, mails }: Decision,
): Promise<void> {
  const isActed = action !== 'dismiss'
  for (const userId of reporterIds)
    await notifyUser(trx, { event: 'report-decided', details: { isActed, dogName }, userId }, now)
  if (!isActed) return
  // The account is deleted, so the address is only known here.
  if (effect.deleted?.email) mails.put(effects, ACCOUNT_REMOVED, { to: effect.deleted.email, statement })
  else if (ownerId !== null)
    await notifyUser(trx, { event: 'decision', details: { action, statement, dogName }, userId: ownerId }, now)
}

/** Everything that follows from a stored decision: the audit entry, its effects, and who learns of it. */
export async function carryOutDecision(
  trx: Trx,
  effects: Effects,
  decided: Decided,
  decision: Decision,
): Promise<void> {
  effects.audit(noteOf(decided, decision.until))
  addEffects(effects, decided, decision.until)
  await notifyOfDecision(trx, effects, decided, decision)
}

export const decisionProcedures = {
  decideReport: decidingProcedure
    .meta({
      right: 'reports',
      rest: 'POST /admin/reports/{id}/decide',
      operationId: 'decideReport',
      summary: 'Decide a report or an appeal',
      description:
        '`dismiss` does not notify the owner. All other decisions send the owner a notice with the statement. Appeals take `uphold` or `reverse`, and must be decided by a different admin than the first decision if there is one.',
      errors: [
        'report-not-found',
        'wrong-action',
        'other-photo',
        'own-account',
        'demo',
        'party-of-case',
        'not-in-future',
        'already-decided',
        'another-admin',
        'claimed',
        'stale-case',
        'no-owner',
        'dog-gone',
      ],
    })
    .input(newDecisionSchema.safeExtend({ id }))
    .output(adminReportSchema)
    .mutation(({ ctx: { services, caller, write }, input }) => {
      const viewpoint = viewpointOf(services, caller)
      const { now } = viewpoint
      const until = input.action === 'suspend' ? readUntil(input.until, now) : null
      if (input.action === 'delete-user') requireRight(caller, 'deletion')
      if (input.action === 'suspend') requireMaySuspend(caller, until, now)
      return write(async (trx, effects) => {
        const { id: caseId, photoIds = [], action, statement, version } = input
        const request = { ...viewpoint, caseId, action, statement, version, photoIds, until }
        const decided = await unwrapCaseOrThrow(trx, caseId, await decideCase(trx, request))
        await carryOutDecision(trx, effects, decided, { statement, until, now, mails: services.mails })
        return toAdminReport(foundOrThrow(await findCaseRow(trx, caseId), 'report-not-found'), viewpoint)
      })
    }),
}

const LIFT_SUSPENSION: JobKind<{ userId: string }> = { name: 'lift-suspension' }

/** Lifts suspensions that have ended, which makes the dogs visible again. */
export const liftSuspensionHandler = writeJob(LIFT_SUSPENSION, async (trx, effects, { userId }, now) => {
  const end = await suspensionEnd(trx, userId)
  // If the account was suspended again meanwhile, that suspension has its own job.
  const lifted = end && end <= now ? await liftSuspension(trx, userId) : null
  if (lifted) callersChanged(effects, lifted.userIds, lifted.dogIds)
})

/** To the address of an account that the moderators deleted. */
export const ACCOUNT_REMOVED: MailKind<{ to: string; statement: string }> = {
  name: 'account-removed',
  compose: async (_, { payload }) => ({
    to: payload.to,
    subject: 'Your Barkyard account was deleted',
    preview: 'What we decided, and why.',
    heading: 'Your account was deleted',
    paragraphs: [
      'The moderators looked at a report and deleted your account with everything in it. This cannot be undone.',
      payload.statement,
      'If you think this is wrong, write to the people who run this installation.',
    ],
    footnote: 'You get this e-mail because the account had this address. We no longer keep it.',
  }),
}
