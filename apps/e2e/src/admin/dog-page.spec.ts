import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Page } from '@playwright/test'
import { setAdmin } from '../admins.ts'
import { test as base, expect } from '../fixtures.ts'
import { type Person, portraitPng } from '../people.ts'

const test = base.extend<{ admin: Person; owned: { owner: Person; dog: Dog } }>({
  admin: async ({ person, server }, use) => {
    const admin = await person()
    await setAdmin(server, admin)
    await use(admin)
  },
  owned: async ({ person }, use) => {
    const owner = await person()
    await use({ owner, dog: await owner.dog({ name: 'Biscuit', breed: 'Corgi', bio: 'Short legs.' }) })
  },
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit Dog Profile' })
const readDog = (person: Person, { id }: Dog) => person.call<Dog>('GET', `/dogs/${id}`)
const fail = (page: Page, path: string) =>
  page.route(`**${path}*`, route => route.fulfill({ status: 502, contentType: 'text/html', body: 'bad gateway' }))

test('an owner has no admin buttons', async ({ owned: { owner, dog } }) => {
  const page = await owner.open(`/dog/${dog.id}`)
  await expect(page.getByRole('heading', { name: /^Biscuit/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Profile (Admin)' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete Profile' })).toHaveCount(0)
})

test('an admin edits any profile', async ({ admin, owned: { owner, dog } }) => {
  const ownersPage = await owner.open(`/dog/${dog.id}`)
  const page = await admin.open(`/dog/${dog.id}`)
  await page.getByRole('button', { name: 'Edit Profile (Admin)' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('Name')).toHaveValue('Biscuit')
  await expect(dialog.getByLabel('Breed')).toHaveValue('Corgi')
  await expect(dialog.getByLabel('Size')).toHaveValue('small')
  await expect(dialog.getByLabel('Sex')).toHaveValue('female')
  await expect(dialog.getByLabel('Age (years)')).toHaveValue('3')
  await expect(dialog.getByLabel('Bio')).toHaveValue('Short legs.')
  const temperament = dialog.getByRole('group', { name: 'Temperament' })
  await expect(temperament.getByRole('checkbox')).toHaveCount(8)
  for (const name of ['Friendly', 'Playful', 'Calm', 'Energetic', 'Shy', 'Protective', 'Gentle', 'Aggressive'])
    await expect(temperament.getByRole('checkbox', { name, exact: true })).toBeChecked({ checked: name === 'Playful' })

  await dialog.getByLabel('Name').fill('Waffle')
  await dialog.getByLabel('Size').selectOption('large')
  await dialog.getByLabel('Age (years)').fill('25')
  await temperament.getByLabel('Protective').check()
  await dialog.getByLabel('Bio').fill('')
  // Meanwhile the owner changes fields that the admin does not edit.
  await page.route('**/api/trpc/admin.editDog*', async route => {
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Dog profile updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: /^Waffle/ })).toBeVisible()
  await expect(ownersPage.getByRole('heading', { name: /^Waffle/ })).toBeVisible()
  expect(await readDog(admin, dog)).toMatchObject({
    name: 'Waffle',
    breed: 'Corgi',
    size: 'large',
    ageYears: 25,
    temperament: ['playful', 'protective'],
    bio: null,
  })
})

test('invalid fields show their error, and nothing is sent', async ({ admin, owned: { dog } }) => {
  const page = await admin.open(`/dog/${dog.id}`)
  await page.getByRole('button', { name: 'Edit Profile (Admin)' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Name').fill('  ')
  await dialog.getByLabel('Breed').fill('')
  await dialog.getByLabel('Playful').uncheck()
  await dialog.getByLabel('Age (years)').fill('26')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Breed is required')).toBeVisible()
  await expect(dialog.getByText('At least one temperament is required')).toBeVisible()
  await expect(dialog.getByText('Age is 0 to 25')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect((await readDog(admin, dog)).name).toBe('Biscuit')
  // When reopened, the fields show the dog again.
  await page.getByRole('button', { name: 'Edit Profile (Admin)' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Biscuit')
  await fail(page, '/api/trpc/admin.editDog')
  await dialog.getByLabel('Name').fill('Toast')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update dog profile')
  await expect(dialog.getByLabel('Name')).toHaveValue('Toast')
})

test('photos are added and deleted in the dialog, up to six', async ({ admin, owned: { owner, dog } }) => {
  for (let n = 0; n < 4; n++) await owner.photo(dog)
  const page = await admin.open(`/dog/${dog.id}`)
  await page.getByRole('button', { name: 'Edit Profile (Admin)' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByText('(4/6)')).toBeVisible()
  const buffer = await portraitPng(dog)
  const files = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `new-${n}.png`, mimeType: 'image/png', buffer }))
  const add = dialog.getByLabel('Add photo')
  await add.setInputFiles(files(3))
  await expect(page.getByRole('alert')).toContainText('Too many photos')
  await expect(page.getByRole('alert')).toContainText('You can only upload 2 more photo(s). Maximum is 6 photos.')
  // Only as many as fit are accepted.
  await expect(page.getByText('2 photo(s) uploaded successfully')).toBeVisible()
  await expect(dialog.getByText('(6/6)')).toBeVisible()
  await expect(add).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /^Delete photo/ })).toHaveCount(6)

  // Escape closes only the upper dialog. The one below asks before it drops what was typed.
  await dialog.getByLabel('Name').fill('Crumpet')
  await dialog.getByRole('button', { name: 'Set the focus of photo 1' }).click()
  const focus = page.getByRole('dialog', { name: "Center on your dog's face" })
  await expect(focus).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(focus).toBeHidden()
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(leaving).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(leaving).toBeHidden()
  await expect(dialog.getByLabel('Name')).toHaveValue('Crumpet')

  await dialog.getByRole('button', { name: 'Delete photo 6' }).click()
  await expect(page.getByText('Photo deleted successfully')).toBeVisible()
  await expect(dialog.getByText('(5/6)')).toBeVisible()
  // Once it can no longer be brought back.
  await expect.poll(async () => (await readDog(admin, dog)).photos.length, { timeout: 20_000 }).toBe(5)
  await fail(page, '/api/photos/')
  await dialog.getByRole('button', { name: 'Delete photo 5' }).click()
  await expect(page.getByRole('alert')).toContainText('502: bad gateway')
  await fail(page, '/api/photos')
  const refused = page.waitForResponse(/\/api\/photos$/)
  await add.setInputFiles(files(1))
  expect((await refused).status()).toBe(502)
  await expect(page.getByRole('alert')).toContainText('502: bad gateway')
  await page.unrouteAll()
  await page.route('**/api/photos', route => route.abort())
  await add.setInputFiles(files(1))
  await expect(page.getByRole('alert')).toContainText('Failed to upload photo')
  expect((await readDog(admin, dog)).photos).toHaveLength(5)
})

test('the dialog is at most 90% of the window’s height, on a phone too', async ({ person, server, owned: { dog } }) => {
  const admin = await person({}, { viewport: { width: 375, height: 600 } })
  await setAdmin(server, admin)
  const page = await admin.open(`/dog/${dog.id}`)
  await page.getByRole('button', { name: 'Edit Profile (Admin)' }).click()
  const box = await dialogOf(page).boundingBox()
  expect(Math.round(box?.height ?? 0)).toBeLessThanOrEqual(540)
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})

test('an admin deletes any profile after confirming, and is taken to Sniff', async ({ admin, owned: { dog } }) => {
  await admin.dog({ name: 'Own' })
  const page = await admin.open(`/dog/${dog.id}`)
  await page.getByRole('button', { name: 'Delete Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you absolutely sure?' })
  await expect(
    dialog.getByText(
      "This action cannot be undone. This will permanently delete Biscuit's profile and all associated data.",
    ),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Delete Profile' }).click()
  await fail(page, '/api/trpc/admin.deleteDog')
  await dialog.getByRole('button', { name: 'Delete Profile' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to delete dog profile')
  await page.unrouteAll()
  await page.route('**/api/trpc/admin.deleteDog*', async route => {
    await expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Delete Profile' }).click()
  await expect(page.getByText('Dog profile deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/sniff$/)
  await page.goto(`/dog/${dog.id}`)
  await expect(page.getByRole('heading', { name: 'Dog not found', level: 1 })).toBeVisible()
})
