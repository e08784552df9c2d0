import { z } from 'zod'
import { LIST_PAGE_MAX } from '../paging.ts'
import {
  ADMIN_PARKS_DEFAULT,
  LEASHES,
  PARK_ADDRESS_MAX,
  PARK_NAME_MAX,
  PARK_REASON_MAX,
  PARK_SOURCES,
  PARK_STATES,
} from '../parks.ts'
import { DISTANCE_DEFAULT, DISTANCE_MAX, DISTANCE_MIN } from '../sniff.ts'
import { countedPageOf, cursor, listQuerySchema } from './paging.ts'
import { trimmedText } from './text.ts'

const fact = (what: string) => z.boolean().nullable().describe(`${what} null: unknown.`)

export const parkFactsSchema = z
  .object({
    fenced: fact('Whether it is fenced.'),
    water: fact('Whether there is water to drink.'),
    smallDogs: fact('Whether there is an area for small dogs.'),
    leash: z
      .enum(LEASHES)
      .nullable()
      .describe('Whether dogs are on a leash. `hours`: off it at some hours. null: unknown.'),
  })
  .meta({ id: 'ParkFacts', description: 'What is known about a park.' })

const latitude = z.number().min(-90).max(90).describe('Latitude in degrees (WGS 84).')
const longitude = z.number().min(-180).max(180).describe('Longitude in degrees (WGS 84).')

export const parkSchema = z
  .object({
    id: z.string().describe('The id of the park.'),
    name: z.string().describe('Its name.'),
    lat: latitude,
    lng: longitude,
    address: z.string().describe('Street and city. Empty: unknown.'),
    timeZone: z.string().describe('The IANA name of its time zone. Plans in the park are judged by it.'),
    facts: parkFactsSchema.describe('What is known about it.'),
    source: z
      .enum(PARK_SOURCES)
      .meta({ id: 'ParkSource', description: 'Where a park comes from.' })
      .describe('Where it comes from: it was there from the start, or was added by an admin, a file or an owner.'),
    attribution: z.string().nullable().describe('Whom to name wherever the park is shown. null: nobody.'),
    distance: z
      .number()
      .int()
      .nullable()
      .describe('Whole km from your place, snapped to a grid of 0.01°. null: you have no place.'),
    closed: z.boolean().describe('Whether it was closed. A closed park takes no new plans.'),
  })
  .meta({ id: 'Park', description: 'A park where dogs meet.' })
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
  parkId: z.string().min(1).max(64).describe('The `id` of an open park. It counts before `parkName`.').optional(),
  parkName: trimmedText(1, PARK_NAME_MAX, { min: 'Please select one of the parks' })
    .describe('A name of `GET /parks`; or, with `lat` and `lng` within 300 m of it, that of another open park.')
    .optional(),
  lat: degreesOrNothing(90).describe('With `parkName`: where it is, in degrees (WGS 84).'),
  lng: degreesOrNothing(180).describe('With `parkName`: where it is, in degrees (WGS 84).'),
}
export type ParkOfPlan = z.infer<z.ZodObject<typeof parkOfPlan>>

/** The park of a plan, in answers. */
export const planParkFields = {
  parkName: z.string().describe('The name of the park when the plan was made.'),
  parkId: z.string().describe('The id of the park: see `GET /parks/{id}`.'),
  timeZone: z.string().describe('The IANA name of the park’s time zone.'),
}

/** Which parks. Without any of these: the built-in ones. */
export const parkQuerySchema = listQuerySchema.unwrap().extend({
  near: z.enum(['yes', 'no']).describe('`yes`: those around your place, nearest first.').optional(),
  lat: latitude.describe('With `lng`: those around this point, nearest first.').optional(),
  lng: longitude.describe('With `lat`: those around this point, nearest first.').optional(),
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

/** A park as admins see it, and who suggested it. */
export const adminParkSchema = parkSchema
  .extend({
    version: version.describe('Grows with each change. A change must name the version that was read.'),
    state: z
      .enum(PARK_STATES)
      .meta({ id: 'ParkState', description: 'Whether plans can be made in a park.' })
      .describe(
        'waiting: a suggestion that is not decided. closed: it takes no new plans, or the suggestion was refused.',
      ),
    reason: z.string().nullable().describe('Why it was closed or refused. null: nothing was said.'),
  })
  .meta({ id: 'AdminPark', description: 'A park with its state.' })
export type AdminPark = z.infer<typeof adminParkSchema>

const parkFields = {
  name: trimmedText(1, PARK_NAME_MAX).describe('The name.'),
  lat: latitude,
  lng: longitude,
}
const facts = parkFactsSchema.partial().describe('What is known about it. An absent fact is unknown.')
const address = trimmedText(0, PARK_ADDRESS_MAX).describe('Street and city.')

export const parkSuggestionSchema = z
  .object({ ...parkFields, facts: facts.optional() })
  .meta({ id: 'NewParkSuggestion', description: 'A park that is not listed yet.' })
export type ParkSuggestion = z.infer<typeof parkSuggestionSchema>

export const newParkSchema = z
  .object({ ...parkFields, address: address.optional(), facts: facts.optional() })
  .meta({ id: 'NewPark', description: 'A park to add.' })
export type NewPark = z.infer<typeof newParkSchema>

const readVersion = version.describe('The version that you read.')

export const parkEditSchema = newParkSchema
  .partial()
  .extend({ facts: facts.describe('Facts to change. Absent ones stay.').optional(), version: readVersion })
  .meta({ id: 'ParkEdit', description: 'Changes of a park. Absent fields stay.' })
export type ParkEdit = z.infer<typeof parkEditSchema>

const reason = trimmedText(0, PARK_REASON_MAX)

export const parkDecisionSchema = z
  .object({
    approve: z.boolean().describe('Whether it becomes a park.'),
    reason: reason.describe('Why, for who suggested it.').optional(),
    version: readVersion,
  })
  .meta({ id: 'ParkDecision', description: 'The decision of a suggestion.' })
export type ParkDecision = z.infer<typeof parkDecisionSchema>

export const parkClosingSchema = z
  .object({ version: readVersion, reason: reason.describe('Why.').optional() })
  .meta({ id: 'ParkClosing', description: 'The end of a park.' })
export type ParkClosing = z.infer<typeof parkClosingSchema>

export const adminParksQuerySchema = z.object({
  state: z
    .enum(PARK_STATES)
    .default('open')
    .describe('Waiting ones come oldest first, the others by name.')
    .meta({ example: 'waiting' }),
  query: trimmedText(0, PARK_NAME_MAX).describe('Only those whose name contains this, in any case.').optional(),
  limit: z
    .number()
    .int()
    .min(1)
    .max(LIST_PAGE_MAX)
    .default(ADMIN_PARKS_DEFAULT)
    .describe('The maximum number of items.'),
  cursor,
})
export type AdminParksQuery = z.infer<typeof adminParksQuerySchema>

export const adminParksPageSchema = countedPageOf(adminParkSchema)
