import type { SniffSearch } from '@barkyard/db/queries/sniff/sniff'
import { cellCentre } from '@barkyard/domain/place'
import type pg from 'pg'

/** A client or a pool. */
export type Queryable = Pick<pg.Pool, 'query'>

interface CloneDog {
  id: string
  distance: number
  photos: unknown[]
}

/**
 * The search of a typical app: the haversine formula over all dogs joined with their owners, then the photos of the page
 * in a second query. The SQL is what Drizzle generates, sent as Drizzle sends it (parameters, no statement name).
 */
export async function cloneSniff(db: Queryable, search: SniffSearch): Promise<CloneDog[]> {
  const { lat, lng } = cellCentre(search.cell ?? 0)
  const values: unknown[] = [lat, lng, search.ownerId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const haversine = `6371 * 2 * asin(sqrt(power(sin(radians("users"."lat" - $1) / 2), 2)
    + cos(radians($1)) * cos(radians("users"."lat")) * power(sin(radians("users"."lng" - $2) / 2), 2)))`
  const where = ['"dogs"."user_id" <> $3', '"users"."lat" is not null', `${haversine} <= ${bind(search.distance)}`]
  if (search.ageMin !== undefined) where.push(`"dogs"."age_years" >= ${bind(search.ageMin)}`)
  if (search.ageMax !== undefined) where.push(`"dogs"."age_years" <= ${bind(search.ageMax)}`)
  if (search.sizes.length > 0) where.push(`"dogs"."size" in (${search.sizes.map(bind).join(', ')})`)
  if (search.temperaments.length > 0) where.push(`"dogs"."temperament" && ${bind(search.temperaments)}`)
  const { rows } = await db.query<Omit<CloneDog, 'photos'>>(
    `select "dogs"."id", "dogs"."user_id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex",
       "dogs"."temperament", "dogs"."bio", "dogs"."created_at", ${haversine} as "distance"
     from "clone"."dogs" inner join "clone"."users" on "dogs"."user_id" = "users"."id"
     where ${where.map(one => `(${one})`).join(' and ')} order by "distance" limit ${bind(search.limit)}`,
    values,
  )
  if (rows.length === 0) return []
  const photos = await db.query<{ dog_id: string }>(
    `select "id", "dog_id", "url_thumb", "url_large" from "clone"."photos"
     where "photos"."dog_id" in (${rows.map((_, index) => `$${index + 1}`).join(', ')})`,
    rows.map(row => row.id),
  )
  return rows.map(row => ({ ...row, photos: photos.rows.filter(photo => photo.dog_id === row.id) }))
}
