import { CELL_DEGREES, distanceKm, type Place } from './place.ts'

/** waiting: a moderator reads it first. closed: by its owner or a moderator. ended: by itself. */
export const LOST_STATES = ['waiting', 'open', 'closed', 'ended'] as const
export type LostState = (typeof LOST_STATES)[number]

export const LOST_OUTCOMES = ['found', 'returned', 'died', 'mistake'] as const
export type LostOutcome = (typeof LOST_OUTCOMES)[number]
/** With these the dog is home. */
export const isHome = (outcome: LostOutcome | null) => outcome === 'found' || outcome === 'returned'

/** How to approach the dog, for the owner who chooses, and for whoever meets it. */
export const APPROACHES = {
  comes: { label: 'Comes when called', advice: 'Say the name, crouch down and wait.' },
  shy: { label: 'Shy', advice: 'Stand still, turn to the side, speak softly. Let the dog come to you.' },
  'do-not-chase': {
    label: 'Do not chase',
    advice: 'Do not call either. Keep the dog in sight, and tell the owner where it is.',
  },
} as const
export type Approach = keyof typeof APPROACHES
export const APPROACH_CODES = Object.keys(APPROACHES) as [Approach, ...Approach[]]
/** In one line. */
export const approachWords = (approach: Approach) => `${APPROACHES[approach].label}. ${APPROACHES[approach].advice}`

export const SIGHTING_STATES = ['seen', 'holding', 'injured'] as const
export type SightingState = (typeof SIGHTING_STATES)[number]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How far around its point a case is told of, in km, and how long after its beginning at the earliest. */
export const REACHES = [3, 10, 25] as const
export type Reach = (typeof REACHES)[number]
export const REACH_AFTER_MS: Record<Reach, number> = { 3: 0, 10: 2 * HOUR_MS, 25: 24 * HOUR_MS }

/** Characters after trimming. */
export const LOST_NOTE_MAX = 300
export const LOST_WEARING_MAX = 120
export const LOST_PHONE_MAX = 24
export const LOST_MARK_MAX = 120
export const SIGHTING_NOTE_MAX = 200
export const SIGHTING_WHERE_MAX = 120
/** The length of the code on the poster. */
export const LOST_CODE_LENGTH = 16

/** When the dog was last seen can be so long ago. */
const LAST_SEEN_MS = 14 * DAY_MS
/** Clocks of phones may be ahead. */
const AHEAD_MS = 5 * MINUTE_MS
/** Whether a time can be that of a last look at the dog, or of a sighting. */
export const isRecent = (at: Date, now: Date) =>
  at.getTime() <= now.getTime() + AHEAD_MS && at.getTime() >= now.getTime() - LAST_SEEN_MS

/** A case ends so long after it began or was renewed, its owner is told so long before, and it is over for good in the end. */
const OPEN_MS = 72 * HOUR_MS
export const ENDS_SOON_MS = 12 * HOUR_MS
const OPEN_MAX_MS = 30 * DAY_MS
export const lostEndsAt = (beganAt: Date, renewedAt: Date): Date =>
  new Date(Math.min(renewedAt.getTime() + OPEN_MS, beganAt.getTime() + OPEN_MAX_MS))

/** A case and its sightings are deleted so many days after it ended. */
export const LOST_KEPT_DAYS = 90
/** What decides whether a case waits for a moderator: how young a dog, and how many cases of an owner in so many days. */
export const NEW_DOG_MS = DAY_MS
export const CASES_A_YEAR = 3
export const CASES_COUNTED_MS = 365 * DAY_MS
/** A mistake that is closed within this time does not count. */
export const MISTAKE_MS = HOUR_MS

/** The most cases that push to one person in a week. */
export const LOST_PUSHES_A_WEEK = 2
/** Sightings: calls of a user in an hour, pushes of a user and of a case in an hour. */
export const SIGHTINGS_AN_HOUR = 10
export const SIGHTING_PUSHES_OF_USER = 3
export const SIGHTING_PUSHES_OF_CASE = 10
/** The cases in a week whose owner's phone a user is shown. */
export const PHONES_A_WEEK = 3
export const LOST_PAGE_DEFAULT = 50

/** Points are rounded to this many parts of a degree. */
const POINT_STEPS = 1000
const rounded = (degrees: number) => Math.round(degrees * POINT_STEPS) / POINT_STEPS
/** Nearer to the owner's place than this, in km, a point would tell where they live. */
const HOME_KM = 0.15

/**
 * The point of a case: what the owner set, rounded; near their home the nearest corner of the privacy grid. Forms say so.
 * @param home the owner's stored place; null: none.
 */
export function lostPoint(set: Place, home: Place | null): Place & { isMoved: boolean } {
  const point = { lat: rounded(set.lat), lng: rounded(set.lng) }
  const isMoved = home !== null && Math.min(distanceKm(set, home), distanceKm(point, home)) <= HOME_KM
  const corner = (degrees: number) => Math.round(degrees / CELL_DEGREES) / (1 / CELL_DEGREES)
  return isMoved ? { lat: corner(set.lat), lng: corner(set.lng), isMoved } : { ...point, isMoved }
}

const DATES =
  /\b(0?[1-9]|[12]\d|3[01])[./-](0?[1-9]|1[0-2])[./-](19|20)\d\d\b|\b(19|20)\d\d[./-](0?[1-9]|1[0-2])[./-](0?[1-9]|[12]\d|3[01])\b/g
/** Seven digits or more, however they are grouped. */
const PHONE = /\d(?:[\s().+/-]{0,3}\d){6,}/
const MAIL = /\S@\S+\.\S/
const PAGE =
  /:\/\/|https?:|www\.|[\p{L}\d-]\.(?:com|net|org|biz|io|app|gg|gl|ly|tv|xyz|eu|uk|ru|cn|jp|br|nz|cz|tk)(?![\p{L}\d-])|[\p{L}\d-]\.\p{L}{2,}\//iu
/** Endings of names with which a sentence may begin. In "years.It limps" a space is missing, so not with one capital. */
const WORDS =
  'me|it|at|in|us|be|to|es|au|ca|de|fr|nl|ch|pl|pt|dk|fi|ee|ie|co|cc|dev|info|link|site|online|shop|berlin|hamburg|koeln|wien|london|paris|amsterdam|nyc|website|blog'
const PAGE_OR_WORD = new RegExp(`[\\p{L}\\d-]\\.(?:${WORDS}|${WORDS.toUpperCase()})(?![\\p{L}\\d-])`, 'u')

/** What a text that everybody reads must not hold, in words; null: nothing of it. */
export function contactIn(text: string): string | null {
  // Digits of any script, full-width letters and signs are read as the plain ones.
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, digit => (/\d/.test(digit) ? digit : '0'))
    .replaceAll(/\p{Pd}/gu, '-')
  if (MAIL.test(plain)) return 'an e-mail address'
  if (PAGE.test(plain) || PAGE_OR_WORD.test(plain)) return 'the address of a page'
  return PHONE.test(plain.replaceAll(DATES, ' ')) ? 'a phone number' : null
}
