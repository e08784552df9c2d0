import type { PlaydateStatus } from '@barkyard/domain/playdate'

/** A playdate as a calendar shows it to one of its sides, or a walk to somebody who sees it. */
export interface CalendarEntry {
  kind: 'playdate' | 'walk'
  id: string
  when: Date
  parkName: string
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

/** A part of a calendar. */
export interface Stretch {
  from: Date
  /** Exclusive; null: without end. */
  until: Date | null
  order: 'asc' | 'desc'
  limit: number
}
