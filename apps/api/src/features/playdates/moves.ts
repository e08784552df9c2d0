import { movePlaydate, recapPlaydate } from '@barkyard/db/queries/playdates/moves'
import type { PlaydateMove } from '@barkyard/domain/playdate-moves'
import { id } from '@barkyard/domain/schemas/fields'
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
  playdatePhraseSchema,
  playdateSchema,
} from '@barkyard/domain/schemas/playdate'
import type { DogViewer } from '@barkyard/domain/visibility'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { actingProcedure } from '../../platform/trpc/init.ts'
import { namesPark, requireParkName, requirePlanPark } from '../parks/index.ts'
import { type ChangeContext, changePlaydate, requireFuture } from './change.ts'

interface ActingContext extends ChangeContext {
  viewer: DogViewer
}

/** Makes a move of the acting dog, if the rules allow it. */
async function makeMove(
  ctx: ActingContext,
  { id, revision }: { id: string; revision?: number | undefined },
  move: PlaydateMove,
): Promise<Playdate> {
  const read = { now: ctx.services.now(), revision }
  const { playdate } = await changePlaydate(ctx, trx => movePlaydate(trx, ctx.viewer, id, move, read))
  return playdate
}

const EITHER = ['playdate-not-found', 'stale-revision', 'dog-hidden'] as const

/** The moves of either side of a playdate. */
export const playdateMoves = {
  answer: actingProcedure
    .meta({
      rest: 'PATCH /playdates/{id}',
      errors: [...EITHER, 'not-invited', 'already-answered'],
      asDog: 'playdate-answered-as-dog',
    })
    .input(playdateAnswerSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'answer', accept: input.status === 'accepted' })),

  counter: actingProcedure
    .meta({
      rest: 'POST /playdates/{id}/counter',
      errors: [
        ...EITHER,
        'not-in-future',
        'park-closed',
        'already-declined',
        'already-cancelled',
        'has-begun',
        'same-terms',
        'time-passed',
      ],
      asDog: 'playdate-changed-as-dog',
    })
    .input(playdateCounterSchema.extend({ id }).meta({ minProperties: 1 }), (input, { services }) => {
      const { whenTs, notes } = input
      if (whenTs === undefined && !namesPark(input) && notes === undefined)
        throw new AppError('invalid-input', { path: 'whenTs', message: 'Please suggest another time, park or title' })
      if (namesPark(input)) requireParkName(input)
      requireFuture(input, services.now())
    })
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      const { whenTs, notes } = input
      const park = namesPark(input) ? await requirePlanPark(ctx.services.db, input) : undefined
      await ctx.services.limits.take('proposal', ctx.caller.userId, ctx.limitHeaders)
      const terms = { ...(whenTs !== undefined && { whenTs: new Date(whenTs).toISOString() }), park, notes }
      return makeMove(ctx, input, { type: 'counter', terms })
    }),

  answerChange: actingProcedure
    .meta({
      rest: 'POST /playdates/{id}/answer-change',
      errors: [...EITHER, 'own-change', 'no-change', 'time-passed'],
      asDog: 'playdate-answered-as-dog',
    })
    .input(changeAnswerSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'answer-change', accept: input.accept })),

  cancel: actingProcedure
    .meta({
      rest: 'POST /playdates/{id}/cancel',
      errors: [...EITHER, 'has-begun', 'already-declined', 'already-cancelled'],
      asDog: 'playdate-cancelled-as-dog',
    })
    .input(playdateCancelSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'cancel', reason: input.reason })),

  late: actingProcedure
    .meta({
      rest: 'POST /playdates/{id}/late',
      errors: [...EITHER, 'not-accepted', 'outside-window'],
      asDog: 'playdate-signalled-as-dog',
    })
    .input(playdateLateSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.limits.take('signal', ctx.caller.userId, ctx.limitHeaders)
      return makeMove(ctx, input, { type: 'late', minutes: input.minutes })
    }),

  here: actingProcedure
    .meta({
      rest: 'POST /playdates/{id}/here',
      errors: [...EITHER, 'not-accepted', 'outside-window'],
      asDog: 'playdate-signalled-as-dog',
    })
    .input(playdateHereSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.limits.take('signal', ctx.caller.userId, ctx.limitHeaders)
      return makeMove(ctx, input, { type: 'here' })
    }),

  notHere: actingProcedure
    .meta({
      rest: 'DELETE /playdates/{id}/here',
      errors: [...EITHER, 'not-taken-back'],
      asDog: 'playdate-signalled-as-dog',
    })
    .input(z.object({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'not-here' })),

  phrase: actingProcedure
    .meta({
      rest: 'POST /playdates/{id}/phrase',
      errors: [...EITHER, 'not-accepted', 'outside-phrase-window', 'phrases-full'],
    })
    .input(playdatePhraseSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.limits.take('signal', ctx.caller.userId, ctx.limitHeaders)
      return makeMove(ctx, input, { type: 'phrase', phrase: input.phrase })
    }),

  recap: actingProcedure
    .meta({
      rest: 'POST /playdates/{id}/recap',
      errors: [...EITHER, 'not-accepted', 'not-begun', 'recap-closed'],
      asDog: 'playdate-recapped-as-dog',
    })
    .input(newRecapSchema.extend({ id }))
    .output(pastPlaydateSchema)
    .mutation(async ({ ctx, input: { id, revision, ...answers } }) => {
      const read = { now: ctx.services.now(), revision }
      const { playdate, recap } = await changePlaydate(ctx, trx => recapPlaydate(trx, ctx.viewer, id, answers, read))
      return { ...playdate, recap }
    }),
}
