import { expect, test } from '../fixtures.ts'
import { portraitPng } from '../people.ts'
import { orderOf, readDog, shown, urls, withPhotos } from './dog-photos.ts'

test('photos are reordered by keyboard, and the first photo changes on another owner’s open page', async ({
  person,
}) => {
  const [owner, friend] = [await person(), await person()]
  const dog = await owner.dog({ name: 'Biscuit' })
  await friend.dog()
  await friend.bark(dog)
  const [one, two, three] = await withPhotos(owner, dog, 3)
  const barks = await friend.open('/barks')
  const face = barks.getByRole('link', { name: /Biscuit/ }).locator('img')
  await expect(face).toHaveAttribute('src', one?.urlThumb ?? '')

  const page = await owner.open(`/dog/${dog.id}/edit`)
  await expect.poll(() => shown(page)).toEqual(urls(one, two, three))
  await page.getByRole('button', { name: 'Move photo 3 earlier' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move photo 2 earlier' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move photo 1 earlier' })).toBeFocused()
  await expect(page.getByText('Photo moved to position 1 of 3')).toBeAttached()
  // It is the first photo, so it cannot move further.
  await page.keyboard.press('Enter')
  await expect.poll(() => shown(page)).toEqual(urls(three, one, two))
  await expect(face).toHaveAttribute('src', three?.urlThumb ?? '')
  await expect.poll(() => orderOf(owner, dog)).toEqual([three?.id, one?.id, two?.id])
  await page.reload()
  await expect.poll(() => shown(page)).toEqual(urls(three, one, two))
})

test('photos are added at the end and deleted, and an order with deleted photos is not saved', async ({ person }) => {
  const owner = await person()
  const dog = await owner.dog({ name: 'Biscuit' })
  const [one, two] = await withPhotos(owner, dog, 2)
  const page = await owner.open(`/dog/${dog.id}/edit`)
  await page.getByRole('button', { name: 'Move photo 2 earlier' }).click()
  await expect.poll(() => orderOf(owner, dog)).toEqual([two?.id, one?.id])
  const file = { name: 'new.png', mimeType: 'image/png', buffer: await portraitPng(dog) }
  await page.getByLabel('Add photo').setInputFiles([file])
  await expect(page.getByText('1 photo(s) uploaded successfully')).toBeVisible()
  await expect(page.getByText('(3/6)')).toBeVisible()
  const [, , added] = (await readDog(owner, dog)).photos
  await expect.poll(() => shown(page)).toEqual(urls(two, one, added))
  await page.getByRole('button', { name: 'Delete photo 1' }).click()
  await expect(page.getByText('Photo deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Photos/ })).toBeFocused()
  await expect.poll(() => orderOf(owner, dog)).toHaveLength(2)

  // Another window deletes a photo while the order is being sent.
  await page.route('**/api/trpc/dogs.orderPhotos*', async route => {
    await owner.call('DELETE', `/photos/${one?.id}`)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Move photo 2 earlier' }).click()
  await expect(page.getByRole('alert')).toContainText("This dog's photos have changed.")
  await expect.poll(() => shown(page)).toEqual(urls(added))
})
