import { z } from 'zod'
import { SIZES } from '../dog.ts'
import {
  SERIES_WALKS_MAX,
  WALK_DOGS_MAX,
  WALK_DOGS_MIN,
  WALK_KIND_CODES,
  WALK_KINDS,
  WALK_TITLE_MAX,
  WALKS_DEFAULT,
  WALKS_NEAR_KM,
} from '../walk.ts'
import { dogSchema, sizeSchema } from './dog.ts'
import {
  flag,
  id,
  idAsSent,
  isUnique,
  kmFromHere,
  shape,
  text,
  time,
  timeOrNull,
  trimmedText,
  whole,
  word,
  yesOrNo,
} from './fields.ts'
import { listQueryOf } from './paging.ts'
import { parkOfPlan, planParkFields } from './park.ts'
import { degrees, futureTs, lateMinutes } from './playdate.ts'

const revision = whole(
  1,
  'The `revision` that you have read. If the walk has changed since, the call is refused (409).',
).optional()

const sizes = z
  .array(sizeSchema)
  .max(SIZES.length)
  .refine(isUnique, 'Each size at most once')
  .meta({ uniqueItems: true })

const kind = word(
  'WalkKind',
  `What a walk is like. ${WALK_KIND_CODES.map(code => `\`${code}\`: ${WALK_KINDS[code].means}`).join(' ')}`,
  WALK_KIND_CODES,
)
const repeats = word('WalkRepeats', 'How often a walk repeats.', ['weekly'])

export const newWalkSchema = shape('NewWalk', 'An open walk to host.', {
  whenTs: futureTs,
  ...parkOfPlan,
  title: trimmedText(1, WALK_TITLE_MAX, { min: 'Title is required' }).describe('The title that everybody sees.'),
  kind: kind.describe('What it is like. Absent: `play`.').optional(),
  sizes: sizes.describe('The sizes of dogs that may join. Absent or empty: any size.').optional(),
  maxDogs: z
    .number()
    .int()
    .min(WALK_DOGS_MIN)
    .max(WALK_DOGS_MAX)
    .describe('How many dogs may come, the host’s included.'),
  repeats: repeats
    .nullable()
    .describe(
      `\`weekly\`: when it begins, the next one is made for the week after at the same local time, ${SERIES_WALKS_MAX} in all at most. Absent or null: it does not repeat.`,
    )
    .optional(),
})
export type NewWalk = z.infer<typeof newWalkSchema>

export const walkChangesSchema = shape(
  'WalkChanges',
  'Another time or park, at least one. Absent fields do not change.',
  { whenTs: futureTs.optional(), ...parkOfPlan, revision },
)
export type WalkChanges = z.infer<typeof walkChangesSchema>

export const walkLateSchema = shape('WalkLate', 'Says that you will be late.', { minutes: lateMinutes, revision })

export const walkRevisionSchema = z.object({ revision })

export const walkJoinSchema = shape('WalkJoin', 'Joins a walk, or waits for a place.', {
  wait: flag(
    '`true`: if the walk is full, wait for a place, which you get as soon as somebody gives one up.',
  ).optional(),
  revision,
})

export const walkQuerySchema = listQueryOf(WALKS_DEFAULT).extend({
  mine: yesOrNo(
    '`yes`: only walks that the acting dog hosts or has joined, also called off ones, until 60 minutes after their start.',
  ),
  near: yesOrNo(`\`yes\`: only those within ${WALKS_NEAR_KM} km of your snapped place. Without a place: none.`),
  joinable: yesOrNo(
    '`yes`: only walks that the acting dog can join: of its size, with a free place, and not joined yet.',
  ),
  parkId: idAsSent.describe('Only walks in the park with this id.').optional(),
})
export type WalkQuery = z.infer<typeof walkQuerySchema>

const walkSignalSchema = shape(
  'WalkSignal',
  'A signal of a dog on the walk around the start. It contains no position.',
  {
    dogId: id.describe('The dog that sent it.'),
    kind: word('WalkSignalKind', 'The kind of a signal.', ['late', 'here']).describe('Running late, or arrived.'),
    minutes: z.number().int().nullable().describe('How many minutes late. null: not late.'),
    at: time('When it was sent. ISO 8601 in UTC.'),
  },
)
export type WalkSignal = z.infer<typeof walkSignalSchema>

export const walkSchema = shape('Walk', 'An open walk in a park: one dog hosts it, others join.', {
  id: id.describe('The id of the walk.'),
  hostDog: dogSchema.describe('The dog that hosts it.'),
  whenTs: time('When it begins. ISO 8601 in UTC.'),
  ...planParkFields,
  lat: degrees.describe('Latitude of the park in degrees (WGS 84), as text.'),
  lng: degrees.describe('Longitude of the park in degrees (WGS 84), as text.'),
  distance: kmFromHere,
  title: text('The title.'),
  kind: kind.describe('What it is like.'),
  sizes: z.array(sizeSchema).describe('The sizes of dogs that may join. Empty: any size.'),
  maxDogs: z.number().int().describe('How many dogs may come, the host’s included.'),
  dogs: z.array(dogSchema).describe('The dogs that come, the host first, then in the order of joining.'),
  waiting: z
    .number()
    .int()
    .min(1)
    .nullable()
    .describe('The position of the acting dog among those who wait for a place. null: it does not wait.'),
  seriesId: id.nullable().describe('The weekly walk that it is one of. null: of none.'),
  repeats: repeats.nullable().describe('Whether the next one is made when it begins. null: it is not.'),
  revision: whole(1, 'Grows when the host changes the time or the park, or calls it off.'),
  cancelledAt: timeOrNull('When it was called off. ISO 8601 in UTC. null: it was not.'),
  signals: z
    .array(walkSignalSchema)
    .describe('The signals “late” and “here”, the latest last, at most one of each per dog.'),
})
export type Walk = z.infer<typeof walkSchema>
