import { randomInt } from 'node:crypto'
import { changeLost, closeLost } from '@barkyard/db/queries/lost/change-lost'
import { findLost, listLost, listOwnLost } from '@barkyard/db/queries/lost/lost'
import { openLost } from '@barkyard/db/queries/lost/open-lost'
import { isRecent, LOST_CODE_LENGTH, LOST_PAGE_DEFAULT } from '@barkyard/domain/lost'
import { id } from '@barkyard/domain/schemas/fields'
import {
  lostChangesSchema,
  lostCloseSchema,
  lostQuerySchema,
  lostSchema,
  newLostSchema,
  type OwnLost,
  ownLostSchema,
} from '@barkyard/domain/schemas/lost'
import { listQuerySchema, pageOf } from '@barkyard/domain/schemas/paging'
import { type Owner, ownerAs } from '@barkyard/domain/visibility'
import { z } from 'zod'
import type { Caller } from '../../platform/access/sessions.ts'
import { ownerOf } from '../../platform/access/viewer.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { router, sessionProcedure, signedInProcedure } from '../../platform/trpc/init.ts'
import { notified } from '../notifications/index.ts'
import { tellOfLost, tellOfLostAgain } from './tell.ts'

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
      errors: ['dog-not-found', 'not-your-dog', 'dog-hidden', 'no-photo', 'email-not-verified', 'already-lost'],
    })
    .input(newLostSchema.extend({ id }))
    .output(ownLostSchema)
    .mutation(async ({ ctx: { services, caller, writeLasting, limitHeaders }, input: { id: dogId, ...said } }) => {
      requireRecent(said.lastSeenAt, services.now())
      await services.limits.take('proposal', caller.userId, limitHeaders)
      return writeLasting(async (trx, effects) => {
        const opening = { ...said, dogId, code: makeCode(), needsVerified: services.mails.isOn, now: services.now() }
        const { lost, notifiedIds } = unwrapOrThrow(await openLost(trx, lookerOf(caller), opening))
        if (lost.state === 'open') tellOfLost(effects, about(lost, caller))
        effects.event(eventFor(notifiedIds, { type: 'reports' }))
        notified(effects, notifiedIds)
        return lost
      })
    }),

  edit: sessionProcedure
    .meta({ rest: 'PATCH /lost/{id}', errors: [...NOT_OPEN, 'stale-lost', 'smaller-reach', 'too-early'] })
    .input(lostChangesSchema.safeExtend({ id }))
    .output(ownLostSchema)
    .mutation(async ({ ctx: { services, caller, write, limitHeaders }, input: { id: lostId, ...changes } }) => {
      requireRecent(changes.lastSeenAt, services.now())
      await services.limits.take('proposal', caller.userId, limitHeaders)
      return write(async (trx, effects) => {
        const { lost, isWider } = unwrapOrThrow(
          await changeLost(trx, lookerOf(caller), lostId, changes, services.now()),
        )
        tellOfLostAgain(effects, about(lost, caller))
        if (isWider) tellOfLost(effects, about(lost, caller))
        return lost
      })
    }),

  close: sessionProcedure
    .meta({ rest: 'POST /lost/{id}/close', errors: NOT_OPEN })
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
    .meta({ rest: 'GET /lost/mine', isPage: true })
    .input(listQuerySchema)
    .output(pageOf(ownLostSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const page = { ...input, limit: input?.limit ?? LOST_PAGE_DEFAULT, now: services.now() }
      return unwrapOrThrow(await listOwnLost(services.db, caller.userId, page))
    }),

  list: signedInProcedure
    .meta({ rest: 'GET /lost', isPage: true })
    .input(lostQuerySchema)
    .output(pageOf(lostSchema))
    .query(async ({ ctx: { services, caller }, input }) => {
      const page = { ...input, limit: input?.limit ?? LOST_PAGE_DEFAULT, now: services.now() }
      return unwrapOrThrow(await listLost(services.db, lookerOf(caller), page))
    }),

  get: signedInProcedure
    .meta({ rest: 'GET /lost/{id}', errors: ['lost-not-found'] })
    .input(z.object({ id }))
    .output(lostSchema)
    .query(async ({ ctx: { services, caller }, input }) => {
      const lost = await findLost(services.db, lookerOf(caller), input.id, services.now())
      if (!lost) throw new AppError('lost-not-found')
      return lost
    }),
})
