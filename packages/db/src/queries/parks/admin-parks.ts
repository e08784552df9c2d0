import type { ParkValues } from '@barkyard/domain/audit'
import type { Place } from '@barkyard/domain/place'
import type {
  AdminPark,
  AdminParksQuery,
  NewPark,
  ParkClosing,
  ParkDecision,
  ParkEdit,
  ParkSuggestion,
} from '@barkyard/domain/schemas/park'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { listStaffIds } from '../admins.ts'
import { newId } from '../ids.ts'
import { containing, counted, pageById, pageByValue } from '../paging.ts'
import { byName, type ParkRow, parkColumns, toPark, zoneAt } from './parks.ts'

export const adminParkColumns = [...parkColumns, 'parks.version', 'parks.reason'] as const
type AdminParkRow = ParkRow & { version: number; reason: string | null }

/** @param from the snapped place from which the distance is measured; null: none. */
export const toAdminPark = (row: AdminParkRow, from: Place | null): AdminPark => ({
  ...toPark(row, from),
  version: row.version,
  state: row.state,
  reason: row.reason,
})

/** The columns of facts. Kysely leaves out absent ones. */
const factColumns = ({ smallDogs: small_dogs, ...facts }: NonNullable<ParkSuggestion['facts']> = {}) => ({
  ...facts,
  small_dogs,
})

/** A page of parks in a state: waiting ones oldest first, as their ids grow with time; the others by name. */
export async function listAdminParks(db: Db, { state, query, limit, cursor }: AdminParksQuery, from: Place | null) {
  const found = db
    .selectFrom('parks')
    // Literal, because the indexes are partial.
    .where('state', '=', sql.lit(state))
    .$if(!!query, select => select.where('name_key', 'like', containing(query)))
  const listed = found.select(adminParkColumns)
  const toItem = (row: AdminParkRow) => toAdminPark(row, from)
  const page =
    state === 'waiting'
      ? await pageById(listed, 'parks.id', { limit, cursor, order: 'asc' }, toItem)
      : await pageByValue(listed, byName, { limit, cursor }, toItem)
  return counted(db, page, found, cursor)
}

/** Adds a park, in the zone of its place. */
export async function insertPark(trx: Trx, { name, lat, lng, facts }: ParkSuggestion, more: ParkMaking) {
  const row = await trx
    .insertInto('parks')
    .values({ id: newId(), name, lat, lng, time_zone: zoneAt({ lat, lng }), ...factColumns(facts), ...more })
    .returning(adminParkColumns)
    .executeTakeFirstOrThrow()
  return toAdminPark(row, null)
}
type ParkMaking = Pick<
  Insertable<Database['parks']>,
  'source' | 'state' | 'address' | 'offered_at' | 'suggested_by' | 'created_at'
>

export const addPark = (trx: Trx, { address, ...park }: NewPark, now: Date): Promise<AdminPark> =>
  insertPark(trx, park, { address, source: 'admin', offered_at: now, created_at: now })

const lockPark = (trx: Trx, id: string) =>
  trx
    .selectFrom('parks')
    .select(adminParkColumns)
    .select(['place', 'suggested_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type ParkColumns = Updateable<Database['parks']>
const changePark = async (trx: Trx, row: NonNullable<Awaited<ReturnType<typeof lockPark>>>, changes: ParkColumns) => {
  const after = await trx
    .updateTable('parks')
    .set({ ...changes, version: row.version + 1 })
    .where('id', '=', row.id)
    .returning(adminParkColumns)
    .executeTakeFirstOrThrow()
  return { before: toAdminPark(row, null), after: toAdminPark(after, null) }
}

/** Changes what was read as `version`. An import leaves a park that was edited as it is. */
export async function editPark(trx: Trx, id: string, { version, facts, ...fields }: ParkEdit, now: Date) {
  const row = await lockPark(trx, id)
  if (!row) return 'park-not-found'
  if (row.version !== version) return 'stale-park'
  const { name = row.name, lat = row.lat, lng = row.lng } = fields
  const isMoved = lat !== row.lat || lng !== row.lng
  if (row.place !== null && (name !== row.name || isMoved)) return 'built-in-park'
  const zone = isMoved && { time_zone: zoneAt({ lat, lng }) }
  return changePark(trx, row, { ...fields, ...factColumns(facts), ...zone, edited_at: now })
}

/** Opens a suggested park where it stands now, or refuses it. `suggestedBy` null: the account is gone. */
export async function decidePark(trx: Trx, id: string, { version, approve, reason }: ParkDecision, now: Date) {
  const row = await lockPark(trx, id)
  if (!row) return 'park-not-found'
  if (row.state !== 'waiting') return 'suggestion-decided'
  if (row.version !== version) return 'stale-park'
  const state = approve ? { state: 'open' as const, offered_at: now } : { state: 'closed' as const }
  const changed = await changePark(trx, row, { ...state, reason: reason || null })
  return { ...changed, suggestedBy: row.suggested_by, adminIds: await listStaffIds(trx) }
}

/** Closes an open park, and ends its weekly walks. Plans that were made there stay as they are. */
export async function closePark(trx: Trx, id: string, { version, reason }: ParkClosing, now: Date) {
  const row = await lockPark(trx, id)
  if (!row) return 'park-not-found'
  if (row.version !== version) return 'stale-park'
  if (row.place !== null) return 'built-in-park'
  if (row.state !== 'open') return 'park-not-open'
  await trx
    .updateTable('walk_series')
    .set({ ended_at: now })
    .where('park_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  return changePark(trx, row, { state: 'closed', reason: reason || null, edited_at: now })
}

const LOGGED = ['name', 'address', 'lat', 'lng', 'facts', 'state', 'reason'] as const

/** What the audit log keeps of a change: the fields that differ, with their values. */
export function changesOfPark({ before, after }: { before: AdminPark | null; after: AdminPark }) {
  const fields = LOGGED.filter(field => JSON.stringify(before?.[field]) !== JSON.stringify(after[field]))
  const values = (park: AdminPark): ParkValues => Object.fromEntries(fields.map(field => [field, park[field]]))
  return { parkId: after.id, name: after.name, fields, before: before && values(before), after: values(after) }
}
