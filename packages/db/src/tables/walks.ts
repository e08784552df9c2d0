import type { Size } from '@barkyard/domain/dog'
import type { Leash, ParkSource, ParkState } from '@barkyard/domain/parks'
import type { CancelReason, LateMinutes, PlaydateStatus } from '@barkyard/domain/playdate'
import type { CounterOffer, PlaydateSignal, PlaydateTerms } from '@barkyard/domain/playdate-moves'
import type { WalkKind } from '@barkyard/domain/walk'
import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt } from './created-at.ts'

/** The park as it was when the plan was made. `park_id` null: the built-in one of that name. */
export interface ParkColumns {
  park_name: string
  park_id: string | null
  park_lat: number | null
  park_lng: number | null
  time_zone: string | null
}

/** Open walks, playdates, calendars and parks. */
export interface WalkTables {
  walks: ParkColumns & {
    id: string
    host_dog_id: string
    when_ts: Date
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
  /** The dogs on a walk, the host's included. */
  walk_dogs: {
    walk_id: string
    dog_id: string
    joined_at: Date
    /** The order of joining. */
    place: ColumnType<string, never, never>
    late_minutes: LateMinutes | null
    late_at: Date | null
    here_at: Date | null
  }
  /** Weekly walks: where and when the first one was planned. A single walk of a series may be moved; the next ones are as planned. */
  walk_series: ParkColumns & {
    id: string
    host_dog_id: string
    first_ts: Date
    last_walk_id: string
    /** How many weeks after the first one the last one was planned. */
    weeks: Generated<number>
    made: Generated<number>
    ended_at: Date | null
  }
  /** The dogs that wait for a place on a walk. */
  walk_waiting: {
    walk_id: string
    dog_id: string
    since: Date
    /** The order of waiting, counted by walk. */
    place: number
  }
  /** The new walks that owners were notified of in the last week. */
  walk_tellings: {
    id: string
    user_id: string
    /** The owner who hosts it; null: deleted since. */
    host_id: string | null
    told_at: Date
  }

  // Playdates and their calendars.

  playdates: ParkColumns & {
    id: string
    match_id: string
    proposer_dog_id: string
    invited_dog_id: string
    when_ts: Date
    notes: string
    /** The dog whose owner wrote the notes. null: from before this column existed. */
    notes_by_dog_id: string | null
    status: Generated<PlaydateStatus>
    created_at: CreatedAt
    /** When the playdate last changed, signals included. */
    updated_at: Generated<Date>
    /** Increases whenever the terms, the status or a requested change differ. */
    revision: Generated<number>
    /** The terms that one side requests while the agreed ones stay in force. */
    changes: ColumnType<CounterOffer | null, string | null | undefined, string | null>
    /** At most one of each kind from each side. */
    signals: ColumnType<PlaydateSignal[], string | undefined, string>
    cancelled_at: Date | null
    cancel_reason: CancelReason | null
    /** null: not cancelled, or by neither side itself. */
    cancelled_by_dog_id: string | null
    /** The terms before the last suggestion, while it is proposed. */
    was: ColumnType<PlaydateTerms | null, string | null | undefined, string | null>
    /** When these terms were agreed. null if they are not, or were agreed before this column existed. */
    agreed_at: Date | null
    /** When both sides had said that they would meet again. */
    again_at: Date | null
    /** The notices that passed quiet hours, as "event dogId" with the dog that acted. */
    urgent: Generated<string[]>
  }
  /** The feedback of one side after a playdate. The other side never reads it. */
  playdate_recaps: {
    playdate_id: string
    dog_id: string
    met: boolean
    again: boolean
    at: Date
  }
  /** The address at which an owner's calendar program reads their playdates, one per user. */
  calendar_feeds: {
    user_id: string
    /** SHA-256 of the secret in the address, which is random enough to need no salt. */
    hash: Buffer
    created_at: ColumnType<Date, Date, Date>
  }

  parks: {
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
}
