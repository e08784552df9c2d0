import { PARKS } from '@barkyard/domain/parks'
import { cellCentre, distanceKm, type Place, shownKm } from '@barkyard/domain/place'
import { SIGNAL_WINDOW_MS } from '@barkyard/domain/playdate-moves'
import type { Walk, WalkQuery, WalkSignal } from '@barkyard/domain/schemas/walk'
import { dayOf } from '@barkyard/domain/verification-days'
import type { DogViewer } from '@barkyard/domain/visibility'
import { PUPPY_YEARS_MAX, WALKS_NEAR_KM } from '@barkyard/domain/walk'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { sees, type ViewerSql, viewerSql } from '../blocks/visibility.ts'
import { dogColumns } from '../columns.ts'
import { toDog } from '../dogs/dogs.ts'
import { type Page, pageById, positionOf, type UnknownCursor } from '../paging.ts'
import { isWithin } from '../parks/parks.ts'
import { planParkColumns, planParkOf } from '../parks/plan-park.ts'
import { shapeOf } from '../shape.ts'

/** What the API and the rules of walks read alike. */
export const walkShape = shapeOf(
  'walks',
  ...(['id', 'when_ts', 'title', 'kind', 'sizes', 'max_dogs', 'series_id', 'revision', 'cancelled_at'] as const),
)
const walkColumns = [...walkShape.columns, 'walks.host_dog_id', ...planParkColumns('walks')] as const

/** Walks whose host the viewer's dog sees. All walks that anybody reads or changes come from here. */
export const seenWalks = (db: Db | Trx, viewer: DogViewer) =>
  db
    .selectFrom('walks')
    .innerJoin('dogs as host', 'host.id', 'walks.host_dog_id')
    .select(walkColumns)
    .select([homeOf(viewer).as('home'), waitingOf(viewer).as('waiting'), repeats.as('repeats')])
    .where('host.user_id', 'is not', null)
    .where(sees(viewer, 'host'))

type WalkRow = Awaited<ReturnType<ReturnType<typeof seenWalks>['execute']>>[number]

/** Walks from before parks had ids hold the name of a built-in one alone. */
const isInPark = (parkId: string) => {
  const name = PARKS.find(({ id }) => id === parkId)?.name ?? null
  return sql<boolean>`(walks.park_id = ${parkId} OR walks.park_id IS NULL AND walks.park_name = ${name})`
}

/**
 * A page of walks to come that the viewer's dog sees, by time: all, those that are near or that it can join; or of its own ones and those that it waits for, with those that
 * began within the last hour.
 */
export async function listWalks(
  db: Db,
  viewer: DogViewer,
  { now, limit, cursor, mine, joinable, near, parkId }: WalkQuery & { now: Date },
): Promise<Page<Walk> | UnknownCursor> {
  if (positionOf(cursor) === 'unknown-cursor') return 'unknown-cursor'
  const home = near === 'yes' ? await findHome(db, viewer) : null
  if (near === 'yes' && home === null) return { items: [], nextCursor: null }
  const walks = seenWalks(db, viewer)
    .$if(mine === 'yes', query => query.where(isOwn(viewer)))
    .$if(mine !== 'yes', query => query.where('cancelled_at', 'is', null))
    .$if(home !== null, query => query.where(isNear(cellCentre(Number(home)))))
    .$if(joinable === 'yes', query => query.where(isJoinable(viewer)))
    .$if(parkId !== undefined, query => query.where(isInPark(parkId ?? '')))
    .where('when_ts', '>=', mine === 'yes' ? new Date(now.getTime() - SIGNAL_WINDOW_MS) : now)
  const page = await pageById(walks, 'walks.id', { limit, cursor, time: 'walks.when_ts', order: 'asc' }, row => row)
  return page === 'unknown-cursor' ? page : { ...page, items: await withDogs(db, viewer, page.items, now) }
}

async function findHome(db: Db, viewer: DogViewer): Promise<number | null> {
  const row = await db.selectNoFrom(homeOf(viewer).as('cell')).executeTakeFirst()
  return row?.cell ?? null
}

export async function findWalk(db: Db | Trx, viewer: DogViewer, id: string, now: Date): Promise<Walk | undefined> {
  const rows = await seenWalks(db, viewer).where('walks.id', '=', id).execute()
  return (await withDogs(db, viewer, rows, now))[0]
}

/**
 * Walks with the dogs on them that the viewer's dog sees. Dogs that it does not see are not counted anywhere: for two owners who
 * blocked each other, each walk is what it would be without the other.
 */
async function withDogs(db: Db | Trx, viewer: DogViewer, rows: readonly WalkRow[], now: Date): Promise<Walk[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const dogs = await db
    .selectFrom('walk_dogs')
    .innerJoin('dogs', 'dogs.id', 'walk_dogs.dog_id')
    .select([...dogColumns, 'walk_dogs.walk_id', 'walk_dogs.late_minutes', 'walk_dogs.late_at', 'walk_dogs.here_at'])
    .where(sql<boolean>`walk_dogs.walk_id = ANY (${ids}::uuid[])`)
    .where('dogs.user_id', 'is not', null)
    .where(sees(viewer))
    .orderBy('walk_dogs.place')
    .execute()
  return rows.flatMap(row => {
    const coming = dogs.filter(dog => dog.walk_id === row.id)
    const host = coming.find(dog => dog.id === row.host_dog_id)
    if (!host) return []
    const all = [host, ...coming.filter(dog => dog !== host)]
    return [toWalk(row, all, dayOf(now))]
  })
}

type DogOnWalk = Parameters<typeof toDog>[0] &
  Pick<Selectable<Database['walk_dogs']>, 'late_minutes' | 'late_at' | 'here_at'>

/** @param dogs the host first. */
function toWalk(row: WalkRow, dogs: readonly DogOnWalk[], today: string): Walk {
  const { place, ...park } = planParkOf(row)
  const shown = dogs.map(dog => toDog(dog, today))
  const [hostDog] = shown
  if (!hostDog) throw new Error('a walk has its host')
  return {
    ...walkShape.of(row),
    hostDog,
    ...park,
    lat: String(place.lat),
    lng: String(place.lng),
    distance: row.home === null ? null : shownKm(distanceKm(cellCentre(row.home), place)),
    dogs: shown,
    waiting: row.waiting,
    repeats: row.repeats ? 'weekly' : null,
    signals: dogs.flatMap(signalsOf).sort((one, other) => one.at.localeCompare(other.at)),
  }
}

function signalsOf({ id, late_minutes, late_at, here_at }: DogOnWalk): WalkSignal[] {
  return [
    ...(late_at ? [{ dogId: id, kind: 'late' as const, minutes: late_minutes, at: late_at.toISOString() }] : []),
    ...(here_at ? [{ dogId: id, kind: 'here' as const, minutes: null, at: here_at.toISOString() }] : []),
  ]
}

// What is asked of the walk in the row of `walks`.

/** The position of the viewer's dog among those who wait for a place on the walk in the row of `walks`, of those that it sees. */
const waitingOf = (viewer: DogViewer) => sql<number | null>`(
  SELECT 1 + (SELECT count(*) FROM walk_waiting AS before JOIN dogs ON dogs.id = before.dog_id
    WHERE before.walk_id = own.walk_id AND before.place < own.place AND dogs.user_id IS NOT NULL AND ${sees(viewer)})::int
  FROM walk_waiting AS own WHERE own.walk_id = walks.id AND own.dog_id = ${viewer.dogId}::uuid)`

/** Whether the next one will be made. null: it is of no series. */
const repeats = sql<boolean | null>`(SELECT ended_at IS NULL FROM walk_series WHERE walk_series.id = walks.series_id)`

/** Whether the viewer's dog is on the walk in the row of `walks`. */
const isOn = ({ dogId }: DogViewer) =>
  sql<boolean>`EXISTS (SELECT FROM walk_dogs WHERE walk_dogs.walk_id = walks.id AND walk_dogs.dog_id = ${dogId}::uuid)`

/** Whether the viewer's dog is on the walk in the row of `walks`, or waits for a place. The planner begins with the dog. */
const isOwn = ({ dogId }: DogViewer) => sql<boolean>`walks.id IN (
  SELECT walk_id FROM walk_dogs WHERE dog_id = ${dogId}::uuid UNION SELECT walk_id FROM walk_waiting WHERE dog_id = ${dogId}::uuid)`

/** Whether the walk in the row of `walks` is for the dog in the row `own` of `dogs`: `fitRefusal` in packages/domain. */
export const isFit = sql<boolean>`(NOT own.unseen AND (walks.sizes = '{}' OR own.size = ANY (walks.sizes))
  AND (walks.kind <> 'puppies' OR own.age_years <= ${sql.lit(PUPPY_YEARS_MAX)}))`

/** Whether the walk in the row of `walks` has a place, as a dog sees it: `joinRefusal` in packages/domain. */
export const hasPlace = (viewer: ViewerSql) => sql<boolean>`(
  SELECT (count(*) FILTER (WHERE coming.user_id IS NOT NULL AND ${sees(viewer, 'coming')})) < walks.max_dogs
    AND count(*) < 2 * walks.max_dogs
  FROM walk_dogs JOIN dogs AS coming ON coming.id = walk_dogs.dog_id WHERE walk_dogs.walk_id = walks.id)`

/** The cell of the owner of the viewer's dog, by which walks are near. */
const homeOf = ({ dogId }: DogViewer) => sql<number | null>`(
  SELECT users.cell FROM dogs AS own JOIN users ON users.id = own.user_id WHERE own.id = ${dogId}::uuid)`

/** Whether the walk in the row of `walks` is in a park near a place. Parks that were closed since count too. */
export const isNear = (place: Place) => {
  const near = isWithin(place, WALKS_NEAR_KM)
  return sql<boolean>`walks.park_id IN (
    SELECT parks.id FROM parks WHERE parks.state = 'open' AND ${near}
    UNION ALL SELECT parks.id FROM parks WHERE parks.state <> 'open' AND ${near})`
}

/** Whether the viewer's dog can join the walk in the row of `walks`, which has not begun. */
const isJoinable = (viewer: DogViewer) =>
  sql<boolean>`NOT ${isOn(viewer)}
    AND EXISTS (SELECT FROM dogs AS own WHERE own.id = ${viewer.dogId}::uuid AND ${isFit})
    AND ${hasPlace(viewerSql(viewer))}`
