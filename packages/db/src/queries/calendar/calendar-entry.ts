import { parkById } from '@barkyard/domain/parks'
import type { Place } from '@barkyard/domain/place'
import type { PlaydateStatus } from '@barkyard/domain/playdate'
import { type PlanParkRow, planParkOf } from '../parks/plan-park.ts'

/** A playdate as a calendar shows it to one of its sides, or a walk to somebody who sees it. */
export interface CalendarEntry {
  kind: 'playdate' | 'walk'
  id: string
  when: Date
  parkName: string
  /** Where the park was when the plan was made. */
  place: Place
  /** Empty: unknown. */
  address: string
  /** The title, as the proposer or the host typed it; empty = none, which a walk always has. */
  notes: string
  status: PlaydateStatus
  revision: number
  /** When these terms were agreed, otherwise when they were proposed. */
  since: Date
  dogName: string
  /** On the walk of one's own dog, that dog. */
  otherDogName: string
}

export interface ParkOfEntryRow extends PlanParkRow {
  /** Of the park now. */
  address: string | null
}

export function parkOfEntry(row: ParkOfEntryRow): Pick<CalendarEntry, 'parkName' | 'place' | 'address'> {
  const { parkId, parkName, place } = planParkOf(row)
  const address = row.park_id === parkId ? row.address : parkById(parkId)?.address
  return { parkName, place, address: address ?? '' }
}

/** A part of a calendar. */
export interface Stretch {
  from: Date
  /** Exclusive; null: without end. */
  until: Date | null
  order: 'asc' | 'desc'
  limit: number
}
