import { randomInt } from 'node:crypto'
import {
  listVerifications,
  startVerification,
  withdrawVerification,
} from '@barkyard/db/queries/verification/verifications'
import { id } from '@barkyard/domain/schemas/fields'
import { listQueryOf, pageOf } from '@barkyard/domain/schemas/paging'
import {
  newVerificationSchema,
  startedVerificationSchema,
  verificationSchema,
} from '@barkyard/domain/schemas/verification'
import { EVIDENCE_KEPT_DAYS, VERIFICATIONS_PAGE_DEFAULT } from '@barkyard/domain/verification'
import { makeCode } from '@barkyard/domain/verification-code'
import { z } from 'zod'
import { actingOwner } from '../../platform/access/requirements.ts'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { dogsChanged, eventFor } from '../../platform/realtime/bus.ts'
import { doneOutput, router, signedInProcedure } from '../../platform/trpc/init.ts'
import { photosDeleted } from '../photos/index.ts'

export const verificationsRouter = router({
  list: signedInProcedure
    .meta({
      rest: 'GET /verifications',
      operationId: 'listVerifications',
      summary: 'Your verifications, newest first',
      description: 'Of all your dogs.',
    })
    .input(listQueryOf(VERIFICATIONS_PAGE_DEFAULT).prefault({}))
    .output(pageOf(verificationSchema))
    .query(async ({ ctx: { services, caller }, input }) =>
      unwrapOrThrow(await listVerifications(services.db, caller.userId, input)),
    ),

  start: signedInProcedure
    .meta({
      rest: 'POST /dogs/{id}/verifications',
      operationId: 'startVerification',
      summary: 'Ask for a check of a dog of yours',
      description:
        '`photo`: you get four words. Write them on paper and send a photo of your dog beside it. `vaccination`: send a photo of the record. While one of a kind is undecided, the call returns that one.',
      errors: ['not-your-dog', 'dog-not-found'],
    })
    .input(newVerificationSchema.extend({ id }))
    .output(startedVerificationSchema)
    .mutation(async ({ ctx: { services, caller, limitHeaders, write }, input: { id: dogId, kind } }) => {
      await services.limits.take('dogVerification', caller.userId, limitHeaders)
      const code = kind === 'photo' ? makeCode(below => randomInt(below)) : null
      return write(async (trx, effects) => {
        dogsChanged(effects, [caller.userId])
        return unwrapOrThrow(
          await startVerification(trx, actingOwner(caller), { dogId, kind, code, now: services.now() }),
        )
      })
    }),

  withdraw: signedInProcedure
    .meta({
      rest: 'DELETE /verifications/{id}',
      operationId: 'withdrawVerification',
      summary: 'Take a verification back',
      done: 'It is withdrawn, and its photo is deleted.',
      description: `Before it is decided. Its evidence is deleted at once; that of decided ones ${EVIDENCE_KEPT_DAYS} days later.`,
      errors: ['verification-not-found', 'verification-closed'],
    })
    .input(z.object({ id }))
    .output(doneOutput)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async (trx, effects) => {
        const { adminIds } = unwrapOrThrow(await withdrawVerification(trx, caller.userId, input.id, services.now()))
        photosDeleted(effects)
        effects.event(eventFor([...adminIds, caller.userId], { type: 'reports' }))
      }),
    ),
})
