export const PLAYDATE_STATUSES = ['proposed', 'accepted', 'declined'] as const
export const PLAYDATE_TITLE_MAX = 200
/** Proposals that wait for an answer and lie ahead, in one match. */
export const OPEN_PROPOSALS_MAX = 20
/** Playdates of a page where no limit is given. */
export const PLAYDATES_DEFAULT = 200
export type PlaydateStatus = (typeof PLAYDATE_STATUSES)[number]
