import { z } from 'zod'
import {
  APPROACH_CODES,
  approachWords,
  contactIn,
  LOST_KEPT_DAYS,
  LOST_MARK_MAX,
  LOST_NOTE_MAX,
  LOST_OUTCOMES,
  LOST_PAGE_DEFAULT,
  LOST_PHONE_MAX,
  LOST_STATES,
  LOST_WEARING_MAX,
  REACHES,
  SIGHTING_NOTE_MAX,
  SIGHTING_STATES,
  SIGHTING_WHERE_MAX,
} from '../lost.ts'
import { STATEMENT_MAX } from '../report.ts'
import { dogSchema } from './dog.ts'
import {
  flag,
  id,
  kmFromHere,
  moment,
  part,
  partOrNull,
  person,
  point,
  shape,
  text,
  textOrNull,
  time,
  trimmedLines,
  trimmedText,
  whole,
  word,
} from './fields.ts'
import { countedPageOf, listQueryOf } from './paging.ts'

/** Everybody reads it, so it must not hold a way around the app. */
const withoutContact = <T extends z.ZodType<string>>(text: T) =>
  text.superRefine((value, context) => {
    const contact = contactIn(value)
    if (contact) context.addIssue({ code: 'custom', message: `Please leave out ${contact}` })
  })
/** Queries store an empty text as null. */
const orNull = <T extends z.ZodType<string>>(text: T) => text.nullable().optional()

const phone = orNull(
  z
    .string()
    .trim()
    .max(LOST_PHONE_MAX, `At most ${LOST_PHONE_MAX} characters`)
    .regex(/^[+0-9 ()-]*$/, 'Digits, spaces, + ( ) and - only'),
)
const approach = word(
  'LostApproach',
  `How to approach the dog. ${APPROACH_CODES.map(code => `\`${code}\`: ${approachWords(code)}`).join(' ')}`,
  APPROACH_CODES,
)
const reach = z.literal(REACHES)
const version = whole(1, 'The version of the case that you read.')
const showPhone = flag(
  'Whether who holds the dog, and everybody with the code on the poster, reads the phone number: it is then public.',
)

export const newLostSchema = shape('NewLost', 'A dog that is lost.', {
  lastSeenAt: moment.describe('When the dog was last seen, within the last 14 days. ISO 8601 with an offset or Z.'),
  ...point,
  note: orNull(withoutContact(trimmedLines(0, LOST_NOTE_MAX))).describe(
    'Where and how it went, or what helps. No phone number, no e-mail address, no page. null or empty: none.',
  ),
  wearing: orNull(withoutContact(trimmedText(0, LOST_WEARING_MAX))).describe(
    'What it wears: collar, harness, tag. No phone number, no e-mail address, no page. null or empty: none.',
  ),
  approach: approach.describe('How to approach it.'),
  phone: phone.describe('Your phone number. null or empty: none.'),
  showPhone: showPhone.optional(),
  mark: orNull(trimmedText(0, LOST_MARK_MAX)).describe(
    'What only you know about the dog, to test who says that they have it. Nobody else ever reads it.',
  ),
})
export type NewLost = z.infer<typeof newLostSchema>

export const lostChangesSchema = newLostSchema
  .partial()
  .extend({
    reach: reach
      .describe('How far around it is told of, in km. It only grows: 10 from 2 hours after it began, 25 from 24 hours.')
      .optional(),
    renew: z.literal(true).describe('It stays open for 72 hours from now, 30 days in all at most.').optional(),
    version,
  })
  .superRefine(({ lat, lng }, context) => {
    if ((lat === undefined) !== (lng === undefined))
      context.addIssue({
        code: 'custom',
        path: [lat === undefined ? 'lat' : 'lng'],
        message: 'Send lat and lng together',
      })
  })
  .meta({
    id: 'LostChanges',
    description: 'Changes of an open case. Absent fields do not change; `lat` and `lng` are sent together.',
  })
export type LostChanges = z.infer<typeof lostChangesSchema>

const outcome = word('LostOutcome', 'How a search ended.', LOST_OUTCOMES)
const lostState = word('LostState', 'The state of a case.', LOST_STATES)

export const lostCloseSchema = shape('LostClose', 'Closes a case.', {
  outcome: outcome.describe('How it ended. found: you found it. returned: it came or was brought back.'),
})

const at = (what: string) => time(`${what} ISO 8601 in UTC.`)
export const ownLostSchema = shape('OwnLost', 'A case of your own.', {
  id: id.describe('The id of the case.'),
  version: whole(1, 'Grows with each change. A change must name the version that was read.'),
  dog: dogSchema.describe('The dog.'),
  state: lostState.describe(
    'waiting: a moderator reads it first. open. closed: by its owner or a moderator. ended: by itself.',
  ),
  outcome: outcome.nullable().describe('How it ended. null: it is not closed, or a moderator closed it.'),
  lastSeenAt: at('When the dog was last seen.'),
  lat: point.lat.describe('Where it was last seen, to 0.001°. Latitude in degrees (WGS 84).'),
  lng: point.lng.describe('Where it was last seen, to 0.001°. Longitude in degrees (WGS 84).'),
  note: textOrNull('The owner’s words. null: none.'),
  wearing: textOrNull('What it wears. null: not said.'),
  approach: approach.describe('How to approach it.'),
  reach: reach.describe('How far around its point it is told of, in km.'),
  distance: kmFromHere,
  endsAt: at('When it ends by itself, or ended.'),
  createdAt: at('When it was opened.'),
  beganAt: at('When neighbours were first told. The reach grows so long after it. While it waits: when it was opened.'),
  phone: textOrNull('The owner’s phone number. null: none.'),
  showPhone,
  mark: textOrNull('What only you know about the dog. null: none.'),
  code: text('The code on the poster: `GET /lost/p/{code}`.'),
  sightings: whole(0, 'The number of sightings.'),
})
export type OwnLost = z.infer<typeof ownLostSchema>

export const lostSchema = ownLostSchema
  .partial({ beganAt: true, phone: true, showPhone: true, mark: true, code: true, sightings: true })
  .meta({
    id: 'Lost',
    description:
      'A dog that is lost. Of a case that is not yours `beganAt`, `phone`, `showPhone`, `mark`, `code` and `sightings` are absent.',
  })
export type Lost = z.infer<typeof lostSchema>

const sightingState = word(
  'SightingState',
  'What somebody saw. seen: the dog. holding: they have it. injured: it is hurt.',
  SIGHTING_STATES,
)

export const newSightingSchema = shape('NewSighting', 'A sighting of a lost dog.', {
  at: moment.describe('When it was, within the last 14 days. ISO 8601 with an offset or Z.'),
  ...point,
  state: sightingState.describe('What you saw.'),
  note: orNull(trimmedLines(0, SIGHTING_NOTE_MAX)).describe('In your words. null or empty: none.'),
  phone: phone.describe('With `holding` or `injured`: your phone number, for the owner. null or empty: none.'),
})

/** How long ago a sighting was, as people without an account say it, in minutes. */
export const SIGHTING_AGES = { now: 0, hour: 60, hours: 180, today: 360 } as const
/** A sighting by the page of the poster. The photo is a part of the form. */
export const posterSightingSchema = newSightingSchema
  .pick({ state: true, note: true, phone: true })
  .extend({
    where: trimmedText(1, SIGHTING_WHERE_MAX, { min: 'Please say where' }).describe('Where it was, in words.'),
    ago: z
      .enum(Object.keys(SIGHTING_AGES) as (keyof typeof SIGHTING_AGES)[])
      .describe('How long ago: now, an hour, three hours, or earlier today.'),
  })
  .meta({ id: 'PosterSighting', description: 'A sighting by somebody without an account.' })

export const sightingSchema = shape('Sighting', 'A sighting of your lost dog.', {
  id: id.describe('The id of the sighting.'),
  at: at('When it was.'),
  lat: point.lat.nullable().describe('Where it was. Latitude in degrees (WGS 84). null: said in words.'),
  lng: point.lng.nullable().describe('Where it was. Longitude in degrees (WGS 84). null: said in words.'),
  where: textOrNull('Where it was, in words. null: a point.'),
  state: sightingState.describe('What they saw.'),
  note: textOrNull('What was said. null: nothing.'),
  photo: textOrNull('The address of the photo, for you. null: none.'),
  from: partOrNull('Who saw it. null: somebody without an account.', { firstName: text('Their first name.') }),
  phone: textOrNull('Their phone number, with `holding` or `injured`. null: none.'),
  thanked: flag('Whether you thanked them.'),
  createdAt: at('When it was sent.'),
})
export type Sighting = z.infer<typeof sightingSchema>

export const sightedSchema = shape('Sighted', 'A sighting that was stored.', {
  id: id.describe('The id of your sighting.'),
  phone: textOrNull('The owner’s phone number, if you hold the dog or it is injured, with a photo, and they show it.'),
})
export type Sighted = z.infer<typeof sightedSchema>

export const adminLostQuerySchema = listQueryOf(LOST_PAGE_DEFAULT).extend({
  state: z
    .enum(['waiting', 'open', 'closed'])
    .default('waiting')
    .describe('waiting: oldest first. open; closed (also ended ones): newest first.'),
})
export type AdminLostQuery = z.infer<typeof adminLostQuerySchema>

export const adminLostSchema = ownLostSchema
  .omit({ beganAt: true, mark: true, code: true })
  .extend({
    owner: part('The owner.', person),
    casesThisYear: whole(1, 'The owner’s cases within 365 days, this one included.'),
    closedByModerator: flag('Whether a moderator closed it.'),
    reportId: id
      .nullable()
      .describe('The open report about the dog, by somebody or because its photo is another owner’s. null: none.'),
  })
  .meta({ id: 'AdminLost', description: `A case for moderators. Kept for ${LOST_KEPT_DAYS} days after its end.` })
export type AdminLost = z.infer<typeof adminLostSchema>
export const adminLostPageSchema = countedPageOf(adminLostSchema)

export const lostDecisionSchema = shape('LostDecision', 'The decision about a case that waits.', {
  approve: flag('Whether it opens. Otherwise it is closed.'),
  statement: trimmedLines(0, STATEMENT_MAX).describe('Why, for the owner.').optional(),
  version,
})

export const adminLostCloseSchema = shape('AdminLostClose', 'Closes a case as a moderator.', {
  statement: trimmedLines(1, STATEMENT_MAX, { min: 'Please say why' }).describe('Why, for the owner.'),
  version,
})
