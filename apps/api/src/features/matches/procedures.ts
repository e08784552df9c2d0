import { endMatch } from '@barkyard/db/queries/end-match'
import { countUnread, countUnreadByDog, findMatch, listMatches, openMatch } from '@barkyard/db/queries/matches'
import { listMessages } from '@barkyard/db/queries/messages'
import { BARK_AGAIN_AFTER_HOURS, BARK_BODY, BARK_LOOKS_BACK, isBarkUnanswered } from '@barkyard/domain/message'
import { LIST_PAGE_MAX } from '@barkyard/domain/paging'
import { barkedSchema, countSchema, doneSchema, matchSchema, unreadByDogSchema } from '@barkyard/domain/schemas/match'
import { listQuerySchema } from '@barkyard/domain/schemas/paging'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { AppError, knownPage, notFound } from '../errors.ts'
import { dogsChanged } from '../realtime/notify.ts'
import { OTHER_ID } from '../rest/examples.ts'
import { actingProcedure, router, signedInProcedure, trustedOutput } from '../trpc/init.ts'

const tags = ['matches']

export const matchesRouter = router({
  bark: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/bark', tags, operationId: 'barkAtDog' },
        summary: 'Bark at a dog',
        description: `Adds the message “${BARK_BODY}” to the one match of the two dogs. Barking again within ${BARK_AGAIN_AFTER_HOURS} hours adds no message unless the other dog has written since. The answer is the same.`,
        errors: ['own-bark', 'dog-not-found', 'unowned-dog', 'dog-hidden'],
        example: { body: { toDogId: OTHER_ID } },
      },
      asDog: 'barked-as-dog',
    })
    .input(z.object({ toDogId: id.describe('The dog to bark at.') }))
    .output(barkedSchema)
    .mutation(async ({ ctx, input }) => {
      if (input.toDogId === ctx.actingDogId) throw new AppError('own-bark', { path: 'toDogId' })
      await ctx.services.limits.take('bark', ctx.caller.userId, ctx.standings)
      const match = await openMatch(ctx.services.db, ctx.actingDogId, input.toDogId)
      if (match === 'not found') throw notFound('Dog')
      if (match === 'hidden') throw new AppError('dog-hidden')
      if (match === 'unowned')
        throw new AppError('unowned-dog', { message: 'Nobody owns this dog yet, so nobody would get the bark' })
      const { matchId } = match
      const newest = await listMessages(ctx.services.db, ctx.actingDogId, { matchId, limit: BARK_LOOKS_BACK })
      if (typeof newest === 'string') throw notFound('Dog')
      if (isBarkUnanswered(newest, ctx.actingDogId, ctx.services.now())) return match
      // Stored by the writer like any other message, because it delivers a match's messages in the order of storing.
      const message = {
        matchId,
        senderDogId: ctx.actingDogId,
        body: BARK_BODY,
        // Makes two simultaneous barks one message. It is longer than a client's id may be, so it never collides with one.
        clientId: `bark:${matchId}:${ctx.actingDogId}:${newest.at(-1)?.seq ?? 0}`,
        sentBy: ctx.caller.userId,
        audit: ctx.writes.audit,
      }
      if ((await ctx.services.writer.store(message)) === 'no match') throw notFound('Dog')
      return match
    }),

  list: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/matches', tags, operationId: 'listMatches' },
        summary: 'Your matches, newest message first',
        description: `The default limit is ${LIST_PAGE_MAX}.`,
      },
      listLimit: LIST_PAGE_MAX,
    })
    .input(listQuerySchema)
    .output(trustedOutput(z.array(matchSchema)))
    .query(async ({ ctx, input }) => {
      const page = { cursor: input?.cursor, limit: input?.limit ?? LIST_PAGE_MAX }
      return knownPage(await listMatches(ctx.services.db, ctx.actingDogId, page))
    }),

  get: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/matches/{matchId}', tags, operationId: 'getMatch' },
        summary: 'A match',
        description: 'Only for its two dogs. For others it is 404, as if it did not exist.',
        errors: ['match-not-found'],
      },
    })
    .input(z.object({ matchId: id }))
    .output(matchSchema)
    .query(async ({ ctx, input }) => {
      const match = await findMatch(ctx.services.db, ctx.actingDogId, input.matchId)
      if (!match) throw notFound('Match')
      return match
    }),

  end: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'DELETE', path: '/matches/{matchId}', tags, operationId: 'endMatch' },
        summary: 'End a match for both sides',
        description:
          'Deletes the match with its messages and playdates for both sides, and the two dogs no longer find each other. It is listed in `GET /blocks` and can be undone there, but the messages stay deleted.',
        errors: ['match-not-found'],
      },
    })
    .input(z.object({ matchId: id }))
    .output(doneSchema)
    .mutation(async ({ ctx: { services, caller, actingDogId }, input }) => {
      const as = { userId: caller.userId, dogId: actingDogId }
      const concerned = await endMatch(services.db, as, input.matchId, services.now())
      if (concerned === 'not found') throw notFound('Match')
      dogsChanged(services, concerned.userIds, concerned.dogIds)
      return { ok: true as const }
    }),

  newCount: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/barks/new-count', tags, operationId: 'countUnreadMessages' },
        summary: 'The number of unread messages',
        description: 'The sum of `unreadCount` over all matches of the acting dog.',
      },
    })
    .input(z.void())
    .output(countSchema)
    .query(async ({ ctx }) => ({ count: await countUnread(ctx.services.db, ctx.actingDogId) })),

  unreadByDog: signedInProcedure
    .input(z.void())
    .output(unreadByDogSchema)
    .query(({ ctx }) => countUnreadByDog(ctx.services.db, ctx.caller.userId)),
})
