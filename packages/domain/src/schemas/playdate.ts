import { z } from 'zod'
import { PARK_NAMES } from '../parks.ts'
import { PLAYDATE_STATUSES, PLAYDATE_TITLE_MAX } from '../playdate.ts'
import { id, trimmedText } from './text.ts'

export const playdateStatusSchema = z.enum(PLAYDATE_STATUSES)

/** The year 10000 in UTC: times are told with four digits of the year, and an offset must not get beyond them. */
const END_OF_TIME = Date.UTC(10_000, 0)

/** What proposes a playdate. lat and lng are taken and ignored: the park's own count. */
export const newPlaydateSchema = z
  .object({
    matchId: id.describe('The match whose dogs are to play.'),
    whenTs: z.iso
      .datetime({ offset: true, message: 'A time with an offset or Z' })
      .refine(text => new Date(text).getTime() < END_OF_TIME, 'A time before the year 10000')
      .describe('When it begins: in the future. ISO 8601 with an offset or Z.'),
    parkName: z.enum(PARK_NAMES, 'Please select one of the parks').describe('One of the parks of `GET /parks`.'),
    notes: trimmedText(0, PLAYDATE_TITLE_MAX)
      .describe('The title that both sides see. Absent or empty: the page shows "Playdate with" and the dog’s name.')
      .optional(),
    status: z.literal('proposed').describe('May be sent; a new playdate is always proposed.').optional(),
  })
  .meta({ id: 'NewPlaydate', description: 'A playdate to propose. `lat` and `lng` may be sent and are ignored.' })
export type NewPlaydate = z.infer<typeof newPlaydateSchema>

export const playdateAnswerSchema = z
  .object({ status: z.enum(['accepted', 'declined']).describe('The answer.') })
  .meta({ id: 'PlaydateAnswer', description: 'The answer to a proposal.' })

const degrees = z.string().meta({ format: 'decimal', pattern: '^-?\\d{1,3}(\\.\\d+)?$' })

export const playdateSchema = z
  .object({
    id: id.describe('The id of the playdate.'),
    matchId: id.describe('The match whose dogs are to play.'),
    whenTs: z.iso.datetime().describe('When it begins. ISO 8601 in UTC.'),
    parkName: z.string().describe('The park: a `name` of `GET /parks`.'),
    lat: degrees.describe('Latitude of the park in degrees (WGS 84), as text.'),
    lng: degrees.describe('Longitude of the park in degrees (WGS 84), as text.'),
    notes: z.string().describe('The title. Empty: none was given.'),
    status: playdateStatusSchema.describe('Whether the other side has answered, and how.'),
    proposerDogId: id.describe('The dog that proposed it. The other dog of the match answers.'),
  })
  .meta({ id: 'Playdate', description: 'A meeting of the two dogs of a match in a park.' })
export type Playdate = z.infer<typeof playdateSchema>
