import { deleteDog, editDog } from '@barkyard/db/queries/dogs'
import { setOwner } from '@barkyard/db/queries/ownership'
import { DOGS_PER_USER } from '@barkyard/domain/dog'
import { dogEditSchema, dogSchema } from '@barkyard/domain/schemas/dog'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { inAuditedTransaction } from '../access/audit.ts'
import { AppError, notFound } from '../errors.ts'
import { callersChanged, dogsChanged } from '../realtime/notify.ts'
import { OTHER_ID } from '../rest/examples.ts'
import { adminProcedure } from '../trpc/init.ts'

const tags = ['admin']
const done = { ok: true as const }

/** Admin procedures for all dogs. */
export const adminDogProcedures = {
  editDog: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'PATCH', path: '/admin/dogs/{dogId}', tags, operationId: 'editAnyDog' },
        summary: 'Edit any dog',
        description: 'Changes only the fields sent.',
        errors: ['dog-not-found'],
        example: { body: { name: 'Biscuit', temperament: ['playful', 'gentle'] } },
      },
    })
    .input(dogEditSchema.extend({ dogId: id }))
    .output(dogSchema)
    .mutation(async ({ ctx: { services, caller }, input: { dogId, ...edit } }) => {
      const { dog, userIds } = await inAuditedTransaction(services.db, caller, async (trx, note) => {
        const edited = await editDog(trx, dogId, null, edit)
        if (typeof edited === 'string') throw notFound('Dog')
        const fields = Object.keys(edit)
        if (fields.length > 0) await note({ action: 'dog-edited', dogId, detail: { fields } })
        return edited
      })
      dogsChanged(services, [caller.userId, ...userIds], [dogId])
      return dog
    }),

  deleteDog: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/admin/dogs/{dogId}', tags, operationId: 'deleteAnyDog' },
        summary: 'Delete any dog',
        description:
          'For admins, whoever owns it. Its photos, matches, messages and playdates are deleted too. Owners use `DELETE /dogs/{id}`.',
        errors: ['dog-not-found'],
      },
    })
    .input(z.object({ dogId: id }))
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller }, input: { dogId } }) => {
      const { userIds } = await inAuditedTransaction(services.db, caller, async (trx, note) => {
        const deleted = await deleteDog(trx, dogId, null)
        if (typeof deleted === 'string') throw notFound('Dog')
        await note({ action: 'dog-deleted', dogId, userId: deleted.ownerId, detail: { name: deleted.name } })
        return deleted
      })
      callersChanged(services, userIds, [dogId])
      await services.sweeper.sweepNow()
      return done
    }),

  setOwner: adminProcedure
    .meta({
      openapi: {
        ...{ method: 'PATCH', path: '/admin/dogs/{dogId}/owner', tags, operationId: 'setDogOwner' },
        summary: 'Transfer a dog to another owner, or to nobody',
        description: 'For admins. The dog is then nobody’s active dog.',
        errors: ['dog-not-found', 'user-not-found', 'dogs-full'],
        example: { body: { userId: OTHER_ID } },
      },
    })
    .input(z.object({ dogId: id, userId: id.nullable().describe('The new owner. null: nobody.') }))
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller }, input: { dogId, userId } }) => {
      const moved = await inAuditedTransaction(services.db, caller, async (trx, note) => {
        const outcome = await setOwner(trx, dogId, userId, DOGS_PER_USER, services.now())
        if (outcome === 'no dog') throw notFound('Dog')
        if (outcome === 'no user') throw notFound('User')
        if (outcome === 'full')
          throw new AppError('dogs-full', {
            message: `This user already has ${DOGS_PER_USER} dogs, the most a user can have`,
          })
        if (outcome === 'same') return null
        const { name, fromId, from, to } = outcome
        await note({ action: 'dog-transferred', dogId, userId, detail: { name, fromId, from, to } })
        return outcome
      })
      if (moved) callersChanged(services, moved.userIds, [dogId])
      return done
    }),
}
