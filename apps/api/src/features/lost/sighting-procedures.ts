import { listSightings, thankForSighting } from '@barkyard/db/queries/lost/sightings'
import { notifyUser } from '@barkyard/db/queries/notifications/notify'
import { LOST_PAGE_DEFAULT } from '@barkyard/domain/lost'
import { id } from '@barkyard/domain/schemas/fields'
import { sightingSchema } from '@barkyard/domain/schemas/lost'
import { listQuerySchema, pageOf } from '@barkyard/domain/schemas/paging'
import { z } from 'zod'
import { ownerOf, viewerOf } from '../../platform/access/viewer.ts'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { sessionProcedure, signedInProcedure } from '../../platform/trpc/init.ts'
import { notified } from '../notifications/index.ts'

export const sightingProcedures = {
  sightings: signedInProcedure
    .meta({
      rest: 'GET /lost/{id}/sightings',
      operationId: 'listSightings',
      summary: 'The sightings of your lost dog, newest first',
      description: `For the owner and moderators. Those that were sent before a block stay. The default limit is ${LOST_PAGE_DEFAULT}.`,
      errors: ['lost-not-found'],
      isPage: true,
    })
    .input(listQuerySchema.unwrap().extend({ id }))
    .output(pageOf(sightingSchema))
    .query(async ({ ctx: { services, caller }, input: { id: lostId, limit = LOST_PAGE_DEFAULT, cursor } }) =>
      unwrapOrThrow(await listSightings(services.db, viewerOf(caller, 'lost-cases'), lostId, { limit, cursor })),
    ),

  thank: sessionProcedure
    .meta({
      rest: 'POST /sightings/{id}/thank',
      operationId: 'thankForSighting',
      summary: 'Thank for a sighting of your lost dog',
      description:
        'Who sent it is told, once. To make its place the one where the dog was last seen, change the search.',
      errors: ['acting-as-another-dog', 'sighting-not-found'],
    })
    .input(z.object({ id }))
    .output(sightingSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async (trx, effects) => {
        const now = services.now()
        const thanked = unwrapOrThrow(await thankForSighting(trx, ownerOf(caller), input.id, now))
        const { sighting, lostId, dogId, toldId } = thanked
        if (toldId !== null) {
          const told = { event: 'sighting-thanked' as const, details: { lostId }, userId: toldId, otherDogId: dogId }
          notified(effects, await notifyUser(trx, told, now))
        }
        effects.event(eventFor([caller.userId], { type: 'sighting', lostId }, { ownDogs: { [caller.userId]: dogId } }))
        return sighting
      }),
    ),
}
