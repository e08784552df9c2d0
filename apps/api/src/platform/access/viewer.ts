import type { Viewer } from '@barkyard/db/queries/blocks/visibility'
import type { Editor } from '@barkyard/db/queries/dogs/dogs'
import type { Caller } from './sessions.ts'

/** Through whose eyes a caller looks: the impersonated dog's owner's, else their own. */
export const viewerOf = ({ actingUserId, actingDogId }: Caller): Viewer => ({
  userId: actingUserId,
  dogId: actingDogId,
})

/** Who may change a dog: its owner, or an admin (null = any dog). */
export const editorOf = ({ isAdmin, userId, actingDogId }: Caller): Editor =>
  isAdmin ? null : { userId, dogId: actingDogId }
