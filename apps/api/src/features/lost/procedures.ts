import { randomInt } from 'node:crypto'
import { shareOwnDog } from '@barkyard/db/queries/dogs/dogs'
import { changeLost, closeLost } from '@barkyard/db/queries/lost/change-lost'
import { findLost, listLost, listOwnLost } from '@barkyard/db/queries/lost/lost'
import { openLost } from '@barkyard/db/queries/lost/open-lost'
import { listSightings, thankForSighting } from '@barkyard/db/queries/lost/sightings'
import { notifyUser } from '@barkyard/db/queries/notify'
import { isRecent, LOST_CODE_LENGTH, LOST_PAGE_DEFAULT, PHONES_A_WEEK, REACHES } from '@barkyard/domain/lost'
import { id } from '@barkyard/domain/schemas/fields'
import {
  lostChangesSchema,
  lostCloseSchema,
  lostSchema,
  newLostSchema,
  type OwnLost,
  ownLostSchema,
  sightingSchema,
} from '@barkyard/domain/schemas/lost'
import { listQueryOf, pageOf } from '@barkyard/domain/schemas/paging'
import { type Owner, ownerAs } from '@barkyard/domain/visibility'
import { z } from 'zod'
import { ownerOf, viewerOf } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError, foundOrThrow, unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { router, sessionProcedure, signedInProcedure } from '../../platform/trpc/init.ts'
import { notified } from '../notifications/index.ts'
import { endLost, tellOfLost, tellOfLostAgain } from './index.ts'

/** Without letters and digits that look alike on paper. */
const CODE_SIGNS = '23456789abcdefghjkmnpqrstuvwxyz'
const makeCode = () => Array.from({ length: LOST_CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('')

/** Lost dogs are the person's own affair: whoever acts as somebody else's dog looks as themselves. */
const lookerOf = (caller: Caller): Owner =>
  caller.isImpersonating ? ownerOf(caller) : ownerAs(caller.userId, caller.actingDogId)

function requireRecent(lastSeenAt: string | undefined, now: Date): void {
  if (lastSeenAt !== undefined && !isRecent(new Date(lastSeenAt), now))
    throw new AppError('invalid-input', { path: 'lastSeenAt', message: 'Must be within the last 14 days' })
}

const about = ({ id: lostId, dog, lat, lng, reach }: OwnLost, { userId }: Caller) => ({
  lostId,
  dogId: dog.id,
  userId,
  lat,
  lng,
  reach,
})

const NOT_OPEN = ['lost-not-found', 'not-your-dog', 'case-closed'] as const

export const lostRouter = router({
  open: sessionProcedure
    .meta({
      rest: 'POST /dogs/{id}/lost',
      operationId: 'reportDogLost',
      summary: 'Say that your dog is lost',
      description: `Owners within ${REACHES[0]} km are told. The point is rounded to 0.001°; within 150 m of your own place it is moved to the nearest corner of the grid of 0.01°. A dog made less than 24 hours ago, a dog whose last case a moderator closed, and the third case within 365 days wait for a moderator. It ends by itself after 72 hours unless you renew it.`,
      errors: ['dog-not-found', 'not-your-dog', 'dog-hidden', 'no-photo', 'email-not-verified', 'already-lost'],
    })
    .input(newLostSchema.extend({ id }))
    .output(ownLostSchema)
    .mutation(async ({ ctx: { services, caller, writeLasting, limitHeaders }, input: { id: dogId, ...said } }) => {
      requireRecent(said.lastSeenAt, services.now())
      await services.limits.take('proposal', caller.userId, limitHeaders)
      return writeLasting(async (trx, effects) => {
        const opening = { ...said, dogId, code: makeCode(), needsVerified: services.mails.isOn, now: services.now() }
        // The dog before its case, as in every write of a case.
        unwrapOrThrow(await shareOwnDog(trx, lookerOf(caller), dogId))
        await endLost(trx, effects, opening.now, dogId)
        const { lost, notifiedIds } = unwrapOrThrow(await openLost(trx, lookerOf(caller), opening))
        if (lost.state === 'open') tellOfLost(effects, about(lost, caller))
        effects.event(eventFor(notifiedIds, { type: 'reports' }))
        notified(effects, notifiedIds)
        return lost
      })
    }),

  edit: sessionProcedure
    .meta({
      rest: 'PATCH /lost/{id}',
      operationId: 'changeLost',
      summary: 'Change or renew the search for your dog',
      description: `Only while it is open, by its owner. It reaches ${REACHES[1]} km from 2 hours and ${REACHES[2]} km from 24 hours after it began; those added are told.`,
      errors: [...NOT_OPEN, 'stale-lost', 'smaller-reach', 'too-early'],
    })
    .input(lostChangesSchema.safeExtend({ id }))
    .output(ownLostSchema)
    .mutation(async ({ ctx: { services, caller, write, limitHeaders }, input: { id: lostId, ...changes } }) => {
      requireRecent(changes.lastSeenAt, services.now())
      await services.limits.take('proposal', caller.userId, limitHeaders)
      return write(async (trx, effects) => {
        const { lost, isWider, isReassured } = unwrapOrThrow(
          await changeLost(trx, lookerOf(caller), lostId, changes, services.now()),
        )
        tellOfLostAgain(effects, about(lost, caller))
        if (isWider) tellOfLost(effects, about(lost, caller))
        if (isReassured) effects.event(eventFor([caller.userId], { type: 'notifications' }))
        return lost
      })
    }),

  close: sessionProcedure
    .meta({
      rest: 'POST /lost/{id}/close',
      operationId: 'closeLost',
      summary: 'End the search for your dog',
      description: 'Whoever was told is told that it is over. The code on the poster is dead for good.',
      errors: NOT_OPEN,
    })
    .input(lostCloseSchema.extend({ id }))
    .output(ownLostSchema)
    .mutation(({ ctx: { services, caller, write }, input }) =>
      write(async (trx, effects) => {
        const lost = unwrapOrThrow(await closeLost(trx, lookerOf(caller), input.id, input.outcome, services.now()))
        tellOfLostAgain(effects, about(lost, caller))
        return lost
      }),
    ),

  mine: signedInProcedure
    .meta({
      rest: 'GET /lost/mine',
      operationId: 'listMyLost',
      summary: 'The searches for your dogs, newest first',
      description: 'Also those that are over.',
    })
    .input(listQueryOf(LOST_PAGE_DEFAULT).prefault({}))
    .output(pageOf(ownLostSchema))
    .query(async ({ ctx: { services, caller }, input }) =>
      unwrapOrThrow(await listOwnLost(services.db, caller.userId, { ...input, now: services.now() })),
    ),

  list: signedInProcedure
    .meta({
      rest: 'GET /lost',
      operationId: 'listLost',
      summary: 'Lost dogs near you, nearest first',
      description: 'Open searches whose reach holds your place, snapped to a grid of 0.01°. Without a place: none.',
    })
    .input(listQueryOf(LOST_PAGE_DEFAULT).prefault({}))
    .output(pageOf(lostSchema))
    .query(async ({ ctx: { services, caller }, input }) =>
      unwrapOrThrow(await listLost(services.db, lookerOf(caller), { ...input, now: services.now() })),
    ),

  get: signedInProcedure
    .meta({
      rest: 'GET /lost/{id}',
      operationId: 'getLost',
      summary: 'The search for a lost dog',
      description: `An open one, for whoever may see the dog. One that is over: for its owner, who was told of it and who saw the dog. An owner’s phone number is shown only to who holds the dog, in ${PHONES_A_WEEK} searches a week.`,
      errors: ['lost-not-found'],
    })
    .input(z.object({ id }))
    .output(lostSchema)
    .query(async ({ ctx: { services, caller }, input }) =>
      foundOrThrow(await findLost(services.db, lookerOf(caller), input.id, services.now()), 'lost-not-found'),
    ),

  sightings: signedInProcedure
    .meta({
      rest: 'GET /lost/{id}/sightings',
      operationId: 'listSightings',
      summary: 'The sightings of your lost dog, newest first',
      description: 'For the owner and moderators. Those that were sent before a block stay.',
      errors: ['lost-not-found'],
    })
    .input(listQueryOf(LOST_PAGE_DEFAULT).extend({ id }))
    .output(pageOf(sightingSchema))
    .query(async ({ ctx: { services, caller }, input: { id: lostId, ...page } }) =>
      unwrapOrThrow(await listSightings(services.db, viewerOf(caller, 'lost-cases'), lostId, page)),
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
})
