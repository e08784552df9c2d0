import { dayOf } from '@barkyard/domain/verification-days'
import type { Trx } from '../../open.ts'
import { findUser } from '../account/users.ts'
import { hasOtherAdmin, mayDecideAbout } from '../admins.ts'
import { dogColumns } from '../columns.ts'
import { lockOwnerOf, toDog } from '../dogs/dogs.ts'
import { newId } from '../ids.ts'
import { carryOut, type Decided, holdsOffice } from './decide-case.ts'
import { setDogHidden } from './moderation.ts'
import type { Viewpoint } from './moderation-queue.ts'
import { keepDog, keepPhotos, lockPhotos } from './reports.ts'

interface Order extends Viewpoint {
  statement: string
}

/** Suspends a user whom nobody has reported. `until`: the end; null: it does not end. */
export async function suspendUnreported(trx: Trx, userId: string, order: Order & { until: Date | null }) {
  if (!(await holdsOffice(trx, order, userId))) return 'another-admin'
  if (!(await findUser(trx, userId))) return 'user-not-found'
  if (!(await mayDecideAbout(trx, order.role, userId))) return 'not-admin'
  const dogs = trx.selectFrom('dogs').select('id').where('user_id', '=', userId).orderBy('id').limit(1)
  const dog = await dogs.executeTakeFirst()
  return decideUnreported(trx, { ...order, action: 'suspend', ownerId: userId, dogId: dog?.id ?? null })
}

const aboutDog = (trx: Trx, id: string) => trx.selectFrom('dogs').select(['user_id', 'hidden_at']).where('id', '=', id)

/** Hides a dog that nobody has reported. 'already-decided': it is hidden. */
export async function hideUnreported(trx: Trx, dogId: string, order: Order) {
  const about = aboutDog(trx, dogId)
  if (!(await holdsOffice(trx, order, (await about.executeTakeFirst())?.user_id))) return 'another-admin'
  const dog = await about.forNoKeyUpdate().executeTakeFirst()
  if (!dog) return 'dog-not-found'
  if (!(await mayDecideAbout(trx, order.role, dog.user_id))) return 'not-admin'
  if (dog.hidden_at !== null) return 'already-decided'
  return decideUnreported(trx, { ...order, action: 'hide-dog', ownerId: dog.user_id, dogId, until: null })
}

/**
 * Decides without a report, like a report that is decided at once: the owner gets a notice and can appeal, and the case
 * keeps the dog as the admin saw it. Open reports about the dog stay open.
 * @param order.dogId null: the user has no dog.
 */
export async function decideUnreported<A extends 'suspend' | 'hide-dog' | 'close-lost'>(
  trx: Trx,
  order: Omit<Order, 'adminId' | 'role'> & {
    adminId: string | null
    action: A
    ownerId: string | null
    dogId: string | null
    until: Date | null
  },
): Promise<Decided<A>> {
  const { dogId, ownerId, now } = order
  const about = trx.selectFrom('dogs').select(dogColumns).where('id', '=', dogId)
  const dog = await about.forNoKeyUpdate().executeTakeFirst()
  const row = {
    id: newId(),
    kind: 'other' as const,
    // Cases name a dog that may be gone.
    dog_id: dog?.id ?? newId(),
    dog_name: dog?.name ?? '',
    version: 1,
  }
  await trx
    .insertInto('report_cases')
    .values({ ...row, owner_id: ownerId, created_at: now, decided_at: now })
    .execute()
  if (dog) {
    const photos = await lockPhotos(trx, dog.id)
    await keepDog(trx, row.id, toDog(dog, dayOf(now)))
    await keepPhotos(trx, row.id, photos)
  }
  return carryOut(trx, { ...row, appeal_of: null }, { ...order, photoIds: [] })
}

/**
 * Shows a hidden dog again, whatever decided that it is hidden. An admin's own dog is left to another admin if there is one.
 * @returns null if it is not hidden.
 */
export async function showAgain(trx: Trx, dogId: string, { adminId, role, now }: Viewpoint) {
  await lockOwnerOf(trx, dogId)
  const dog = await aboutDog(trx, dogId).forNoKeyUpdate().executeTakeFirst()
  if (!dog) return 'dog-not-found'
  if (!(await mayDecideAbout(trx, role, dog.user_id))) return 'not-admin'
  if (dog.hidden_at === null) return null
  if (dog.user_id === adminId && (await hasOtherAdmin(trx, adminId))) return 'another-admin'
  await trx
    .updateTable('decisions')
    .set({ reversed_at: now })
    .where('dog_id', '=', dogId)
    .where('action', '=', 'hide-dog')
    .where('reversed_at', 'is', null)
    .execute()
  return setDogHidden(trx, dogId, null)
}
