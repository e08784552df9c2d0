import type { Locator } from '@playwright/test'
import { setAdmin } from '../admins.ts'
import { clickAgainWhenGone } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { portraitPng } from '../people.ts'
import { orderOf, readDog, shown, urls, withPhotos } from './dog-photos.ts'

const middleOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('an owner edits all fields of a dog from its card', async ({ person }) => {
  const owner = await person()
  const dog = await owner.dog({
    name: 'Biscuit',
    breed: 'Corgi',
    temperament: ['playful', 'gentle'],
    bio: 'Short legs.',
  })
  const page = await owner.open('/my-dogs')
  await page.getByRole('link', { name: 'Edit Biscuit' }).click()
  await expect(page).toHaveURL(`/dog/${dog.id}/edit`)
  await expect(page.getByRole('heading', { name: 'Edit Biscuit', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Biscuit')
  await expect(page.getByLabel('Bio')).toHaveValue('Short legs.')
  // The five options, and the dog's other temperaments.
  const temperament = page.getByRole('group', { name: 'Temperament' })
  await expect(temperament.getByRole('checkbox')).toHaveCount(6)
  await expect(temperament.getByRole('checkbox', { name: 'Gentle' })).toBeChecked()

  await page.getByLabel('Name').fill('')
  await page.getByLabel('Age (years)').fill('2.5')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Age is a whole number')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()

  await page.getByLabel('Name').fill('Waffle')
  await page.getByLabel('Breed').fill('Pug')
  await page.getByLabel('Size').selectOption('large')
  await page.getByLabel('Sex').selectOption('male')
  await page.getByLabel('Age (years)').fill('4')
  for (const name of ['Playful', 'Gentle']) await temperament.getByLabel(name).uncheck()
  await page.getByLabel('Bio').fill('Snores.')
  await page.getByRole('button', { name: 'Save Changes' }).dblclick()
  await expect(page.getByText('Dog profile updated successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/my-dogs$/)
  await expect(page.getByRole('button', { name: /Waffle/ }).first()).toBeVisible()
  expect(await readDog(owner, dog)).toMatchObject({
    name: 'Waffle',
    breed: 'Pug',
    size: 'large',
    sex: 'male',
    ageYears: 4,
    temperament: [],
    bio: 'Snores.',
  })
})

test('the editor opens from the profile and from the dog’s page, and returns there', async ({ person }) => {
  const owner = await person()
  const other = await owner.dog({ name: 'Waffle' }, { isActive: false })
  const acting = await owner.dog({ name: 'Biscuit' })
  const page = await owner.open('/profile')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page).toHaveURL(`/dog/${acting.id}/edit`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await page.goto(`/dog/${other.id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Edit Waffle' })).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(`/dog/${other.id}`)
})

test('the editor is not offered for other owners’ dogs, and unknown dogs have none', async ({ person }) => {
  const dog = await (await person()).dog({ name: 'Biscuit' })
  const stranger = await person()
  const page = await stranger.open(`/dog/${dog.id}`)
  await expect(page.getByRole('heading', { name: /^Biscuit/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await page.goto(`/dog/${dog.id}/edit`)
  await expect(page.getByRole('heading', { name: 'Biscuit is not your dog' })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveCount(0)
  await page.goto('/dog/nobody/edit')
  await expect(page.getByRole('heading', { name: 'Dog not found', level: 1 })).toBeVisible()
})

test('leaving asks only if there are unsaved changes', async ({ person }) => {
  const owner = await person()
  const dog = await owner.dog({ name: 'Biscuit' })
  const page = await owner.open('/my-dogs')
  await page.getByRole('link', { name: 'Edit Biscuit' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/my-dogs$/)
  await page.getByRole('link', { name: 'Edit Biscuit' }).click()
  await page.getByLabel('Name').fill('Waffle')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('What you changed about Biscuit will be lost.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Waffle')
  // With the original text again, there is nothing to lose.
  await page.getByLabel('Name').fill('Biscuit')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/my-dogs$/)
  await page.getByRole('link', { name: 'Edit Biscuit' }).click()
  await page.getByLabel('Name').fill('Waffle')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/my-dogs$/)
  expect((await readDog(owner, dog)).name).toBe('Biscuit')
})

test('a failed save shows an error and keeps the input', async ({ person }) => {
  const owner = await person()
  const dog = await owner.dog({ name: 'Biscuit' })
  const page = await owner.open(`/dog/${dog.id}/edit`)
  await page.route('**/api/trpc/dogs.edit*', route => route.abort(), { times: 1 })
  await page.getByLabel('Name').fill('Waffle')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update dog profile')
  await expect(page.getByLabel('Name')).toHaveValue('Waffle')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(`/dog/${dog.id}`)
  await expect(page.getByRole('heading', { name: /^Waffle/ })).toBeVisible()
})

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

test('photos are reordered by dragging', async ({ person }) => {
  const owner = await person()
  const dog = await owner.dog()
  const [one, two, three] = await withPhotos(owner, dog, 3)
  const page = await owner.open(`/dog/${dog.id}/edit`)
  const tiles = page.getByRole('region', { name: 'Photos' }).getByRole('img')
  await expect(tiles).toHaveCount(3)
  const [from, to] = [await middleOf(tiles.nth(0)), await middleOf(tiles.nth(2))]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, to.y, { steps: 5 })
  await page.mouse.move(to.x + 4, to.y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => shown(page)).toEqual(urls(two, three, one))
  await expect.poll(() => orderOf(owner, dog)).toEqual([two?.id, three?.id, one?.id])
})

test('photos are reordered by touch', async ({ person }) => {
  const owner = await person({}, { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })
  const dog = await owner.dog()
  const [one, two] = await withPhotos(owner, dog, 2)
  const page = await owner.open(`/dog/${dog.id}/edit`)
  const tiles = page.getByRole('region', { name: 'Photos' }).getByRole('img')
  await expect(tiles).toHaveCount(2)
  await page.getByRole('button', { name: 'Move photo 2 earlier' }).tap()
  await expect.poll(() => orderOf(owner, dog)).toEqual([two?.id, one?.id])

  const [from, to] = [await middleOf(tiles.nth(0)), await middleOf(tiles.nth(1))]
  const touch = await owner.context.newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await send('touchStart', [from])
  // A long touch picks up the photo, which then follows the finger.
  await expect
    .poll(async () => {
      await send('touchMove', [{ x: from.x + 2, y: from.y }])
      return page.locator('[data-dragging]').count()
    })
    .toBe(1)
  for (let step = 1; step <= 6; step++)
    await send('touchMove', [{ x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 }])
  await send('touchEnd', [])
  await expect.poll(() => orderOf(owner, dog)).toEqual([one?.id, two?.id])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
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

test('a double click deletes one photo, not the one that moves to its place', async ({ person }) => {
  const owner = await person()
  const dog = await owner.dog({ name: 'Biscuit' })
  const [, , three] = await withPhotos(owner, dog, 3)
  const page = await owner.open(`/dog/${dog.id}/edit`)
  const photos = page.getByRole('region', { name: 'Photos' })
  await clickAgainWhenGone(photos.getByRole('list'), 'Delete photo 1')
  await photos.getByRole('button', { name: 'Delete photo 1' }).click()
  await expect(page.getByText('(1/6)')).toBeVisible()
  await expect.poll(() => orderOf(owner, dog)).toEqual([three?.id])
})

test('an admin edits any dog, and another owner’s open page shows the change', async ({ person, server }) => {
  const dog = await (await person()).dog({ name: 'Biscuit', temperament: ['calm'] })
  const admin = await person()
  await setAdmin(server, admin)
  const stranger = await (await person()).context.newPage()
  await stranger.goto(`/dog/${dog.id}`)
  await expect(stranger.getByRole('heading', { name: /^Biscuit/ })).toBeVisible()
  const page = await admin.open(`/dog/${dog.id}/edit`)
  await page.getByLabel('Name').fill('Waffle')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(`/dog/${dog.id}`)
  await expect(page.getByRole('heading', { name: /^Waffle/ })).toBeVisible()
  await expect(stranger.getByRole('heading', { name: /^Waffle/ })).toBeVisible()
})
