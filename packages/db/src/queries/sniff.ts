import { ALL_TEMPERAMENTS, type Dog, SIZES, type Size, type Temperament } from '@barkyard/domain/dog'
import { cellCentre, chordOf, unitVector } from '@barkyard/domain/place'
import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { type DogRow, toDog } from './dogs.ts'
import { isId } from './ids.ts'

export interface SniffSearch {
  /** Whose dogs are left out. */
  ownerId: string
  /** The cell searched from; null = the searcher has no place: all dogs, newest first. */
  cell: number | null
  /** Kilometres, inclusive. */
  distance: number
  ageMin?: number | undefined
  ageMax?: number | undefined
  /** Any of them; empty = all. */
  sizes: readonly Size[]
  temperaments: readonly Temperament[]
  limit: number
  /** The last dog of the page before. */
  after?: string | undefined
}

export interface FoundDog {
  dog: Dog
  cell: number | null
}

/** `list`'s members as bits, in the order of `all`; 0 where there are none. */
const bits = <T>(all: readonly T[], list: readonly T[]) =>
  all.reduce((sum, one, index) => sum + (list.includes(one) ? 2 ** index : 0), 0)

/** The searcher's point moved by about half a metre in an odd direction: no two cells are then equally far, so that distance alone is an order. */
function searcherPoint(cell: number): string {
  const [x, y, z] = unitVector(cellCentre(cell))
  return `(${x + 5.1e-8}, ${y + 3.3e-8}, ${z + 4.7e-8})`
}

/** The conditions that hold on a row of sniff_dogs `s`. */
const matches = (search: SniffSearch) => {
  const sizes = bits(SIZES, search.sizes) || 7
  const temperaments = bits(ALL_TEMPERAMENTS, search.temperaments)
  return sql`s.owner_id <> ${search.ownerId}::uuid
    AND s.age_years BETWEEN ${search.ageMin ?? 0}::int AND ${search.ageMax ?? 1000}::int
    AND s.size_bit & ${sizes}::int <> 0
    AND (${temperaments}::int = 0 OR s.temperament_bits & ${temperaments}::int <> 0)`
}

/** Cells around the searcher's point, nearest first. */
const cells = (search: SniffSearch, cell: number) => {
  const chord = chordOf(search.distance)
  // The point stands in one place: each interpolation is a parameter of its own, and the index walk wants one.
  return sql`(
    SELECT c.cell, c.point <-> p.point AS chord
    FROM (SELECT ${searcherPoint(cell)}::cube AS point) p, sniff_cells c
    WHERE c.point <@ cube_enlarge(p.point, ${chord}::float8, 3) AND c.point <-> p.point <= ${chord}::float8
    ORDER BY c.point <-> p.point
  )`
}

/**
 * One page of the dogs that a search finds, nearest cell first (newest first where the searcher has no place).
 * Walks the cells outward and stops at the page: what it reads does not grow with the table.
 * @returns null where `after` is no dog that can be found.
 */
export async function sniffPage(db: Db, search: SniffSearch): Promise<FoundDog[] | null> {
  if (search.after !== undefined && !isId(search.after)) return null
  return search.cell === null ? newestPage(db, search) : nearestPage(db, search, search.cell)
}

async function nearestPage(db: Db, search: SniffSearch, cell: number): Promise<FoundDog[] | null> {
  let onwards = sql`true`
  if (search.after !== undefined) {
    const last = await sql<{ chord: number }>`
      SELECT c.point <-> ${searcherPoint(cell)}::cube AS chord
      FROM sniff_dogs s JOIN sniff_cells c USING (cell) WHERE s.dog_id = ${search.after}::uuid`.execute(db)
    const chord = last.rows[0]?.chord
    if (chord === undefined) return null
    onwards = sql`c.chord >= ${chord}::float8 AND (c.chord > ${chord}::float8 OR s.dog_id > ${search.after}::uuid)`
  }
  const { rows } = await sql<DogRow & { cell: number }>`
    SELECT d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos, page.cell
    FROM (
      SELECT found.dog_id, c.cell, c.chord
      FROM ${cells(search, cell)} c
      CROSS JOIN LATERAL (
        SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND ${matches(search)} AND ${onwards} ORDER BY s.dog_id
      ) found
      LIMIT ${search.limit}::int
    ) page JOIN dogs d ON d.id = page.dog_id
    ORDER BY page.chord, page.dog_id`.execute(db)
  return rows.map(row => ({ dog: toDog(row), cell: row.cell }))
}

async function newestPage(db: Db, search: SniffSearch): Promise<FoundDog[] | null> {
  if (search.after !== undefined) {
    const last = await sql`SELECT FROM dogs WHERE id = ${search.after}::uuid`.execute(db)
    if (last.rows.length === 0) return null
  }
  const { rows } = await sql<DogRow>`
    SELECT d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos
    FROM (${anyOwned}) s JOIN dogs d ON d.id = s.dog_id
    WHERE ${matches(search)} AND ${search.after === undefined ? sql`true` : sql`s.dog_id < ${search.after}::uuid`}
    ORDER BY s.dog_id DESC LIMIT ${search.limit}::int`.execute(db)
  return rows.map(row => ({ dog: toDog(row), cell: null }))
}

/** All dogs that have an owner in the shape of sniff_dogs, wherever they live. */
const anyOwned = sql`
  SELECT id AS dog_id, user_id AS owner_id, age_years, size_bit(size) AS size_bit, temperament_bits(temperament) AS temperament_bits
  FROM dogs WHERE user_id IS NOT NULL`

/** How many dogs a search finds; counting stops at `atMost`. */
export async function sniffTotal(db: Db, search: SniffSearch, atMost: number): Promise<number> {
  const found =
    search.cell === null
      ? sql`SELECT FROM (${anyOwned}) s WHERE ${matches(search)} LIMIT ${atMost}::int`
      : sql`SELECT FROM ${cells(search, search.cell)} c JOIN sniff_dogs s ON s.cell = c.cell WHERE ${matches(search)} LIMIT ${atMost}::int`
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM (${found}) AS found`.execute(db)
  return rows[0]?.count ?? 0
}

/** The acting dog's traits and the cell it searches from: its owner's. */
export async function findSearcher(db: Db, userId: string): Promise<{ cell: number | null } | undefined> {
  return db.selectFrom('users').select('cell').where('id', '=', userId).executeTakeFirst()
}
