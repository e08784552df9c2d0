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

/** Walks are offered between other dogs to owners who live this near to San Francisco. */
export const WALKS_NEAR_KM = 60

/** The places that are left, as the caller sees it. */
export const placesLeft = ({ maxDogs, dogs }: { maxDogs: number; dogs: readonly unknown[] }) =>
  Math.max(0, maxDogs - dogs.length)
