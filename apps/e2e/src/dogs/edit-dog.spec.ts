import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { Page } from '@playwright/test'
import { settled } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import type { Person } from '../people.ts'

const readDog = (person: Person, { id }: Dog) => person.call<Dog>('GET', `/dogs/${id}`)
const orderOf = async (person: Person, dog: Dog) => (await readDog(person, dog)).photos.map(photo => photo.id)

/** The file names of the photos in a list of tiles. */
const shown = (page: Page) =>
  page
    .getByRole('region', { name: 'Photos' })
    .getByRole('img')
    .evaluateAll(images => images.map(image => image.getAttribute('src')))
const urls = (...photos: (Photo | undefined)[]) => photos.map(photo => photo?.urlThumb)

async function withPhotos(person: Person, dog: Dog, count: number): Promise<Photo[]> {
  const photos: Photo[] = []
  for (let n = 0; n < count; n++) photos.push(await person.photo(dog))
  return photos
}

test('photos are reordered and cropped, and another owner’s open pages follow', async ({ person }) => {
  const [owner, friend] = [await person(), await person()]
  const dog = await owner.dog({ name: 'Biscuit' })
  await friend.dog()
  await friend.bark(dog)
  const [one, two, three] = await withPhotos(owner, dog, 3)
  const [barks, profile] = [await friend.open('/barks'), await friend.open(`/dog/${dog.id}`)]
  const face = barks.getByRole('link', { name: /Biscuit/ }).locator('img')
  await expect(face).toHaveAttribute('src', one?.urlThumb ?? '')

  const page = await owner.open(`/dog/${dog.id}/edit`)
  await expect.poll(() => shown(page)).toEqual(urls(one, two, three))
  await page.getByRole('button', { name: 'Move photo 2 earlier' }).click()
  await expect(face).toHaveAttribute('src', two?.urlThumb ?? '')
  await expect.poll(() => orderOf(owner, dog)).toEqual([two?.id, one?.id, three?.id])

  const opener = page.getByRole('button', { name: 'Set the focus of photo 1' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: "Center on your dog's face" })
  const ring = dialog.getByRole('slider', { name: 'Focus of photo 1' })
  await expect(ring).toBeFocused()
  await settled(page)
  const box = await dialog.locator('img').first().boundingBox()
  if (!box) throw new Error('no photo')
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.75, { steps: 3 })
  await page.mouse.up()
  await expect(ring).toHaveAttribute('aria-valuetext', '25% from the left, 75% from the top')
  await ring.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(ring).toHaveAttribute('aria-valuetext', '27% from the left, 65% from the top')
  await page.setViewportSize({ width: 320, height: 640 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Photo saved')).toBeVisible()
  await expect(opener).toBeFocused()
  const [cropped] = (await readDog(owner, dog)).photos
  expect(cropped?.focus?.x).toBeCloseTo(0.27, 2)
  await expect(profile.getByRole('img', { name: 'Photo of Biscuit', exact: true })).toHaveCSS(
    'object-position',
    /^2[67]\.?\d*% 6[45]\.?\d*%$/,
  )
})
