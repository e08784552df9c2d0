import { isolate } from '@barkyard/domain/isolate'
import type { LostOutcome, SightingState } from '@barkyard/domain/lost'
import { isHome } from '@barkyard/domain/lost'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Lost } from '@barkyard/domain/schemas/lost'

export const SIGHTING_WORDS: Record<SightingState, { choice: string; said: string }> = {
  seen: { choice: 'I saw the dog', said: 'Seen' },
  holding: { choice: 'The dog is with me', said: 'Has the dog' },
  injured: { choice: 'The dog is hurt', said: 'Seen hurt' },
}

export const OUTCOME_WORDS: Record<LostOutcome, (name: string) => string> = {
  found: name => `We found ${name}`,
  returned: name => `Somebody brought ${name} back, or ${name} came home`,
  died: name => `${name} has died`,
  mistake: () => 'It was a mistake',
}

/** How a search ended, in one calm sentence. */
export const endWords = ({ dog, outcome }: Pick<Lost, 'dog' | 'outcome'>) =>
  isHome(outcome) ? `${isolate(dog.name)} is home` : 'This search has ended'

/** The words of the poster that can be read from a car: five at most. */
export function carWords({ name, breed }: Pick<Dog, 'name' | 'breed'>): { name: string; breed: string } {
  const words = (text: string, most: number) => text.split(/\s+/).filter(Boolean).slice(0, most).join(' ')
  // With LOST and DOG.
  return { name: words(name, 1), breed: words(breed, 2) }
}
