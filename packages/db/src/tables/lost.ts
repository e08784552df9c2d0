import type { Approach, LostOutcome, LostState, Reach, SightingState } from '@barkyard/domain/lost'
import type { ColumnType, Generated } from 'kysely'

export interface LostTables {
  lost_cases: {
    id: string
    dog_id: string
    /** The owner who opened it. */
    user_id: string
    /** On the poster; it opens the page for people without an account. */
    code: string
    version: Generated<number>
    state: LostState
    /** null: not closed, or closed by a moderator. */
    outcome: LostOutcome | null
    closed_by_moderator: Generated<boolean>
    last_seen_at: Date
    /** To 0.001°. */
    lat: number
    lng: number
    point: ColumnType<string, never, never>
    note: string | null
    wearing: string | null
    approach: Approach
    phone: string | null
    show_phone: Generated<boolean>
    /** What only the owner knows. It is in the owner's own answers and export alone. */
    mark: string | null
    /** In km. */
    reach: Generated<Reach>
    created_at: Date
    /** When it was opened, or approved. */
    began_at: Date
    /** When it ends by itself. */
    ends_at: Date
    /** When its owner was told that it ends soon. Renewing clears it. */
    warned_at: Date | null
    /** When it was closed or ended; null: it is open or waits. */
    ended_at: Date | null
  }
  /** That an owner opened a case. It outlives the case for a year. */
  lost_openings: {
    /** Of the case. */
    id: string
    user_id: string
    dog_id: string | null
    opened_at: Date
    /** A mistake that was closed within an hour does not count. */
    is_counted: Generated<boolean>
    closed_by_moderator: Generated<boolean>
  }
  /** Who was told of a case. */
  lost_tellings: {
    lost_id: string
    user_id: string
    told_at: Date
    /** Whether it may push, which counts for the week. */
    is_pushed: boolean
  }
  lost_sightings: {
    id: string
    lost_id: string
    /** null: somebody without an account. */
    user_id: string | null
    at: Date
    /** null: `place` says it in words. */
    lat: number | null
    lng: number | null
    place: string | null
    state: SightingState
    note: string | null
    phone: string | null
    /** The key of the photo's files, which are not public. Triggers note it for deletion. */
    evidence_key: string | null
    /** Whether it was pushed to the owner, which counts for the hour. */
    is_pushed: Generated<boolean>
    thanked_at: Date | null
    created_at: Date
  }
  /** The codes on posters whose cases are deleted. A trigger notes them. */
  gone_lost_codes: {
    code: string
    gone_at: Generated<Date>
  }
  /** The cases whose owner's phone a user was shown. */
  lost_phones_shown: {
    user_id: string
    lost_id: string
    shown_at: Date
  }
}
