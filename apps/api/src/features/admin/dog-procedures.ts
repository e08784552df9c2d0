import { setOwner } from '@barkyard/db/queries/admin/ownership'
import { impersonateDog, stopImpersonating } from '@barkyard/db/queries/sign-in/sessions'
import { DOGS_PER_USER } from '@barkyard/domain/dog'
import { dogEditSchema, dogSchema } from '@barkyard/domain/schemas/dog'
import { id } from '@barkyard/domain/schemas/fields'
import { z } from 'zod'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { callersChanged, eventFor } from '../../platform/realtime/bus.ts'
import { adminProcedure, doneOutput } from '../../platform/trpc/init.ts'
import { changeDog, removeDog } from '../dogs/index.ts'
import { tellOfLostAgain } from '../lost/index.ts'
import { notified } from '../notifications/index.ts'
import { photosDeleted } from '../photos/index.ts'

export const adminDogProcedures = {
  editDog: adminProcedure
    .meta({
      right: 'dogs',
      rest: 'PATCH /admin/dogs/{dogId}',
      operationId: 'editAnyDog',
      summary: 'Edit any dog',
      description: 'Changes only the fields sent.',
      errors: ['dog-not-found'],
    })
    .input(dogEditSchema.extend({ dogId: id }))
    .output(dogSchema)
    .mutation(({ ctx, input: { dogId, ...changes } }) => changeDog(ctx, dogId, changes, { isAlwaysNoted: true })),

  deleteDog: adminProcedure
    .meta({
      right: 'deletion',
      rest: 'DELETE /admin/dogs/{dogId}',
      operationId: 'deleteAnyDog',
      summary: 'Delete any dog',
      done: 'The dog is gone, with its photos, matches, messages and playdates.',
      description:
        'Whoever owns it. Its photos, matches, messages and playdates are deleted too. Owners use `DELETE /dogs/{id}`.',
      errors: ['dog-not-found'],
    })
    .input(z.object({ dogId: id }))
    .output(doneOutput)
    .mutation(({ ctx, input: { dogId } }) => removeDog(ctx, dogId, { isAlwaysNoted: true })),

  setOwner: adminProcedure
    .meta({
      right: 'transfer',
      rest: 'PATCH /admin/dogs/{dogId}/owner',
      operationId: 'setDogOwner',
      summary: 'Transfer a dog to another owner, or to nobody',
      done: 'The dog belongs to that user, or to nobody.',
      description: 'The dog is then nobody’s active dog.',
      errors: ['dog-not-found', 'user-not-found', 'dogs-full'],
    })
    .input(z.object({ dogId: id, userId: id.nullable().describe('The new owner. null: nobody.') }))
    .output(doneOutput)
    .mutation(({ ctx: { services, write }, input: { dogId, userId } }) =>
      write(async (trx, effects) => {
        const moved = unwrapOrThrow(await setOwner(trx, dogId, userId, DOGS_PER_USER, services.now()), {
          'dogs-full': { message: `This user already has ${DOGS_PER_USER} dogs, the most a user can have` },
        })
        if (moved) {
          const { name, fromId, from, to, userIds, notifiedIds, lostId, adminIds } = moved
          effects.audit({ action: 'dog-transferred', dogId, userId, detail: { name, fromId, from, to } })
          callersChanged(effects, userIds, [dogId])
          notified(effects, notifiedIds)
          // Verifications that waited are withdrawn, with their evidence.
          effects.event(eventFor(adminIds, { type: 'reports' }))
          photosDeleted(effects)
          if (lostId && fromId) tellOfLostAgain(effects, { lostId, dogId, userId: fromId })
        }
      }),
    ),
}

const NOBODY_OWNS = 'A dog without an owner cannot be impersonated'
const NO_TOKEN = 'A token cannot impersonate'

/** Acting as somebody else's dog. The session stores it and ends it. A database trigger records the end. */
export const impersonationProcedures = {
  impersonate: adminProcedure
    .meta({
      right: 'impersonation',
      rest: 'POST /admin/impersonate-dog/{dogId}',
      operationId: 'impersonateDog',
      summary: 'Act as somebody else’s dog',
      done: 'Your session acts as the dog from now on.',
      description: 'For this session, until it is stopped. All writes meanwhile are recorded in the audit log.',
      errors: ['token', 'dog-not-found', 'unowned-dog'],
      messages: { token: NO_TOKEN, 'unowned-dog': NOBODY_OWNS },
    })
    .input(z.object({ dogId: id }))
    .output(doneOutput)
    .mutation(({ ctx: { caller, writeLasting }, input: { dogId } }) => {
      if (caller.isToken) throw new AppError('token', { message: NO_TOKEN })
      return writeLasting(async (trx, effects) => {
        const { before } = unwrapOrThrow(await impersonateDog(trx, caller.id, dogId), {
          'unowned-dog': { message: NOBODY_OWNS },
        })
        if (before !== dogId) effects.audit({ action: 'impersonation-started', dogId })
        callersChanged(effects, [caller.userId])
      })
    }),

  stopImpersonation: adminProcedure
    .meta({
      right: 'impersonation',
      rest: 'POST /admin/stop-impersonation',
      operationId: 'stopImpersonation',
      summary: 'Act as yourself again',
      done: 'Your session acts as your own active dog again.',
      description: 'If you act as somebody else’s dog. Otherwise it does nothing.',
    })
    .output(doneOutput)
    .mutation(async ({ ctx: { caller, write } }) => {
      if (caller.isToken) return
      return write(async (trx, effects) => {
        await stopImpersonating(trx, caller.id)
        callersChanged(effects, [caller.userId])
      })
    }),
}
