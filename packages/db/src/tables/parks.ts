import type { Leash, ParkSource, ParkState } from '@barkyard/domain/parks'
import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt } from './created-at.ts'

export interface ParkTables {
  parks: ParksTable
}

interface ParksTable {
  /** A word for the built-in ones, else a UUID. */
  id: string
  /** The place in the list of the built-in ones; null for all others. */
  place: number | null
  name: string
  /** The name in lower case. */
  name_key: ColumnType<string, never, never>
  /** Degrees, WGS 84. */
  lat: number
  lng: number
  /** The point on the unit sphere, of lat and lng. */
  point: ColumnType<string, never, never>
  address: Generated<string>
  /** An IANA name, of the place. */
  time_zone: string
  /** Facts; null: unknown. */
  fenced: boolean | null
  water: boolean | null
  small_dogs: boolean | null
  leash: Leash | null
  source: ParkSource
  /** Whom map, page and document name as the source; null: nobody. */
  attribution: string | null
  state: Generated<ParkState>
  /** Increases with each change by an admin or an import. */
  version: Generated<number>
  /** Why it was closed, or a suggestion refused. */
  reason: string | null
  /** Of an imported park: the set of its file, and its id there. */
  set_name: string | null
  external_id: string | null
  /** When an admin last edited or closed it. An import leaves such a park as it is. */
  edited_at: Date | null
  /** The owner who suggested it; null when nobody did, or the account is gone. */
  suggested_by: string | null
  /** When it was opened first; null: a suggestion that waits or was refused, which only its suggester and the moderators see. */
  offered_at: Date | null
  created_at: CreatedAt
}
