/** Dogs that a host can ask for, its own included. */
export const WALK_DOGS_MIN = 2
export const WALK_DOGS_MAX = 12
export const WALK_TITLE_MAX = 200
/** The most walks to come that an owner hosts. */
export const WALKS_PER_OWNER = 3
/** The default number of walks in a page. */
export const WALKS_DEFAULT = 50

/** What a walk is like, in a line each. */
export const WALK_KINDS = {
  play: { name: 'Play', means: 'Dogs run and play together, off leash where the park allows it.' },
  calm: { name: 'Calm', means: 'An easy pace with time to sniff. No rough play.' },
  parallel: { name: 'Parallel', means: 'Side by side with room between, for dogs that need space.' },
  puppies: { name: 'Puppies', means: 'For dogs up to 1 year old.' },
} as const
export type WalkKind = keyof typeof WALK_KINDS
export const WALK_KIND_CODES = Object.keys(WALK_KINDS) as [WalkKind, ...WalkKind[]]
export const PUPPY_YEARS_MAX = 1

/** The most walks that a weekly series makes, the first included. */
export const SERIES_WALKS_MAX = 26
/** The most dogs that wait for a place on a walk. */
export const WAITING_MAX = 50
/** Until this long before the start, places that are given up go to those who wait. */
export const WAITING_ENDS_MS = 2 * 60 * 60 * 1000

/** A walk within this distance of an owner's snapped place is near it. */
export const WALKS_NEAR_KM = 50
/** From further away, pages ask before they join. */
export const WALKS_FAR_KM = 100
/** How near a new walk can be for an owner to be notified of it, in km, and the default. */
export const WALKS_TOLD_KM = [5, 10, 25] as const
export const WALKS_TOLD_KM_DEFAULT = 10
/** The new walks that an owner is notified of in a week at most; of one host: one. */
export const WALKS_TOLD_A_WEEK = 3

/** The places that are left, as the caller sees it. */
export const placesLeft = ({ maxDogs, dogs }: { maxDogs: number; dogs: readonly unknown[] }) =>
  Math.max(0, maxDogs - dogs.length)
