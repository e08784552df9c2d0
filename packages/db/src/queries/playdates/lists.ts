import { PLAYDATE_MS } from '@barkyard/domain/playdate-moves'
import type { ListQuery } from '@barkyard/domain/schemas/paging'
import type { PastPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { isId } from './ids.ts'
import { findCursor, type UnknownCursor } from './paging.ts'
import { otherDogOf, type PlaydateRow, playdateColumns, toPlaydate } from './playdates.ts'
import { seesDogOf } from './visibility.ts'

/** The position of a cursor; undefined if `dogId` has no such playdate, or not in this match. */
async function positionOf(db: Db, dogId: string, id: string, matchId: string | undefined) {
  return db
    .selectFrom('playdates')
    .select(['id', sql<Date>`when_ts::text`.as('when_ts')])
    .where('id', '=', id)
    .where(eb => eb.or([eb('proposer_dog_id', '=', dogId), eb('invited_dog_id', '=', dogId)]))
    .where(seesDogOf(dogId, otherDogOf(dogId)))
    .$if(matchId !== undefined, query => query.where('match_id', '=', matchId ?? ''))
    .executeTakeFirst()
}

interface Page extends ListQuery {
  now: Date
  limit: number
}

/** A page of playdates of `dogId`: upcoming ones by time, past ones newest first. */
async function rowsOf(
  db: Db,
  dogId: string,
  { now, matchId, limit, cursor, isPast }: Page & { matchId?: string | undefined; isPast: boolean },
): Promise<PlaydateRow[] | UnknownCursor> {
  const after = await findCursor(cursor, id => positionOf(db, dogId, id, matchId))
  if (after === 'unknown cursor') return after
  const direction = isPast ? 'desc' : 'asc'
  const follows = sql.raw(isPast ? '<' : '>')
  const page = (column: 'match_id' | 'proposer_dog_id' | 'invited_dog_id', id: string) =>
    db
      .selectFrom('playdates')
      .select(playdateColumns)
      .where(column, '=', id)
      .where('when_ts', isPast ? '<' : '>=', now)
      .where(seesDogOf(dogId, otherDogOf(dogId)))
      .$if(after !== null, query =>
        query.where(sql<boolean>`(when_ts, id) ${follows} (${after?.when_ts}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('when_ts', direction)
      .orderBy('id', direction)
      .limit(limit)
  // Reads a page for each role of the dog, so that neither index is read completely.
  const found =
    matchId !== undefined
      ? page('match_id', matchId)
      : db
          .selectFrom(page('proposer_dog_id', dogId).as('proposed'))
          .selectAll()
          .unionAll(db.selectFrom(page('invited_dog_id', dogId).as('invited')).selectAll())
          .orderBy('when_ts', direction)
          .orderBy('id', direction)
          .limit(limit)
  return found.execute()
}

/** A page of upcoming playdates of `dogId`, in all its matches or in one of them, by time. 'no match': it has no such match. */
export async function listPlaydates(
  db: Db,
  dogId: string,
  { matchId, ...page }: Page & { matchId?: string | undefined },
): Promise<Playdate[] | 'no match' | UnknownCursor> {
  if (matchId !== undefined && !(await hasMatch(db, dogId, matchId))) return 'no match'
  const rows = await rowsOf(db, dogId, { ...page, matchId, isPast: false })
  return rows === 'unknown cursor' ? rows : rows.map(row => toPlaydate(row, page.now))
}

/** A page of past playdates of `dogId`, newest first, each with the feedback of this side. */
export async function listPastPlaydates(db: Db, dogId: string, page: Page): Promise<PastPlaydate[] | UnknownCursor> {
  const rows = await rowsOf(db, dogId, { ...page, isPast: true })
  if (rows === 'unknown cursor') return rows
  const ids = rows.map(({ id }) => id)
  const recaps = await db
    .selectFrom('playdate_recaps')
    .innerJoin('playdates', 'playdates.id', 'playdate_recaps.playdate_id')
    .select(['playdate_id', 'met', 'again', 'again_at'])
    .where('dog_id', '=', dogId)
    .where(sql<boolean>`playdate_id = ANY (${ids}::uuid[])`)
    .execute()
  return rows.map(row => {
    const recap = recaps.find(one => one.playdate_id === row.id)
    return {
      ...toPlaydate(row, page.now),
      recap: recap ? { met: recap.met, again: recap.again, bothAgain: recap.again_at !== null } : null,
    }
  })
}

/** The number of overlapping playdates that are returned. */
const OVERLAPS_MAX = 10

/** Proposed and agreed playdates of `dogId`, except `exceptId`, that would overlap with one at `when`. */
export async function overlappingPlaydates(
  db: Db,
  dogId: string,
  { when, exceptId, now }: { when: Date; exceptId?: string | undefined; now: Date },
): Promise<Playdate[]> {
  const side = (column: 'proposer_dog_id' | 'invited_dog_id') =>
    db
      .selectFrom('playdates')
      .select(playdateColumns)
      .where(column, '=', dogId)
      .where('when_ts', '>', new Date(when.getTime() - PLAYDATE_MS))
      .where('when_ts', '<', new Date(when.getTime() + PLAYDATE_MS))
      .where('status', 'in', ['proposed', 'accepted'])
      .where(seesDogOf(dogId, otherDogOf(dogId)))
      .$if(exceptId !== undefined && isId(exceptId), query => query.where('id', '!=', exceptId ?? ''))
      .orderBy('when_ts')
      .limit(OVERLAPS_MAX)
  const rows = await db
    .selectFrom(side('proposer_dog_id').as('proposed'))
    .selectAll()
    .unionAll(db.selectFrom(side('invited_dog_id').as('invited')).selectAll())
    .orderBy('when_ts')
    .limit(OVERLAPS_MAX)
    .execute()
  return rows.map(row => toPlaydate(row, now))
}

async function hasMatch(db: Db, dogId: string, matchId: string): Promise<boolean> {
  if (!isId(matchId)) return false
  const match = await db
    .selectFrom('match_dogs')
    .select('match_id')
    .where('match_id', '=', matchId)
    .where('dog_id', '=', dogId)
    .where(seesDogOf(dogId, sql.ref('match_dogs.other_dog_id')))
    .executeTakeFirst()
  return match !== undefined
}

/** The number of future proposals that `dogId` has not answered. */
export async function countPending(db: Db, dogId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('playdates')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('invited_dog_id', '=', dogId)
    .where('status', '=', sql.lit('proposed'))
    .where('when_ts', '>=', now)
    .where(seesDogOf(dogId, sql.ref('playdates.proposer_dog_id')))
    .executeTakeFirstOrThrow()
  return count
}
