import type { Backdrop, PortraitOptions, PortraitTraits } from '@barkyard/art/portrait'
import { drawPortrait, portraitTraits, suits } from '@barkyard/art/portrait'
import { type Chance, makeChance } from '@barkyard/art/random'
import type { DemoDog } from './dogs.ts'

/** The backdrops of dogs in San Francisco. The others have no bay. */
const NEAR: readonly Backdrop[] = ['yard', 'hill', 'bay', 'beach', 'rug', 'night']
const FAR: readonly Backdrop[] = ['yard', 'rug', 'night']

/** Whose first draw of looks came out too much like another dog's; any other number is another draw. */
const REDRAWN: Readonly<Record<string, number>> = { Gus: 5, 'Dim Sum': 2, Captain: 2, Bagel: 5, Turbo: 2, Freya: 6 }

export const demoTraits = (dog: DemoDog): PortraitTraits =>
  portraitTraits({ ...dog, seed: `${dog.owner ?? 'nobody'}${REDRAWN[dog.name] ?? ''}` })

function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(Math.floor(chance.next() * left.length), 1))
}

/** One to four poses, none twice; the first shows the face. */
function poses(dog: DemoDog, chance: Chance): PortraitOptions[] {
  const sleepy = dog.temperament.includes('calm') && chance.next() < 0.7
  const others = shuffled<PortraitOptions>(
    [
      { pose: 'sitting', mood: chance.next() < 0.2 ? 'head-tilted' : 'awake' },
      sleepy ? { pose: 'lying', mood: 'asleep' } : { pose: 'lying' },
      { pose: 'running' },
    ],
    chance,
  )
  const count = dog.owner === 'owner' ? 3 : chance.pick([0, 1, 1, 2, 2, 3])
  const face: PortraitOptions = chance.next() < 0.15 ? { mood: 'head-tilted' } : {}
  return [face, ...others.slice(0, count)]
}

/** The dog's photos as drawings, in order, each with another backdrop. */
export function demoPhotos(dog: DemoDog, { isFar }: { isFar: boolean }): string[] {
  const traits = demoTraits(dog)
  const chance = makeChance(`photos of ${traits.seed}`)
  const places = shuffled(isFar ? FAR : NEAR, chance)
  return poses(dog, chance).map((options, index) => {
    const choice = places.filter(place => suits(traits, place, options.pose ?? 'head'))
    const backdrop = choice[index % choice.length] ?? 'yard'
    return drawPortrait(traits, { ...options, backdrop })
  })
}
