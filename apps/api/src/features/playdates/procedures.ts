import type { Page } from '@barkyard/db/queries/paging'
import {
  countPending,
  findPlaydate,
  listPastPlaydates,
  listPlaydates,
  overlappingPlaydates,
  playdatesOfChat,
} from '@barkyard/db/queries/playdates/lists'
import { createPlaydate } from '@barkyard/db/queries/playdates/playdates'
import { PLAYDATES_DEFAULT } from '@barkyard/domain/playdate'
import { id } from '@barkyard/domain/schemas/fields'
import { countSchema } from '@barkyard/domain/schemas/match'
import { pageOf } from '@barkyard/domain/schemas/paging'
import {
  chatPlaydateSchema,
  newPlaydateSchema,
  overlapQuerySchema,
  type Playdate,
  type PlaydatesQuery,
  pastPlaydateSchema,
  pastPlaydatesQuerySchema,
  playdateSchema,
  playdatesQuerySchema,
} from '@barkyard/domain/schemas/playdate'
import type { DogViewer } from '@barkyard/domain/visibility'
import { z } from 'zod'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { actingProcedure, requireCursor, router } from '../../platform/trpc/init.ts'
import type { Services } from '../../services.ts'
import { requireParkName, requirePlanPark } from '../parks/index.ts'
import { changePlaydate, requireFuture } from './change.ts'
import { playdateMoves } from './moves.ts'

async function readPlaydates(
  ctx: { services: Services; viewer: DogViewer },
  query: PlaydatesQuery & { matchId?: string } = {},
): Promise<Page<Playdate>> {
  const { limit = PLAYDATES_DEFAULT, since } = query
  const page = { ...query, since: since === undefined ? undefined : new Date(since), now: ctx.services.now(), limit }
  return unwrapOrThrow(await listPlaydates(ctx.services.db, ctx.viewer, page))
}

export const playdatesRouter = router({
  ...playdateMoves,

  list: actingProcedure
    .meta({ rest: 'GET /playdates', isPage: true })
    .input(playdatesQuerySchema.optional(), requireCursor)
    .output(pageOf(playdateSchema))
    .query(({ ctx, input }) => readPlaydates(ctx, input)),

  get: actingProcedure
    .meta({ rest: 'GET /playdates/{id}', errors: ['playdate-not-found'] })
    .input(z.object({ id: id.describe('The id of the playdate.') }))
    .output(playdateSchema)
    .query(async ({ ctx, input }) => {
      const playdate = await findPlaydate(ctx.services.db, ctx.viewer, input.id, ctx.services.now())
      if (!playdate) throw new AppError('playdate-not-found')
      return playdate
    }),

  past: actingProcedure
    .meta({ rest: 'GET /playdates/past', isPage: true })
    .input(pastPlaydatesQuerySchema.optional(), requireCursor)
    .output(pageOf(pastPlaydateSchema))
    .query(async ({ ctx, input = {} }) => {
      const limit = input.limit ?? PLAYDATES_DEFAULT
      const page = { ...input, limit, now: ctx.services.now() }
      return unwrapOrThrow(await listPastPlaydates(ctx.services.db, ctx.viewer, page))
    }),

  ofMatch: actingProcedure
    .meta({ rest: 'GET /matches/{matchId}/playdates', errors: ['match-not-found'], isPage: true })
    .input(playdatesQuerySchema.extend({ matchId: id }), requireCursor)
    .output(pageOf(playdateSchema))
    .query(({ ctx, input }) => readPlaydates(ctx, input)),

  ofChat: actingProcedure
    .meta({
      pageOnly: 'The plans between the messages of a chat. `GET /matches/{matchId}/playdates` returns them.',
    })
    .input(z.object({ matchId: id }))
    .output(z.array(chatPlaydateSchema))
    .query(async ({ ctx, input }) =>
      unwrapOrThrow(await playdatesOfChat(ctx.services.db, ctx.viewer, input.matchId, ctx.services.now())),
    ),

  overlapping: actingProcedure
    .meta({ rest: 'GET /playdates/overlapping' })
    .input(overlapQuerySchema)
    .output(z.array(playdateSchema))
    .query(({ ctx, input: { whenTs, exceptId } }) => {
      const hour = { when: new Date(whenTs), exceptId, now: ctx.services.now() }
      return overlappingPlaydates(ctx.services.db, ctx.viewer, hour)
    }),

  create: actingProcedure
    .meta({
      rest: 'POST /playdates',
      errors: ['not-in-future', 'park-closed', 'match-not-found', 'proposals-full', 'dog-hidden'],
      asDog: 'playdate-proposed-as-dog',
    })
    .input(newPlaydateSchema, (input, { services }) => {
      requireParkName(input)
      requireFuture(input, services.now())
    })
    .output(playdateSchema)
    .mutation(async ({ ctx, input: { matchId, whenTs, notes, ...named } }) => {
      const park = await requirePlanPark(ctx.services.db, named)
      await ctx.services.limits.take('proposal', ctx.caller.userId, ctx.limitHeaders)
      const { playdate } = await changePlaydate(ctx, trx =>
        createPlaydate(trx, ctx.viewer, { matchId, whenTs, notes, ...park }, ctx.services.now()),
      )
      return playdate
    }),

  pendingCount: actingProcedure
    .meta({ rest: 'GET /playdates/pending-count' })
    .input(z.void())
    .output(countSchema)
    .query(async ({ ctx }) => ({
      count: await countPending(ctx.services.db, ctx.viewer, ctx.services.now()),
    })),
})
