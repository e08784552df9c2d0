/** Dogs that a host can ask for, its own included. */
export const WALK_DOGS_MIN = 2
export const WALK_DOGS_MAX = 12
export const WALK_TITLE_MAX = 200
/** The most walks to come that an owner hosts. */
export const WALKS_PER_OWNER = 3
/** The default number of walks in a page. */
export const WALKS_DEFAULT = 50

/** Walks are offered between other dogs to owners who live this near to San Francisco. */
export const WALKS_NEAR_KM = 60

/** The places that are left, as the caller sees it. */
export const placesLeft = ({ maxDogs, dogs }: { maxDogs: number; dogs: readonly unknown[] }) =>
  Math.max(0, maxDogs - dogs.length)
