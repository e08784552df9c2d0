import { mayDecideAbout } from '@barkyard/db/queries/admins'
import { activateDog, createDog, dogsOfUser, findDog } from '@barkyard/db/queries/dogs/dogs'
import { welcomeInvited } from '@barkyard/db/queries/invites/invites'
import { orderPhotos } from '@barkyard/db/queries/photos/photos'
import { DOGS_PER_USER } from '@barkyard/domain/dog'
import { isStaff } from '@barkyard/domain/rights'
import {
  activeDogSchema,
  dogChangesSchema,
  dogSchema,
  newDogSchema,
  sniffDogSchema,
} from '@barkyard/domain/schemas/dog'
import { id } from '@barkyard/domain/schemas/fields'
import { photoOrderSchema } from '@barkyard/domain/schemas/photo'
import { dayOf } from '@barkyard/domain/verification-days'
import { ownerAs } from '@barkyard/domain/visibility'
import { z } from 'zod'
import { viewerOf } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { callersChanged, dogsChanged } from '../../platform/realtime/bus.ts'
import { doneOutput, router, signedInProcedure } from '../../platform/trpc/init.ts'
import type { Services } from '../../services.ts'
import { notified } from '../notifications/index.ts'
import { findSearchingDog, toSniffDog } from '../sniff/index.ts'
import { asOthersSee, changeDog, findActingDog, removeDog } from './index.ts'

async function readActiveDog(services: Services, caller: Caller) {
  const dog = await findActingDog(services, caller)
  return dog ? { activeDogId: dog.id, dog } : { activeDogId: null, dog: null }
}

export const dogsRouter = router({
  mine: signedInProcedure
    .meta({
      rest: 'GET /my-dogs',
      operationId: 'listMyDogs',
      summary: 'Your dogs',
      description: `At most ${DOGS_PER_USER}, without paging.`,
    })
    .output(z.array(dogSchema))
    .query(({ ctx }) => dogsOfUser(ctx.services.db, ctx.caller.userId, dayOf(ctx.services.now()))),

  active: signedInProcedure
    .meta({
      rest: 'GET /active-dog',
      operationId: 'getActiveDog',
      summary: 'Your active dog',
      description: 'For an admin who acts as somebody else’s dog, that dog. Both fields are null if no dog is active.',
    })
    .output(activeDogSchema)
    .query(({ ctx }) => readActiveDog(ctx.services, ctx.caller)),

  activate: signedInProcedure
    .meta({
      rest: 'POST /active-dog',
      operationId: 'chooseActiveDog',
      summary: 'Choose your active dog',
      description: 'The choice belongs to the account, so it applies to all sessions and tokens.',
      errors: ['not-your-dog', 'dog-not-found'],
      asDog: 'dog-chosen-as-dog',
    })
    .input(z.object({ dogId: id.describe('A dog of yours.') }))
    .output(activeDogSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async (trx, effects) => {
        const session = { sessionId: caller.isToken ? null : caller.id, today: dayOf(services.now()) }
        const dog = unwrapOrThrow(
          await activateDog(trx, ownerAs(caller.userId, caller.actingDogId), input.dogId, session),
        )
        callersChanged(effects, [caller.userId])
        return { activeDogId: dog.id, dog }
      }),
    ),

  create: signedInProcedure
    .meta({
      rest: 'POST /dogs',
      operationId: 'createDog',
      summary: 'Create a dog',
      description:
        'It does not become the active dog. A repeated request with the same `clientId` returns the dog of the first one.',
      errors: ['dogs-full'],
      asDog: 'dog-created-as-dog',
    })
    .input(newDogSchema)
    .output(dogSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async (trx, effects) => {
        dogsChanged(effects, [caller.userId])
        const rule = { atMost: DOGS_PER_USER, today: dayOf(services.now()) }
        const dog = unwrapOrThrow(await createDog(trx, caller.userId, input, rule))
        notified(effects, await welcomeInvited(trx, caller.userId, dog.id, services.now()))
        return dog
      }),
    ),

  get: signedInProcedure
    .meta({
      rest: 'GET /dogs/{id}',
      operationId: 'getDog',
      summary: 'A dog',
      description: 'Any dog, except those that a block or a moderator hides from you.',
      errors: ['dog-not-found'],
    })
    .input(z.object({ id }))
    .output(sniffDogSchema)
    .query(async ({ ctx: { services, caller }, input }) => {
      const today = dayOf(services.now())
      const found = await findDog(services.db, viewerOf(caller, 'hiding'), input.id, today)
      if (!found) throw new AppError('dog-not-found')
      const isOwn = found.ownerId === caller.actingUserId || found.ownerId === caller.userId
      const dog = found.ownerId === caller.userId ? found.dog : asOthersSee(found.dog)
      const shown = toSniffDog(isOwn ? null : await findSearchingDog(services, caller), { ...found, dog })
      const isLeft = isStaff(caller.role) && !(await mayDecideAbout(services.db, caller.role, found.ownerId))
      return { ...shown, ...(isLeft && { ofStaff: true as const }) }
    }),

  edit: signedInProcedure
    .meta({
      rest: 'PATCH /dogs/{id}',
      operationId: 'editDog',
      summary: 'Edit a dog of yours',
      description: 'Changes only the fields sent. Admins can edit any dog.',
      errors: ['not-your-dog', 'dog-not-found', 'acting-as-another-dog'],
      asDog: 'dog-edited-as-dog',
    })
    .input(dogChangesSchema.extend({ id }))
    .output(dogSchema)
    .mutation(({ ctx, input: { id: dogId, ...changes } }) => changeDog(ctx, dogId, changes)),

  orderPhotos: signedInProcedure
    .meta({
      rest: 'PUT /dogs/{id}/photos',
      operationId: 'orderPhotos',
      summary: 'Reorder a dog’s photos',
      description: 'The first one is the dog’s main photo. New photos are added at the end.',
      errors: ['not-your-dog', 'dog-not-found', 'photos-changed'],
      asDog: 'photos-ordered-as-dog',
    })
    .input(photoOrderSchema.extend({ id }))
    .output(dogSchema)
    .mutation(({ ctx: { services, caller, write }, input: { id: dogId, photoIds } }) =>
      write(async (trx, effects) => {
        const order = { photoIds, today: dayOf(services.now()) }
        const { dog, ownerId, userIds } = unwrapOrThrow(await orderPhotos(trx, viewerOf(caller), dogId, order))
        effects.audit({ action: 'dog-edited', dogId, detail: { fields: ['photos'] } }, { ownerId })
        dogsChanged(effects, [caller.userId, ...userIds], [dogId])
        return ownerId === caller.userId ? dog : asOthersSee(dog)
      }),
    ),

  delete: signedInProcedure
    .meta({
      rest: 'DELETE /dogs/{id}',
      operationId: 'deleteDog',
      summary: 'Delete a dog of yours',
      done: 'The dog is gone, with its photos, matches, messages and playdates.',
      description: 'Its photos, matches, messages and playdates are deleted too. Admins can delete any dog.',
      errors: ['not-your-dog', 'dog-not-found'],
      asDog: 'dog-deleted-as-dog',
    })
    .input(z.object({ id }))
    .output(doneOutput)
    .mutation(({ ctx, input }) => removeDog(ctx, input.id)),
})
