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
  // The next toast takes the place of this one.
  let letPhotosGo = () => {}
  const read = new Promise<void>(resolve => {
    letPhotosGo = resolve
  })
  await page.route('**/api/photos', route => read.then(() => route.continue()))
  await add.setInputFiles(files(3))
  await expect(page.getByRole('alert')).toContainText('Too many photos')
  await expect(page.getByRole('alert')).toContainText('You can only upload 2 more photo(s). Maximum is 6 photos.')
  letPhotosGo()
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
  await expect.poll(async () => (await readDog(admin, dog)).photos.length).toBe(5)
  await fail(page, '/api/trpc/photos.delete')
  await dialog.getByRole('button', { name: 'Delete photo 5' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to delete photo')
  await fail(page, '/api/photos')
  const refused = page.waitForResponse(/\/api\/photos$/)
  await add.setInputFiles(files(1))
  expect((await refused).status()).toBe(502)
  await expect(page.getByRole('alert')).toContainText('Failed to upload photo')
  await page.unrouteAll()
  await page.route('**/api/photos', route => route.abort())
  await add.setInputFiles(files(1))
  await expect(page.getByRole('alert')).toContainText('Failed to upload photo')
  expect((await readDog(admin, dog)).photos).toHaveLength(5)
})
