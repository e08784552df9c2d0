import { type Backdrop, drawPortrait, type Mood, type Pose, portraitTraits } from '@barkyard/art/portrait'
import type { Size, Temperament } from '@barkyard/domain/dog'

export interface SampleDog {
  id: string
  name: string
  breed: string
  ageYears: number
  size: Size
  temperament: readonly Temperament[]
  /** Whole km. */
  distance: number
  bio: string
  pictures: readonly Picture[]
}

type Picture = readonly [pose: Pose, backdrop: Backdrop, mood?: Mood]

/** The sample dogs of the demo. This page sends nothing to the server. */
export const SAMPLE_DOGS: readonly SampleDog[] = [
  {
    id: 'marlow',
    name: 'Marlow',
    breed: 'Bernese Mountain Dog',
    ageYears: 4,
    size: 'large',
    temperament: ['calm', 'friendly'],
    distance: 2,
    bio: 'Leans on everyone. Brings the leash, just in case.',
    pictures: [
      ['head', 'hill'],
      ['sitting', 'bay'],
      ['lying', 'rug', 'asleep'],
    ],
  },
  {
    id: 'pickle',
    name: 'Pickle',
    breed: 'Dachshund',
    ageYears: 1,
    size: 'small',
    temperament: ['playful', 'energetic'],
    distance: 3,
    bio: 'Digs first, asks later. Feels like a very big dog.',
    pictures: [
      ['sitting', 'yard'],
      ['head', 'beach'],
      ['running', 'hill', 'running'],
    ],
  },
  {
    id: 'tofu',
    name: 'Tofu',
    breed: 'Samoyed',
    ageYears: 2,
    size: 'medium',
    temperament: ['friendly', 'playful'],
    distance: 5,
    bio: 'Smiles all day and leaves half a coat on your sofa.',
    pictures: [
      ['head', 'bay'],
      ['running', 'beach', 'running'],
      ['lying', 'yard'],
    ],
  },
  {
    id: 'bandit',
    name: 'Bandit',
    breed: 'Australian Shepherd',
    ageYears: 3,
    size: 'medium',
    temperament: ['energetic'],
    distance: 6,
    bio: 'Needs a job, or herds the neighbors. Learns fast.',
    pictures: [
      ['sitting', 'hill'],
      ['running', 'yard', 'running'],
      ['head', 'bay'],
      ['sitting', 'beach', 'head-tilted'],
    ],
  },
  {
    id: 'duchess',
    name: 'Duchess',
    breed: 'Basset Hound',
    ageYears: 9,
    size: 'medium',
    temperament: ['calm', 'shy'],
    distance: 9,
    bio: 'Short walks, long naps, and somebody to sigh at.',
    pictures: [
      ['head', 'yard'],
      ['lying', 'rug', 'asleep'],
    ],
  },
  {
    id: 'sprout',
    name: 'Sprout',
    breed: 'Jack Russell Terrier',
    ageYears: 5,
    size: 'small',
    temperament: ['playful', 'friendly', 'energetic'],
    distance: 12,
    bio: 'Has never lost a tennis ball. Has stolen a few.',
    pictures: [
      ['running', 'beach', 'running'],
      ['sitting', 'yard'],
      ['head', 'hill'],
    ],
  },
  {
    id: 'juno',
    name: 'Juno',
    breed: 'Greyhound',
    ageYears: 6,
    size: 'large',
    temperament: ['shy', 'calm'],
    distance: 18,
    bio: 'Retired from racing. Shy for ten minutes, then all yours.',
    pictures: [
      ['sitting', 'bay'],
      ['head', 'night'],
      ['lying', 'rug'],
    ],
  },
]

const drawn = new Map<string, string>()

/** The address of a dog's picture, which is drawn at the first call. */
export function pictureOf(dog: SampleDog, at: number): string {
  const key = `${dog.id}-${at}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  const [pose = 'head', backdrop = 'yard', mood = 'awake'] = dog.pictures[at] ?? []
  const url = `data:image/svg+xml,${encodeURIComponent(drawPortrait(portraitTraits(dog), { pose, backdrop, mood }))}`
  drawn.set(key, url)
  return url
}
