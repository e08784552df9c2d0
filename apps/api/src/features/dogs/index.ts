import { findDog } from '@barkyard/db/queries/dogs/dogs'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { dayOf } from '@barkyard/domain/verification-days'
import type { Caller } from '../../platform/access/sessions.ts'
import { actingOwner } from '../../platform/access/viewer.ts'
import type { Services } from '../../services.ts'
import { asOthersSee } from './changes.ts'

/** The dog as which a caller acts; null: none. An admin who acts as it does not learn what only its owner knows. */
export async function findActingDog({ db, now }: Services, caller: Caller): Promise<Dog | null> {
  const id = caller.actingDogId
  const found = id ? await findDog(db, actingOwner(caller), id, dayOf(now())) : undefined
  if (!found) return null
  return caller.isImpersonating ? asOthersSee(found.dog) : found.dog
}

export { changeDog, removeDog } from './changes.ts'
