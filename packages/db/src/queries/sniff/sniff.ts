import { cellRanges } from '@barkyard/domain/cell-ranges'
import { ALL_TEMPERAMENTS, type Sex, SIZES } from '@barkyard/domain/dog'
import { cellCentre, chordOf, unitVector } from '@barkyard/domain/place'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { SearchFilters } from '@barkyard/domain/schemas/search'
import { activeSince } from '@barkyard/domain/verification-days'
import { actingDogOf, type Owner } from '@barkyard/domain/visibility'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../open.ts'
import { isOpenPairOfAll, isOpenPairOfMany, viewerSql } from '../blocks/visibility.ts'
import { dogColumns } from '../columns.ts'
import { type DogRow, isActiveSince, toDog } from '../dogs/dogs.ts'

export interface SniffSearch extends SearchFilters {
  /** Whose own dogs are left out. Without a dog, ended matches are ignored. */
  viewer: Owner
  /** The cell searched from; null = the searcher has no place: all dogs, newest first. */
  cell: number | null
  /** Leaves out the dogs that the searching dog has a match with. */
  withoutMatched?: boolean | undefined
  /** YYYY-MM-DD: the day by which vaccination records and activity are evaluated. */
  today: string
  limit: number
  /** Where the previous page ended. Without a place only the dog counts. */
  after?: SniffPosition | undefined
  /** The number at which counting all pages stops. Default: nothing is counted. */
  countTo?: number | undefined
}

/** A position among the dogs found: a dog, and the cell in which it was found. Neither has to be there any more. */
export interface SniffPosition {
  dogId: string
  cell: number | null
}

export interface FoundDog {
  dog: Dog
  cell: number | null
  /** Whether its owner was here lately. */
  activeLately: boolean
}

export interface FoundPage {
  dogs: FoundDog[]
  /** The number of dogs on all pages, at most `countTo`. */
  total: number
}

/** The members of `list` as bits, in the order of `all`; 0 if there are none. */
const bits = <T>(all: readonly T[], list: readonly T[]) =>
  all.reduce((sum, one, index) => sum + (list.includes(one) ? 2 ** index : 0), 0)

/** The searcher's point, moved by about half a metre in an odd direction. No two cells are then equally far away, so distance alone defines the order. */
export function searcherPoint(cell: number): [number, number, number] {
  const [x, y, z] = unitVector(cellCentre(cell))
  return [x + 5.1e-8, y + 3.3e-8, z + 4.7e-8]
}
export const cube = (point: readonly number[]) => `(${point.join(', ')})`

/** A row of sniff_dogs, which contains no hidden dogs. */
const SEARCHED = { user: sql.ref('s.owner_id'), dog: sql.ref('s.dog_id') }

/** Whether the searching dog has not left out the dog in a row of sniff_dogs `s`. OFFSET 0 keeps it one lookup a row. */
const isNotSkipped = ({ viewer }: SniffSearch) => sql`(
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = ${actingDogOf(viewer)}::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = ${actingDogOf(viewer)}::uuid AND skips.other_dog_id = s.dog_id OFFSET 0))`

/** Whether a search finds the dog in a row of sniff_dogs `s`: for a count, which reads a thousand rows. */
const isFoundByMany = ({ viewer }: SniffSearch) => sql`
  ${isOpenPairOfAll(viewerSql(viewer), SEARCHED)}
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = ${actingDogOf(viewer)}::uuid)`

/** The narrow table does without the sex: whoever asks for one pays a lookup a row. OFFSET 0 keeps it one. */
const isOfSex = (sex: Sex | undefined) =>
  sex ? sql`EXISTS (SELECT FROM dogs of_sex WHERE of_sex.id = s.dog_id AND of_sex.sex = ${sex} OFFSET 0)` : sql`true`

/** Whether the searching dog has no match with the dog in a row of sniff_dogs `s`. OFFSET 0 keeps it one lookup a row. */
const isUnmatched = ({ viewer, withoutMatched }: SniffSearch) =>
  withoutMatched
    ? sql`NOT EXISTS (SELECT FROM matches WHERE dog_a_id = least(s.dog_id, ${actingDogOf(viewer)}::uuid)
        AND dog_b_id = greatest(s.dog_id, ${actingDogOf(viewer)}::uuid) OFFSET 0)`
    : sql`true`

/**
 * What must have been checked, as the condition of the index of checked dogs. Other dogs are not read then, of which there
 * are many.
 */
const isVerified = ({ verified, today }: SniffSearch) => sql`
  ${verified.includes('photo') ? sql`s.photo_checked` : sql`true`}
    AND ${verified.includes('vaccination') ? sql`s.vaccinated_until > '-infinity' AND s.vaccinated_until >= ${today}::date` : sql`true`}`

/** The conditions of a search on a row of sniff_dogs `s`. @param wanted whether the searcher sees it and has not left it out. */
export const matches = (search: SniffSearch, wanted: RawBuilder<unknown>) => {
  const sizes = bits(SIZES, search.sizes) || 7
  const temperaments = bits(ALL_TEMPERAMENTS, search.temperaments)
  return sql`s.owner_id <> ${search.viewer.userId}::uuid
    AND s.age_years BETWEEN ${search.ageMin ?? 0}::int AND ${search.ageMax ?? 1000}::int
    AND s.size_bit & ${sizes}::int <> 0
    AND (${temperaments}::int = 0 OR s.temperament_bits & ${temperaments}::int <> 0)
    AND ${isOfSex(search.sex)}
    AND ${isVerified(search)}
    AND ${isUnmatched(search)}
    AND ${wanted}`
}

export const isFound = (search: SniffSearch) =>
  sql`${isOpenPairOfMany(viewerSql(search.viewer), SEARCHED)} AND ${isNotSkipped(search)}`

/** Cells around the searcher's point, nearest first. */
const cells = (search: SniffSearch, cell: number) => {
  const chord = chordOf(search.distance)
  // The point is in a subquery: each use of it would be a separate parameter, but the index scan needs a single one.
  return sql`(
      SELECT c.cell, c.point <-> p.point AS chord
      FROM (SELECT ${cube(searcherPoint(cell))}::cube AS point) p, sniff_cells c
      WHERE c.point <@ cube_enlarge(p.point, ${chord}::float8, 3) AND c.point <-> p.point <= ${chord}::float8
      ORDER BY c.point <-> p.point
    )`
}

/**
 * One page of the dogs that a search finds, nearest cell first (newest first if the searcher has no place). It walks the
 * cells outward and stops at the end of the page, so its cost does not grow with the table.
 */
export const sniffPage = (db: Db, search: SniffSearch): Promise<FoundPage> =>
  search.cell === null ? newestPage(db, search) : nearestPage(db, search, search.cell)

async function nearestPage(db: Db, search: SniffSearch, cell: number): Promise<FoundPage> {
  const { after } = search
  let onwards = sql`true`
  if (after && after.cell !== null) {
    const chord = sql`(cell_point(${after.cell}::int) <-> ${cube(searcherPoint(cell))}::cube)`
    onwards = sql`c.chord >= ${chord} AND (c.chord > ${chord} OR s.dog_id > ${after.dogId}::uuid)`
  }
  const page = sql`
    SELECT found.dog_id, c.cell, c.chord
    FROM ${cells(search, cell)} c
    CROSS JOIN LATERAL (
      SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND ${matches(search, isFound(search))} AND ${onwards} ORDER BY s.dog_id
    ) found
    LIMIT ${search.limit}::int`
  return readPage(db, page, { order: sql`page.chord, dogs.id`, all: countNear(search, cell), today: search.today })
}

/** Counts by rows of the grid: it reads whole ranges of the index, while walking outward would look up each cell. */
function countNear(search: SniffSearch, cell: number): RawBuilder<unknown> | null {
  if (search.countTo === undefined) return null
  const ranges = cellRanges(searcherPoint(cell), search.distance)
  const side = (index: 0 | 1) => `{${ranges.map(range => range[index]).join(',')}}`
  // The inner limit keeps the planner from joining the ranges by a scan of the whole table.
  return sql`
    SELECT FROM unnest(${side(0)}::int[], ${side(1)}::int[]) AS r (first, last)
    CROSS JOIN LATERAL (
      SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND ${matches(search, isFoundByMany(search))} LIMIT ${search.countTo}::int
    ) found
    LIMIT ${search.countTo}::int`
}

/** Those of the dogs found elsewhere that the search finds here too. */
export async function stillFound(db: Db, search: SniffSearch, found: FoundDog[]): Promise<FoundDog[]> {
  const { rows } = await sql<{ dog_id: string }>`
    SELECT s.dog_id FROM (${anyOwned} AND id = ANY(${found.map(({ dog }) => dog.id)}::uuid[])) s
    WHERE ${matches(search, isFound(search))}`.execute(db)
  const here = new Set(rows.map(row => row.dog_id))
  return found.filter(({ dog }) => here.has(dog.id))
}

async function newestPage(db: Db, search: SniffSearch): Promise<FoundPage> {
  const { after } = search
  const page = sql`
    SELECT s.dog_id, NULL::int AS cell, NULL::float8 AS chord FROM (${anyOwned}) s
    WHERE ${matches(search, isFound(search))} AND ${after ? sql`s.dog_id < ${after.dogId}::uuid` : sql`true`}
    ORDER BY s.dog_id DESC LIMIT ${search.limit}::int`
  const all =
    search.countTo === undefined
      ? null
      : sql`SELECT FROM (${anyOwned}) s WHERE ${matches(search, isFoundByMany(search))} LIMIT ${search.countTo}::int`
  return readPage(db, page, { order: sql`dogs.id DESC`, all, today: search.today })
}

/** All visible dogs with an owner that are not paused, wherever they live, in the shape of sniff_dogs. */
export const anyOwned = sql`
  SELECT id AS dog_id, user_id AS owner_id, age_years, size_bit(size) AS size_bit, temperament_bits(temperament) AS temperament_bits,
    photo_checked, coalesce(vaccinated_until, '-infinity') AS vaccinated_until
  FROM dogs WHERE user_id IS NOT NULL AND NOT unseen AND NOT paused`

type PageRow = { total: number } & ((DogRow & { cell: number | null; active_on: string | null }) | { id: null })

/** The dogs of a page (dog_id, cell, chord) and the total in one statement. An empty page is one row without a dog. */
async function readPage(
  db: Db,
  page: RawBuilder<unknown>,
  { order, all, today }: { order: RawBuilder<unknown>; all: RawBuilder<unknown> | null; today: string },
): Promise<FoundPage> {
  const total = all ? sql`SELECT count(*)::int AS total FROM (${all}) found` : sql`SELECT 0 AS total`
  const { rows } = await sql<PageRow>`
    SELECT counted.total, ${sql.join(dogColumns.map(column => sql.ref(column)))}, dogs.active_on, page.cell
    FROM (${total}) counted
    LEFT JOIN ((${page}) page JOIN dogs ON dogs.id = page.dog_id) ON true
    ORDER BY ${order}`.execute(db)
  const since = activeSince(today)
  const dogs: FoundDog[] = []
  for (const row of rows)
    if (row.id !== null)
      dogs.push({ dog: toDog(row, today), cell: row.cell, activeLately: isActiveSince(row.active_on, since) })
  return { dogs, total: rows[0]?.total ?? 0 }
}

export async function findSearcher(db: Db, userId: string): Promise<{ cell: number | null } | undefined> {
  return db.selectFrom('users').select('cell').where('id', '=', userId).executeTakeFirst()
}
