import type { PlanPark } from '@barkyard/domain/parks'
import type { LateMinutes } from '@barkyard/domain/playdate'
import type { ParkOfPlan } from '@barkyard/domain/schemas/park'
import type { NewWalk, WalkChanges } from '@barkyard/domain/schemas/walk'
import type { DogViewer } from '@barkyard/domain/visibility'
import { SERIES_WALKS_MAX, WALKS_PER_OWNER } from '@barkyard/domain/walk'
import { nextOfSeries, walkSignalRefusal } from '@barkyard/domain/walk-moves'
import { sql } from 'kysely'
import type { Trx } from '../../open.ts'
import { newId } from '../ids.ts'
import { planParkOf, toPlanParkRow } from '../parks/plan-park.ts'
import { affectsRows } from '../rows.ts'
import { changed, isOnWalk, lockOwnWalk, lockWalk, type WalkTarget } from './lock.ts'
import { walkShape } from './walks.ts'

/** Hosts a walk. The owner's row is locked, so that their walks to come are counted one after the other. */
export async function hostWalk(
  trx: Trx,
  viewer: DogViewer,
  { whenTs, park, title, kind, sizes = [], maxDogs, repeats }: Omit<NewWalk, keyof ParkOfPlan> & { park: PlanPark },
  now: Date,
) {
  const { rows } = await sql<{ unseen: boolean }>`
    SELECT dogs.unseen FROM users JOIN dogs ON dogs.user_id = users.id
    WHERE dogs.id = ${viewer.dogId}::uuid AND users.id = (SELECT user_id FROM dogs WHERE id = ${viewer.dogId}::uuid)
    FOR NO KEY UPDATE OF users FOR SHARE OF dogs`.execute(trx)
  const own = rows[0]
  if (!own) return 'dog-not-found'
  if (own.unseen) return 'dog-hidden'
  if ((await hostedBy(trx, viewer, now)) >= WALKS_PER_OWNER) return 'walks-full'
  const id = newId()
  const plan = { host_dog_id: viewer.dogId, ...toPlanParkRow(park) }
  const seriesId = repeats ? newId() : null
  if (seriesId)
    await trx
      .insertInto('walk_series')
      .values({ id: seriesId, ...plan, first_ts: new Date(whenTs), last_walk_id: id })
      .execute()
  await trx
    .insertInto('walks')
    .values({
      id,
      ...plan,
      when_ts: new Date(whenTs),
      title,
      ...(kind && { kind }),
      sizes,
      max_dogs: maxDogs,
      created_at: now,
      changed_at: now,
      series_id: seriesId,
    })
    .execute()
  await trx.insertInto('walk_dogs').values({ walk_id: id, dog_id: viewer.dogId, joined_at: now }).execute()
  return changed(trx, viewer, id, null, now)
}

/** Changes the time or the park. Everybody stays on the walk; what was said about the former time and park is forgotten. */
export async function changeWalk(
  trx: Trx,
  viewer: DogViewer,
  { whenTs, park, ...target }: Pick<WalkChanges, 'whenTs'> & { park: PlanPark | null } & WalkTarget,
  now: Date,
) {
  const row = await lockOwnWalk(trx, viewer, target, now)
  if (typeof row === 'string') return row
  const former = planParkOf(row)
  const isElsewhere = park !== null && park.parkId !== former.parkId
  const when_ts = whenTs === undefined ? row.when_ts : new Date(whenTs)
  if (when_ts.getTime() === row.when_ts.getTime() && !isElsewhere) return changed(trx, viewer, row.id, null, now)
  await trx
    .updateTable('walks')
    .set({ when_ts, ...toPlanParkRow(isElsewhere ? park : former), changed_at: now, revision: row.revision + 1 })
    .where('id', '=', row.id)
    .execute()
  await trx
    .updateTable('walk_dogs')
    .set({ late_minutes: null, late_at: null, here_at: null })
    .where('walk_id', '=', row.id)
    .execute()
  return changed(trx, viewer, row.id, 'walk-changed', now)
}

/** Calls a walk off, until it begins. */
export async function cancelWalk(trx: Trx, viewer: DogViewer, target: WalkTarget, now: Date) {
  const row = await lockOwnWalk(trx, viewer, target, now)
  if (typeof row === 'string') return row
  await trx
    .updateTable('walks')
    .set({ cancelled_at: now, revision: row.revision + 1 })
    .where('id', '=', row.id)
    .execute()
  return changed(trx, viewer, row.id, 'walk-cancelled', now)
}

/** Says around the start that a dog on the walk is late, by some minutes, or there (`minutes` null). Repeating it changes nothing. */
export async function signalWalk(
  trx: Trx,
  viewer: DogViewer,
  { minutes, ...target }: WalkTarget & { minutes: LateMinutes | null },
  now: Date,
) {
  const row = await lockWalk(trx, viewer, target)
  if (typeof row === 'string') return row
  if (!(await isOnWalk(trx, row.id, viewer))) return 'not-on-walk'
  const refusal = walkSignalRefusal(walkShape.of(row), now)
  if (refusal) return refusal
  const said = trx
    .updateTable('walk_dogs')
    .set(minutes === null ? { here_at: now } : { late_minutes: minutes, late_at: now })
    .where('walk_id', '=', row.id)
    .where('dog_id', '=', viewer.dogId)
    .$if(minutes === null, query => query.where('here_at', 'is', null))
    .$if(minutes !== null, query => query.where(sql<boolean>`late_minutes IS DISTINCT FROM ${minutes}`))
  const action = minutes === null ? 'walk-here' : 'walk-late'
  return changed(trx, viewer, row.id, (await affectsRows(said)) ? action : null, now)
}

/** How many walks to come the owner of the viewer's dog hosts. A weekly walk counts once, until it ends. */
async function hostedBy(trx: Trx, { dogId }: DogViewer, now: Date): Promise<number> {
  const { rows } = await sql<{ hosted: number }>`
    WITH own AS MATERIALIZED (
      SELECT id FROM dogs WHERE user_id = (SELECT user_id FROM dogs WHERE id = ${dogId}::uuid)
    )
    SELECT count(*)::int AS hosted FROM (
      SELECT coalesce(series_id, walks.id) FROM walks JOIN own ON own.id = host_dog_id
      WHERE when_ts >= ${now} AND cancelled_at IS NULL
      UNION SELECT walk_series.id FROM walk_series JOIN own ON own.id = host_dog_id WHERE ended_at IS NULL
    ) hosted`.execute(trx)
  return rows[0]?.hosted ?? 0
}

/** Ends the weekly walk that a walk is one of. The one to come still takes place. Ending it again changes nothing. */
export async function endSeries(trx: Trx, viewer: DogViewer, target: WalkTarget, now: Date) {
  const row = await lockWalk(trx, viewer, target)
  if (typeof row === 'string') return row
  if (row.host_dog_id !== viewer.dogId) return 'not-host'
  if (row.series_id === null) return 'not-a-series'
  await trx
    .updateTable('walk_series')
    .set({ ended_at: now })
    .where('id', '=', row.series_id)
    .where('ended_at', 'is', null)
    .execute()
  return changed(trx, viewer, row.id, null, now)
}

export interface NextWalk {
  id: string
  lastId: string
  when: Date
  host: DogViewer
  /** Whether one more will follow. */
  repeats: boolean
}

/**
 * Makes the next walk of a series, as the first one was planned, once its last one has begun.
 * @returns null if none follows, because the series has ended, ends now, or has moved on.
 */
export async function makeNextWalk(trx: Trx, lastId: string, now: Date): Promise<NextWalk | null> {
  // Locked before the series, as by whoever hides or deletes the host.
  const { rows } = await sql<{ id: string; user_id: string | null; unseen: boolean }>`
    SELECT id, user_id, unseen FROM dogs WHERE id = (SELECT host_dog_id FROM walks WHERE id = ${lastId}::uuid) FOR SHARE`.execute(
    trx,
  )
  const series = await trx
    .selectFrom('walk_series')
    .selectAll()
    .where('last_walk_id', '=', lastId)
    .where('id', '=', eb =>
      eb.selectFrom('walks').select('series_id').where('id', '=', lastId).where('when_ts', '<=', now),
    )
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const host = rows[0]
  if (!host || !series) return null
  const of = trx.updateTable('walk_series').where('id', '=', series.id)
  const { parkId, timeZone } = planParkOf(series)
  const park = await trx.selectFrom('parks').select('state').where('id', '=', parkId).executeTakeFirst()
  if (host.unseen || host.user_id === null || park?.state !== 'open') {
    await of.set({ ended_at: now }).execute()
    return null
  }
  const { weeks, when } = nextOfSeries({ first: series.first_ts, timeZone }, series.weeks, now)
  const [id, made] = [newId(), series.made + 1]
  await sql`
    INSERT INTO walks (id, host_dog_id, when_ts, park_name, park_id, park_lat, park_lng, time_zone, title, kind, sizes, max_dogs,
      created_at, changed_at, series_id)
    SELECT ${id}::uuid, walks.host_dog_id, ${when}, s.park_name, s.park_id, s.park_lat, s.park_lng, s.time_zone, title, kind, sizes,
      max_dogs, ${now}, ${now}, s.id
    FROM walks JOIN walk_series s ON s.id = walks.series_id WHERE walks.id = ${lastId}::uuid`.execute(trx)
  await trx.insertInto('walk_dogs').values({ walk_id: id, dog_id: host.id, joined_at: now }).execute()
  const repeats = made < SERIES_WALKS_MAX
  await of.set({ last_walk_id: id, weeks, made, ...(!repeats && { ended_at: now }) }).execute()
  return { id, lastId, when, host: { kind: 'dog', userId: host.user_id, dogId: host.id }, repeats }
}
