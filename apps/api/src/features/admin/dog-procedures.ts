import { setOwner } from '@barkyard/db/queries/admin/ownership'
import { DOGS_PER_USER } from '@barkyard/domain/dog'
import { dogEditSchema, dogSchema } from '@barkyard/domain/schemas/dog'
import { id } from '@barkyard/domain/schemas/fields'
import { z } from 'zod'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { callersChanged } from '../../platform/realtime/changed.ts'
import { adminProcedure, doneOutput } from '../../platform/trpc/init.ts'
import { changeDog, removeDog } from '../dogs/index.ts'
import { tellOfLostAgain } from '../lost/index.ts'
import { notified } from '../notifications/index.ts'

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
          const { name, fromId, from, to, userIds, notifiedIds, lostId } = moved
          effects.audit({ action: 'dog-transferred', dogId, userId, detail: { name, fromId, from, to } })
          callersChanged(effects, userIds, [dogId])
          notified(effects, notifiedIds)
          if (lostId && fromId) tellOfLostAgain(effects, { lostId, dogId, userId: fromId })
        }
      }),
    ),
}
