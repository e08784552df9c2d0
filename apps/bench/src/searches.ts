import type { SniffSearch } from '@barkyard/db/queries/sniff/sniff'
import { cellOf } from '@barkyard/domain/place'
import { dayOf } from '@barkyard/domain/verification-days'
import type pg from 'pg'

/** Typical filters. The second is what the page sends while its filters are untouched. */
export const FILTERS: Pick<SniffSearch, 'ageMin' | 'ageMax' | 'sizes' | 'temperaments'>[] = [
  { sizes: [], temperaments: [] },
  { ageMin: 0, ageMax: 15, sizes: [], temperaments: [] },
  { ageMin: 0, ageMax: 15, sizes: ['medium', 'large'], temperaments: [] },
  { ageMin: 0, ageMax: 15, sizes: [], temperaments: ['playful', 'calm'] },
  { ageMin: 1, ageMax: 10, sizes: ['small', 'medium'], temperaments: ['friendly', 'playful', 'energetic'] },
]
export const PAGE = 50
/** Verified or not, checked today. */
export const ANY_DOG = { verified: [], today: dayOf(new Date()) }

/** Searches within 25 km by owners from everywhere, or from one city, with the filters in turn. */
export async function searches(client: pg.Client, count: number, city?: string): Promise<SniffSearch[]> {
  const { rows } = await client.query<{ id: string; lat: number; lng: number }>(
    `SELECT id, lat, lng FROM users WHERE lat IS NOT NULL AND ($2::text IS NULL OR city = $2) ORDER BY md5(id::text) LIMIT $1`,
    [count, city ?? null],
  )
  return rows.map((row, index) => ({
    ...(FILTERS[index % FILTERS.length] as (typeof FILTERS)[number]),
    viewer: { kind: 'owner', userId: row.id },
    cell: cellOf(row),
    distance: 25,
    limit: PAGE,
    ...ANY_DOG,
  }))
}

/** The query string of a filter, as the page sends it: without empty lists. */
export function queryOf(filter: (typeof FILTERS)[number]): string {
  const given = Object.entries({ distance: 25, ...filter }).map(([name, value]) => [name, String(value)] as const)
  return new URLSearchParams(Object.fromEntries(given.filter(([, text]) => text !== ''))).toString()
}

/** The same as a tRPC call. */
export const inputOf = (filter: (typeof FILTERS)[number]) => JSON.stringify({ distance: 25, ...filter })
