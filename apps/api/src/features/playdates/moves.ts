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
import { AppError } from '../errors.ts'
import { EXAMPLES } from '../rest/examples.ts'
import type { Services } from '../services.ts'
import { actingProcedure } from '../trpc/init.ts'
import { changePlaydate, demandFuture, playdateRefused } from './playdate-change.ts'

interface ActingContext {
  services: Services
  writes: Writes
  actingDogId: string
}

/** Makes a move of the acting dog, if the rules allow it. */
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
const post = (verb: string, operationId: string, summary: string) => ({
  ...{ method: 'POST' as const, path: `/playdates/{id}/${verb}` as const, tags, operationId, summary },
})
const AROUND_THE_START =
  'For agreed playdates, from 60 minutes before the start to 60 minutes after it. Repeating it changes nothing.'
const EITHER = ['playdate-not-found', 'stale-revision', 'dog-hidden'] as const

/** The moves of either side of a playdate. */
export const playdateMoves = {
  answer: actingProcedure
    .meta({
      openapi: {
        ...{ method: 'PATCH', path: '/playdates/{id}', tags, operationId: 'answerPlaydate' },
        summary: 'Accept or decline a playdate',
        description: 'Only for the dog that received the proposal, and only once. The proposer can cancel it.',
        errors: [...EITHER, 'not-invited', 'already-answered'],
        example: { body: { status: 'accepted' }, answer: { ...EXAMPLES.Playdate, changes: null, revision: 2 } },
      },
      asDog: 'playdate-answered-as-dog',
    })
    .input(playdateAnswerSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'answer', accept: input.status === 'accepted' })),

  counter: actingProcedure
    .meta({
      openapi: {
        ...post('counter', 'counterPlaydate', 'Suggest another time, park or title'),
        description:
          'A proposal gets the new terms and becomes yours, for the other side to answer. For an agreed playdate, the new terms are in `changes` until the other side answers. A new suggestion replaces the previous one.',
        errors: [
          ...EITHER,
          ...([
            'not-in-future',
            'already-declined',
            'already-cancelled',
            'has-begun',
            'same-terms',
            'time-passed',
          ] as const),
        ],
        example: { body: { whenTs: '2030-06-01T23:00:00Z' } },
      },
      asDog: 'playdate-changed-as-dog',
    })
    .input(playdateCounterSchema.extend({ id }), (input, now) => {
      const { whenTs, parkName, notes } = input
      if (whenTs === undefined && parkName === undefined && notes === undefined)
        throw new AppError('invalid-input', { path: 'whenTs', message: 'Please suggest another time, park or title' })
      demandFuture(input, now)
    })
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      const { whenTs, parkName, notes } = input
      await ctx.services.limits.take('proposal', ctx.caller.userId, ctx.standings)
      const terms = { ...(whenTs !== undefined && { whenTs: new Date(whenTs).toISOString() }), parkName, notes }
      return makeMove(ctx, input, { type: 'counter', terms })
    }),

  answerChange: actingProcedure
    .meta({
      openapi: {
        ...post('answer-change', 'answerPlaydateChange', 'Accept other terms, or keep the agreed ones'),
        description:
          'Only the dog that did not suggest the changes can accept them. Either side can keep the agreed terms.',
        errors: [...EITHER, 'own-change', 'no-change', 'time-passed'],
        example: {
          body: { accept: true },
          answer: { ...EXAMPLES.Playdate, whenTs: '2030-06-01T23:00:00.000Z', changes: null, revision: 4 },
        },
      },
      asDog: 'playdate-answered-as-dog',
    })
    .input(changeAnswerSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'answer-change', accept: input.accept })),

  cancel: actingProcedure
    .meta({
      openapi: {
        ...post('cancel', 'cancelPlaydate', 'Call a playdate off'),
        description: 'For both sides, until it begins. The status becomes `declined`.',
        errors: [...EITHER, 'has-begun', 'already-declined', 'already-cancelled'],
        example: {
          body: { reason: 'weather' },
          answer: {
            ...EXAMPLES.Playdate,
            ...{ status: 'declined', changes: null, cancelledAt: '2030-06-01T08:00:00.000Z', cancelReason: 'weather' },
          },
        },
      },
      asDog: 'playdate-cancelled-as-dog',
    })
    .input(playdateCancelSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'cancel', reason: input.reason })),

  late: actingProcedure
    .meta({
      openapi: {
        ...post('late', 'sayLate', 'Say that you come late'),
        description: AROUND_THE_START,
        errors: [...EITHER, 'not-accepted', 'outside-window'],
        example: { body: { minutes: 10 } },
      },
      asDog: 'playdate-signalled-as-dog',
    })
    .input(playdateLateSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.limits.take('signal', ctx.caller.userId, ctx.standings)
      return makeMove(ctx, input, { type: 'late', minutes: input.minutes })
    }),

  here: actingProcedure
    .meta({
      openapi: {
        ...post('here', 'sayHere', 'Say that you are there'),
        description: AROUND_THE_START,
        errors: [...EITHER, 'not-accepted', 'outside-window'],
        example: { body: {} },
      },
      asDog: 'playdate-signalled-as-dog',
    })
    .input(playdateHereSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.limits.take('signal', ctx.caller.userId, ctx.standings)
      return makeMove(ctx, input, { type: 'here' })
    }),

  recap: actingProcedure
    .meta({
      openapi: {
        ...post('recap', 'recapPlaydate', 'Say how a playdate went'),
        description:
          'It is not shown to the other side. If both want to meet again, both are notified. A repeated recap replaces the previous one.',
        errors: [...EITHER, 'not-accepted', 'not-begun', 'recap-closed'],
        example: { body: { met: true, again: true } },
      },
      asDog: 'playdate-recapped-as-dog',
    })
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
