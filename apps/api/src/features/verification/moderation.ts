import { notifyUser } from '@barkyard/db/queries/notify'
import { decideVerification, listVerificationQueue } from '@barkyard/db/queries/verification/verification-queue'
import { id } from '@barkyard/domain/schemas/fields'
import {
  adminVerificationSchema,
  adminVerificationsPageSchema,
  adminVerificationsQuerySchema,
  type VerificationDecision,
  verificationDecisionSchema,
} from '@barkyard/domain/schemas/verification'
import { EVIDENCE_KEPT_DAYS } from '@barkyard/domain/verification'
import { dayOf } from '@barkyard/domain/verification-days'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { dogsChanged, eventFor } from '../../platform/realtime/bus.ts'
import { adminProcedure, decidingProcedure } from '../../platform/trpc/init.ts'
import { notified } from '../notifications/index.ts'

const HAS_RUN_OUT = 'This record has already run out'

/** @throws AppError BAD_REQUEST for a record that has run out. */
function requireValid({ approve, expiresOn }: VerificationDecision, now: Date): void {
  if (approve && expiresOn !== undefined && expiresOn < dayOf(now))
    throw new AppError('not-in-future', { path: 'expiresOn', message: HAS_RUN_OUT })
}

const NO_END = { path: 'expiresOn', message: 'Until when is the vaccination record good?' }

export const verificationModeration = {
  verifications: adminProcedure
    .meta({
      right: 'verifications',
      rest: 'GET /admin/verifications',
      operationId: 'listVerificationQueue',
      summary: 'Verifications that wait for a moderator, oldest first',
      description: 'Decided ones are listed newest first.',
    })
    .input(adminVerificationsQuerySchema)
    .output(adminVerificationsPageSchema)
    .query(async ({ ctx: { services, caller }, input }) =>
      unwrapOrThrow(await listVerificationQueue(services.db, input, caller.role)),
    ),

  decideVerification: decidingProcedure
    .meta({
      right: 'verifications',
      rest: 'POST /admin/verifications/{id}/decide',
      operationId: 'decideVerification',
      summary: 'Decide a verification',
      description: `The owner is notified. A decision about one’s own dog is left to another admin if there is one. The evidence is deleted ${EVIDENCE_KEPT_DAYS} days later.`,
      errors: [
        'verification-not-found',
        'not-in-future',
        'verification-closed',
        'another-admin',
        'no-evidence',
        'stale-verification',
      ],
      messages: { 'not-in-future': HAS_RUN_OUT },
    })
    .input(verificationDecisionSchema.extend({ id }))
    .output(adminVerificationSchema)
    .mutation(({ ctx: { services, caller, write }, input }) => {
      const now = services.now()
      requireValid(input, now)
      return write(async (trx, effects) => {
        const outcome = await decideVerification(trx, { ...input, adminId: caller.userId, role: caller.role, now })
        const { verification, userIds, adminIds } = unwrapOrThrow(outcome, { 'invalid-input': NO_END })
        const { dogId, kind, reason, owner } = verification
        const details = { verification: kind, isApproved: input.approve, reason }
        notified(
          effects,
          await notifyUser(trx, { event: 'verification-decided', details, userId: owner.id, dogId }, now),
        )
        effects.audit({
          action: input.approve ? 'verification-approved' : 'verification-refused',
          dogId,
          userId: owner.id,
          detail: { verification: kind },
        })
        dogsChanged(effects, userIds, [dogId])
        effects.event(eventFor([...adminIds, owner.id], { type: 'reports' }))
        return verification
      })
    }),
}
