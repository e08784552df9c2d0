import type { DogViewer } from '@barkyard/domain/visibility'
import { WAITING_MAX } from '@barkyard/domain/walk'
import { closedWalk, isWaitingOpen, joinRefusal } from '@barkyard/domain/walk-moves'
import { sql } from 'kysely'
import type { Trx } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { affectsRows } from '../rows.ts'
import { changed, countDogs, isOnWalk, lockWalk, type Promoted, type WalkTarget } from './lock.ts'
import { hasPlace, isFit, walkShape } from './walks.ts'

/**
 * Joins a walk. A dog that is on it already stays on it. Those who wait come first.
 * @param wait whether the dog waits for a place if there is none.
 */
export async function joinWalk(
  trx: Trx,
  viewer: DogViewer,
  { wait = false, ...target }: WalkTarget & { wait?: boolean | undefined },
  now: Date,
) {
  const row = await lockWalk(trx, viewer, target)
  if (typeof row === 'string') return row
  if (await isOnWalk(trx, row.id, viewer)) return changed(trx, viewer, row.id, null, now)
  const promoted = await fillPlaces(trx, row, now)
  if (promoted.some(({ dogId }) => dogId === viewer.dogId))
    return { ...(await changed(trx, viewer, row.id, null, now)), promoted }
  const dog = await trx
    .selectFrom('dogs')
    .select(['size', 'age_years as ageYears'])
    .where('id', '=', viewer.dogId)
    .executeTakeFirstOrThrow()
  const refusal = joinRefusal(walkShape.of(row), dog, await countDogs(trx, row.id, viewer), now)
  if (refusal === 'walk-full' && wait && isWaitingOpen(walkShape.of(row), now)) {
    if (row.waiting === null && !(await startWaiting(trx, row.id, viewer, now))) return refusal
    return { ...(await changed(trx, viewer, row.id, null, now)), promoted }
  }
  if (refusal) return refusal
  await putOn(trx, row.id, viewer.dogId, now)
  return { ...(await changed(trx, viewer, row.id, 'walk-joined', now)), promoted }
}

/** Leaves a walk, which the host cannot, or waits for it no longer. A dog that is not on it changes nothing. */
export async function leaveWalk(trx: Trx, viewer: DogViewer, target: WalkTarget, now: Date) {
  const row = await lockWalk(trx, viewer, target)
  if (typeof row === 'string') return row
  if (row.host_dog_id === viewer.dogId) return 'host-stays'
  const leave = (table: 'walk_dogs' | 'walk_waiting') =>
    affectsRows(trx.deleteFrom(table).where('walk_id', '=', row.id).where('dog_id', '=', viewer.dogId))
  const wasOn = await leave('walk_dogs')
  await leave('walk_waiting')
  // Nobody waits for a dog that leaves a walk that is over or called off.
  const isMissed = wasOn && closedWalk(walkShape.of(row), now) === null
  const promoted = await fillPlaces(trx, row, now)
  return { ...(await changed(trx, viewer, row.id, isMissed ? 'walk-left' : null, now)), promoted }
}

/** Gives the places of a walk that have become free, by whatever cause, to those who wait. */
export async function fillWalk(trx: Trx, walkId: string, now: Date): Promise<Promoted[]> {
  const row = await trx
    .selectFrom('walks')
    .selectAll()
    .where('id', '=', walkId)
    .where('cancelled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? fillPlaces(trx, row, now) : []
}

/** The same for a walk that is locked. */
async function fillPlaces(trx: Trx, row: Parameters<typeof walkShape.of>[0], now: Date) {
  const state = walkShape.of(row)
  if (closedWalk(state, now) || !isWaitingOpen(state, now)) return []
  // Whoever waits is neither blocked, hidden nor changed meanwhile. It is judged by the statements after this one.
  const waiting = await sql`
    SELECT FROM dogs WHERE id IN (SELECT dog_id FROM walk_waiting WHERE walk_id = ${row.id}::uuid) ORDER BY id FOR SHARE`.execute(
    trx,
  )
  const promoted: Promoted[] = []
  while (promoted.length < waiting.rows.length) {
    const first = await firstToPromote(trx, row.id)
    if (!first) break
    await putOn(trx, row.id, first.dogId, now)
    promoted.push(first)
  }
  return promoted
}

/** The first dog that waits for a place on a walk and may join it now. The caller has locked the walk and who waits. */
async function firstToPromote(trx: Trx, walkId: string): Promise<Promoted | undefined> {
  const { rows } = await sql<Promoted>`
    SELECT own.id AS "dogId", own.user_id AS "userId" FROM walk_waiting
    JOIN walks ON walks.id = walk_waiting.walk_id
    JOIN dogs AS host ON host.id = walks.host_dog_id
    JOIN dogs AS own ON own.id = walk_waiting.dog_id
    WHERE walk_waiting.walk_id = ${walkId}::uuid AND own.user_id IS NOT NULL AND ${isFit} AND ${hasPlace(dogIn('own'))}
      AND host.user_id IS NOT NULL AND ${sees(dogIn('own'), 'host')}
    ORDER BY walk_waiting.place LIMIT 1`.execute(trx)
  return rows[0]
}

/** Puts a dog on a walk. It waits no longer. */
async function putOn(trx: Trx, walkId: string, dogId: string, now: Date): Promise<void> {
  await trx.deleteFrom('walk_waiting').where('walk_id', '=', walkId).where('dog_id', '=', dogId).execute()
  await trx.insertInto('walk_dogs').values({ walk_id: walkId, dog_id: dogId, joined_at: now }).execute()
}

/** @returns false if too many wait already. */
async function startWaiting(trx: Trx, walkId: string, { dogId }: DogViewer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO walk_waiting (walk_id, dog_id, since, place)
    SELECT ${walkId}::uuid, ${dogId}::uuid, ${now}, coalesce(max(place), 0) + 1 FROM walk_waiting WHERE walk_id = ${walkId}::uuid
    HAVING count(*) < ${WAITING_MAX}
    RETURNING place`.execute(trx)
  return rows.length > 0
}
