import type { CancelReason, PlaydateStatus } from '@barkyard/domain/playdate'
import type { CounterOffer, PlaydateSignal, PlaydateTerms } from '@barkyard/domain/playdate-moves'
import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt } from './created-at.ts'

/** Playdates and their calendars. */
export interface PlaydateTables {
  playdates: PlaydatesTable
  playdate_recaps: PlaydateRecapsTable
  calendar_feeds: CalendarFeedsTable
}

interface PlaydatesTable {
  id: string
  match_id: string
  proposer_dog_id: string
  invited_dog_id: string
  when_ts: Date
  park_name: string
  /** The park as it was when the plan was made; null: the built-in one of that name. */
  park_id: string | null
  park_lat: number | null
  park_lng: number | null
  time_zone: string | null
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
interface PlaydateRecapsTable {
  playdate_id: string
  dog_id: string
  met: boolean
  again: boolean
  at: Date
}

/** The address at which an owner's calendar program reads their playdates, one per user. */
interface CalendarFeedsTable {
  user_id: string
  /** SHA-256 of the secret in the address, which is random enough to need no salt. */
  hash: Buffer
  created_at: ColumnType<Date, Date, Date>
}
