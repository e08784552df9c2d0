import { cellRanges } from '@barkyard/domain/cell-ranges'
import { AROUND_KM, AROUND_MAX, cellCentre, distanceKm, type Place, unitVector } from '@barkyard/domain/place'
import type { Around } from '@barkyard/domain/schemas/user'
import { dayOf } from '@barkyard/domain/verification-days'
import type { Owner } from '@barkyard/domain/visibility'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { sees } from '../blocks/visibility.ts'
import { isWithin } from '../parks/parks.ts'
import { sniffPage } from '../sniff/sniff.ts'
import { isNear } from '../walks/walks.ts'

/**
 * How much there is around a cell: open parks, dogs of others, and walks to come of others, as the viewer sees them. Each is
 * counted up to AROUND_MAX.
 */
export async function countAround(db: Db, { viewer, cell, now }: { viewer: Owner; cell: number; now: Date }) {
  const place = cellCentre(cell)
  const parks = db.selectFrom('parks').where('state', '=', sql.lit('open')).where(isWithin(place, AROUND_KM))
  const walks = db
    .selectFrom('walks')
    .innerJoin('dogs as host', 'host.id', 'walks.host_dog_id')
    .where('cancelled_at', 'is', null)
    .where('when_ts', '>=', now)
    .where(isNear(place))
    .where('host.user_id', '<>', viewer.userId)
    .where(sees(viewer, 'host'))
  const nobodysFilter = { sizes: [], temperaments: [], verified: [] }
  const search = { viewer, cell, distance: AROUND_KM, ...nobodysFilter, today: dayOf(now), limit: 0 }
  const [{ total }, { rows }] = await Promise.all([
    sniffPage(db, { ...search, countTo: AROUND_MAX }),
    sql<Omit<Around, 'dogs'>>`SELECT (${countOf(parks)}) AS parks, (${countOf(walks)}) AS walks`.execute(db),
  ])
  return { parks: rows[0]?.parks ?? 0, dogs: total, walks: rows[0]?.walks ?? 0 }
}

const countOf = <DB, TB extends keyof DB>(found: SelectQueryBuilder<DB, TB, object>): RawBuilder<number> =>
  sql`SELECT count(*)::int FROM (${found.select(sql.lit(1).as('one')).limit(AROUND_MAX)}) AS found`

/** The owners who are looked at in one transaction. */
export const OWNERS = 500

/** Up to where owners were looked at, by the cell of their place. */
export interface NearPosition {
  cell: number
  userId: string
}

/**
 * A piece of the owners whose place is in a cell within `km` of a point, cell by cell, each with their distance.
 * @returns next: where to go on; null: these were the last.
 */
export async function ownersNear(trx: Trx, point: Place, km: number, after: NearPosition | null) {
  const from = after?.cell ?? 0
  const ranges = cellRanges(unitVector(point), km)
    .filter(([, to]) => to >= from)
    .sort(([one], [other]) => one - other)
  const { rows } = await sql<{ id: string; cell: number }>`
    SELECT owner.id, owner.cell
    FROM unnest(${ranges.map(([first]) => Math.max(first, from))}::int[], ${ranges.map(([, to]) => to)}::int[])
      WITH ORDINALITY AS c (first, last, place)
    CROSS JOIN LATERAL (
      SELECT users.id, users.cell FROM users
      WHERE users.cell BETWEEN c.first AND c.last
        AND (users.cell, users.id) > (${after?.cell ?? -1}::int, ${after?.userId ?? '00000000-0000-0000-0000-000000000000'}::uuid)
      ORDER BY users.cell, users.id LIMIT ${OWNERS}
    ) owner
    ORDER BY c.place, owner.cell, owner.id
    LIMIT ${OWNERS}`.execute(trx)
  const last = rows.length < OWNERS ? undefined : rows.at(-1)
  return {
    owners: rows.map(({ id, cell }) => ({ id, km: distanceKm(cellCentre(cell), point) })),
    next: last ? { cell: last.cell, userId: last.id } : null,
  }
}
