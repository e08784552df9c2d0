import { localClock, localInstant } from '@barkyard/domain/local-time'
import { BUILT_IN_ZONE, builtInPark } from '@barkyard/domain/parks'
import type { Match } from '@barkyard/domain/schemas/match'
import type { PastPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'

const DAY = 86_400_000

/** The date in San Francisco a number of days from now, YYYY-MM-DD. */
export const dayAhead = (days: number) =>
  new Date(Date.parse(localClock(BUILT_IN_ZONE, new Date()).date) + days * DAY).toISOString().slice(0, 10)

/** 9:00 AM (or another hour) in San Francisco a number of days ahead. */
export const whenAhead = (days: number, time = '09:00:00') =>
  localInstant(BUILT_IN_ZONE, dayAhead(days), time).toISOString()

export const minutesAhead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** A proposal of the match's other dog. */
export function aPlaydate({ id: matchId, otherDog }: Match, fields: Partial<Playdate> = {}): Playdate {
  const { place, ...park } = builtInPark(fields.parkName ?? 'Dolores Park')
  return {
    id: crypto.randomUUID(),
    matchId,
    whenTs: whenAhead(3),
    ...park,
    lat: String(place.lat),
    lng: String(place.lng),
    notes: '',
    status: 'proposed',
    proposerDogId: otherDog.id,
    revision: 1,
    started: false,
    changes: null,
    cancelledAt: null,
    cancelReason: null,
    cancelledByDogId: null,
    was: null,
    signals: [],
    with: null,
    ...fields,
  }
}

export const aPastPlaydate = (match: Match, fields: Partial<PastPlaydate> = {}): PastPlaydate => ({
  ...aPlaydate(match, { whenTs: new Date(Date.now() - DAY).toISOString(), status: 'accepted' }),
  recap: null,
  ...fields,
})
