import { z } from 'zod'
import {
  CANCEL_REASONS,
  LATE_MINUTES,
  PHRASE_IDS,
  PHRASES_PER_SIDE,
  PLAYDATE_STATUSES,
  PLAYDATE_TITLE_MAX,
} from '../playdate.ts'
import { listQuerySchema } from './paging.ts'
import { parkOfPlan, planParkFields } from './park.ts'
import { id, moment, trimmedText } from './text.ts'

const playdateStatusSchema = z
  .enum(PLAYDATE_STATUSES)
  .meta({ id: 'PlaydateStatus', description: 'The status of a playdate.' })

export const futureTs = moment.describe('When it begins, in the future. ISO 8601 with an offset or Z.')
const notes = trimmedText(0, PLAYDATE_TITLE_MAX).describe(
  'The title that both sides see. Absent or empty: the page shows "Playdate with" and the dog’s name.',
)
const revision = z
  .number()
  .int()
  .min(1)
  .describe('The `revision` that you have read. If the playdate has changed since, the call is refused (409).')
  .optional()

export const playdatesQuerySchema = listQuerySchema.unwrap().extend({
  status: z.array(playdateStatusSchema).max(3).describe('Only these statuses. Absent or empty: all.').optional(),
  since: moment.describe('Only those that were made or changed at this time or later.').optional(),
})
export type PlaydatesQuery = z.infer<typeof playdatesQuerySchema>

export const pastPlaydatesQuerySchema = listQuerySchema.unwrap().extend({
  again: z.enum(['yes', 'no']).describe('`yes`: only those after which both sides wanted to meet again.').optional(),
})

/** A new proposal. */
export const newPlaydateSchema = z
  .object({
    matchId: id.describe('The match whose dogs will meet.'),
    whenTs: futureTs,
    ...parkOfPlan,
    notes: notes.optional(),
    status: z.literal('proposed').describe('Optional: a new playdate is always proposed.').optional(),
  })
  .meta({ id: 'NewPlaydate', description: 'A playdate to propose.' })
export type NewPlaydate = z.infer<typeof newPlaydateSchema>

export const playdateAnswerSchema = z
  .object({ status: z.enum(['accepted', 'declined']).describe('The answer.'), revision })
  .meta({ id: 'PlaydateAnswer', description: 'The answer to a proposal.' })

export const playdateCounterSchema = z
  .object({ whenTs: futureTs.optional(), ...parkOfPlan, notes: notes.optional(), revision })
  .meta({ id: 'PlaydateCounter', description: 'Other terms, at least one. Absent fields do not change.' })

export const changeAnswerSchema = z
  .object({
    accept: z
      .boolean()
      .describe('false keeps the agreed terms. The side that suggested the changes withdraws them with false.'),
    revision,
  })
  .meta({ id: 'ChangeAnswer', description: 'The answer to `changes`.' })

export const playdateCancelSchema = z
  .object({ reason: z.enum(CANCEL_REASONS).describe('The reason, which is shown to the other side.'), revision })
  .meta({ id: 'PlaydateCancel', description: 'Cancels a playdate.' })

export const lateMinutes = z.literal(LATE_MINUTES).describe('How many minutes late.')
export const playdateLateSchema = z
  .object({ minutes: lateMinutes, revision })
  .meta({ id: 'PlaydateLate', description: 'Says that you will be late.' })

export const playdateHereSchema = z.object({ revision })

const phraseSchema = z
  .enum(PHRASE_IDS)
  .meta({ id: 'PlaydatePhrase', description: 'Something that one side can say to the other around a playdate.' })

export const playdatePhraseSchema = z
  .object({ phrase: phraseSchema.describe('What you say.'), revision })
  .meta({ id: 'NewPlaydatePhrase', description: 'Says something to the other side.' })

export const newRecapSchema = z
  .object({
    met: z.boolean().describe('Whether the dogs met.'),
    again: z.boolean().describe('Whether you would meet again.'),
    revision,
  })
  .meta({ id: 'NewPlaydateRecap', description: 'Your recap. It is not shown to the other side.' })

export const degrees = z.string().meta({ pattern: '^-?\\d{1,3}(\\.\\d+)?$' })

const termsFields = {
  whenTs: z.iso.datetime().describe('When it would begin. ISO 8601 in UTC.'),
  ...planParkFields,
  notes: z.string().describe('The title. Empty: none.'),
}
const termsSchema = z.object(termsFields).meta({ id: 'PlaydateTerms', description: 'A time, a park and a title.' })

const playdateChangesSchema = z
  .object({
    ...termsFields,
    byDogId: id.describe('The dog that suggests the changes. The other dog answers.'),
  })
  .meta({
    id: 'PlaydateChanges',
    description: 'Changes that one side suggests. The agreed terms stay valid until they are accepted.',
  })

const playdateSignalSchema = z
  .object({
    dogId: id.describe('The dog that sent it.'),
    kind: z
      .enum(['late', 'here', 'phrase'])
      .meta({ id: 'PlaydateSignalKind', description: 'The kind of a signal.' })
      .describe('Running late, arrived, or a phrase.'),
    minutes: z.number().int().nullable().describe('How many minutes late. null: not late.'),
    phrase: phraseSchema.nullable().describe('What was said. null: not a phrase.'),
    at: z.iso.datetime().describe('When it was sent. ISO 8601 in UTC.'),
  })
  .meta({ id: 'PlaydateSignal', description: 'A signal of one side around the start. It contains no position.' })

const playdateFields = {
  id: id.describe('The id of the playdate.'),
  matchId: id.describe('The match whose dogs will meet.'),
  whenTs: z.iso.datetime().describe('When it begins. ISO 8601 in UTC.'),
  ...planParkFields,
  lat: degrees.describe('Latitude of the park in degrees (WGS 84), as text.'),
  lng: degrees.describe('Longitude of the park in degrees (WGS 84), as text.'),
  notes: z.string().describe('The title. Empty: none was given.'),
  status: playdateStatusSchema.describe(
    'Whether the other side has answered, and how. One that was cancelled is declined and has `cancelledAt`.',
  ),
  proposerDogId: id.describe('The dog that made the proposal. The other dog of the match answers.'),
  revision: z
    .number()
    .int()
    .min(1)
    .describe('Grows with each change of terms, status, suggested changes or cancellation.'),
  started: z.boolean().describe('Whether it has begun, less than 60 minutes ago.'),
  changes: playdateChangesSchema.nullable().describe('Changes that one side suggests. null: none.'),
  cancelledAt: z.iso.datetime().nullable().describe('When it was cancelled. ISO 8601 in UTC. null: not cancelled.'),
  cancelReason: z
    .enum(CANCEL_REASONS)
    .nullable()
    .describe('Why it was cancelled. null: not cancelled, or without a reason.'),
  cancelledByDogId: id
    .nullable()
    .describe('The dog whose side cancelled it. null: not cancelled, or by neither side itself.'),
  was: termsSchema
    .nullable()
    .describe('The terms before the last suggestion, while it is proposed. null: nothing else was suggested.'),
  signals: z
    .array(playdateSignalSchema)
    .describe(
      `The signals, the latest last: at most one “late” and one “here” per dog, and ${PHRASES_PER_SIDE} phrases.`,
    ),
  with: z
    .object({ firstName: z.string().describe('Their first name.') })
    .nullable()
    .describe(
      'The owner of the other dog, from accepting until 24 hours after the start. null: before and after that, or they keep their name back.',
    ),
}

export const playdateSchema = z
  .object(playdateFields)
  .meta({ id: 'Playdate', description: 'A meeting of the two dogs of a match in a park.' })
export type Playdate = z.infer<typeof playdateSchema>

const playdateRecapSchema = z
  .object({
    met: z.boolean().describe('Whether the dogs met.'),
    again: z.boolean().describe('Whether you would meet again.'),
    bothAgain: z.boolean().describe('Whether both sides would meet again.'),
  })
  .meta({ id: 'PlaydateRecap', description: 'The recap of your side. It is not shown to the other side.' })
export type PlaydateRecap = z.infer<typeof playdateRecapSchema>

export const pastPlaydateSchema = z
  .object({ ...playdateFields, recap: playdateRecapSchema.nullable().describe('Your recap. null: none was given.') })
  .meta({ id: 'PastPlaydate', description: 'A playdate that has begun.' })
export type PastPlaydate = z.infer<typeof pastPlaydateSchema>

/** A playdate with its places in the chat of its match. */
export const chatPlaydateSchema = z.object({
  playdate: playdateSchema,
  proposedAt: z.iso.datetime().describe('When it was proposed. ISO 8601 in UTC.'),
  changedAt: z.iso.datetime().describe('When its terms or its status last changed, signals apart. ISO 8601 in UTC.'),
})
export type ChatPlaydate = z.infer<typeof chatPlaydateSchema>

export const overlapQuerySchema = z.object({
  whenTs: moment.describe('When the playdate would begin. ISO 8601 with an offset or Z.'),
  exceptId: id.describe('A playdate to leave out: the one that would begin then.').optional(),
})
