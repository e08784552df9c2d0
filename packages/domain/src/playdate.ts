export const PLAYDATE_STATUSES = ['proposed', 'accepted', 'declined'] as const
export const PLAYDATE_TITLE_MAX = 200
/** Proposals that wait for an answer and lie ahead, in one match. */
export const OPEN_PROPOSALS_MAX = 20
/** Playdates of a page where no limit is given. */
export const PLAYDATES_DEFAULT = 200
/** The title of a playdate that has no other, as one of the two sides sees it. */
export const defaultTitle = (otherDog: string) => `Playdate with ${otherDog}`

/**
 * The title as one side sees it. The proposer's default, kept as the notes, names the dog that was asked: that dog's
 * owner sees the proposer's name instead.
 */
export const titleFor = (notes: string, acting: string | undefined, otherDog: string): string =>
  notes === '' || (acting !== undefined && notes === defaultTitle(acting)) ? defaultTitle(otherDog) : notes

/** Why one side calls a playdate off. No text of one's own: it would be a second chat. */
export const CANCEL_REASONS = ['weather', 'unwell', 'busy', 'other'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]
/** How late one can say that one is, in minutes. */
export const LATE_MINUTES = [5, 10, 15, 20, 30] as const
export type LateMinutes = (typeof LATE_MINUTES)[number]

export type PlaydateStatus = (typeof PLAYDATE_STATUSES)[number]
