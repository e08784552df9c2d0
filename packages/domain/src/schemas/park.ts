import { z } from 'zod'
import { LEASHES, PARK_NAME_MAX, PARK_SOURCES } from '../parks.ts'
import { DISTANCE_DEFAULT, DISTANCE_MAX, DISTANCE_MIN } from '../sniff.ts'
import { listQuerySchema } from './paging.ts'
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

export const latitude = z.number().min(-90).max(90).describe('Latitude in degrees (WGS 84).')
export const longitude = z.number().min(-180).max(180).describe('Longitude in degrees (WGS 84).')

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
