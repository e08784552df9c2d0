export const PLAYDATE_STATUSES = ['proposed', 'accepted', 'declined'] as const
export const PLAYDATE_TITLE_MAX = 200
/** The most unanswered future proposals in one match. */
export const OPEN_PROPOSALS_MAX = 20
export const PLAYDATES_DEFAULT = 200
export const defaultTitle = (otherDog: string) => `Playdate with ${otherDog}`

/**
 * The title as one side sees it. The proposer's default title, stored as the notes, names the invited dog. That dog's
 * owner sees the proposer's dog instead.
 */
export const titleFor = (notes: string, acting: string | undefined, otherDog: string): string =>
  notes === '' || (acting !== undefined && notes === defaultTitle(acting)) ? defaultTitle(otherDog) : notes

/** Why one side cancels a playdate. Free text would be a second chat. */
export const CANCEL_REASONS = ['weather', 'unwell', 'busy', 'other'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]
/** The choices for being late, in minutes. */
export const LATE_MINUTES = [5, 10, 15, 20, 30] as const
export type LateMinutes = (typeof LATE_MINUTES)[number]

/** What the two sides can say to each other around a meeting, with the words that are shown. Free text would need moderation. */
export const PHRASES = {
  'by-the-entrance': 'By the entrance',
  'by-the-water': 'By the water',
  'on-the-lawn': 'On the lawn',
  'at-the-benches': 'At the benches',
  'in-the-car-park': 'In the parking lot',
  'give-us-room': 'Give us some room, please',
  'on-leash-please': 'On leash, please',
  'bringing-water': 'Bringing water',
  'bringing-a-ball': 'Bringing a ball',
  'wearing-a-red-collar': 'Wearing a red collar',
  'see-you-soon': 'See you soon',
  'thank-you': 'Thank you',
} as const
export type Phrase = keyof typeof PHRASES
export const PHRASE_IDS = Object.keys(PHRASES) as [Phrase, ...Phrase[]]
/** The most phrases of each side of a playdate. */
export const PHRASES_PER_SIDE = 10

export type PlaydateStatus = (typeof PLAYDATE_STATUSES)[number]

/** A cancellation is sent during quiet hours if the accepted playdate would start within this time. */
export const URGENT_WITHIN_MS = 12 * 60 * 60 * 1000
