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
import { OPEN_PROPOSALS_MAX } from '@barkyard/domain/playdate'
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
import { foundOrThrow, unwrapOrThrow } from '../../platform/errors.ts'
import { actingProcedure, requireCursor, router } from '../../platform/trpc/init.ts'
import type { Services } from '../../services.ts'
import { requireParkName, requirePlanPark } from '../parks/index.ts'
import { changePlaydate, requireFuture } from './index.ts'
import { playdateMoves } from './moves.ts'

async function readPlaydates(
  ctx: { services: Services; viewer: DogViewer },
  { since, ...query }: PlaydatesQuery & { matchId?: string },
): Promise<Page<Playdate>> {
  const page = { ...query, since: since === undefined ? undefined : new Date(since), now: ctx.services.now() }
  return unwrapOrThrow(await listPlaydates(ctx.services.db, ctx.viewer, page))
}

export const playdatesRouter = router({
  ...playdateMoves,

  list: actingProcedure
    .meta({
      rest: 'GET /playdates',
      operationId: 'listPlaydates',
      summary: 'Upcoming playdates',
      description: 'Of all matches of the acting dog, by time, whatever their status: declined and cancelled ones too.',
    })
    .input(playdatesQuerySchema.prefault({}), requireCursor)
    .output(pageOf(playdateSchema))
    .query(({ ctx, input }) => readPlaydates(ctx, input)),

  get: actingProcedure
    .meta({
      rest: 'GET /playdates/{id}',
      operationId: 'getPlaydate',
      summary: 'A playdate',
      description: 'Only for its two dogs, whether it is to come or past. For others it is 404.',
      errors: ['playdate-not-found'],
    })
    .input(z.object({ id: id.describe('The id of the playdate.') }))
    .output(playdateSchema)
    .query(async ({ ctx, input }) => {
      const playdate = await findPlaydate(ctx.services.db, ctx.viewer, input.id, ctx.services.now())
      return foundOrThrow(playdate, 'playdate-not-found')
    }),

  past: actingProcedure
    .meta({
      rest: 'GET /playdates/past',
      operationId: 'listPastPlaydates',
      summary: 'Playdates that have begun',
      description: 'Newest first. Those with `started` began less than 60 minutes ago.',
    })
    .input(pastPlaydatesQuerySchema.prefault({}), requireCursor)
    .output(pageOf(pastPlaydateSchema))
    .query(async ({ ctx, input }) =>
      unwrapOrThrow(await listPastPlaydates(ctx.services.db, ctx.viewer, { ...input, now: ctx.services.now() })),
    ),

  ofMatch: actingProcedure
    .meta({
      rest: 'GET /matches/{matchId}/playdates',
      operationId: 'listPlaydatesOfMatch',
      summary: 'Upcoming playdates of a match',
      description: 'By time, whatever their status.',
      errors: ['match-not-found'],
    })
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
    .meta({
      rest: 'GET /playdates/overlapping',
      operationId: 'listOverlappingPlaydates',
      summary: 'Your dog’s other playdates at the same hour',
      description: 'Proposed and agreed ones, at most 10. Overlapping playdates are allowed.',
    })
    .input(overlapQuerySchema)
    .output(z.array(playdateSchema))
    .query(({ ctx, input: { whenTs, exceptId } }) => {
      const hour = { when: new Date(whenTs), exceptId, now: ctx.services.now() }
      return overlappingPlaydates(ctx.services.db, ctx.viewer, hour)
    }),

  create: actingProcedure
    .meta({
      rest: 'POST /playdates',
      operationId: 'proposePlaydate',
      summary: 'Propose a playdate',
      description: `At most ${OPEN_PROPOSALS_MAX} open proposals in a match.`,
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
    .meta({
      rest: 'GET /playdates/pending-count',
      operationId: 'countPendingPlaydates',
      summary: 'Proposals waiting for your answer',
      description: 'Future proposals that the acting dog has not answered.',
    })
    .input(z.void())
    .output(countSchema)
    .query(async ({ ctx }) => ({
      count: await countPending(ctx.services.db, ctx.viewer, ctx.services.now()),
    })),
})
