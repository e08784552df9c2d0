import { REACH_MAX, REACHES } from '@barkyard/domain/lost'
import { cellCentre, chordOf, distanceKm, type Place, shownKm, unitVector } from '@barkyard/domain/place'
import type { Lost, OwnLost } from '@barkyard/domain/schemas/lost'
import type { ListQuery } from '@barkyard/domain/schemas/paging'
import { dayOf } from '@barkyard/domain/verification-days'
import type { Owner } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import type { Trx } from '../../transaction.ts'
import { sees } from '../blocks/visibility.ts'
import { ownDogColumns } from '../columns.ts'
import { toDog } from '../dogs/dogs.ts'
import { isId } from '../ids.ts'
import { cursorOf, cutPage, type Page, positionOf, type UnknownCursor } from '../paging.ts'
import { cube } from '../sniff/sniff.ts'

/** What everybody reads who may see the case. `mark` is read by `ownCases` alone. */
const lostColumns = [
  'lost_cases.id as lost_id',
  'lost_cases.user_id',
  'lost_cases.version',
  'lost_cases.state',
  'lost_cases.outcome',
  'lost_cases.last_seen_at',
  'lost_cases.lat',
  'lost_cases.lng',
  'lost_cases.note',
  'lost_cases.wearing',
  'lost_cases.approach',
  'lost_cases.reach',
  'lost_cases.created_at',
  'lost_cases.ends_at',
  'lost_cases.ended_at',
] as const

const cases = (db: Db | Trx) =>
  db
    .selectFrom('lost_cases')
    .innerJoin('dogs', 'dogs.id', 'lost_cases.dog_id')
    .select([...ownDogColumns, ...lostColumns])

type LostRow = Awaited<ReturnType<ReturnType<typeof cases>['execute']>>[number]

/** Whether a case is open at `now`, whether a sweep has ended it or not. */
export const isOpenAt = (now: Date) => sql<boolean>`(lost_cases.state = 'open' AND lost_cases.ends_at > ${now})`

/** @param home the viewer's snapped place; null: none. */
function toLost(row: LostRow, { userId, home, now }: { userId: string; home: Place | null; now: Date }): Lost {
  const isOwn = row.user_id === userId
  const { lost_id, paused, unseen, ...dog } = row
  const isOver = row.ended_at === null && row.ends_at <= now
  return {
    id: lost_id,
    version: row.version,
    dog: toDog({ ...dog, ...(isOwn && { paused, unseen }) }, dayOf(now)),
    state: isOver ? 'ended' : row.state,
    outcome: row.outcome,
    lastSeenAt: row.last_seen_at.toISOString(),
    lat: row.lat,
    lng: row.lng,
    note: row.note,
    wearing: row.wearing,
    approach: row.approach,
    reach: row.reach,
    distance: home && shownKm(distanceKm(home, row)),
    endsAt: (row.ended_at ?? row.ends_at).toISOString(),
    createdAt: row.created_at.toISOString(),
  }
}

/** The snapped place of a user; null: none. */
async function homeOfUser(db: Db | Trx, userId: string): Promise<Place | null> {
  const row = await db.selectFrom('users').select('cell').where('id', '=', userId).executeTakeFirst()
  return row?.cell == null ? null : cellCentre(row.cell)
}

const ownColumns = [
  'lost_cases.phone',
  'lost_cases.show_phone',
  'lost_cases.mark',
  'lost_cases.code',
  sql<number>`(SELECT count(*) FROM lost_sightings WHERE lost_sightings.lost_id = lost_cases.id)`
    .$castTo<number>()
    .as('sightings'),
] as const

/** A user's own cases with all that only they read. */
const ownCases = (db: Db | Trx, userId: string) => cases(db).select(ownColumns).where('lost_cases.user_id', '=', userId)

const toOwnLost = (
  {
    phone,
    show_phone,
    mark,
    code,
    sightings,
    ...row
  }: Awaited<ReturnType<ReturnType<typeof ownCases>['execute']>>[number],
  looks: { userId: string; home: Place | null; now: Date },
): OwnLost => ({ ...toLost(row, looks), phone, showPhone: show_phone, mark, code, sightings: Number(sightings) })

/** A case of a user's own; undefined: there is none. */
export async function findOwnLost(db: Db | Trx, userId: string, id: string, now: Date): Promise<OwnLost | undefined> {
  const row = await ownCases(db, userId).where('lost_cases.id', '=', id).executeTakeFirst()
  return row && toOwnLost(row, { userId, home: await homeOfUser(db, userId), now })
}

/** A page of a user's own cases, newest first. */
export async function listOwnLost(
  db: Db,
  userId: string,
  { limit, cursor, now }: ListQuery & { limit: number; now: Date },
): Promise<Page<OwnLost> | UnknownCursor> {
  const last = positionOf(cursor)
  if (last === 'unknown-cursor') return last
  const rows = await ownCases(db, userId)
    .$if(last !== null, query => query.where('lost_cases.id', '<', last?.id ?? ''))
    .orderBy('lost_cases.id', 'desc')
    .limit(limit + 1)
    .execute()
  const home = await homeOfUser(db, userId)
  return cutPage(
    rows.map(row => ({ ...row, id: row.lost_id, dog_id: row.id })),
    limit,
    ({ dog_id: id, ...row }) => toOwnLost({ ...row, id }, { userId, home, now }),
  )
}

/** Cases of dogs that a viewer sees and nobody hides. Every case that others read comes from here. */
const seenCases = (db: Db | Trx, viewer: Owner) => cases(db).where('dogs.unseen', '=', false).where(sees(viewer))

/** A case as a viewer may see it: their own; one that is open; one that is over, which they were told of or helped in. */
export async function findLost(db: Db | Trx, viewer: Owner, id: string, now: Date): Promise<Lost | undefined> {
  if (!isId(id)) return undefined
  const { userId } = viewer
  const own = await findOwnLost(db, userId, id, now)
  if (own) return own
  const row = await seenCases(db, viewer)
    .where('lost_cases.id', '=', id)
    .where(
      sql<boolean>`(${isOpenAt(now)} OR lost_cases.state <> 'waiting' AND (
        EXISTS (SELECT FROM lost_tellings WHERE lost_id = lost_cases.id AND user_id = ${userId}::uuid)
        OR EXISTS (SELECT FROM lost_sightings WHERE lost_id = lost_cases.id AND user_id = ${userId}::uuid)))`,
    )
    .executeTakeFirst()
  return row && toLost(row, { userId, home: await homeOfUser(db, userId), now })
}

const reachAsChord = sql<number>`CASE lost_cases.reach ${sql.join(
  REACHES.map(km => sql`WHEN ${sql.lit(km)} THEN ${sql.lit(chordOf(km))}::float8`),
  sql` `,
)} END`

/** A page of the open cases whose reach holds the viewer's place, nearest first. Without a place: none. */
export async function listLost(
  db: Db,
  viewer: Owner,
  { limit, cursor, now }: ListQuery & { limit: number; now: Date },
): Promise<Page<Lost> | UnknownCursor> {
  const after = positionOf(cursor)
  if (after === 'unknown-cursor') return after
  const { userId } = viewer
  const home = await homeOfUser(db, userId)
  if (!home) return { items: [], nextCursor: null }
  const point = sql`${cube(unitVector(home))}::cube`
  const chord = sql<number>`(lost_cases.point <-> ${point})`
  // A cursor holds whole numbers.
  const at = sql<string>`(${chord} * 1e15)::bigint::text`
  const rows = await seenCases(db, viewer)
    .select(at.as('at'))
    .where('lost_cases.state', '=', sql.lit('open'))
    .where(isOpenAt(now))
    .where(sql<boolean>`lost_cases.point <@ cube_enlarge(${point}, ${chordOf(REACH_MAX)}::float8, 3)`)
    .where(sql<boolean>`${chord} <= ${reachAsChord}`)
    .$if(after !== null, query =>
      query.where(
        sql<boolean>`((${chord} * 1e15)::bigint, lost_cases.id) > (${after?.at}::bigint, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(sql`(${chord} * 1e15)::bigint`)
    .orderBy('lost_cases.id')
    .limit(limit + 1)
    .execute()
  return cutPage(
    rows.map(row => ({ row, id: row.lost_id, at: row.at })),
    limit,
    ({ row }) => toLost(row, { userId, home, now }),
    cursorOf,
  )
}
