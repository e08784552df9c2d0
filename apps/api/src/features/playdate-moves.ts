import { movePlaydate, recapPlaydate } from '@barkyard/db/queries/playdate-moves'
import type { PlaydateMove } from '@barkyard/domain/playdate-moves'
import {
  changeAnswerSchema,
  newRecapSchema,
  type Playdate,
  pastPlaydateSchema,
  playdateAnswerSchema,
  playdateCancelSchema,
  playdateCounterSchema,
  playdateHereSchema,
  playdateLateSchema,
  playdateSchema,
} from '@barkyard/domain/schemas/playdate'
import { id } from '@barkyard/domain/schemas/text'
import type { Writes } from '../access/audit.ts'
import { invalidField } from '../errors.ts'
import type { Services } from '../services.ts'
import { actingProcedure } from '../trpc/init.ts'
import { changePlaydate, playdateRefused } from './playdate-change.ts'

interface ActingContext {
  services: Services
  writes: Writes
  actingDogId: string
}

/** Makes a move of the acting dog, if the rules let it. */
async function makeMove(
  ctx: ActingContext,
  { id, revision }: { id: string; revision?: number | undefined },
  move: PlaydateMove,
): Promise<Playdate> {
  const { playdate } = await changePlaydate(ctx, async db => {
    const moved = await movePlaydate(db, ctx.actingDogId, id, move, { now: ctx.services.now(), revision })
    if (typeof moved === 'string') throw playdateRefused(moved)
    return moved
  })
  return playdate
}

const tags = ['playdates']
const post = (verb: string, summary: string) => ({
  ...{ method: 'POST' as const, path: `/playdates/{id}/${verb}` as const, tags, summary },
  protect: true,
})

/** What either side does with a playdate. */
export const playdateMoves = {
  answer: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'PATCH', path: '/playdates/{id}', tags, protect: true },
        summary: 'Accept or decline a playdate',
      },
      asDog: 'playdate-answered-as-dog',
    })
    .input(playdateAnswerSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'answer', accept: input.status === 'accepted' })),

  counter: actingProcedure
    .meta({
      openapi: post('counter', 'Suggest another time, park or title'),
      asDog: 'playdate-changed-as-dog',
    })
    .input(playdateCounterSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      const { whenTs, parkName, notes } = input
      if (whenTs === undefined && parkName === undefined && notes === undefined)
        throw invalidField('whenTs', 'Please suggest another time, park or title')
      if (whenTs !== undefined && new Date(whenTs) <= ctx.services.now())
        throw invalidField('whenTs', 'Please choose a time in the future')
      await ctx.services.limits.take('proposal', ctx.caller.userId)
      const terms = { ...(whenTs !== undefined && { whenTs: new Date(whenTs).toISOString() }), parkName, notes }
      return makeMove(ctx, input, { type: 'counter', terms })
    }),

  answerChange: actingProcedure
    .meta({
      openapi: post('answer-change', 'Accept other terms, or keep the agreed ones'),
      asDog: 'playdate-answered-as-dog',
    })
    .input(changeAnswerSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'answer-change', accept: input.accept })),

  cancel: actingProcedure
    .meta({ openapi: post('cancel', 'Call a playdate off'), asDog: 'playdate-cancelled-as-dog' })
    .input(playdateCancelSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'cancel', reason: input.reason })),

  late: actingProcedure
    .meta({ openapi: post('late', 'Say that you come late'), asDog: 'playdate-signalled-as-dog' })
    .input(playdateLateSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.limits.take('signal', ctx.caller.userId)
      return makeMove(ctx, input, { type: 'late', minutes: input.minutes })
    }),

  here: actingProcedure
    .meta({ openapi: post('here', 'Say that you are there'), asDog: 'playdate-signalled-as-dog' })
    .input(playdateHereSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.limits.take('signal', ctx.caller.userId)
      return makeMove(ctx, input, { type: 'here' })
    }),

  recap: actingProcedure
    .meta({ openapi: post('recap', 'Say how a playdate went'), asDog: 'playdate-recapped-as-dog' })
    .input(newRecapSchema.extend({ id }))
    .output(pastPlaydateSchema)
    .mutation(async ({ ctx, input: { id, revision, ...said } }) => {
      const { playdate, recap } = await changePlaydate(ctx, async db => {
        const kept = await recapPlaydate(db, ctx.actingDogId, id, said, { now: ctx.services.now(), revision })
        if (typeof kept === 'string') throw playdateRefused(kept)
        return kept
      })
      return { ...playdate, recap }
    }),
}
