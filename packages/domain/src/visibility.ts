/**
 * Who looks. Every query that answers what somebody may see takes one, so that nobody sees everything because nothing was
 * said: an admin is one who is named.
 */
export type Viewer = { kind: 'admin' } | Owner

/** An owner who looks, as one of their own dogs or as none. */
export type Owner = { kind: 'owner'; userId: string } | DogViewer

/** An owner who acts as one of their own dogs. An ended match hides the other dog from this one alone. */
export interface DogViewer {
  kind: 'dog'
  userId: string
  dogId: string
}

/** @param dogId the dog as which the owner acts; null: none. */
export const ownerAs = (userId: string, dogId: string | null): Owner =>
  dogId === null ? { kind: 'owner', userId } : { kind: 'dog', userId, dogId }

export const actingDogOf = (viewer: Owner): string | null => (viewer.kind === 'dog' ? viewer.dogId : null)
