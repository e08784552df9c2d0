import { drawPortrait, portraitTraits } from '@barkyard/art/portrait'
import type { Dog } from '@barkyard/domain/schemas/dog'

export type PortraitDog = Pick<Dog, 'id' | 'breed' | 'size' | 'temperament'>

/** A dog as it may look, by its traits, as an address for an image. The same dog always looks the same, whatever its name. */
export const portraitUrl = (dog: PortraitDog) =>
  `data:image/svg+xml,${encodeURIComponent(drawPortrait(portraitTraits({ ...dog, name: '', seed: dog.id })))}`
