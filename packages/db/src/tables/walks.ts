import type { Size } from '@barkyard/domain/dog'
import type { LateMinutes } from '@barkyard/domain/playdate'
import type { ColumnType, Generated } from 'kysely'

/** Open walks. */
export interface WalkTables {
  walks: WalksTable
  walk_dogs: WalkDogsTable
}

interface WalksTable {
  id: string
  host_dog_id: string
  when_ts: Date
  park_name: string
  /** The park as it was when the plan was made; null: the built-in one of that name. */
  park_id: string | null
  park_lat: number | null
  park_lng: number | null
  time_zone: string | null
  title: string
  /** Empty: any size. */
  sizes: Size[]
  /** The places, the host's included. */
  max_dogs: number
  /** Increases when the host changes the time or the park, or calls the walk off. */
  revision: Generated<number>
  created_at: Date
  /** When the present time and park were set. */
  changed_at: Date
  cancelled_at: Date | null
}

/** The dogs on a walk, the host's included. */
interface WalkDogsTable {
  walk_id: string
  dog_id: string
  joined_at: Date
  /** The order of joining. */
  place: ColumnType<string, never, never>
  late_minutes: LateMinutes | null
  late_at: Date | null
  here_at: Date | null
}
