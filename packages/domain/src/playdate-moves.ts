import type { PlanPark } from './parks.ts'
import { type CancelReason, type LateMinutes, PHRASES_PER_SIDE, type Phrase } from './playdate.ts'
import type { Playdate } from './schemas/playdate.ts'

// The rules of what each side may do with a playdate, when, and with which result. Times are ISO 8601 in UTC, as in the API.

/** The terms that are agreed or proposed. */
export interface PlaydateTerms extends PlanPark {
  whenTs: string
  notes: string
}

/** Other terms that one side requests while the agreed ones stay in force. */
export interface CounterOffer extends PlaydateTerms {
  byDogId: string
}

export type PlaydateSignal = Playdate['signals'][number]

type Shown = Pick<
  Playdate,
  'status' | 'proposerDogId' | 'revision' | 'cancelledAt' | 'cancelReason' | 'cancelledByDogId' | 'signals'
>
/** The part of a playdate that the rules need. */
export interface PlaydateState extends PlaydateTerms, Shown {
  changes: CounterOffer | null
  was: PlaydateTerms | null
}

interface OtherTerms {
  whenTs?: string | undefined
  park?: PlanPark | undefined
  notes?: string | undefined
}

export type PlaydateMove =
  | { type: 'answer'; accept: boolean }
  /** Absent terms stay unchanged. */
  | { type: 'counter'; terms: OtherTerms }
  | { type: 'answer-change'; accept: boolean }
  | { type: 'cancel'; reason: CancelReason }
  | { type: 'late'; minutes: LateMinutes }
  | { type: 'here' }
  /** Takes `here` back, which may have been a slip of the finger. */
  | { type: 'not-here' }
  | { type: 'phrase'; phrase: Phrase }
  | { type: 'recap' }

const MINUTE_MS = 60_000
/** A playdate lasts one slot. */
export const PLAYDATE_MS = 60 * MINUTE_MS
/** "Late" and "here" can be sent this long before and after the start. */
export const SIGNAL_WINDOW_MS = 60 * MINUTE_MS
/** `here` can be taken back this long. */
export const TAKE_BACK_MS = MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS
/** Phrases can be sent this long before the start, and until the end of the signal window. */
const PHRASE_LEAD_MS = DAY_MS
/** Each side reads the other's first name until this long after the start. */
const NAME_SHOWN_MS = DAY_MS
const RECAP_MS = 14 * DAY_MS

const at = (time: string) => Date.parse(time)

/** Whether a playdate has begun. At the exact moment of its start it counts as upcoming, as in the lists. */
export const hasBegun = ({ whenTs }: Pick<PlaydateTerms, 'whenTs'>, now: Date) => at(whenTs) < now.getTime()

/** Whether a playdate began less than an hour ago. */
export const isGoingOn = (terms: Pick<PlaydateTerms, 'whenTs'>, now: Date) =>
  hasBegun(terms, now) && now.getTime() < at(terms.whenTs) + PLAYDATE_MS

/** Whether two playdates share a moment. */
export const overlap = (one: Pick<PlaydateTerms, 'whenTs'>, other: Pick<PlaydateTerms, 'whenTs'>) =>
  Math.abs(at(one.whenTs) - at(other.whenTs)) < PLAYDATE_MS

const isSame = (one: PlaydateTerms, other: PlaydateTerms) =>
  at(one.whenTs) === at(other.whenTs) && one.parkId === other.parkId && one.notes === other.notes

const parkOf = ({ parkId, parkName, timeZone, place }: PlanPark): PlanPark => ({ parkId, parkName, timeZone, place })

const termsOf = (terms: PlaydateTerms): PlaydateTerms => ({
  whenTs: terms.whenTs,
  ...parkOf(terms),
  notes: terms.notes,
})

/** The plan's own park stays as it was, even if it has another name by now. */
const countered = (playdate: PlaydateTerms, { whenTs, park, notes }: OtherTerms): PlaydateTerms => ({
  whenTs: whenTs ?? playdate.whenTs,
  ...parkOf(park && park.parkId !== playdate.parkId ? park : playdate),
  notes: notes ?? playdate.notes,
})

/** Why `dogId`, one of the two sides, may not make a move at `now`; null if it may. */
export function refusalOf(playdate: PlaydateState, dogId: string, move: PlaydateMove, now: Date) {
  const { status, changes } = playdate
  switch (move.type) {
    case 'answer':
      if (playdate.proposerDogId === dogId) return 'not-invited'
      return status === 'proposed' ? null : 'already-answered'
    case 'counter': {
      if (status === 'declined') return closed(playdate)
      if (hasBegun(playdate, now)) return 'has-begun'
      const terms = countered(playdate, move.terms)
      if (isSame(playdate, terms)) return 'same-terms'
      return at(terms.whenTs) <= now.getTime() ? 'time-passed' : null
    }
    case 'answer-change':
      if (status !== 'accepted' || !changes) return 'no-change'
      if (!move.accept) return null
      if (changes.byDogId === dogId) return 'own-change'
      return at(changes.whenTs) <= now.getTime() ? 'time-passed' : null
    case 'cancel':
      if (status === 'declined') return closed(playdate)
      return hasBegun(playdate, now) ? 'has-begun' : null
    case 'late':
    case 'here':
      if (status !== 'accepted') return 'not-accepted'
      return Math.abs(now.getTime() - at(playdate.whenTs)) <= SIGNAL_WINDOW_MS ? null : 'outside-window'
    case 'not-here': {
      const here = hereOf(playdate, dogId)
      return here && now.getTime() - at(here.at) <= TAKE_BACK_MS ? null : 'not-taken-back'
    }
    case 'phrase': {
      if (status !== 'accepted') return 'not-accepted'
      const since = now.getTime() - at(playdate.whenTs)
      if (since < -PHRASE_LEAD_MS || since > SIGNAL_WINDOW_MS) return 'outside-phrase-window'
      const phrases = playdate.signals.filter(signal => signal.kind === 'phrase' && signal.dogId === dogId)
      return phrases.length < PHRASES_PER_SIDE ? null : 'phrases-full'
    }
    case 'recap':
      if (status !== 'accepted') return 'not-accepted'
      if (!hasBegun(playdate, now)) return 'not-begun'
      return now.getTime() - at(playdate.whenTs) <= RECAP_MS ? null : 'recap-closed'
  }
}

/** The signal with which a side said that it is there. */
const hereOf = ({ signals }: PlaydateState, dogId: string) =>
  signals.find(signal => signal.dogId === dogId && signal.kind === 'here')

const closed = ({ cancelledAt }: PlaydateState) => (cancelledAt === null ? 'already-declined' : 'already-cancelled')

/** What the other side is notified of. The dogs, and the playdate after it, are passed separately. */
export type PlaydateAction =
  | { kind: 'proposed' }
  /** Other terms are proposed. They are the terms of the playdate now. */
  | { kind: 'countered' }
  /** A counter-offer to the agreed terms, which stay valid. It is in `changes`. */
  | { kind: 'counter-offered' }
  | { kind: 'answered'; accepted: boolean; what: 'proposal' | 'change' }
  | { kind: 'cancelled'; reason: CancelReason; wasAccepted: boolean }
  | { kind: 'late'; minutes: LateMinutes }
  | { kind: 'here' }
  | { kind: 'phrase'; phrase: Phrase }
  /** Both sides want to meet again. */
  | { kind: 'again' }

/** The result of a move. `action` null: nobody is notified. */
export interface Moved {
  playdate: PlaydateState
  action: PlaydateAction | null
}

/** The playdate after a move that `refusalOf` allows. A move without effect returns the same object. */
export function afterMove(playdate: PlaydateState, dogId: string, move: PlaydateMove, now: Date): Moved {
  const revised = (changed: Partial<PlaydateState>): PlaydateState => ({
    ...playdate,
    ...changed,
    revision: playdate.revision + 1,
  })
  switch (move.type) {
    case 'answer':
      return {
        playdate: revised({ status: move.accept ? 'accepted' : 'declined', was: null }),
        action: { kind: 'answered', accepted: move.accept, what: 'proposal' },
      }
    case 'counter': {
      const terms = countered(playdate, move.terms)
      if (playdate.status === 'proposed')
        return {
          playdate: revised({ ...terms, proposerDogId: dogId, was: termsOf(playdate) }),
          action: { kind: 'countered' },
        }
      const changes = { ...terms, byDogId: dogId }
      if (playdate.changes?.byDogId === dogId && isSame(playdate.changes, changes)) return { playdate, action: null }
      return { playdate: revised({ changes }), action: { kind: 'counter-offered' } }
    }
    case 'answer-change': {
      const { changes } = playdate
      if (!changes || !move.accept) {
        const isOwn = changes?.byDogId === dogId
        return {
          playdate: revised({ changes: null }),
          action: isOwn ? null : { kind: 'answered', accepted: false, what: 'change' },
        }
      }
      const isElsewhere = at(changes.whenTs) !== at(playdate.whenTs) || changes.parkId !== playdate.parkId
      return {
        // Being late or there no longer applies to another time or park.
        playdate: revised({ ...termsOf(changes), changes: null, ...(isElsewhere && { signals: [] }) }),
        action: { kind: 'answered', accepted: true, what: 'change' },
      }
    }
    case 'cancel':
      return {
        playdate: revised({
          status: 'declined',
          changes: null,
          was: null,
          cancelledAt: now.toISOString(),
          cancelledByDogId: dogId,
          cancelReason: move.reason,
        }),
        action: { kind: 'cancelled', reason: move.reason, wasAccepted: playdate.status === 'accepted' },
      }
    case 'late':
    case 'here': {
      // Of each kind a side's last signal is kept. A repeated one changes nothing.
      const action = move.type === 'late' ? { kind: move.type, minutes: move.minutes } : { kind: move.type }
      const signal = { dogId, minutes: null, phrase: null, at: now.toISOString(), ...action }
      const isFormer = (one: PlaydateSignal) => one.dogId === dogId && one.kind === signal.kind
      if (playdate.signals.find(isFormer)?.minutes === signal.minutes) return { playdate, action: null }
      return { playdate: { ...playdate, signals: [...playdate.signals.filter(one => !isFormer(one)), signal] }, action }
    }
    case 'not-here': {
      const here = hereOf(playdate, dogId)
      return { playdate: { ...playdate, signals: playdate.signals.filter(one => one !== here) }, action: null }
    }
    case 'phrase': {
      const signal = { dogId, kind: 'phrase' as const, minutes: null, phrase: move.phrase, at: now.toISOString() }
      return {
        playdate: { ...playdate, signals: [...playdate.signals, signal] },
        action: { kind: 'phrase', phrase: move.phrase },
      }
    }
    case 'recap':
      return { playdate, action: null }
  }
}

/** Whether each side of a playdate reads the first name of the other's owner. */
export const isNameShown = ({ status, whenTs }: Pick<PlaydateState, 'status' | 'whenTs'>, now: Date) =>
  status === 'accepted' && now.getTime() <= at(whenTs) + NAME_SHOWN_MS

/** Whose turn it is to answer; null if there is nothing to answer. */
export function turnOf(playdate: PlaydateState, dogId: string): 'ours' | 'theirs' | null {
  if (playdate.status === 'proposed') return playdate.proposerDogId === dogId ? 'theirs' : 'ours'
  if (playdate.status !== 'accepted' || !playdate.changes) return null
  return playdate.changes.byDogId === dogId ? 'theirs' : 'ours'
}
