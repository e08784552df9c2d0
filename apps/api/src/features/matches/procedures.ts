import { endMatch } from '@barkyard/db/queries/blocks/end-matches'
import { barkAt, countUnread, countUnreadByDog, findMatch, listMatches } from '@barkyard/db/queries/matches/matches'
import { LIST_PAGE_MAX } from '@barkyard/domain/paging'
import { id } from '@barkyard/domain/schemas/fields'
import {
  barkedSchema,
  countSchema,
  doneSchema,
  matchesQuerySchema,
  matchSchema,
  unreadByDogSchema,
} from '@barkyard/domain/schemas/match'
import { pageOf } from '@barkyard/domain/schemas/paging'
import { dayOf } from '@barkyard/domain/verification-days'
import { z } from 'zod'
import { ownerOf } from '../../platform/access/viewer.ts'
import { AppError, unwrapOrThrow } from '../../platform/errors.ts'
import { dogsChanged } from '../../platform/realtime/changed.ts'
import { actingProcedure, requireCursor, router, signedInProcedure, trustedOutput } from '../../platform/trpc/init.ts'
import { noteAsDog } from '../../platform/write.ts'
import { messageStored } from '../messages/index.ts'
import { notified } from '../notifications/index.ts'

const NOBODY_OWNS = 'Nobody owns this dog yet, so nobody would get the bark'

export const matchesRouter = router({
  bark: actingProcedure
    .meta({
      rest: 'POST /bark',
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
      const bark = { toDogId: input.toDogId, audit: noteAsDog(caller, 'barked-as-dog') }
      return services.write(caller, async (trx, effects) => {
        const barked = unwrapOrThrow(await barkAt(trx, viewer, bark, now), { 'unowned-dog': { message: NOBODY_OWNS } })
        if (barked.stored) messageStored(effects, barked.stored, caller.userId)
        return { matchId: barked.matchId }
      })
    }),

  list: actingProcedure
    .meta({ rest: 'GET /matches', isPage: true })
    .input(matchesQuerySchema.optional(), requireCursor)
    .output(trustedOutput(pageOf(matchSchema)))
    .query(async ({ ctx, input: { limit = LIST_PAGE_MAX, since, ...query } = {} }) => {
      const today = dayOf(ctx.services.now())
      const page = { ...query, since: since === undefined ? undefined : new Date(since), limit, today }
      return unwrapOrThrow(await listMatches(ctx.services.db, ctx.viewer, page))
    }),

  get: actingProcedure
    .meta({ rest: 'GET /matches/{matchId}', errors: ['match-not-found'] })
    .input(z.object({ matchId: id }))
    .output(matchSchema)
    .query(async ({ ctx, input }) => {
      const match = await findMatch(ctx.services.db, ctx.viewer, input.matchId, dayOf(ctx.services.now()))
      if (!match) throw new AppError('match-not-found')
      return match
    }),

  end: actingProcedure
    .meta({ rest: 'DELETE /matches/{matchId}', errors: ['match-not-found'] })
    .input(z.object({ matchId: id }))
    .output(doneSchema)
    .mutation(({ ctx: { services, viewer, write }, input }) =>
      write(async (trx, effects) => {
        const { userIds, dogIds, notifiedIds } = unwrapOrThrow(
          await endMatch(trx, viewer, input.matchId, services.now()),
        )
        dogsChanged(effects, userIds, dogIds)
        notified(effects, notifiedIds)
        return { ok: true as const }
      }),
    ),

  newCount: actingProcedure
    .meta({ rest: 'GET /barks/new-count' })
    .input(z.void())
    .output(countSchema)
    .query(async ({ ctx }) => ({ count: await countUnread(ctx.services.db, ctx.viewer) })),

  unreadByDog: signedInProcedure
    .meta({ rest: 'GET /matches/unread' })
    .input(z.void())
    .output(unreadByDogSchema)
    .query(({ ctx }) => countUnreadByDog(ctx.services.db, ownerOf(ctx.caller))),
})
