import { deleteDog, editDog, findDog } from '@barkyard/db/queries/dogs/dogs'
import { type Dog, type DogChanges, OWNERS_ALONE } from '@barkyard/domain/schemas/dog'
import { dayOf } from '@barkyard/domain/verification-days'
import { actingOwner, requireNotImpersonating, viewerOf } from '../../platform/access/requirements.ts'
import type { Caller } from '../../platform/access/sessions.ts'
import { unwrapOrThrow } from '../../platform/errors.ts'
import { callersChanged, dogsChanged, eventFor } from '../../platform/realtime/bus.ts'
import type { CallerWrite } from '../../platform/trpc/init.ts'
import type { Services } from '../../services.ts'
import { notified } from '../notifications/index.ts'
import { photosDeleted } from '../photos/index.ts'

// Changes that owners and admins can make.

interface ChangeContext {
  services: Pick<Services, 'now'>
  caller: Caller
  write: CallerWrite
}

interface Options {
  /** Whether the audit log notes it even if the dog is the admin's own. */
  isAlwaysNoted?: boolean
}

/** A dog without what only its owner knows. */
export const asOthersSee = ({ paused: _, ...dog }: Dog): Dog => dog

/** Changes the fields sent. @throws AppError dog-not-found, not-your-dog */
export const changeDog = (
  { caller, write, services: { now } }: ChangeContext,
  dogId: string,
  changes: DogChanges,
  { isAlwaysNoted }: Options = {},
): Promise<Dog> => {
  if (Object.keys(OWNERS_ALONE).some(field => field in changes)) requireNotImpersonating(caller)
  return write(async (trx, effects) => {
    const edited = unwrapOrThrow(await editDog(trx, viewerOf(caller), dogId, changes, dayOf(now())))
    const { dog, before, ownerId, userIds } = edited
    const fields = Object.keys(changes) as (keyof DogChanges)[]
    const pick = (from: Dog | null) => from && Object.fromEntries(fields.map(field => [field, from[field]]))
    const detail = { fields, before: pick(before), after: pick(dog) }
    if (fields.length > 0) effects.audit({ action: 'dog-edited', dogId, detail }, isAlwaysNoted ? {} : { ownerId })
    dogsChanged(effects, [caller.userId, ...userIds], [dogId])
    return ownerId === caller.userId ? dog : asOthersSee(dog)
  })
}

/** Deletes a dog with its photos, matches, messages and playdates. @throws AppError dog-not-found, not-your-dog */
export const removeDog = (
  { services, caller, write }: ChangeContext,
  dogId: string,
  { isAlwaysNoted }: Options = {},
): Promise<void> =>
  write(async (trx, effects) => {
    const deleted = await deleteDog(trx, viewerOf(caller), dogId, services.now())
    const { name, ownerId, userIds, adminIds, notifiedIds, sought } = unwrapOrThrow(deleted)
    const note = { action: 'dog-deleted', dogId, userId: ownerId, detail: { name } } as const
    effects.audit(note, isAlwaysNoted ? {} : { ownerId })
    callersChanged(effects, userIds, [dogId])
    effects.event(eventFor(adminIds, { type: 'reports' }))
    for (const lostId of new Set(sought.map(one => one.lostId))) {
      const soughtBy = sought.filter(one => one.lostId === lostId).map(one => one.userId)
      effects.event(eventFor(soughtBy, { type: 'lost', lostId }))
    }
    notified(effects, [...notifiedIds, ...sought.map(one => one.userId)])
    photosDeleted(effects)
  })

/** The dog as which a caller acts; null: none. An admin who acts as it does not learn what only its owner knows. */
export async function findActingDog({ db, now }: Services, caller: Caller): Promise<Dog | null> {
  const id = caller.actingDogId
  const found = id ? await findDog(db, actingOwner(caller), id, dayOf(now())) : undefined
  if (!found) return null
  return caller.isImpersonating ? asOthersSee(found.dog) : found.dog
}
