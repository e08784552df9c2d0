import type { Place } from '@barkyard/domain/place'
import type { DogViewer } from '@barkyard/domain/visibility'
import { PUPPY_YEARS_MAX, WALKS_NEAR_KM } from '@barkyard/domain/walk'
import { sql } from 'kysely'
import { sees, type ViewerSql, viewerSql } from '../blocks/visibility.ts'
import { isWithin } from '../parks/parks.ts'

// What is asked of the walk in the row of `walks`.

/** The position of the viewer's dog among those who wait for a place on the walk in the row of `walks`, of those that it sees. */
export const waitingOf = (viewer: DogViewer) => sql<number | null>`(
  SELECT 1 + (SELECT count(*) FROM walk_waiting AS before JOIN dogs ON dogs.id = before.dog_id
    WHERE before.walk_id = own.walk_id AND before.place < own.place AND dogs.user_id IS NOT NULL AND ${sees(viewer)})::int
  FROM walk_waiting AS own WHERE own.walk_id = walks.id AND own.dog_id = ${viewer.dogId}::uuid)`

export const repeats = sql<
  boolean | null
>`(SELECT ended_at IS NULL FROM walk_series WHERE walk_series.id = walks.series_id)`

/** Whether the viewer's dog is on the walk in the row of `walks`. */
const isOn = ({ dogId }: DogViewer) =>
  sql<boolean>`EXISTS (SELECT FROM walk_dogs WHERE walk_dogs.walk_id = walks.id AND walk_dogs.dog_id = ${dogId}::uuid)`

/** Whether the viewer's dog is on the walk in the row of `walks`, or waits for a place. The planner begins with the dog. */
export const isOwn = ({ dogId }: DogViewer) => sql<boolean>`walks.id IN (
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
export const homeOf = ({ dogId }: DogViewer) => sql<number | null>`(
  SELECT users.cell FROM dogs AS own JOIN users ON users.id = own.user_id WHERE own.id = ${dogId}::uuid)`

/** Whether the walk in the row of `walks` is in a park near a place. Parks that were closed since count too. */
export const isNear = (place: Place) => {
  const near = isWithin(place, WALKS_NEAR_KM)
  return sql<boolean>`walks.park_id IN (
    SELECT parks.id FROM parks WHERE parks.state = 'open' AND ${near}
    UNION ALL SELECT parks.id FROM parks WHERE parks.state <> 'open' AND ${near})`
}

/** Whether the viewer's dog can join the walk in the row of `walks`, which has not begun. */
export const isJoinable = (viewer: DogViewer) =>
  sql<boolean>`NOT ${isOn(viewer)}
    AND EXISTS (SELECT FROM dogs AS own WHERE own.id = ${viewer.dogId}::uuid AND ${isFit})
    AND ${hasPlace(viewerSql(viewer))}`
