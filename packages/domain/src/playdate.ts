export const PLAYDATE_STATUSES = ['proposed', 'accepted', 'declined'] as const
export const PLAYDATE_TITLE_MAX = 200
/** The most unanswered future proposals in one match. */
export const OPEN_PROPOSALS_MAX = 20
/** The default number of playdates in a page. */
export const PLAYDATES_DEFAULT = 200
/** The default title of a playdate, as one of the two sides sees it. */
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

export type PlaydateStatus = (typeof PLAYDATE_STATUSES)[number]
