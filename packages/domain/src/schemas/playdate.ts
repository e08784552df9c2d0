import { z } from 'zod'
import {
  CANCEL_REASONS,
  LATE_MINUTES,
  PHRASE_IDS,
  PHRASES_PER_SIDE,
  PLAYDATE_STATUSES,
  PLAYDATE_TITLE_MAX,
  PLAYDATES_DEFAULT,
} from '../playdate.ts'
import { flag, id, moment, partOrNull, shape, text, time, timeOrNull, trimmedText, whole, word } from './fields.ts'
import { listQueryOf } from './paging.ts'
import { parkOfPlan, planParkFields } from './park.ts'

const playdateStatusSchema = word('PlaydateStatus', 'The status of a playdate.', PLAYDATE_STATUSES)

export const futureTs = moment.describe('When it begins, in the future. ISO 8601 with an offset or Z.')
const notes = trimmedText(0, PLAYDATE_TITLE_MAX).describe(
  'The title that both sides see. Absent or empty: the page shows "Playdate with" and the dog’s name.',
)
const revision = whole(
  1,
  'The `revision` that you have read. If the playdate has changed since, the call is refused (409).',
).optional()

export const playdatesQuerySchema = listQueryOf(PLAYDATES_DEFAULT).extend({
  status: z.array(playdateStatusSchema).max(3).describe('Only these statuses. Absent or empty: all.').optional(),
  since: moment.describe('Only those that were made or changed at this time or later.').optional(),
})
export type PlaydatesQuery = z.infer<typeof playdatesQuerySchema>

export const pastPlaydatesQuerySchema = listQueryOf(PLAYDATES_DEFAULT).extend({
  again: z.enum(['yes', 'no']).describe('`yes`: only those after which both sides wanted to meet again.').optional(),
})

export const newPlaydateSchema = shape('NewPlaydate', 'A playdate to propose.', {
  matchId: id.describe('The match whose dogs will meet.'),
  whenTs: futureTs,
  ...parkOfPlan,
  notes: notes.optional(),
  status: z.literal('proposed').describe('Optional: a new playdate is always proposed.').optional(),
})
export type NewPlaydate = z.infer<typeof newPlaydateSchema>

export const playdateAnswerSchema = shape('PlaydateAnswer', 'The answer to a proposal.', {
  status: z.enum(['accepted', 'declined']).describe('The answer.'),
  revision,
})

export const playdateCounterSchema = shape(
  'PlaydateCounter',
  'Other terms, at least one. Absent fields do not change.',
  { whenTs: futureTs.optional(), ...parkOfPlan, notes: notes.optional(), revision },
)

export const changeAnswerSchema = shape('ChangeAnswer', 'The answer to `changes`.', {
  accept: flag('false keeps the agreed terms. The side that suggested the changes withdraws them with false.'),
  revision,
})

export const playdateCancelSchema = shape('PlaydateCancel', 'Cancels a playdate.', {
  reason: z.enum(CANCEL_REASONS).describe('The reason, which is shown to the other side.'),
  revision,
})

export const lateMinutes = z.literal(LATE_MINUTES).describe('How many minutes late.')
export const playdateLateSchema = shape('PlaydateLate', 'Says that you will be late.', {
  minutes: lateMinutes,
  revision,
})

export const playdateHereSchema = z.object({ revision })

const phraseSchema = word(
  'PlaydatePhrase',
  'Something that one side can say to the other around a playdate.',
  PHRASE_IDS,
)

export const playdatePhraseSchema = shape('NewPlaydatePhrase', 'Says something to the other side.', {
  phrase: phraseSchema.describe('What you say.'),
  revision,
})

export const newRecapSchema = shape('NewPlaydateRecap', 'Your recap. It is not shown to the other side.', {
  met: flag('Whether the dogs met.'),
  again: flag('Whether you would meet again.'),
  revision,
})

export const degrees = z.string().meta({ pattern: '^-?\\d{1,3}(\\.\\d+)?$' })

const termsSchema = shape('PlaydateTerms', 'A time, a park and a title.', {
  whenTs: time('When it would begin. ISO 8601 in UTC.'),
  ...planParkFields,
  notes: text('The title. Empty: none.'),
})

const playdateChangesSchema = termsSchema
  .extend({ byDogId: id.describe('The dog that suggests the changes. The other dog answers.') })
  .meta({
    id: 'PlaydateChanges',
    description: 'Changes that one side suggests. The agreed terms stay valid until they are accepted.',
  })

const playdateSignalSchema = shape(
  'PlaydateSignal',
  'A signal of one side around the start. It contains no position.',
  {
    dogId: id.describe('The dog that sent it.'),
    kind: word('PlaydateSignalKind', 'The kind of a signal.', ['late', 'here', 'phrase']).describe(
      'Running late, arrived, or a phrase.',
    ),
    minutes: z.number().int().nullable().describe('How many minutes late. null: not late.'),
    phrase: phraseSchema.nullable().describe('What was said. null: not a phrase.'),
    at: time('When it was sent. ISO 8601 in UTC.'),
  },
)

export const playdateSchema = shape('Playdate', 'A meeting of the two dogs of a match in a park.', {
  id: id.describe('The id of the playdate.'),
  matchId: id.describe('The match whose dogs will meet.'),
  whenTs: time('When it begins. ISO 8601 in UTC.'),
  ...planParkFields,
  lat: degrees.describe('Latitude of the park in degrees (WGS 84), as text.'),
  lng: degrees.describe('Longitude of the park in degrees (WGS 84), as text.'),
  notes: text('The title. Empty: none was given.'),
  status: playdateStatusSchema.describe(
    'Whether the other side has answered, and how. One that was cancelled is declined and has `cancelledAt`.',
  ),
  proposerDogId: id.describe('The dog that made the proposal. The other dog of the match answers.'),
  revision: whole(1, 'Grows with each change of terms, status, suggested changes or cancellation.'),
  started: flag('Whether it has begun, less than 60 minutes ago.'),
  changes: playdateChangesSchema.nullable().describe('Changes that one side suggests. null: none.'),
  cancelledAt: timeOrNull('When it was cancelled. ISO 8601 in UTC. null: not cancelled.'),
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
  with: partOrNull(
    'The owner of the other dog, from accepting until 24 hours after the start. null: before and after that, or they keep their name back.',
    { firstName: text('Their first name.') },
  ),
})
export type Playdate = z.infer<typeof playdateSchema>

const playdateRecapSchema = newRecapSchema
  .omit({ revision: true })
  .extend({ bothAgain: flag('Whether both sides would meet again.') })
  .meta({ id: 'PlaydateRecap', description: 'The recap of your side. It is not shown to the other side.' })

export const pastPlaydateSchema = playdateSchema
  .extend({ recap: playdateRecapSchema.nullable().describe('Your recap. null: none was given.') })
  .meta({ id: 'PastPlaydate', description: 'A playdate that has begun.' })
export type PastPlaydate = z.infer<typeof pastPlaydateSchema>

/** A playdate with its places in the chat of its match. */
export const chatPlaydateSchema = z.object({
  playdate: playdateSchema,
  proposedAt: time('When it was proposed. ISO 8601 in UTC.'),
  changedAt: time('When its terms or status last changed, or a signal came during a counter-offer. ISO 8601 in UTC.'),
})
export type ChatPlaydate = z.infer<typeof chatPlaydateSchema>

export const overlapQuerySchema = z.object({
  whenTs: moment.describe('When the playdate would begin. ISO 8601 with an offset or Z.'),
  exceptId: id.describe('A playdate to leave out: the one that would begin then.').optional(),
})
