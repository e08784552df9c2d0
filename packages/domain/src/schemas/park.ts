import { z } from 'zod'
import {
  LEASHES,
  PARK_ADDRESS_MAX,
  PARK_NAME_MAX,
  PARK_REASON_MAX,
  PARK_SOURCES,
  PARK_STATES,
  PARKS_DEFAULT,
} from '../parks.ts'
import { DISTANCE_DEFAULT, DISTANCE_MAX, DISTANCE_MIN } from '../sniff.ts'
import { flag, idAsSent, kmFromHere, point, shape, text, textOrNull, trimmedText, word, yesOrNo } from './fields.ts'
import { countedPageOf, listQueryOf } from './paging.ts'

const fact = (what: string) => z.boolean().nullable().describe(`${what} null: unknown.`)

export const parkFactsSchema = shape('ParkFacts', 'What is known about a park.', {
  fenced: fact('Whether it is fenced.'),
  water: fact('Whether there is water to drink.'),
  smallDogs: fact('Whether there is an area for small dogs.'),
  leash: z
    .enum(LEASHES)
    .nullable()
    .describe('Whether dogs are on a leash. `hours`: off it at some hours. null: unknown.'),
})

export const parkSchema = shape('Park', 'A park where dogs meet.', {
  id: text('The id of the park.'),
  name: text('Its name.'),
  ...point,
  address: text('Street and city. Empty: unknown.'),
  timeZone: text('The IANA name of its time zone. Plans in the park are judged by it.'),
  facts: parkFactsSchema.describe('What is known about it.'),
  source: word('ParkSource', 'Where a park comes from.', PARK_SOURCES).describe(
    'Where it comes from: it was there from the start, or was added by an admin, a file or an owner.',
  ),
  attribution: textOrNull('Whom to name wherever the park is shown. null: nobody.'),
  distance: kmFromHere,
  closed: flag('Whether it was closed. A closed park takes no new plans.'),
})
export type Park = z.infer<typeof parkSchema>

/**
 * How a plan names its park. Callers have always sent a point with the name, in whatever form: one that is none is ignored.
 */
const degreesOrNothing = (max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,3}(\.\d+)?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(-max).max(max))
    .optional()
    .catch(undefined)

export const parkOfPlan = {
  parkId: idAsSent.describe('The `id` of an open park. It counts before `parkName`.').optional(),
  parkName: trimmedText(1, PARK_NAME_MAX, { min: 'Please select one of the parks' })
    .describe('A name of `GET /parks`; or, with `lat` and `lng` within 300 m of it, that of another open park.')
    .optional(),
  lat: degreesOrNothing(90).describe('With `parkName`: where it is, in degrees (WGS 84).'),
  lng: degreesOrNothing(180).describe('With `parkName`: where it is, in degrees (WGS 84).'),
}
export type ParkOfPlan = z.infer<z.ZodObject<typeof parkOfPlan>>

export const planParkFields = {
  parkName: text('The name of the park when the plan was made.'),
  parkId: text('The id of the park: see `GET /parks/{id}`.'),
  timeZone: text('The IANA name of the park’s time zone.'),
}

export const parkQuerySchema = listQueryOf(PARKS_DEFAULT).extend({
  near: yesOrNo('`yes`: those around your place, nearest first.'),
  lat: point.lat.describe('With `lng`: those around this point, nearest first.').optional(),
  lng: point.lng.describe('With `lat`: those around this point, nearest first.').optional(),
  distance: z
    .number()
    .int()
    .min(DISTANCE_MIN)
    .max(DISTANCE_MAX)
    .describe('How far around, in km, inclusive.')
    .default(DISTANCE_DEFAULT),
  query: trimmedText(0, PARK_NAME_MAX).describe('Only those whose name contains this, in any case.').optional(),
})
export type ParkQuery = z.infer<typeof parkQuerySchema>

const version = z.number().int().min(1)

export const adminParkSchema = parkSchema
  .extend({
    version: version.describe('Grows with each change. A change must name the version that was read.'),
    state: word('ParkState', 'Whether plans can be made in a park.', PARK_STATES).describe(
      'waiting: a suggestion that is not decided. closed: it takes no new plans, or the suggestion was refused.',
    ),
    reason: textOrNull('Why it was closed or refused. null: nothing was said.'),
  })
  .meta({ id: 'AdminPark', description: 'A park with its state.' })
export type AdminPark = z.infer<typeof adminParkSchema>

const facts = parkFactsSchema.partial().describe('What is known about it. An absent fact is unknown.')

export const parkSuggestionSchema = shape('NewParkSuggestion', 'A park that is not listed yet.', {
  name: trimmedText(1, PARK_NAME_MAX).describe('The name.'),
  ...point,
  facts: facts.optional(),
})
export type ParkSuggestion = z.infer<typeof parkSuggestionSchema>

export const newParkSchema = parkSuggestionSchema
  .extend({ address: trimmedText(0, PARK_ADDRESS_MAX).describe('Street and city.').optional() })
  .meta({ id: 'NewPark', description: 'A park to add.' })
export type NewPark = z.infer<typeof newParkSchema>

const readVersion = version.describe('The version that you read.')

export const parkEditSchema = newParkSchema
  .partial()
  .extend({ facts: facts.describe('Facts to change. Absent ones stay.').optional(), version: readVersion })
  .meta({ id: 'ParkEdit', description: 'Changes of a park. Absent fields stay.' })
export type ParkEdit = z.infer<typeof parkEditSchema>

const reason = trimmedText(0, PARK_REASON_MAX)

export const parkDecisionSchema = shape('ParkDecision', 'The decision of a suggestion.', {
  approve: flag('Whether it becomes a park.'),
  reason: reason.describe('Why, for who suggested it.').optional(),
  version: readVersion,
})
export type ParkDecision = z.infer<typeof parkDecisionSchema>

export const parkClosingSchema = shape('ParkClosing', 'The end of a park.', {
  version: readVersion,
  reason: reason.describe('Why.').optional(),
})
export type ParkClosing = z.infer<typeof parkClosingSchema>

export const adminParksQuerySchema = listQueryOf(PARKS_DEFAULT).extend({
  state: z
    .enum(PARK_STATES)
    .default('open')
    .describe('Waiting ones come oldest first, the others by name.')
    .meta({ example: 'waiting' }),
  query: trimmedText(0, PARK_NAME_MAX).describe('Only those whose name contains this, in any case.').optional(),
})
export type AdminParksQuery = z.infer<typeof adminParksQuerySchema>

export const adminParksPageSchema = countedPageOf(adminParkSchema)
