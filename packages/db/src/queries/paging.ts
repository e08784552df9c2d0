import { ADMIN_TOTAL_MAX } from '@barkyard/domain/admin'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import { isId } from './ids.ts'

export interface Page<T> {
  items: T[]
  /** The cursor of the next page; null on the last one. */
  nextCursor: string | null
}

export interface CountedPage<T> extends Page<T> {
  total: number
}

/** The refusal of every list: no page has this cursor. */
export type UnknownCursor = 'unknown-cursor'

/** Microseconds since 1970, for the position of a row. A Date has only milliseconds. */
export const microseconds = (time: string) =>
  sql<string>`(extract(epoch FROM ${sql.ref(time)}) * 1000000)::bigint::text`

/**
 * The cursor of a row: its position in the list, so a page continues where the last one ended, wherever the row is now.
 * `at`: the time by which the list is sorted, in microseconds since 1970, or another number. A list that is sorted by id
 * has none.
 */
export const cursorOf = ({ at = '0', id }: { at?: string; id: string }): string =>
  Buffer.from(`${at}.${id}`).toString('base64url')

/** The last microsecond of the year 9999. PostgreSQL cannot read later ones of JavaScript's. */
const LAST_TIME = 253_402_300_799_999_999n

/** What a cursor of `cursorOf` holds. `time`: its `at` as text for PostgreSQL. */
export interface Position {
  at: string
  time: string
  id: string
}

/** The position in a cursor. @returns null without a cursor. */
export function positionOf(cursor: string | undefined): Position | UnknownCursor | null {
  if (cursor === undefined) return null
  const [, at = '', id = ''] = /^(\d{1,18})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!isId(id) || BigInt(at) > LAST_TIME) return 'unknown-cursor'
  const milliseconds = new Date(Number(BigInt(at) / 1000n)).toISOString().slice(0, -1)
  return { at, time: `${milliseconds}${(BigInt(at) % 1000n).toString().padStart(3, '0')}Z`, id }
}

type ValueType = 'text' | 'float8'

/** A row's position in a list that is sorted by a text or a number. */
export interface ValuePosition {
  value: string | number
  id: string
}

/** The cursor of a row in such a list. It holds the value: where that tells more than the page, seal it before anybody gets it. */
export const valueCursorOf = ({ value, id }: ValuePosition): string => JSON.stringify([value, id])

/** The position in a cursor of `valueCursorOf`. @param hasWords whether ids may be words. @returns null without a cursor. */
export function valuePositionOf(
  cursor: string | undefined,
  type: ValueType,
  hasWords = false,
): ValuePosition | UnknownCursor | null {
  if (cursor === undefined) return null
  try {
    const [value, id] = JSON.parse(cursor) as unknown[]
    const isOfType = type === 'text' ? typeof value === 'string' : typeof value === 'number'
    return isOfType && typeof id === 'string' && (hasWords || isId(id))
      ? { value: value as string | number, id }
      : 'unknown-cursor'
  } catch {
    return 'unknown-cursor'
  }
}

/** Makes a page of `limit + 1` rows that were read for it. @param toCursor the cursor of the page after a row. */
export function cutPage<R extends { id: string }, T>(
  rows: readonly R[],
  limit: number,
  toItem: (row: R) => T,
  toCursor: (row: R) => string = ({ id }) => cursorOf({ id }),
): Page<T> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { items: rows.slice(0, limit).map(toItem), nextCursor: last ? toCursor(last) : null }
}

/**
 * A page of a query, sorted by its id, newest first if nothing else is said. @param key the column of the id. `time`: that of a
 * time by which it is sorted first.
 */
export async function pageById<DB, TB extends keyof DB, R extends { id: string }, T>(
  query: SelectQueryBuilder<DB, TB, R>,
  key: string,
  {
    cursor,
    limit,
    order = 'desc',
    time,
  }: { cursor?: string | undefined; limit: number; order?: 'asc' | 'desc'; time?: string },
  toItem: (row: R) => T,
  toCursor?: (row: R) => string,
): Promise<Page<T> | UnknownCursor> {
  const last = positionOf(cursor)
  if (last === 'unknown-cursor') return last
  const follows = sql.raw(order === 'asc' ? '>' : '<')
  const isAfter = time
    ? sql<boolean>`(${sql.ref(time)}, ${sql.ref(key)}) ${follows} (${last?.time}::timestamptz, ${last?.id}::uuid)`
    : sql<boolean>`${sql.ref(key)} ${follows} ${last?.id}`
  const rows = await query
    .$if(time !== undefined, page => page.select(microseconds(time ?? '').as('at')).orderBy(sql.ref(time ?? ''), order))
    .$if(last !== null, page => page.where(isAfter))
    .orderBy(sql.ref(key), order)
    .limit(limit + 1)
    .execute()
  return cutPage(rows as (R & { at: string })[], limit, toItem, time ? cursorOf : toCursor)
}

/**
 * A page of a query that is sorted by a value, then by its id: `valueCursorOf` makes its cursors.
 * @param by `value`: a column or an expression. `key`: the column of the id. `hasWords`: whether ids may be words.
 */
export async function pageByValue<DB, TB extends keyof DB, R extends { id: string }, T>(
  query: SelectQueryBuilder<DB, TB, R>,
  { value, type, key, hasWords }: { value: RawBuilder<unknown>; type: ValueType; key: string; hasWords?: boolean },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  toItem: (row: R) => T,
): Promise<Page<T> | UnknownCursor> {
  const last = valuePositionOf(cursor, type, hasWords)
  if (last === 'unknown-cursor') return last
  const isAfter = sql<boolean>`(${value}, ${sql.ref(key)}) > (${last?.value}::${sql.raw(type)}, ${last?.id})`
  const rows = await query
    .select(value.as('value'))
    .$if(last !== null, page => page.where(isAfter))
    .orderBy(sql.ref('value'))
    .orderBy(sql.ref(key))
    .limit(limit + 1)
    .execute()
  return cutPage(rows as (R & ValuePosition)[], limit, toItem, valueCursorOf)
}

/** All items of a list, page by page. */
export async function* everyItem<T>(
  read: (cursor: string | undefined) => Promise<Page<T> | UnknownCursor>,
): AsyncGenerator<T> {
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    if (page === 'unknown-cursor') return
    yield* page.items
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** A LIKE pattern that matches texts containing the search in any case. */
export const containing = (search = '') => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Whether a row contains all words, which are at least one. @param like the condition of one, from its LIKE pattern. */
export const containsAll = (words: string[], like: (pattern: string, word: string) => RawBuilder<boolean>) =>
  words.map(word => like(containing(word), word)).reduce((all, next) => sql`${all} AND ${next}`)

/**
 * A page with the number of all rows that its list finds; a refused cursor stays one. Counting stops at ADMIN_TOTAL_MAX, so its cost does not grow with
 * the table. If the first page contains everything, nothing is counted.
 */
export async function counted<T, DB, TB extends keyof DB>(
  db: Db,
  page: Page<T> | UnknownCursor,
  found: SelectQueryBuilder<DB, TB, object>,
  cursor: string | undefined,
): Promise<CountedPage<T> | UnknownCursor> {
  if (page === 'unknown-cursor') return page
  if (cursor === undefined && page.nextCursor === null) return { ...page, total: page.items.length }
  const all = found.select(sql.lit(1).as('one'))
  const { rows } = await sql<{
    total: number
  }>`SELECT count(*)::int AS total FROM (${all} LIMIT ${sql.lit(ADMIN_TOTAL_MAX)}) AS found`.execute(db)
  return { ...page, total: rows[0]?.total ?? 0 }
}
