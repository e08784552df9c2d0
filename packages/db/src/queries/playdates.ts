import { parkByName } from '@barkyard/domain/parks'
import { OPEN_PROPOSALS_MAX } from '@barkyard/domain/playdate'
import type { ListQuery } from '@barkyard/domain/schemas/paging'
import type { NewPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Database } from '../schema.ts'
import { inTransaction, type Trx } from '../transaction.ts'
import { isId, newId } from './ids.ts'

const columns = [
  'playdates.id',
  'playdates.match_id',
  'playdates.proposer_dog_id',
  'playdates.invited_dog_id',
  'playdates.when_ts',
  'playdates.park_name',
  'playdates.notes',
  'playdates.status',
] as const

type PlaydateRow = Omit<Selectable<Database['playdates']>, 'created_at'>

function toPlaydate(row: PlaydateRow): Playdate {
  const park = parkByName(row.park_name)
  return {
    id: row.id,
    matchId: row.match_id,
    whenTs: row.when_ts.toISOString(),
    parkName: row.park_name,
    lat: String(park?.lat ?? ''),
    lng: String(park?.lng ?? ''),
    notes: row.notes,
    status: row.status,
    proposerDogId: row.proposer_dog_id,
  }
}

/** A playdate with its dogs and their owners, who are told of it. */
export interface PlaydateNews {
  playdate: Playdate
  dogIds: [string, string]
  userIds: string[]
}

/** The owners of both dogs. */
const owners = sql<string[]>`ARRAY(
  SELECT DISTINCT user_id FROM dogs
  WHERE dogs.id IN (playdates.proposer_dog_id, playdates.invited_dog_id) AND user_id IS NOT NULL
)`.as('owners')

const toNews = (row: PlaydateRow & { owners: string[] }): PlaydateNews => ({
  playdate: toPlaydate(row),
  dogIds: [row.proposer_dog_id, row.invited_dog_id],
  userIds: row.owners,
})

/**
 * Proposes a playdate in a match of `dogId`. A match holds OPEN_PROPOSALS_MAX open ones at most: its row is locked while
 * they are counted.
 */
export async function createPlaydate(
  db: Db,
  dogId: string,
  playdate: NewPlaydate,
  now: Date,
): Promise<PlaydateNews | 'no match' | 'too many'> {
  if (!isId(playdate.matchId)) return 'no match'
  return inTransaction(db, async trx => {
    const match = await trx
      .selectFrom('matches')
      .innerJoin('match_dogs', 'match_dogs.match_id', 'matches.id')
      .select(['match_id', 'dog_id', 'other_dog_id'])
      .where('matches.id', '=', playdate.matchId)
      .where('match_dogs.dog_id', '=', dogId)
      .forNoKeyUpdate('matches')
      .executeTakeFirst()
    if (!match) return 'no match'
    const { open } = await trx
      .selectFrom('playdates')
      .select(eb => eb.fn.countAll<number>().as('open'))
      .where('match_id', '=', match.match_id)
      .where('status', '=', sql.lit('proposed'))
      .where('when_ts', '>=', now)
      .executeTakeFirstOrThrow()
    if (open >= OPEN_PROPOSALS_MAX) return 'too many'
    const row = await trx
      .insertInto('playdates')
      .values({
        id: newId(),
        match_id: match.match_id,
        proposer_dog_id: match.dog_id,
        invited_dog_id: match.other_dog_id,
        when_ts: new Date(playdate.whenTs),
        park_name: playdate.parkName,
        notes: playdate.notes ?? '',
      })
      .returning([...columns, owners])
      .executeTakeFirstOrThrow()
    return toNews(row)
  })
}

/** Answers a proposal to `dogId`. Of two answers at once one wins, the other finds it answered. */
export async function answerPlaydate(
  db: Db,
  dogId: string,
  id: string,
  status: 'accepted' | 'declined',
): Promise<PlaydateNews | 'not found' | 'not invited' | 'answered'> {
  if (!isId(id)) return 'not found'
  return inTransaction(db, async trx => {
    const row = await trx
      .selectFrom('playdates')
      .select(columns)
      .where('id', '=', id)
      .where(eb => eb.or([eb('proposer_dog_id', '=', dogId), eb('invited_dog_id', '=', dogId)]))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) return 'not found'
    if (row.invited_dog_id !== dogId) return 'not invited'
    if (row.status !== 'proposed') return 'answered'
    const answered = await trx
      .updateTable('playdates')
      .set({ status })
      .where('id', '=', id)
      .returning([...columns, owners])
      .executeTakeFirstOrThrow()
    return toNews(answered)
  })
}

/** The playdate that a page follows; undefined where `dogId` has none of this id, or not in this match. */
async function positionOf(db: Db, dogId: string, id: string, matchId: string | undefined) {
  if (!isId(id)) return undefined
  return db
    .selectFrom('playdates')
    .select(['id', sql<Date>`when_ts::text`.as('when_ts')])
    .where('id', '=', id)
    .where(eb => eb.or([eb('proposer_dog_id', '=', dogId), eb('invited_dog_id', '=', dogId)]))
    .$if(matchId !== undefined, query => query.where('match_id', '=', matchId ?? ''))
    .executeTakeFirst()
}

/**
 * Playdates of all matches of `dogId`, or of one of them, from `now` on, by time: `limit` of them, behind the one that
 * `cursor` names. @returns 'no match' where it has no such match, 'no cursor' where the cursor names nothing.
 */
export async function listPlaydates(
  db: Db,
  dogId: string,
  { now, matchId, limit, cursor }: ListQuery & { now: Date; matchId?: string | undefined; limit: number },
): Promise<Playdate[] | 'no match' | 'no cursor'> {
  if (matchId !== undefined && !(await hasMatch(db, dogId, matchId))) return 'no match'
  const after = cursor === undefined ? null : await positionOf(db, dogId, cursor, matchId)
  if (after === undefined) return 'no cursor'
  const page = (column: 'match_id' | 'proposer_dog_id' | 'invited_dog_id', id: string) =>
    db
      .selectFrom('playdates')
      .select(columns)
      .where(column, '=', id)
      .where('when_ts', '>=', now)
      .$if(after !== null, query =>
        query.where(sql<boolean>`(when_ts, id) > (${after?.when_ts}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('when_ts')
      .orderBy('id')
      .limit(limit)
  // A page of each side, so that neither is read whole.
  const found =
    matchId !== undefined
      ? page('match_id', matchId)
      : db
          .selectFrom(page('proposer_dog_id', dogId).as('proposed'))
          .selectAll()
          .unionAll(db.selectFrom(page('invited_dog_id', dogId).as('invited')).selectAll())
          .orderBy('when_ts')
          .orderBy('id')
          .limit(limit)
  const rows = await found.execute()
  return rows.map(toPlaydate)
}

async function hasMatch(db: Db, dogId: string, matchId: string): Promise<boolean> {
  if (!isId(matchId)) return false
  const match = await db
    .selectFrom('match_dogs')
    .select('match_id')
    .where('match_id', '=', matchId)
    .where('dog_id', '=', dogId)
    .executeTakeFirst()
  return match !== undefined
}

/** Future proposals to `dogId` that it has not answered. */
export async function countPending(db: Db, dogId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('playdates')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('invited_dog_id', '=', dogId)
    .where('status', '=', sql.lit('proposed'))
    .where('when_ts', '>=', now)
    .executeTakeFirstOrThrow()
  return count
}

/** The users who own any of these dogs. */
export async function ownersOf(db: Db | Trx, dogIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('dogs')
    .select('user_id')
    .distinct()
    .where('id', 'in', dogIds)
    .where('user_id', 'is not', null)
    .execute()
  return rows.map(row => row.user_id).filter(id => id !== null)
}
