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
import { doneSchema } from '@barkyard/domain/schemas/match'
import { photoOrderSchema } from '@barkyard/domain/schemas/photo'
import { dayOf } from '@barkyard/domain/verification-days'
import { ownerAs } from '@barkyard/domain/visibility'
import { z } from 'zod'
import type { Caller } from '../../platform/access/sessions.ts'
import { viewerOf } from '../../platform/access/viewer.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { callersChanged, dogsChanged } from '../../platform/realtime/changed.ts'
import { router, signedInProcedure } from '../../platform/trpc/init.ts'
import type { Services } from '../../services.ts'
import { notified } from '../notifications/index.ts'
import { findSearchingDog, toSniffDog } from '../sniff/index.ts'
import { asOthersSee, changeDog, removeDog } from './changes.ts'
import { findActingDog } from './index.ts'

async function readActiveDog(services: Services, caller: Caller) {
  const dog = await findActingDog(services, caller)
  return dog ? { activeDogId: dog.id, dog } : { activeDogId: null, dog: null }
}

export const dogsRouter = router({
  mine: signedInProcedure
    .meta({ rest: 'GET /my-dogs' })
    .input(z.void())
    .output(z.array(dogSchema))
    .query(({ ctx }) => dogsOfUser(ctx.services.db, ctx.caller.userId, dayOf(ctx.services.now()))),

  active: signedInProcedure
    .meta({ rest: 'GET /active-dog' })
    .input(z.void())
    .output(activeDogSchema)
    .query(({ ctx }) => readActiveDog(ctx.services, ctx.caller)),

  activate: signedInProcedure
    .meta({ rest: 'POST /active-dog', errors: ['not-your-dog', 'dog-not-found'], asDog: 'dog-chosen-as-dog' })
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
    .meta({ rest: 'POST /dogs', errors: ['dogs-full'], asDog: 'dog-created-as-dog' })
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
    .meta({ rest: 'GET /dogs/{id}', errors: ['dog-not-found'] })
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
      errors: ['not-your-dog', 'dog-not-found', 'acting-as-another-dog'],
      asDog: 'dog-edited-as-dog',
    })
    .input(dogChangesSchema.extend({ id }))
    .output(dogSchema)
    .mutation(({ ctx, input: { id: dogId, ...changes } }) => changeDog(ctx, dogId, changes)),

  orderPhotos: signedInProcedure
    .meta({
      rest: 'PUT /dogs/{id}/photos',
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
    .meta({ rest: 'DELETE /dogs/{id}', errors: ['not-your-dog', 'dog-not-found'], asDog: 'dog-deleted-as-dog' })
    .input(z.object({ id }))
    .output(doneSchema)
    .mutation(({ ctx, input }) => removeDog(ctx, input.id)),
})
