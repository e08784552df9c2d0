import {
  countPending,
  createPlaydate,
  listPastPlaydates,
  listPlaydates,
  overlappingPlaydates,
} from '@barkyard/db/queries/playdates'
import { OPEN_PROPOSALS_MAX, PLAYDATES_DEFAULT } from '@barkyard/domain/playdate'
import { countSchema } from '@barkyard/domain/schemas/match'
import { type ListQuery, listQuerySchema } from '@barkyard/domain/schemas/paging'
import {
  newPlaydateSchema,
  overlapQuerySchema,
  type Playdate,
  pastPlaydateSchema,
  playdateSchema,
} from '@barkyard/domain/schemas/playdate'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { conflict, invalidField, notFound, unknownCursor } from '../errors.ts'
import type { Services } from '../services.ts'
import { actingProcedure, router } from '../trpc/init.ts'
import { changePlaydate } from './playdate-change.ts'
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
  if (playdates === 'no cursor') throw unknownCursor()
  return playdates
}

const tags = ['playdates']

export const playdatesRouter = router({
  ...playdateMoves,

  list: actingProcedure
    .meta({
      openapi: { method: 'GET', path: '/playdates', tags, summary: 'Playdates to come', protect: true },
      listLimit: PLAYDATES_DEFAULT,
    })
    .input(listQuerySchema)
    .output(z.array(playdateSchema))
    .query(({ ctx, input }) => readPlaydates(ctx, input)),

  past: actingProcedure
    .meta({
      openapi: { method: 'GET', path: '/playdates/past', tags, summary: 'Playdates that have begun', protect: true },
      listLimit: PLAYDATES_DEFAULT,
    })
    .input(listQuerySchema)
    .output(z.array(pastPlaydateSchema))
    .query(async ({ ctx, input = {} }) => {
      const limit = input.limit ?? PLAYDATES_DEFAULT
      const page = { ...input, limit, now: ctx.services.now() }
      const playdates = await listPastPlaydates(ctx.services.db, ctx.actingDogId, page)
      if (playdates === 'no cursor') throw unknownCursor()
      return playdates
    }),

  ofMatch: actingProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/matches/{matchId}/playdates',
        tags,
        summary: 'Playdates to come of one match',
        protect: true,
      },
      listLimit: PLAYDATES_DEFAULT,
    })
    .input(listQuerySchema.unwrap().extend({ matchId: id }))
    .output(z.array(playdateSchema))
    .query(({ ctx, input }) => readPlaydates(ctx, input)),

  overlapping: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'GET', path: '/playdates/overlapping', tags, protect: true },
        summary: 'Your dog’s other playdates of the same hour',
      },
    })
    .input(overlapQuerySchema)
    .output(z.array(playdateSchema))
    .query(({ ctx, input: { whenTs, exceptId } }) => {
      const hour = { when: new Date(whenTs), exceptId, now: ctx.services.now() }
      return overlappingPlaydates(ctx.services.db, ctx.actingDogId, hour)
    }),

  create: actingProcedure
    .meta({
      openapi: { method: 'POST', path: '/playdates', tags, summary: 'Propose a playdate', protect: true },
      asDog: 'playdate-proposed-as-dog',
    })
    .input(newPlaydateSchema)
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      const now = ctx.services.now()
      if (new Date(input.whenTs) <= now) throw invalidField('whenTs', 'Please choose a time in the future')
      await ctx.services.limits.take('proposal', ctx.caller.userId)
      const { playdate } = await changePlaydate(ctx, async db => {
        const created = await createPlaydate(db, ctx.actingDogId, input, now)
        if (created === 'no match') throw notFound('Match')
        if (created === 'too many')
          throw conflict(
            `There are ${OPEN_PROPOSALS_MAX} open proposals in this match already. Please wait for an answer.`,
          )
        return created
      })
      return playdate
    }),

  pendingCount: actingProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/playdates/pending-count',
        tags,
        summary: 'Proposals waiting for your answer',
        protect: true,
      },
    })
    .input(z.void())
    .output(countSchema)
    .query(async ({ ctx }) => ({
      count: await countPending(ctx.services.db, ctx.actingDogId, ctx.services.now()),
    })),
})
