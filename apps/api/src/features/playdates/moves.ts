import { movePlaydate, recapPlaydate } from '@barkyard/db/queries/playdates/moves'
import { PHRASES_PER_SIDE } from '@barkyard/domain/playdate'
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
import type { LimitHeaders } from '../../platform/access/limits.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError } from '../../platform/errors.ts'
import { actingProcedure } from '../../platform/trpc/init.ts'
import { namesPark, requireParkName, requirePlanPark } from '../parks/index.ts'
import { type ChangeContext, changePlaydate, requireFuture } from './index.ts'

interface ActingContext extends ChangeContext {
  caller: Caller
  viewer: DogViewer
  limitHeaders?: LimitHeaders | undefined
}

async function makeMove(
  ctx: ActingContext,
  { id, revision }: { id: string; revision?: number | undefined },
  move: PlaydateMove,
  limit?: 'signal' | 'proposal',
): Promise<Playdate> {
  if (limit) await ctx.services.limits.take(limit, ctx.caller.userId, ctx.limitHeaders)
  const read = { now: ctx.services.now(), revision }
  const { playdate } = await changePlaydate(ctx, trx => movePlaydate(trx, ctx.viewer, id, move, read))
  return playdate
}

const post = (verb: string, operationId: string, summary: string) => ({
  rest: `POST /playdates/{id}/${verb}` as const,
  operationId,
  summary,
})
const AROUND_THE_START =
  'For agreed playdates, from 60 minutes before the start to 60 minutes after it. Repeating it changes nothing.'
const EITHER = ['playdate-not-found', 'stale-revision', 'dog-hidden'] as const

export const playdateMoves = {
  answer: actingProcedure
    .meta({
      rest: 'PATCH /playdates/{id}',
      operationId: 'answerPlaydate',
      summary: 'Accept or decline a playdate',
      description: 'Only for the dog that received the proposal, and only once. The proposer can cancel it.',
      errors: [...EITHER, 'not-invited', 'already-answered'],
      asDog: 'playdate-answered-as-dog',
    })
    .input(playdateAnswerSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'answer', accept: input.status === 'accepted' })),

  counter: actingProcedure
    .meta({
      ...post('counter', 'counterPlaydate', 'Suggest another time, park or title'),
      description:
        'A proposal gets the new terms and becomes yours, for the other side to answer. For an agreed playdate, the new terms are in `changes` until the other side answers. A new suggestion replaces the previous one.',
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
      const terms = { ...(whenTs !== undefined && { whenTs: new Date(whenTs).toISOString() }), park, notes }
      return makeMove(ctx, input, { type: 'counter', terms }, 'proposal')
    }),

  answerChange: actingProcedure
    .meta({
      ...post('answer-change', 'answerPlaydateChange', 'Accept other terms, or keep the agreed ones'),
      description:
        'Only the dog that did not suggest the changes can accept them. Either side can keep the agreed terms.',
      errors: [...EITHER, 'own-change', 'no-change', 'time-passed'],
      asDog: 'playdate-answered-as-dog',
    })
    .input(changeAnswerSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'answer-change', accept: input.accept })),

  cancel: actingProcedure
    .meta({
      ...post('cancel', 'cancelPlaydate', 'Call a playdate off'),
      description: 'For both sides, until it begins. The status becomes `declined`.',
      errors: [...EITHER, 'has-begun', 'already-declined', 'already-cancelled'],
      asDog: 'playdate-cancelled-as-dog',
    })
    .input(playdateCancelSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'cancel', reason: input.reason })),

  late: actingProcedure
    .meta({
      ...post('late', 'sayLate', 'Say that you come late'),
      description: AROUND_THE_START,
      errors: [...EITHER, 'not-accepted', 'outside-window'],
      asDog: 'playdate-signalled-as-dog',
    })
    .input(playdateLateSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'late', minutes: input.minutes }, 'signal')),

  here: actingProcedure
    .meta({
      ...post('here', 'sayHere', 'Say that you are there'),
      description: AROUND_THE_START,
      errors: [...EITHER, 'not-accepted', 'outside-window'],
      asDog: 'playdate-signalled-as-dog',
    })
    .input(playdateHereSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'here' }, 'signal')),

  notHere: actingProcedure
    .meta({
      rest: 'DELETE /playdates/{id}/here',
      operationId: 'takeBackHere',
      summary: 'Take back that you are there',
      description: 'For a minute after you said so. The other side is not notified again.',
      errors: [...EITHER, 'not-taken-back'],
      asDog: 'playdate-signalled-as-dog',
    })
    .input(z.object({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'not-here' })),

  phrase: actingProcedure
    .meta({
      ...post('phrase', 'sayPhrase', 'Say something about the meeting'),
      description: `For agreed playdates, from 24 hours before the start to 60 minutes after it, at most ${PHRASES_PER_SIDE} times for each side. The other side is notified.`,
      errors: [...EITHER, 'not-accepted', 'outside-phrase-window', 'phrases-full'],
    })
    .input(playdatePhraseSchema.extend({ id }))
    .output(playdateSchema)
    .mutation(({ ctx, input }) => makeMove(ctx, input, { type: 'phrase', phrase: input.phrase }, 'signal')),

  recap: actingProcedure
    .meta({
      ...post('recap', 'recapPlaydate', 'Say how a playdate went'),
      description:
        'It is not shown to the other side. If both want to meet again, both are notified. A repeated recap replaces the previous one.',
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
