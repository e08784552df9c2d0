import { activateDog, createDog, deleteDog, dogsOfUser, editDog, findDog } from '@barkyard/db/queries/dogs'
import { orderPhotos } from '@barkyard/db/queries/photos'
import { DOGS_PER_USER } from '@barkyard/domain/dog'
import {
  activeDogSchema,
  dogChangesSchema,
  dogSchema,
  newDogSchema,
  sniffDogSchema,
} from '@barkyard/domain/schemas/dog'
import { doneSchema } from '@barkyard/domain/schemas/match'
import { photoOrderSchema } from '@barkyard/domain/schemas/photo'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { inAuditedTransaction } from '../access/audit.ts'
import { editorOf, viewerOf } from '../access/viewer.ts'
import { AppError, notFound } from '../errors.ts'
import { callersChanged, dogsChanged } from '../realtime/notify.ts'
import { EXAMPLES, ID } from '../rest/examples.ts'
import type { Services } from '../services.ts'
import { router, signedInProcedure } from '../trpc/init.ts'
import { findViewer, toSniffDog } from './sniff.ts'

async function readActiveDog({ db }: Services, actingDogId: string | null) {
  const found = actingDogId ? await findDog(db, actingDogId, null) : undefined
  return found ? { activeDogId: found.dog.id, dog: found.dog } : { activeDogId: null, dog: null }
}

const tags = ['dogs']

export const dogsRouter = router({
  mine: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/my-dogs', tags, operationId: 'listMyDogs' },
        summary: 'Your dogs',
        description: `At most ${DOGS_PER_USER}, without paging.`,
      },
    })
    .input(z.void())
    .output(z.array(dogSchema))
    .query(({ ctx }) => dogsOfUser(ctx.services.db, ctx.caller.userId)),

  active: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/active-dog', tags, operationId: 'getActiveDog' },
        summary: 'Your active dog',
        description:
          'For an admin who acts as somebody else’s dog, that dog. Both fields are null if no dog is active.',
      },
    })
    .input(z.void())
    .output(activeDogSchema)
    .query(({ ctx }) => readActiveDog(ctx.services, ctx.caller.actingDogId)),

  activate: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/active-dog', tags, operationId: 'chooseActiveDog' },
        summary: 'Choose your active dog',
        description: 'The choice belongs to the account, so it applies to all sessions and tokens.',
        errors: ['not-your-dog', 'dog-not-found'],
        example: { body: { dogId: ID } },
      },
      asDog: 'dog-chosen-as-dog',
    })
    .input(z.object({ dogId: id.describe('A dog of yours.') }))
    .output(activeDogSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, caller } = ctx
      const dog = await ctx.writes.write(async db => {
        const outcome = await activateDog(
          db,
          { userId: caller.userId, dogId: caller.actingDogId },
          input.dogId,
          caller.isToken ? null : caller.id,
        )
        if (outcome === 'not found') throw notFound('Dog')
        if (outcome === 'not own') throw new AppError('not-your-dog')
        return outcome
      })
      callersChanged(services, [caller.userId])
      return { activeDogId: dog.id, dog }
    }),

  create: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/dogs', tags, operationId: 'createDog' },
        summary: 'Create a dog',
        description:
          'It does not become the active dog. A repeated request with the same `clientId` answers the dog of the first one.',
        errors: ['dogs-full'],
        example: {
          body: {
            ...{ name: 'Biscuit', breed: 'Corgi', size: 'small', sex: 'female', ageYears: 3 },
            ...{ temperament: ['playful'], clientId: 'biscuit-1' },
          },
          answer: { ...EXAMPLES.Dog, bio: null, photos: [] },
        },
      },
      asDog: 'dog-created-as-dog',
    })
    .input(newDogSchema)
    .output(dogSchema)
    .mutation(async ({ ctx, input }) => {
      const dog = await ctx.writes.write(async db => {
        const created = await createDog(db, ctx.caller.userId, input, DOGS_PER_USER)
        if (created === 'full') throw new AppError('dogs-full')
        return created
      })
      dogsChanged(ctx.services, [ctx.caller.userId])
      return dog
    }),

  get: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/dogs/{id}', tags, operationId: 'getDog' },
        summary: 'A dog',
        description: 'Any dog, except those that a block or a moderator hides from you.',
        errors: ['dog-not-found'],
      },
    })
    .input(z.object({ id }))
    .output(sniffDogSchema)
    .query(async ({ ctx, input }) => {
      const found = await findDog(ctx.services.db, input.id, ctx.caller.isAdmin ? null : viewerOf(ctx.caller))
      if (!found) throw notFound('Dog')
      const isOwn = found.ownerId === ctx.caller.actingUserId || found.ownerId === ctx.caller.userId
      return toSniffDog(isOwn ? null : await findViewer(ctx.services.db, ctx.caller), found)
    }),

  edit: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'PATCH', path: '/dogs/{id}', tags, operationId: 'editDog' },
        summary: 'Edit a dog of yours',
        description: 'Changes only the fields sent. Admins can edit any dog.',
        errors: ['not-your-dog', 'dog-not-found'],
        example: { body: { name: 'Biscuit', bio: null }, answer: { ...EXAMPLES.Dog, bio: null } },
      },
      asDog: 'dog-edited-as-dog',
    })
    .input(dogChangesSchema.extend({ id }))
    .output(dogSchema)
    .mutation(async ({ ctx: { services, caller, writes }, input: { id: dogId, ...changes } }) => {
      const { dog, userIds } = await writes.write(db =>
        inAuditedTransaction(db, caller, async (trx, note) => {
          const outcome = await editDog(trx, dogId, editorOf(caller), changes)
          if (outcome === 'not found') throw notFound('Dog')
          if (outcome === 'not own') throw new AppError('not-your-dog')
          const fields = Object.keys(changes)
          if (outcome.ownerId !== caller.userId && fields.length > 0)
            await note({ action: 'dog-edited', dogId, detail: { fields } })
          return outcome
        }),
      )
      dogsChanged(services, [caller.userId, ...userIds], [dogId])
      return dog
    }),

  orderPhotos: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'PUT', path: '/dogs/{id}/photos', tags, operationId: 'orderPhotos' },
        summary: 'Reorder a dog’s photos',
        description: 'The first one is the dog’s main photo. New photos are added at the end.',
        errors: ['not-your-dog', 'dog-not-found', 'photos-changed'],
        example: { body: { photoIds: [ID] } },
      },
      asDog: 'photos-ordered-as-dog',
    })
    .input(photoOrderSchema.extend({ id }))
    .output(dogSchema)
    .mutation(async ({ ctx: { services, caller, writes }, input: { id: dogId, photoIds } }) => {
      const { dog, userIds } = await writes.write(db =>
        inAuditedTransaction(db, caller, async (trx, note) => {
          const outcome = await orderPhotos(trx, dogId, editorOf(caller), photoIds)
          if (outcome === 'not found') throw notFound('Dog')
          if (outcome === 'not own') throw new AppError('not-your-dog')
          if (outcome === 'other photos') throw new AppError('photos-changed')
          if (outcome.ownerId !== caller.userId)
            await note({ action: 'dog-edited', dogId, detail: { fields: ['photos'] } })
          return outcome
        }),
      )
      dogsChanged(services, [caller.userId, ...userIds], [dogId])
      return dog
    }),

  delete: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/dogs/{id}', tags, operationId: 'deleteDog' },
        summary: 'Delete a dog of yours',
        description: 'Its photos, matches, messages and playdates are deleted too. Admins can delete any dog.',
        errors: ['not-your-dog', 'dog-not-found'],
      },
      asDog: 'dog-deleted-as-dog',
    })
    .input(z.object({ id }))
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, caller } = ctx
      const deleted = await ctx.writes.write(db =>
        inAuditedTransaction(db, caller, async (trx, note) => {
          const outcome = await deleteDog(trx, input.id, editorOf(caller))
          if (outcome === 'not found') throw notFound('Dog')
          if (outcome === 'not own') throw new AppError('not-your-dog')
          const { name, ownerId: userId } = outcome
          if (userId !== caller.userId) await note({ action: 'dog-deleted', dogId: input.id, userId, detail: { name } })
          return outcome
        }),
      )
      callersChanged(services, deleted.userIds, [input.id])
      await services.sweeper.sweepNow()
      return { ok: true as const }
    }),
})
