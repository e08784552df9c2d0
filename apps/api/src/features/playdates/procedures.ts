import {
  countPending,
  listPastPlaydates,
  listPlaydates,
  overlappingPlaydates,
} from '@barkyard/db/queries/playdate-lists'
import { createPlaydate } from '@barkyard/db/queries/playdates'
import { PARKS } from '@barkyard/domain/parks'
import { OPEN_PROPOSALS_MAX, PLAYDATES_DEFAULT } from '@barkyard/domain/playdate'
import { countSchema } from '@barkyard/domain/schemas/match'
import { type ListQuery, listQuerySchema } from '@barkyard/domain/schemas/paging'
import {
  newPlaydateSchema,
  overlapQuerySchema,
  type Playdate,
  parkSchema,
  pastPlaydateSchema,
  playdateSchema,
} from '@barkyard/domain/schemas/playdate'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { AppError, knownPage, notFound } from '../errors.ts'
import { ID } from '../rest/examples.ts'
import type { Services } from '../services.ts'
import { actingProcedure, router, signedInProcedure } from '../trpc/init.ts'
import { changePlaydate, demandFuture } from './playdate-change.ts'
import { playdateMoves } from './playdate-moves.ts'

async function readPlaydates(
  ctx: { services: Services; actingDogId: string },
  query: ListQuery & { matchId?: string } = {},
): Promise<Playdate[]> {
  const playdates = await listPlaydates(ctx.services.db, ctx.actingDogId, {
    ...query,
    now: ctx.services.now(),
    limit: query.limit ?? PLAYDATES_DEFAULT,
  })
  if (playdates === 'no match') throw notFound('Match')
  return knownPage(playdates)
}

const tags = ['playdates']

export const playdatesRouter = router({
  ...playdateMoves,

  list: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/playdates', tags, operationId: 'listPlaydates' },
        summary: 'Upcoming playdates',
        description: `Of all matches of the acting dog, by time. The default limit is ${PLAYDATES_DEFAULT}.`,
      },
      listLimit: PLAYDATES_DEFAULT,
    })
    .input(listQuerySchema)
    .output(z.array(playdateSchema))
    .query(({ ctx, input }) => readPlaydates(ctx, input)),

  past: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/playdates/past', tags, operationId: 'listPastPlaydates' },
        summary: 'Playdates that have begun',
        description: `Newest first. The default limit is ${PLAYDATES_DEFAULT}. Those with \`started\` began less than 60 minutes ago.`,
      },
      listLimit: PLAYDATES_DEFAULT,
    })
    .input(listQuerySchema)
    .output(z.array(pastPlaydateSchema))
    .query(async ({ ctx, input = {} }) => {
      const limit = input.limit ?? PLAYDATES_DEFAULT
      const page = { ...input, limit, now: ctx.services.now() }
      return knownPage(await listPastPlaydates(ctx.services.db, ctx.actingDogId, page))
    }),

  ofMatch: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/matches/{matchId}/playdates', tags, operationId: 'listPlaydatesOfMatch' },
        summary: 'Upcoming playdates of a match',
        description: `By time. The default limit is ${PLAYDATES_DEFAULT}.`,
        errors: ['match-not-found'],
      },
      listLimit: PLAYDATES_DEFAULT,
    })
    .input(listQuerySchema.unwrap().extend({ matchId: id }))
    .output(z.array(playdateSchema))
    .query(({ ctx, input }) => readPlaydates(ctx, input)),

  overlapping: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/playdates/overlapping', tags, operationId: 'listOverlappingPlaydates' },
        summary: 'Your dog’s other playdates at the same hour',
        description: 'Proposed and agreed ones, at most 10. Overlapping playdates are allowed.',
      },
    })
    .input(overlapQuerySchema)
    .output(z.array(playdateSchema))
    .query(({ ctx, input: { whenTs, exceptId } }) => {
      const hour = { when: new Date(whenTs), exceptId, now: ctx.services.now() }
      return overlappingPlaydates(ctx.services.db, ctx.actingDogId, hour)
    }),

  parks: signedInProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/parks', tags, operationId: 'listParks' },
        summary: 'The parks where playdates happen',
        description: `All ${PARKS.length}, in San Francisco: their times are those of America/Los_Angeles.`,
      },
    })
    .input(z.void())
    .output(z.array(parkSchema))
    .query(() => [...PARKS]),

  create: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'POST', path: '/playdates', tags, operationId: 'proposePlaydate' },
        summary: 'Propose a playdate',
        description: `At most ${OPEN_PROPOSALS_MAX} open proposals in a match.`,
        errors: ['not-in-future', 'match-not-found', 'proposals-full', 'dog-hidden'],
        example: {
          body: { matchId: ID, whenTs: '2030-06-01T09:00:00-07:00', parkName: 'Dolores Park', notes: 'Fetch at noon' },
        },
      },
      asDog: 'playdate-proposed-as-dog',
    })
    .input(newPlaydateSchema, demandFuture)
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.limits.take('proposal', ctx.caller.userId, ctx.standings)
      const { playdate } = await changePlaydate(ctx, async db => {
        const created = await createPlaydate(db, ctx.actingDogId, input, ctx.services.now())
        if (created === 'no match') throw notFound('Match')
        if (created === 'hidden') throw new AppError('dog-hidden')
        if (created === 'too many') throw new AppError('proposals-full')
        return created
      })
      return playdate
    }),

  pendingCount: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/playdates/pending-count', tags, operationId: 'countPendingPlaydates' },
        summary: 'Proposals waiting for your answer',
        description: 'Future proposals that the acting dog has not answered.',
      },
    })
    .input(z.void())
    .output(countSchema)
    .query(async ({ ctx }) => ({
      count: await countPending(ctx.services.db, ctx.actingDogId, ctx.services.now()),
    })),
})
