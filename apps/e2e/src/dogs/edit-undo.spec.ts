import { expect, test } from '../fixtures.ts'
import { orderOf, shown, urls, withPhotos } from './dog-photos.ts'

test('a deleted photo can be brought back for some seconds, in its place', async ({ person }) => {
  const owner = await person()
  const dog = await owner.dog({ name: 'Biscuit' })
  const [one, two, three] = await withPhotos(owner, dog, 3)
  const page = await owner.open(`/dog/${dog.id}/edit`)
  await page.clock.install()
  await page.reload()
  await page.getByRole('button', { name: 'Delete photo 2' }).click()
  await expect(page.getByText('Photo deleted successfully')).toBeVisible()
  await expect(page.getByText('(2/6)')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => shown(page)).toEqual(urls(one, two, three))
  expect(await orderOf(owner, dog)).toEqual([one?.id, two?.id, three?.id])

  // Leaving the page deletes it at once, and so does leaving the app.
  await page.getByRole('button', { name: 'Delete photo 2' }).click()
  await expect(page.getByText('(2/6)')).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect.poll(() => orderOf(owner, dog)).toEqual([one?.id, three?.id])
  await page.clock.resume()
  await page.goto(`/dog/${dog.id}/edit`)
  await page.getByRole('button', { name: 'Delete photo 1' }).click()
  await expect(page.getByText('(1/6)')).toBeVisible()
  await page.goto('about:blank')
  await expect.poll(() => orderOf(owner, dog)).toEqual([three?.id])
  await page.goto(`/dog/${dog.id}/edit`)
  await expect(page.getByText('(1/6)')).toBeVisible()

  // By itself, once the offer is over.
  await page.getByRole('button', { name: 'Delete photo 1' }).click()
  await expect(page.getByText('(0/6)')).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect.poll(() => orderOf(owner, dog)).toEqual([])
})

test('a photo that cannot be deleted comes back', async ({ person }) => {
  const owner = await person()
  const dog = await owner.dog({ name: 'Biscuit' })
  const [one, two] = await withPhotos(owner, dog, 2)
  const page = await owner.open(`/dog/${dog.id}/edit`)
  await page.route('**/api/photos/*', route => route.abort())
  await page.clock.install()
  await page.getByRole('button', { name: 'Delete photo 1' }).click()
  await expect(page.getByText('(1/6)')).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('alert')).toContainText('Failed to delete photo')
  await expect.poll(() => shown(page)).toEqual(urls(one, two))
})
