import type { Trx } from '@barkyard/db/open'
import { notifyOfWalk } from '@barkyard/db/queries/notifications/notify-walks'
import { cancelWalk, changeWalk, endSeries, hostWalk, signalWalk } from '@barkyard/db/queries/walks/changes'
import { joinWalk, leaveWalk } from '@barkyard/db/queries/walks/join'
import type { WalkChange } from '@barkyard/db/queries/walks/lock'
import { findWalk, listWalks } from '@barkyard/db/queries/walks/walks'
import type { ErrorReason } from '@barkyard/domain/errors'
import type { PlanPark } from '@barkyard/domain/parks'
import { id } from '@barkyard/domain/schemas/fields'
import { pageOf } from '@barkyard/domain/schemas/paging'
import {
  newWalkSchema,
  type Walk,
  walkChangesSchema,
  walkJoinSchema,
  walkLateSchema,
  walkQuerySchema,
  walkRevisionSchema,
  walkSchema,
} from '@barkyard/domain/schemas/walk'
import type { DogViewer } from '@barkyard/domain/visibility'
import { SERIES_WALKS_MAX, WALKS_PER_OWNER } from '@barkyard/domain/walk'
import { z } from 'zod'
import type { LimitHeaders, Rule } from '../../platform/access/limits.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { AppError, foundOrThrow, unwrapOrThrow } from '../../platform/errors.ts'
import { eventFor } from '../../platform/realtime/bus.ts'
import { actingProcedure, type CallerWrite, requireCursor, router } from '../../platform/trpc/init.ts'
import type { Effects } from '../../platform/write.ts'
import type { Services } from '../../services.ts'
import { notified } from '../notifications/index.ts'
import { namesPark, requireParkName, requirePlanPark } from '../parks/index.ts'
import { requireFuture } from '../playdates/index.ts'
import { nextWalkAt, placesGiven, TELL_OF_WALK } from './jobs.ts'

/** Refusals whose usual words are about playdates. */
const IN_WORDS: Partial<Record<ErrorReason, { message: string }>> = {
  'already-cancelled': { message: 'This walk was called off' },
  'has-begun': { message: 'This walk has begun' },
  'stale-revision': { message: 'This walk has changed. Please look at it again' },
}

interface WalkContext {
  services: Services
  caller: Caller
  viewer: DogViewer
  write: CallerWrite
  limitHeaders?: LimitHeaders | undefined
}

/** Makes a change of a walk within a limit. The others on it see it and are notified. */
async function makeChange<I>(
  { services, caller, viewer, write, limitHeaders }: WalkContext,
  limit: Rule | null,
  change: (trx: Trx, viewer: DogViewer, input: I, now: Date, effects: Effects) => Promise<WalkChange | ErrorReason>,
  input: I,
): Promise<Walk> {
  if (limit) await services.limits.take(limit, caller.userId, limitHeaders)
  return write(async (trx, effects) => {
    const now = services.now()
    const changed = unwrapOrThrow(await change(trx, viewer, input, now, effects), IN_WORDS)
    const concerned = await notifyOfWalk(trx, changed, now)
    const { dogIds, ownDogs } = concerned
    // The pages of those on it read it again.
    effects.event(eventFor(Object.keys(ownDogs), { type: 'walk', walkId: changed.walk.id }, { dogIds, ownDogs }))
    notified(effects, concerned.notified)
    await placesGiven(trx, effects, changed.walk.id, changed.promoted ?? [], now)
    if (changed.byDogId === changed.walk.hostDog.id) nextWalkAt(effects, changed.walk)
    return changed.walk
  })
}

const post = (verb: string, operationId: string, summary: string) => ({
  rest: `POST /walks/{id}/${verb}` as const,
  operationId,
  summary,
})
const AROUND_THE_START =
  'For dogs on the walk, from 60 minutes before the start to 60 minutes after it. Repeating it changes nothing.'
const ANY_WALK = ['walk-not-found', 'dog-hidden'] as const
const OPEN_WALK = [...ANY_WALK, 'already-cancelled', 'has-begun', 'stale-revision'] as const
const target = walkRevisionSchema.extend({ id })

export const walksRouter = router({
  list: actingProcedure
    .meta({
      rest: 'GET /walks',
      operationId: 'listWalks',
      summary: 'Open walks to come',
      description:
        'By time, wherever you live unless `near` is asked for. Dogs of owners whom you do not see are not counted.',
    })
    .input(walkQuerySchema.prefault({}), requireCursor)
    .output(pageOf(walkSchema))
    .query(async ({ ctx: { services, viewer }, input }) =>
      unwrapOrThrow(await listWalks(services.db, viewer, { ...input, now: services.now() })),
    ),

  get: actingProcedure
    .meta({
      rest: 'GET /walks/{id}',
      operationId: 'getWalk',
      summary: 'A walk',
      description: 'Also one that was called off or is over.',
      errors: ['walk-not-found'],
    })
    .input(z.object({ id }))
    .output(walkSchema)
    .query(async ({ ctx: { services, viewer }, input }) =>
      foundOrThrow(await findWalk(services.db, viewer, input.id, services.now()), 'walk-not-found'),
    ),

  create: actingProcedure
    .meta({
      rest: 'POST /walks',
      operationId: 'hostWalk',
      summary: 'Host a walk',
      description: `Anybody can join it. Your dog counts and stands first. An owner hosts at most ${WALKS_PER_OWNER} walks to come. A weekly one counts once, until it ends.`,
      errors: ['not-in-future', 'park-closed', 'walks-full', 'dog-hidden'],
      asDog: 'walk-hosted-as-dog',
    })
    .input(newWalkSchema, (input, { services }) => {
      requireParkName(input)
      requireFuture(input, services.now())
    })
    .output(walkSchema)
    .mutation(async ({ ctx, input }) => {
      const park = await requirePlanPark(ctx.services.db, input)
      return makeChange(
        ctx,
        'proposal',
        async (trx, viewer, walk: typeof input & { park: PlanPark }, now, effects) => {
          const hosted = await hostWalk(trx, viewer, walk, now)
          if (typeof hosted === 'object')
            effects.job(TELL_OF_WALK, { walkId: hosted.walk.id, after: null }, { key: hosted.walk.id })
          return hosted
        },
        { ...input, park },
      )
    }),

  change: actingProcedure
    .meta({
      rest: 'PATCH /walks/{id}',
      operationId: 'changeWalk',
      summary: 'Move your walk',
      description:
        'Only for the host, until it begins. Everybody stays on the walk and is notified. The next ones of a weekly walk stay as they were planned.',
      errors: [...OPEN_WALK, 'not-host', 'not-in-future', 'park-closed'],
      asDog: 'walk-changed-as-dog',
    })
    .input(walkChangesSchema.extend({ id }).meta({ minProperties: 1 }), (input, { services }) => {
      if (input.whenTs === undefined && !namesPark(input))
        throw new AppError('invalid-input', { path: 'whenTs', message: 'Please choose another time or park' })
      if (namesPark(input)) requireParkName(input)
      requireFuture(input, services.now())
    })
    .output(walkSchema)
    .mutation(async ({ ctx, input }) => {
      const park = namesPark(input) ? await requirePlanPark(ctx.services.db, input) : null
      return makeChange(ctx, 'proposal', changeWalk, { ...input, park })
    }),

  join: actingProcedure
    .meta({
      ...post('join', 'joinWalk', 'Join a walk'),
      description:
        'Until it begins, while there is a place. Joining again changes nothing. With `wait` the dog waits if there is none: until 2 hours before the start, a place that is given up goes to the first who waits and still may join, who is notified.',
      errors: [...OPEN_WALK, 'wrong-size', 'too-old', 'walk-full'],
      asDog: 'walk-joined-as-dog',
    })
    .input(walkJoinSchema.extend({ id }))
    .output(walkSchema)
    .mutation(({ ctx, input }) => makeChange(ctx, 'signal', joinWalk, input)),

  leave: actingProcedure
    .meta({
      ...post('leave', 'leaveWalk', 'Leave a walk'),
      description:
        'Also for who waits for a place. The host cannot leave, but call it off. Leaving again changes nothing.',
      errors: [...ANY_WALK, 'stale-revision', 'host-stays'],
      asDog: 'walk-left-as-dog',
    })
    .input(target)
    .output(walkSchema)
    .mutation(({ ctx, input }) => makeChange(ctx, 'signal', leaveWalk, input)),

  cancel: actingProcedure
    .meta({
      ...post('cancel', 'cancelWalk', 'Call your walk off'),
      description: 'Only for the host, until it begins. Everybody on it is notified. A weekly walk goes on.',
      errors: [...OPEN_WALK, 'not-host'],
      asDog: 'walk-cancelled-as-dog',
    })
    .input(target)
    .output(walkSchema)
    .mutation(({ ctx, input }) => makeChange(ctx, null, cancelWalk, input)),

  endSeries: actingProcedure
    .meta({
      ...post('end-series', 'endWalkSeries', 'End your weekly walk'),
      description: `Only for the host. The walks that are made still take place, and no further ones are made. A series ends by itself after ${SERIES_WALKS_MAX} walks. Ending it again changes nothing.`,
      errors: [...ANY_WALK, 'stale-revision', 'not-host', 'not-a-series'],
      asDog: 'walk-series-ended-as-dog',
    })
    .input(target)
    .output(walkSchema)
    .mutation(({ ctx, input }) => makeChange(ctx, null, endSeries, input)),

  late: actingProcedure
    .meta({
      ...post('late', 'sayLateForWalk', 'Say that you come late to a walk'),
      description: AROUND_THE_START,
      errors: [...ANY_WALK, 'stale-revision', 'already-cancelled', 'not-on-walk', 'outside-window'],
      asDog: 'walk-signalled-as-dog',
    })
    .input(walkLateSchema.extend({ id }))
    .output(walkSchema)
    .mutation(({ ctx, input }) => makeChange(ctx, 'signal', signalWalk, input)),

  here: actingProcedure
    .meta({
      ...post('here', 'sayHereOnWalk', 'Say that you are there for a walk'),
      description: AROUND_THE_START,
      errors: [...ANY_WALK, 'stale-revision', 'already-cancelled', 'not-on-walk', 'outside-window'],
      asDog: 'walk-signalled-as-dog',
    })
    .input(target)
    .output(walkSchema)
    .mutation(({ ctx, input }) => makeChange(ctx, 'signal', signalWalk, { ...input, minutes: null })),
})
