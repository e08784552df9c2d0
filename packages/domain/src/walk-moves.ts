import type { Size } from './dog.ts'
import { addDays, localClock, localInstant } from './local-time.ts'
import { hasBegun, SIGNAL_WINDOW_MS } from './playdate-moves.ts'
import type { Dog } from './schemas/dog.ts'
import type { Walk } from './schemas/walk.ts'
import { PUPPY_YEARS_MAX, WAITING_ENDS_MS } from './walk.ts'

// Open walks: one dog hosts, others join. Times are ISO 8601 in UTC, as in the API.

/** The part of a walk that the rules need. */
type WalkState = Pick<Walk, 'whenTs' | 'kind' | 'maxDogs' | 'cancelledAt'> & { sizes: readonly Size[] }
type Joiner = Pick<Dog, 'size' | 'ageYears'>

/** Dogs on the walk, the host included: those that the caller sees, and all of them. */
export interface WalkDogs {
  seen: number
  all: number
}

/** Why a walk can no longer change; null if it can. */
export function closedWalk(walk: Pick<WalkState, 'whenTs' | 'cancelledAt'>, now: Date) {
  if (walk.cancelledAt !== null) return 'already-cancelled' as const
  return hasBegun(walk, now) ? ('has-begun' as const) : null
}

/** Why a walk is not for a dog, places aside; null if it is. */
function fitRefusal({ kind, sizes }: Pick<WalkState, 'kind' | 'sizes'>, { size, ageYears }: Joiner) {
  if (kind === 'puppies' && ageYears > PUPPY_YEARS_MAX) return 'too-old' as const
  return sizes.length > 0 && !sizes.includes(size) ? ('wrong-size' as const) : null
}

/** Whether places that are given up at `now` go to those who wait. */
export const isWaitingOpen = ({ whenTs }: Pick<WalkState, 'whenTs'>, now: Date) =>
  Date.parse(whenTs) - now.getTime() >= WAITING_ENDS_MS

/**
 * Why a dog may not join a walk at `now`; null if it may. Owners who blocked each other do not count each other's dogs:
 * for either, the walk is what it would be without the other. So that nobody fills a park with dogs that do not see each
 * other, a walk never has more than twice its places.
 */
export function joinRefusal(walk: WalkState, dog: Joiner, dogs: WalkDogs, now: Date) {
  const refusal = closedWalk(walk, now) ?? fitRefusal(walk, dog)
  if (refusal) return refusal
  return dogs.seen >= walk.maxDogs || dogs.all >= 2 * walk.maxDogs ? ('walk-full' as const) : null
}

/** Why "late" and "here" are refused at `now`; null if they are not. */
export function walkSignalRefusal(walk: Pick<WalkState, 'whenTs' | 'cancelledAt'>, now: Date) {
  if (walk.cancelledAt !== null) return 'already-cancelled'
  return Math.abs(now.getTime() - Date.parse(walk.whenTs)) <= SIGNAL_WINDOW_MS ? null : 'outside-window'
}

/** A walk every week: when the first one began, and the zone of its park. */
interface Weekly {
  first: Date
  timeZone: string
}

/**
 * The first walk of a series after `now` and after the one `weeks` weeks after the first, at the same local time. A time that
 * daylight saving time skips moves forward by the gap; of a time that occurs twice it is the first.
 */
export function nextOfSeries({ first, timeZone }: Weekly, weeks: number, now: Date): { weeks: number; when: Date } {
  const { date, time } = localClock(timeZone, first)
  for (let next = weeks + 1; ; next++) {
    const minute = localInstant(timeZone, addDays(date, 7 * next), time.slice(0, 5))
    const when = new Date(minute.getTime() + (first.getTime() % 60_000))
    if (when > now) return { weeks: next, when }
  }
}
