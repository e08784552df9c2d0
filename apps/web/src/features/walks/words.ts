import { SIZES } from '@barkyard/domain/dog'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { placesLeft } from '@barkyard/domain/walk'
import { closedWalk, isWaitingOpen } from '@barkyard/domain/walk-moves'
import type { TagTone } from '../../components/collar-tag.tsx'
import { capital } from '../../lib/words.ts'

export const isOnWalk = ({ dogs }: Walk, dogId: string | undefined) => dogs.some(({ id }) => id === dogId)

export function placesText(walk: Walk): string {
  const left = placesLeft(walk)
  return left === 0 ? 'Full' : `${left} ${left === 1 ? 'place' : 'places'} left`
}

/** What a walk is for a dog, in two words. */
export function stateOf(walk: Walk, dogId: string | undefined, now: Date): { word: string; tone: TagTone } {
  const closed = closedWalk(walk, now)
  if (closed === 'already-cancelled') return { word: 'Called off', tone: 'collar' }
  if (closed === 'has-begun') return { word: 'Has begun', tone: 'plain' }
  if (walk.hostDog.id === dogId) return { word: 'You host', tone: 'grass' }
  if (isOnWalk(walk, dogId)) return { word: "You're coming", tone: 'grass' }
  if (walk.waiting !== null && isWaitingOpen(walk, now)) return { word: "You're waiting", tone: 'ball' }
  return { word: placesText(walk), tone: placesLeft(walk) > 0 ? 'ball' : 'plain' }
}

/** "Small and medium dogs"; null: dogs of any size. */
export function sizesText({ sizes }: Pick<Walk, 'sizes'>): string | null {
  if (sizes.length === 0 || sizes.length === SIZES.length) return null
  return capital(`${SIZES.filter(size => sizes.includes(size)).join(' and ')} dogs`)
}

/** The last signal of a dog on a walk: "here", "10 minutes late"; null: none. */
export function signalText({ signals }: Walk, { id }: Pick<Dog, 'id'>): string | null {
  const last = signals.findLast(({ dogId }) => dogId === id)
  if (!last) return null
  return last.kind === 'here' ? 'here' : `${last.minutes} minutes late`
}
