import { z } from 'zod'
import { PARK_NAMES } from '../parks.ts'
import { CANCEL_REASONS, LATE_MINUTES, PLAYDATE_STATUSES, PLAYDATE_TITLE_MAX } from '../playdate.ts'
import { id, trimmedText } from './text.ts'

export const playdateStatusSchema = z
  .enum(PLAYDATE_STATUSES)
  .meta({ id: 'PlaydateStatus', description: 'How far the two sides have come.' })

/** The year 10000 in UTC: answers write years with four digits, and an offset must not exceed them. */
const END_OF_TIME = Date.UTC(10_000, 0)

const whenTs = z.iso
  .datetime({ offset: true, message: 'A time with an offset or Z' })
  // What is no time at all has been said above.
  .refine(text => !(new Date(text).getTime() >= END_OF_TIME), 'A time before the year 10000')
const futureTs = whenTs.describe('When it begins: in the future. ISO 8601 with an offset or Z.')
const parkNameSchema = z
  .enum(PARK_NAMES, 'Please select one of the parks')
  .meta({ id: 'ParkName', description: 'The name of a park.' })
const parkName = parkNameSchema.describe('One of the parks of `GET /parks`.')
const notes = trimmedText(0, PLAYDATE_TITLE_MAX).describe(
  'The title that both sides see. Absent or empty: the page shows "Playdate with" and the dog’s name.',
)
const revision = z
  .number()
  .int()
  .min(1)
  .describe('The `revision` that you have read: where the playdate has another by now, the call is refused (409).')
  .optional()

/** A new proposal. lat and lng are accepted and ignored, because the park's own place counts. */
export const newPlaydateSchema = z
  .object({
    matchId: id.describe('The match whose dogs are to play.'),
    whenTs: futureTs,
    parkName,
    notes: notes.optional(),
    status: z.literal('proposed').describe('May be sent; a new playdate is always proposed.').optional(),
  })
  .meta({ id: 'NewPlaydate', description: 'A playdate to propose. `lat` and `lng` may be sent and are ignored.' })
export type NewPlaydate = z.infer<typeof newPlaydateSchema>

export const playdateAnswerSchema = z
  .object({ status: z.enum(['accepted', 'declined']).describe('The answer.'), revision })
  .meta({ id: 'PlaydateAnswer', description: 'The answer to a proposal.' })

export const playdateCounterSchema = z
  .object({ whenTs: futureTs.optional(), parkName: parkName.optional(), notes: notes.optional(), revision })
  .meta({ id: 'PlaydateCounter', description: 'Other terms, at least one. What is absent stays as it is.' })

export const changeAnswerSchema = z
  .object({
    accept: z.boolean().describe('false keeps what was agreed; from the side that asked it takes the wish back.'),
    revision,
  })
  .meta({ id: 'ChangeAnswer', description: 'The answer to `changes`.' })

export const playdateCancelSchema = z
  .object({ reason: z.enum(CANCEL_REASONS).describe('What the other side is told.'), revision })
  .meta({ id: 'PlaydateCancel', description: 'Calls a playdate off.' })

export const playdateLateSchema = z
  .object({ minutes: z.literal(LATE_MINUTES).describe('How many minutes late.'), revision })
  .meta({ id: 'PlaydateLate', description: 'Says that your dog comes late.' })

export const playdateHereSchema = z.object({ revision })

export const newRecapSchema = z
  .object({
    met: z.boolean().describe('Whether the dogs met.'),
    again: z.boolean().describe('Whether you would meet again.'),
    revision,
  })
  .meta({ id: 'NewPlaydateRecap', description: 'How it went. The other side never reads it.' })

const degrees = z.string().meta({ pattern: '^-?\\d{1,3}(\\.\\d+)?$' })

const playdateChangesSchema = z
  .object({
    whenTs: z.iso.datetime().describe('When it would begin. ISO 8601 in UTC.'),
    parkName: z.string().describe('The park: a `name` of `GET /parks`.'),
    notes: z.string().describe('The title. Empty: none.'),
    byDogId: id.describe('The dog that asks. The other dog answers.'),
  })
  .meta({ id: 'PlaydateChanges', description: 'Other terms that one side asks for. The agreed ones still hold.' })

const playdateSignalSchema = z
  .object({
    dogId: id.describe('The dog that says it.'),
    kind: z.enum(['late', 'here']).describe('Comes late, or is there.'),
    minutes: z.number().int().nullable().describe('How many minutes late. null: not late.'),
    at: z.iso.datetime().describe('When it was said. ISO 8601 in UTC.'),
  })
  .meta({ id: 'PlaydateSignal', description: 'What one side says around the start. Never a position.' })

const playdateFields = {
  id: id.describe('The id of the playdate.'),
  matchId: id.describe('The match whose dogs are to play.'),
  whenTs: z.iso.datetime().describe('When it begins. ISO 8601 in UTC.'),
  parkName: z.string().describe('The park: a `name` of `GET /parks`.'),
  lat: degrees.describe('Latitude of the park in degrees (WGS 84), as text.'),
  lng: degrees.describe('Longitude of the park in degrees (WGS 84), as text.'),
  notes: z.string().describe('The title. Empty: none was given.'),
  status: playdateStatusSchema.describe(
    'Whether the other side has answered, and how. One that was cancelled is declined and has `cancelledAt`.',
  ),
  proposerDogId: id.describe('The dog whose proposal it is. The other dog of the match answers.'),
  revision: z
    .number()
    .int()
    .min(1)
    .describe('Grows with each change of what is agreed or asked: terms, status, a wish, a cancellation.'),
  started: z.boolean().describe('Whether it has begun, less than 60 minutes ago.'),
  changes: playdateChangesSchema.nullable().describe('Other terms that one side asks for. null: nobody does.'),
  cancelledAt: z.iso.datetime().nullable().describe('When it was called off. ISO 8601 in UTC. null: it was not.'),
  cancelReason: z
    .enum(CANCEL_REASONS)
    .nullable()
    .describe('Why it was called off. null: it was not, or no reason is shown.'),
  signals: z.array(playdateSignalSchema).describe('Who is late or there, the latest last: at most one of each a dog.'),
}

export const playdateSchema = z
  .object(playdateFields)
  .meta({ id: 'Playdate', description: 'A meeting of the two dogs of a match in a park.' })
export type Playdate = z.infer<typeof playdateSchema>

const playdateRecapSchema = z
  .object({
    met: z.boolean().describe('Whether the dogs met.'),
    again: z.boolean().describe('Whether you would meet again.'),
    bothAgain: z.boolean().describe('Whether both sides said that they would meet again.'),
  })
  .meta({ id: 'PlaydateRecap', description: 'What your side said of it. The other side never reads it.' })
export type PlaydateRecap = z.infer<typeof playdateRecapSchema>

export const pastPlaydateSchema = z
  .object({ ...playdateFields, recap: playdateRecapSchema.nullable().describe('Your recap. null: none was given.') })
  .meta({ id: 'PastPlaydate', description: 'A playdate that has begun.' })
export type PastPlaydate = z.infer<typeof pastPlaydateSchema>

export const overlapQuerySchema = z.object({
  whenTs: whenTs.describe('When the playdate would begin. ISO 8601 with an offset or Z.'),
  exceptId: id.describe('A playdate to leave out: the one that would begin then.').optional(),
})

export const parkSchema = z
  .object({
    id: z.string().describe('The id of the park.'),
    name: parkNameSchema.describe('Its name, as `POST /playdates` takes it.'),
    lat: z.number().min(-90).max(90).describe('Latitude in degrees (WGS 84).'),
    lng: z.number().min(-180).max(180).describe('Longitude in degrees (WGS 84).'),
    address: z.string().describe('Street and city.'),
  })
  .meta({ id: 'Park', description: 'A park where playdates happen. Its times are those of America/Los_Angeles.' })
