import { AROUND_KM, AROUND_MAX, cellCentre } from '@barkyard/domain/place'
import type { Around } from '@barkyard/domain/schemas/user'
import { dayOf } from '@barkyard/domain/verification-days'
import type { Owner } from '@barkyard/domain/visibility'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../open.ts'
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
