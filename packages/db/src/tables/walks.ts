import type { Size } from '@barkyard/domain/dog'
import type { LateMinutes } from '@barkyard/domain/playdate'
import type { WalkKind } from '@barkyard/domain/walk'
import type { ColumnType, Generated } from 'kysely'

/** Open walks. */
export interface WalkTables {
  walks: WalksTable
  walk_dogs: WalkDogsTable
  walk_series: WalkSeriesTable
  walk_waiting: WalkWaitingTable
  walk_tellings: WalkTellingsTable
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
  kind: Generated<WalkKind>
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
  /** The weekly walk that it is one of. */
  series_id: string | null
}

/** Weekly walks: where and when the first one was planned. A single walk of a series may be moved; the next ones are as planned. */
interface WalkSeriesTable {
  id: string
  host_dog_id: string
  first_ts: Date
  park_name: string
  park_id: string | null
  park_lat: number | null
  park_lng: number | null
  time_zone: string | null
  last_walk_id: string
  /** How many weeks after the first one the last one was planned. */
  weeks: Generated<number>
  made: Generated<number>
  ended_at: Date | null
}

/** The dogs that wait for a place on a walk. */
interface WalkWaitingTable {
  walk_id: string
  dog_id: string
  since: Date
  /** The order of waiting, counted by walk. */
  place: number
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

/** The new walks that owners were notified of in the last week. */
interface WalkTellingsTable {
  id: string
  user_id: string
  /** The owner who hosts it; null: deleted since. */
  host_id: string | null
  told_at: Date
}
