import { PARKS_OF_MATCH, PARKS_OF_MATCH_KM, type ParkState } from '@barkyard/domain/parks'
import { cellCentre, chordOf, distanceKm, type Place, shownKm, unitVector } from '@barkyard/domain/place'
import type { Park } from '@barkyard/domain/schemas/park'
import type { DogViewer } from '@barkyard/domain/visibility'
import tzLookup from '@photostructure/tz-lookup'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { ownMatch } from '../blocks/visibility.ts'
import { containing, type Page, pageByValue, type UnknownCursor } from '../paging.ts'
import { shapeOf } from '../shape.ts'
import { cube } from '../sniff/sniff.ts'

const shape = shapeOf(
  'parks',
  ...(['id', 'name', 'lat', 'lng', 'address', 'time_zone', 'source', 'attribution'] as const),
)
const facts = shapeOf('parks', 'fenced', 'water', 'small_dogs', 'leash')
export const parkColumns = [...shape.columns, ...facts.columns, 'parks.state'] as const
export type ParkRow = Parameters<typeof shape.of>[0] & Parameters<typeof facts.of>[0] & { state: ParkState }

/** @param from the snapped place from which the distance is measured; null: none. */
export const toPark = (row: ParkRow, from: Place | null): Park => ({
  ...shape.of(row),
  facts: facts.of(row),
  distance: from && shownKm(distanceKm(from, row)),
  closed: row.state === 'closed',
})

/** The chord from a park to a place, by which parks are sorted: it walks the index outward. */
export const chordTo = (place: Place) => sql<number>`parks.point <-> ${cube(unitVector(place))}::cube`

/** Whether a park is within `km` of a place, inclusive. */
export const isWithin = (place: Place, km: number) => {
  const chord = chordOf(km)
  return sql<boolean>`parks.point <@ cube_enlarge(${cube(unitVector(place))}::cube, ${chord}::float8, 3)
    AND ${chordTo(place)} <= ${chord}::float8`
}

export const openParks = (db: Db | Trx) =>
  db.selectFrom('parks').select(parkColumns).where('state', '=', sql.lit('open'))

interface ParkSearch {
  /** The caller's snapped place; null: none. */
  from: Place | null
  /** Only parks around this point, nearest first. */
  around?: { point: Place; km: number } | undefined
  /** Only parks whose name contains this; without `around`, by name. */
  query?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** Parks are sorted by their name, then by their id. */
export const byName = { value: sql.ref('name_key'), type: 'text', key: 'parks.id', hasWords: true } as const
const byNumber = (value: RawBuilder<unknown>) => ({ ...byName, value, type: 'float8' }) as const

/** A page of open parks: around a point, by a part of their name, or the built-in ones. */
export async function listParks(db: Db, { around, from, ...search }: ParkSearch): Promise<Page<Park> | UnknownCursor> {
  const named = openParks(db).$if(!!search.query, found => found.where('name_key', 'like', containing(search.query)))
  const toItem = (row: ParkRow) => toPark(row, from)
  if (around) {
    const near = named.where(isWithin(around.point, around.km))
    return pageByValue(near, byNumber(chordTo(around.point)), search, toItem)
  }
  if (search.query) return pageByValue(named, byName, search, toItem)
  return pageByValue(builtInParks(db), byNumber(sql.ref('place')), search, toItem)
}

const builtInParks = (db: Db) => openParks(db).where('place', 'is not', null).orderBy('place')

/** A park that is open or was; one that waits or was refused is found by nobody. */
export async function findPark(db: Db | Trx, id: string, from: Place | null): Promise<Park | undefined> {
  const row = await db
    .selectFrom('parks')
    .select(parkColumns)
    .where('id', '=', id)
    .where('state', '<>', sql.lit('waiting'))
    .where('offered_at', 'is not', null)
    .executeTakeFirst()
  return row && toPark(row, from)
}

/**
 * The parks that are offered for a plan of two dogs: those around the viewer's owner, nearest first, then those around the
 * other's owner, by name, so that their order tells nothing of that place. The built-in ones if there are none, or if it is
 * not known where the viewer's owner lives.
 * @returns undefined if the viewer's dog has no such match.
 */
export async function parksOfMatch(db: Db, viewer: DogViewer, matchId: string): Promise<Park[] | undefined> {
  const match = await ownMatch(db, viewer, matchId)
    .innerJoin('dogs', 'dogs.id', 'match_dogs.other_dog_id')
    .leftJoin('users', 'users.id', 'dogs.user_id')
    .select([
      'users.cell as theirs',
      eb => eb.selectFrom('users').select('cell').where('id', '=', viewer.userId).as('own'),
    ])
    .executeTakeFirst()
  if (!match) return undefined
  const from = match.own === null ? null : cellCentre(match.own)
  const nearest = (point: Place) =>
    openParks(db)
      .select(chordTo(point).as('chord'))
      .where(isWithin(point, PARKS_OF_MATCH_KM))
      .orderBy('chord')
      .orderBy('parks.id')
      .limit(PARKS_OF_MATCH)
      .execute()
  const own = from ? await nearest(from) : []
  const theirs = from && match.theirs !== null ? await nearest(cellCentre(match.theirs)) : []
  const others = theirs
    .filter(park => own.every(({ id }) => id !== park.id))
    .sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
  const rows: ParkRow[] = [...own, ...others]
  return (rows.length > 0 ? rows : await builtInParks(db).execute()).map(row => toPark(row, from))
}

/** The IANA name of the time zone of a place. At sea: that of its longitude, like Etc/GMT+9. */
export const zoneAt = ({ lat, lng }: Place): string => tzLookup(lat, lng)
