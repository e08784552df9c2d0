import { type Backdrop, drawPortrait, type Mood, type Pose, portraitTraits } from '@barkyard/art/portrait'
import type { Size, Temperament } from '@barkyard/domain/dog'
import dogs from './sample-dogs.json'

export interface SampleDog {
  id: string
  name: string
  breed: string
  ageYears: number
  size: Size
  temperament: Temperament[]
  distance: number
  bio: string
  pictures: Picture[]
}

type Picture = [pose: Pose, backdrop: Backdrop, mood?: Mood]

/** The sample dogs of the demo. This page sends nothing to the server. */
export const SAMPLE_DOGS: readonly SampleDog[] = dogs as SampleDog[]

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
