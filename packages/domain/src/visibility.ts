/** An owner who looks at dogs, acting as one of their own dogs or as none. */
export interface Viewer {
  ownerId: string
  dogId: string | null
}

/** A dog that the viewer wants to see. */
export interface SeenDog {
  id: string
  /** null: nobody owns it. */
  ownerId: string | null
  /** Whether a moderator hides it or its owner is suspended. */
  isUnseen: boolean
}

/** Pairs that do not see each other. The order within a pair does not matter. */
export interface Apart {
  /** Pairs of owners, one of whom has blocked the other. */
  owners: readonly (readonly [string, string])[]
  /** Pairs of dogs whose match one side has ended. */
  dogs: readonly (readonly [string, string])[]
}

const isPair = (pairs: readonly (readonly [string, string])[], one: string, other: string) =>
  pairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one))

/**
 * The rule of who may see whom. A dog that a viewer may not see does not exist for them, in any call, count or event.
 * Queries use the same rule in SQL (`sees` in packages/db), and a test compares the two.
 */
export function sees(viewer: Viewer, dog: SeenDog, apart: Apart): boolean {
  const isOwn = dog.ownerId === viewer.ownerId
  if (dog.isUnseen && !isOwn) return false
  if (dog.ownerId !== null && isPair(apart.owners, viewer.ownerId, dog.ownerId)) return false
  return viewer.dogId === null || !isPair(apart.dogs, viewer.dogId, dog.id)
}
