import { hasRight, type Right } from '@barkyard/domain/rights'
import { type Owner, ownerAs, type Viewer } from '@barkyard/domain/visibility'
import type { Caller } from './sessions.ts'

/** Through whose eyes a caller looks: the impersonated dog's owner's, else their own. */
export const actingOwner = ({ actingUserId, actingDogId }: Caller): Owner => ownerAs(actingUserId, actingDogId)

/** The same for what callers with a right see, and may change, of everybody. */
export const viewerOf = (caller: Caller, right: Right = 'dogs'): Viewer =>
  hasRight(caller.role, right) ? { kind: 'admin' } : actingOwner(caller)

/** A caller before what is their own, whichever dog they act as. */
export const ownerOf = ({ userId }: Caller): Owner => ({ kind: 'owner', userId })
