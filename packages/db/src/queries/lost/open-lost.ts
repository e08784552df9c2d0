import {
  CASES_A_YEAR,
  CASES_COUNTED_MS,
  type LostState,
  lostEndsAt,
  lostPoint,
  NEW_DOG_MS,
} from '@barkyard/domain/lost'
import type { NewLost } from '@barkyard/domain/schemas/lost'
import type { Owner } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Trx } from '../../open.ts'
import { listStaffIds } from '../admins.ts'
import { shareOwnDog } from '../dogs/dogs.ts'
import { newId } from '../ids.ts'
import { notifyEach } from '../notify.ts'
import { affectsRows, countOf } from '../rows.ts'
import { columnsOf, ownLost } from './change-lost.ts'

interface Opening extends NewLost {
  dogId: string
  /** For the poster. */
  code: string
  /** Whether only a confirmed address may open a case. */
  needsVerified: boolean
  now: Date
}

/**
 * Opens a case for a dog of the viewer's own. It waits for a moderator where a new dog, many cases or a decision says so.
 * @returns the case, and the admins who were told that it waits.
 */
export async function openLost(trx: Trx, viewer: Owner, { dogId, code, needsVerified, now, ...said }: Opening) {
  const { userId } = viewer
  // Locks the owner, whose cases are counted.
  const user = await trx
    .selectFrom('users')
    .select(['email_verified_at', 'is_demo', 'lat', 'lng'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const dog = await shareOwnDog(trx, viewer, dogId)
  if (typeof dog === 'string') return dog
  if (dog.unseen) return 'dog-hidden'
  if (dog.photos.length === 0) return 'no-photo'
  // The demo's addresses are nobody's, and cannot be confirmed.
  if (needsVerified && !user.is_demo && user.email_verified_at === null) return 'email-not-verified'
  const isNew = dog.created_at.getTime() > now.getTime() - NEW_DOG_MS
  const state: LostState = isNew || (await waitsFor(trx, userId, dogId, now)) ? 'waiting' : 'open'
  const home = user.lat === null || user.lng === null ? null : { lat: user.lat, lng: user.lng }
  const { lat, lng } = lostPoint(said, home)
  const id = newId()
  const added = trx
    .insertInto('lost_cases')
    .values({
      id,
      dog_id: dogId,
      user_id: userId,
      code,
      state,
      last_seen_at: new Date(said.lastSeenAt),
      lat,
      lng,
      ...columnsOf(said),
      approach: said.approach,
      created_at: now,
      began_at: now,
      ends_at: lostEndsAt(now, now),
    })
    .onConflict(conflict => conflict.column('dog_id').where('ended_at', 'is', null).doNothing())
  if (!(await affectsRows(added))) return 'already-lost'
  await trx.insertInto('lost_openings').values({ id, user_id: userId, dog_id: dogId, opened_at: now }).execute()
  const lost = await ownLost(trx, viewer, id, now)
  return { lost, notifiedIds: state === 'waiting' ? await tellAdmins(trx, { id, name: dog.name }, now) : [] }
}

/** Whether a moderator closed the dog's last case, or the owner has opened too many of late. */
async function waitsFor(trx: Trx, userId: string, dogId: string, now: Date): Promise<boolean> {
  const last = await trx
    .selectFrom('lost_openings')
    .select('closed_by_moderator')
    .where('dog_id', '=', dogId)
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.closed_by_moderator) return true
  const count = await countOf(
    trx
      .selectFrom('lost_openings')
      .where('user_id', '=', userId)
      .where('is_counted', '=', sql.lit(true))
      .where('opened_at', '>', new Date(now.getTime() - CASES_COUNTED_MS)),
  )
  return count + 1 >= CASES_A_YEAR
}

const tellAdmins = async (trx: Trx, { id, name }: { id: string; name: string }, now: Date): Promise<string[]> =>
  notifyEach(
    trx,
    (await listStaffIds(trx)).map(userId => ({
      event: 'lost-waiting',
      details: { lostId: id, dogName: name },
      userId,
      key: `lost ${id} waits`,
      isUrgent: true,
    })),
    now,
  )
