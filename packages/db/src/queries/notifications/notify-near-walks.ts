import { chordOf, unitVector } from '@barkyard/domain/place'
import { WALKS_TOLD_A_WEEK, WALKS_TOLD_KM, WALKS_TOLD_KM_DEFAULT } from '@barkyard/domain/walk'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import { planParkOf } from '../parks/plan-park.ts'
import { sweepOlder } from '../rows.ts'
import { cube } from '../sniff/sniff.ts'
import { hasPlace, isFit } from '../walks/walks.ts'
import { notifyEach } from './notify.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** The dogs that are looked at in one transaction. */
const DOGS = 500

/** Up to where owners were told, by the cell of their place. */
export interface ToldPosition {
  cell: number
  dogId: string
}

interface Told {
  /** The notified users. */
  userIds: string[]
  /** Where to go on; null: everybody was told. */
  next: ToldPosition | null
}

/**
 * Notifies owners who live near a new walk and have a dog that may join it, in pieces. How near is judged between the park and
 * the cell of their place, as everywhere. The pieces of all walks come one after the other, so that nobody is told too often.
 */
export async function tellOfWalk(trx: Trx, walkId: string, after: ToldPosition | null, now: Date): Promise<Told> {
  const nobody = { userIds: [], next: null }
  const walk = await trx.selectFrom('walks').selectAll().where('id', '=', walkId).executeTakeFirst()
  if (!walk || walk.cancelled_at || walk.when_ts <= now) return nobody
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('walk tellings', 0))`.execute(trx)
  const { place, parkName, timeZone } = planParkOf(walk)
  const dogs = await dogsAround(trx, unitVector(place), after)
  if (dogs.length === 0) return nobody
  const details = { whenTs: walk.when_ts.toISOString(), parkName, timeZone, title: walk.title }
  const weekAgo = new Date(now.getTime() - WEEK_MS)
  const reach = sql.join(
    WALKS_TOLD_KM.map(km => sql`WHEN ${sql.lit(km)} THEN ${chordOf(km)}::float8`),
    sql` `,
  )
  const { rows } = await sql<{ user_id: string; dog_id: string; host_dog_id: string; host_id: string }>`
    SELECT DISTINCT ON (own.user_id) own.user_id, own.id AS dog_id, host.id AS host_dog_id, host.user_id AS host_id
    FROM unnest(${dogs.map(dog => dog.dog_id)}::uuid[], ${dogs.map(dog => dog.chord)}::float8[]) AS one (id, chord)
    JOIN walks ON walks.id = ${walkId}::uuid
    JOIN dogs host ON host.id = walks.host_dog_id
    JOIN dogs own ON own.id = one.id
    LEFT JOIN preferences ON preferences.user_id = own.user_id
    WHERE own.user_id <> host.user_id AND NOT own.paused AND NOT host.unseen AND ${isFit} AND ${hasPlace(dogIn('own'))}
      AND ${sees(dogIn('own'), 'host')}
      AND one.chord <= CASE CASE WHEN preferences.user_id IS NULL THEN ${sql.lit(WALKS_TOLD_KM_DEFAULT)}
        ELSE preferences.walks_near_km END ${reach} END
      AND NOT EXISTS (SELECT FROM walk_dogs JOIN dogs of_owner ON of_owner.id = walk_dogs.dog_id
        WHERE walk_dogs.walk_id = walks.id AND of_owner.user_id = own.user_id)
      AND NOT EXISTS (SELECT FROM walk_tellings t
        WHERE t.user_id = own.user_id AND t.host_id = host.user_id AND t.told_at > ${weekAgo})
      AND (SELECT count(*) FROM walk_tellings t WHERE t.user_id = own.user_id AND t.told_at > ${weekAgo}) < ${WALKS_TOLD_A_WEEK}
    ORDER BY own.user_id, own.id`.execute(trx)
  const near = rows.map(({ user_id: userId, dog_id: dogId, host_dog_id: otherDogId }) => ({
    event: 'walk-near' as const,
    details,
    userId,
    dogId,
    otherDogId,
    walkId,
    key: `walk near ${walkId}`,
  }))
  const userIds = await notifyEach(trx, near, now)
  await sql`
    INSERT INTO walk_tellings (id, user_id, host_id, told_at)
    SELECT gen_random_uuid(), told, ${rows[0]?.host_id ?? null}::uuid, ${now} FROM unnest(${userIds}::uuid[]) AS told`.execute(
    trx,
  )
  const last = dogs.length < DOGS ? undefined : dogs.at(-1)
  return { userIds, next: last ? { cell: last.cell, dogId: last.dog_id } : null }
}

/** Visible dogs that are not paused around a point, cell by cell, with the chord from their cell to it. */
async function dogsAround(trx: Trx, point: readonly number[], after: ToldPosition | null) {
  const chord = chordOf(Math.max(...WALKS_TOLD_KM))
  // Like a search, it walks the cells and stops at the end of the piece.
  const { rows } = await sql<{ dog_id: string; cell: number; chord: number }>`
    SELECT found.dog_id, c.cell, c.chord
    FROM (
      SELECT cell, sniff_cells.point <-> p.point AS chord FROM (SELECT ${cube(point)}::cube AS point) p, sniff_cells
      WHERE sniff_cells.point <@ cube_enlarge(p.point, ${chord}::float8, 3) AND sniff_cells.point <-> p.point <= ${chord}::float8
        AND cell >= ${after?.cell ?? 0}::int
      ORDER BY cell
    ) c
    CROSS JOIN LATERAL (
      SELECT s.dog_id FROM sniff_dogs s
      WHERE s.cell = c.cell AND (c.cell > ${after?.cell ?? -1}::int OR s.dog_id > ${after?.dogId ?? null}::uuid)
      ORDER BY s.dog_id
    ) found
    LIMIT ${DOGS}`.execute(trx)
  return rows
}

/** Deletes what counts no longer. */
export const sweepWalkTellings = (db: Db, now: Date) =>
  sweepOlder(db, 'walk_tellings', 'told_at', new Date(now.getTime() - WEEK_MS))
