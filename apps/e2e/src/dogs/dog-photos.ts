import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { Page } from '@playwright/test'
import type { Person } from '../people.ts'

export const readDog = (person: Person, { id }: Dog) => person.call<Dog>('GET', `/dogs/${id}`)
export const orderOf = async (person: Person, dog: Dog) => (await readDog(person, dog)).photos.map(photo => photo.id)

/** The file names of the photos in a list of tiles. */
export const shown = (page: Page) =>
  page
    .getByRole('region', { name: 'Photos' })
    .getByRole('img')
    .evaluateAll(images => images.map(image => image.getAttribute('src')))
export const urls = (...photos: (Photo | undefined)[]) => photos.map(photo => photo?.urlThumb)

export async function withPhotos(person: Person, dog: Dog, count: number): Promise<Photo[]> {
  const photos: Photo[] = []
  for (let n = 0; n < count; n++) photos.push(await person.photo(dog))
  return photos
}
