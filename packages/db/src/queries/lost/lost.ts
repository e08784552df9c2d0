import { REACHES, type Reach } from '@barkyard/domain/lost'
import { cellCentre, chordOf, distanceKm, type Place, shownKm, unitVector } from '@barkyard/domain/place'
import type { Lost, OwnLost } from '@barkyard/domain/schemas/lost'
import type { ListQuery } from '@barkyard/domain/schemas/paging'
import { dayOf } from '@barkyard/domain/verification-days'
import type { Owner } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { sees } from '../blocks/visibility.ts'
import { ownDogColumns } from '../columns.ts'
import { toDog } from '../dogs/dogs.ts'
import {
  cursorOf,
  cutPage,
  type Page,
  pageById,
  type UnknownCursor,
  valueCursorOf,
  valuePositionOf,
} from '../paging.ts'
import { shapeOf } from '../shape.ts'
import { cube } from '../sniff/sniff.ts'

/** What everybody reads who may see the case. `mark` is read by `ownCases` alone. */
export const lostCase = shapeOf(
  'lost_cases',
  ...(['version', 'state', 'outcome', 'last_seen_at', 'lat', 'lng', 'note', 'wearing', 'approach', 'reach'] as const),
)

const cases = (db: Db | Trx) =>
  db
    .selectFrom('lost_cases')
    .innerJoin('dogs', 'dogs.id', 'lost_cases.dog_id')
    .select([...ownDogColumns, ...lostCase.columns, 'lost_cases.id as lost_id', 'lost_cases.user_id'])
    .select(['lost_cases.created_at', 'lost_cases.ends_at', 'lost_cases.ended_at'])

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
    ...lostCase.of(row),
    dog: toDog({ ...dog, ...(isOwn && { paused, unseen }) }, dayOf(now)),
    ...(isOver && { state: 'ended' as const }),
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

const ownFields = shapeOf('lost_cases', 'phone', 'show_phone', 'mark', 'code')

const ownCases = (db: Db | Trx, userId: string) =>
  cases(db)
    .select([...ownFields.columns, 'lost_cases.began_at', sightingsOf.as('sightings')])
    .where('lost_cases.user_id', '=', userId)

/** The number of sightings of the case in the row of `lost_cases`. */
export const sightingsOf = sql<number>`(
  SELECT count(*)::int FROM lost_sightings WHERE lost_sightings.lost_id = lost_cases.id)`

const toOwnLost = (
  row: Awaited<ReturnType<ReturnType<typeof ownCases>['execute']>>[number],
  looks: { userId: string; home: Place | null; now: Date },
): OwnLost => ({
  ...toLost(row, looks),
  ...ownFields.of(row),
  beganAt: row.began_at.toISOString(),
  sightings: row.sightings,
})

/** A case of a user's own; undefined: there is none. */
export async function findOwnLost(db: Db | Trx, userId: string, id: string, now: Date): Promise<OwnLost | undefined> {
  const row = await ownCases(db, userId).where('lost_cases.id', '=', id).executeTakeFirst()
  return row && toOwnLost(row, { userId, home: await homeOfUser(db, userId), now })
}

export const lostCursor = ({ lost_id: id }: { lost_id: string }) => cursorOf({ id })

export async function listOwnLost(db: Db, userId: string, page: ListQuery & { now: Date }) {
  const looks = { userId, home: await homeOfUser(db, userId), now: page.now }
  return pageById(ownCases(db, userId), 'lost_cases.id', page, row => toOwnLost(row, looks), lostCursor)
}

/** Cases of dogs that a viewer sees and nobody hides. Every case that others read comes from here. */
const seenCases = (db: Db | Trx, viewer: Owner) => cases(db).where('dogs.unseen', '=', false).where(sees(viewer))

/** A case as a viewer may see it: their own; one that is open; one that is over, which they were told of or helped in. */
export async function findLost(db: Db | Trx, viewer: Owner, id: string, now: Date): Promise<Lost | undefined> {
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

/** Sorts by the exact distance, so the cursor holds it exactly. */
const chordCursorOf = ({ chord, lost_id: id }: { chord: number; lost_id: string }) =>
  Buffer.from(valueCursorOf({ value: chord, id })).toString('base64url')
const chordPositionOf = (cursor: string | undefined) =>
  valuePositionOf(cursor && Buffer.from(cursor, 'base64url').toString(), 'float8')

/** A page of the open cases whose reach holds the viewer's place, nearest first. Without a place: none. */
export async function listLost(
  db: Db,
  viewer: Owner,
  { limit, cursor, now }: ListQuery & { now: Date },
): Promise<Page<Lost> | UnknownCursor> {
  const after = chordPositionOf(cursor)
  if (after === 'unknown-cursor') return after
  const { userId } = viewer
  const home = await homeOfUser(db, userId)
  if (!home) return { items: [], nextCursor: null }
  const point = sql`${cube(unitVector(home))}::cube`
  const chord = sql<number>`lost_cases.point <-> ${point}`
  // Each reach has an index, which is walked outward: cases whose reach ends before the place cost nothing. OFFSET 0 keeps the
  // planner from looking at the dogs before that, so those are read up to the page.
  const within = (km: Reach) =>
    db
      .selectFrom('lost_cases')
      .select(['id', 'dog_id', chord.as('chord')])
      .where('state', '=', sql.lit('open'))
      .where('reach', '=', sql.lit(km))
      .where(isOpenAt(now))
      .where(sql<boolean>`point <@ cube_enlarge(${point}, ${chordOf(km)}::float8, 3)`)
      .where(sql<boolean>`${chord} <= ${chordOf(km)}::float8`)
      .$if(after !== null, query =>
        query.where(sql<boolean>`(${chord}, id) > (${after?.value}::float8, ${after?.id}::uuid)`),
      )
      .orderBy('chord')
      .orderBy('id')
      .offset(sql.lit(0))
  const walks = sql.join(
    REACHES.map(km => sql`(${within(km)})`),
    sql` UNION ALL `,
  )
  const near = sql<{ id: string; chord: number }>`(
    SELECT near.id, chord FROM (${walks} ORDER BY chord, id) AS near JOIN dogs ON dogs.id = near.dog_id
    WHERE NOT dogs.unseen AND ${sees(viewer)} ORDER BY chord, near.id LIMIT ${limit + 1})`
  const rows = await cases(db)
    .innerJoin(near.as('near'), 'near.id', 'lost_cases.id')
    .select('near.chord')
    .orderBy('near.chord')
    .orderBy('lost_cases.id')
    .execute()
  return cutPage(rows, limit, row => toLost(row, { userId, home, now }), chordCursorOf)
}
