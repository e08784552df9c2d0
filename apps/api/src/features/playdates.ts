import { answerPlaydate, countPending, createPlaydate, listPlaydates } from '@barkyard/db/queries/playdates'
import { OPEN_PROPOSALS_MAX, PLAYDATES_DEFAULT } from '@barkyard/domain/playdate'
import { countSchema } from '@barkyard/domain/schemas/match'
import { type ListQuery, listQuerySchema } from '@barkyard/domain/schemas/paging'
import {
  newPlaydateSchema,
  type Playdate,
  playdateAnswerSchema,
  playdateSchema,
} from '@barkyard/domain/schemas/playdate'
import { id } from '@barkyard/domain/schemas/text'
import { z } from 'zod'
import { AppError, conflict, forbidden, notFound, unknownCursor } from '../errors.ts'
import { playdateChanged } from '../realtime/notify.ts'
import type { Services } from '../services.ts'
import { actingProcedure, router } from '../trpc/init.ts'

async function readPlaydates(
  ctx: { services: Services; actingDogId: string },
  query: ListQuery & { matchId?: string } = {},
): Promise<Playdate[]> {
  const playdates = await listPlaydates(ctx.services.db, ctx.actingDogId, {
    ...query,
    now: new Date(),
    limit: query.limit ?? PLAYDATES_DEFAULT,
  })
  if (playdates === 'no match') throw notFound('Match')
  if (playdates === 'no cursor') throw unknownCursor()
  return playdates
}

const tags = ['playdates']

export const playdatesRouter = router({
  list: actingProcedure
    .meta({
      openapi: { method: 'GET', path: '/playdates', tags, summary: 'Playdates to come', protect: true },
      listLimit: PLAYDATES_DEFAULT,
    })
    .input(listQuerySchema)
    .output(z.array(playdateSchema))
    .query(({ ctx, input }) => readPlaydates(ctx, input)),

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

  create: actingProcedure
    .meta({
      openapi: { method: 'POST', path: '/playdates', tags, summary: 'Propose a playdate', protect: true },
      asDog: 'playdate-proposed-as-dog',
    })
    .input(newPlaydateSchema)
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      const now = new Date()
      if (new Date(input.whenTs) <= now) throw new AppError('BAD_REQUEST', 'Please choose a time in the future')
      await ctx.services.limits.take('proposal', ctx.caller.userId)
      const news = await ctx.writes.write(async db => {
        const created = await createPlaydate(db, ctx.actingDogId, input, now)
        if (created === 'no match') throw notFound('Match')
        if (created === 'too many')
          throw conflict(
            `There are ${OPEN_PROPOSALS_MAX} open proposals in this match already. Please wait for an answer.`,
          )
        return created
      })
      playdateChanged(ctx.services, news)
      return news.playdate
    }),

  answer: actingProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/playdates/{id}',
        tags,
        summary: 'Accept or decline a playdate',
        protect: true,
      },
      asDog: 'playdate-answered-as-dog',
    })
    .input(playdateAnswerSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      const news = await ctx.writes.write(async db => {
        const answered = await answerPlaydate(db, ctx.actingDogId, input.id, input.status)
        if (answered === 'not found') throw notFound('Playdate')
        if (answered === 'not invited') throw forbidden('Only the other dog can answer this playdate')
        if (answered === 'answered') throw conflict('This playdate has been answered already')
        return answered
      })
      playdateChanged(ctx.services, news)
      return news.playdate
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
    .query(async ({ ctx }) => ({ count: await countPending(ctx.services.db, ctx.actingDogId, new Date()) })),
})
