import { endMatch } from '@barkyard/db/queries/blocks/end-matches'
import { barkAt, countUnread, countUnreadByDog, findMatch, listMatches } from '@barkyard/db/queries/matches/matches'
import { BARK_AGAIN_AFTER_HOURS, BARK_BODY } from '@barkyard/domain/message'
import { id } from '@barkyard/domain/schemas/fields'
import {
  barkedSchema,
  countSchema,
  matchesQuerySchema,
  matchSchema,
  unreadByDogSchema,
} from '@barkyard/domain/schemas/match'
import { pageOf } from '@barkyard/domain/schemas/paging'
import { dayOf } from '@barkyard/domain/verification-days'
import { z } from 'zod'
import { ownerOf } from '../../platform/access/requirements.ts'
import { AppError, foundOrThrow, unwrapOrThrow } from '../../platform/errors.ts'
import { dogsChanged } from '../../platform/realtime/bus.ts'
import {
  actingProcedure,
  doneOutput,
  requireCursor,
  router,
  signedInProcedure,
  trustedOutput,
} from '../../platform/trpc/init.ts'
import { auditNoteAsDog } from '../../platform/write.ts'
import { messageStored } from '../messages/index.ts'
import { notified } from '../notifications/index.ts'

const NOBODY_OWNS = 'Nobody owns this dog yet, so nobody would get the bark'

export const matchesRouter = router({
  bark: actingProcedure
    .meta({
      rest: 'POST /bark',
      operationId: 'barkAtDog',
      summary: 'Bark at a dog',
      description: `Adds the message “${BARK_BODY}” to the one match of the two dogs. Barking again within ${BARK_AGAIN_AFTER_HOURS} hours adds no message unless the other dog has written since. The response is the same.`,
      errors: ['own-bark', 'dog-not-found', 'unowned-dog', 'dog-hidden'],
      messages: { 'unowned-dog': NOBODY_OWNS },
      asDog: 'barked-as-dog',
    })
    .input(z.object({ toDogId: id.describe('The dog to bark at.') }))
    .output(barkedSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, caller, viewer } = ctx
      // Before anything was waited for: a bark that was stored since crosses this one.
      const { arrivedAt: now = services.now() } = ctx
      if (input.toDogId === viewer.dogId) throw new AppError('own-bark')
      await services.limits.take('bark', caller.userId, ctx.limitHeaders)
      // An admin's bark as another dog is noted with its message.
      const bark = { toDogId: input.toDogId, audit: auditNoteAsDog(caller, 'barked-as-dog') }
      return services.write(caller, async (trx, effects) => {
        const barked = unwrapOrThrow(await barkAt(trx, viewer, bark, now), { 'unowned-dog': { message: NOBODY_OWNS } })
        if (barked.stored) messageStored(effects, barked.stored, caller.userId)
        return { matchId: barked.matchId }
      })
    }),

  list: actingProcedure
    .meta({
      rest: 'GET /matches',
      operationId: 'listMatches',
      summary: 'Your matches',
      description: 'Newest message first, or by `sort`.',
    })
    .input(matchesQuerySchema.prefault({}), requireCursor)
    .output(trustedOutput(pageOf(matchSchema)))
    .query(async ({ ctx, input: { since, ...query } }) => {
      const today = dayOf(ctx.services.now())
      const page = { ...query, since: since === undefined ? undefined : new Date(since), today }
      return unwrapOrThrow(await listMatches(ctx.services.db, ctx.viewer, page))
    }),

  get: actingProcedure
    .meta({
      rest: 'GET /matches/{matchId}',
      operationId: 'getMatch',
      summary: 'A match',
      description: 'Only for its two dogs. For others it is 404, as if it did not exist.',
      errors: ['match-not-found'],
    })
    .input(z.object({ matchId: id }))
    .output(matchSchema)
    .query(async ({ ctx, input }) => {
      const match = await findMatch(ctx.services.db, ctx.viewer, input.matchId, dayOf(ctx.services.now()))
      return foundOrThrow(match, 'match-not-found')
    }),

  end: actingProcedure
    .meta({
      rest: 'DELETE /matches/{matchId}',
      operationId: 'endMatch',
      summary: 'End a match for both sides',
      done: 'The match is gone for both sides, with its messages and playdates.',
      description:
        'Deletes the match with its messages and playdates for both sides, and the two dogs no longer find each other. It is listed in `GET /blocks` and can be undone there, but the messages stay deleted.',
      errors: ['match-not-found'],
    })
    .input(z.object({ matchId: id }))
    .output(doneOutput)
    .mutation(({ ctx: { services, viewer, write }, input }) =>
      write(async (trx, effects) => {
        const { userIds, dogIds, notifiedIds } = unwrapOrThrow(
          await endMatch(trx, viewer, input.matchId, services.now()),
        )
        dogsChanged(effects, userIds, dogIds)
        notified(effects, notifiedIds)
      }),
    ),

  newCount: actingProcedure
    .meta({
      rest: 'GET /barks/new-count',
      operationId: 'countUnreadMessages',
      summary: 'The number of unread messages',
      description: 'The sum of `unreadCount` over all matches of the acting dog.',
    })
    .input(z.void())
    .output(countSchema)
    .query(async ({ ctx }) => ({ count: await countUnread(ctx.services.db, ctx.viewer) })),

  unreadByDog: signedInProcedure
    .meta({
      rest: 'GET /matches/unread',
      operationId: 'listUnreadByDog',
      summary: 'Unread messages of each of your dogs',
      description: 'Dogs without unread messages are left out.',
    })
    .output(unreadByDogSchema)
    .query(({ ctx }) => countUnreadByDog(ctx.services.db, ownerOf(ctx.caller))),
})
