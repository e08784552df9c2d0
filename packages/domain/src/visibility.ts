/** Who looks: an owner, as one of their dogs or as none. */
export interface Viewer {
  ownerId: string
  dogId: string | null
}

/** A dog that is looked for. */
export interface SeenDog {
  id: string
  /** null: nobody owns it. */
  ownerId: string | null
  /** Hidden by a moderator, or its owner is suspended. */
  isUnseen: boolean
}

/** Who keeps whom away; the order within a pair means nothing. */
export interface Apart {
  /** Owners of whom one blocked the other. */
  owners: readonly (readonly [string, string])[]
  /** Dogs whose match one side ended. */
  dogs: readonly (readonly [string, string])[]
}

const isPair = (pairs: readonly (readonly [string, string])[], one: string, other: string) =>
  pairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one))

/**
 * The one rule of who may see whom: to whoever may not see a dog it does not exist, in any call, count or event. The
 * queries say the same in SQL (`sees` in packages/db), and a test compares the two.
 */
export function sees(viewer: Viewer, dog: SeenDog, apart: Apart): boolean {
  const isOwn = dog.ownerId === viewer.ownerId
  if (dog.isUnseen && !isOwn) return false
  if (dog.ownerId !== null && isPair(apart.owners, viewer.ownerId, dog.ownerId)) return false
  return viewer.dogId === null || !isPair(apart.dogs, viewer.dogId, dog.id)
}
