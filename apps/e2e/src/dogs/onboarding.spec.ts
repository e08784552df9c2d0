import type { Dog } from '@barkyard/domain/schemas/dog'
import type { User } from '@barkyard/domain/schemas/user'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { portraitPng } from '../people.ts'
import { next, untilPhotos } from './wizard.ts'

const complete = (page: Page) => page.getByRole('button', { name: 'Complete' }).click()

async function photos(count: number) {
  const buffer = await portraitPng({ name: 'Rex', breed: 'Beagle', size: 'small', temperament: [] })
  return Array.from({ length: count }, (_, at) => ({ name: `photo-${at + 1}.png`, mimeType: 'image/png', buffer }))
}

const files = (page: Page) => page.locator('input[type=file]')

test('the five steps create a dog by keyboard', async ({ person }) => {
  const owner = await person()
  const page = await owner.open('/onboarding')
  const calls: string[] = []
  page.on('request', request => {
    const name = /\/api\/(?:trpc\/)?(location\.set|dogs\.create|photos)/.exec(request.url())?.[1]
    if (name && request.method() === 'POST') calls.push(name)
  })

  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuetext', 'Step 1 of 5')
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toHaveCount(0)
  await page.getByLabel("Dog's name").fill('  Biscuit ')
  await page.keyboard.press('Tab')
  await page.keyboard.type('labrador')
  await expect(page.getByRole('option', { name: 'Labrador Retriever' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Tell us about Biscuit' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Small' })).toBeFocused()
  await page.getByRole('radio', { name: 'Small' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('radio', { name: 'Male', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Age in years').fill('1')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('checkbox')).toHaveCount(5)
  for (const trait of ['Friendly', 'Playful', 'Calm', 'Energetic', 'Shy']) {
    await expect(page.getByRole('checkbox', { name: trait })).toBeVisible()
  }
  await page.getByRole('checkbox', { name: 'Shy' }).check()
  await page.getByRole('checkbox', { name: 'Calm' }).check()
  await page.getByLabel('Bio').fill('Sleeps a lot.')
  await next(page)

  await expect(page.getByText('This helps show dogs nearby')).toBeVisible()
  await page.locator('input[name=city]').pressSequentially('portland, m')
  await expect(page.getByRole('option').first()).toContainText('Portland, Maine')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await next(page)

  await expect(page.getByText('Upload 1-6 photos (JPG, PNG, or WebP, max 8MB each)')).toBeVisible()
  await files(page).setInputFiles(await photos(2))
  await expect(page.getByRole('img', { name: /^\d: photo-\d\.png$/ })).toHaveCount(2)
  await complete(page)

  await expect(page).toHaveURL(/\/my-dogs$/)
  await expect(page.getByText('Profile created!')).toBeVisible()
  await expect(page.getByText(/Welcome to Barkyard.*playmates/)).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Biscuit Labrador Retriever Medium 1 year', exact: true }),
  ).toBeVisible()
  expect(calls).toEqual(['location.set', 'dogs.create', 'photos', 'photos'])
  const [dog] = await owner.call<Dog[]>('GET', '/my-dogs')
  expect(dog).toMatchObject({ name: 'Biscuit', sex: 'male', temperament: ['calm', 'shy'], bio: 'Sleeps a lot.' })
  expect(dog?.photos).toHaveLength(2)
  expect(await owner.call<User>('GET', '/auth/user')).toMatchObject({
    city: expect.stringContaining('Portland, Maine'),
    lat: null,
    lng: null,
    // The owner picks the active dog.
    dog: null,
  })
})

test('only a failed photo is uploaded again, and the dog is created once', async ({ person }) => {
  const owner = await person()
  const page = await owner.open('/onboarding')
  await untilPhotos(page)
  await files(page).setInputFiles(await photos(3))
  let uploads = 0
  await page.route('**/api/photos', route => {
    uploads += 1
    return uploads === 2 ? route.abort() : route.continue()
  })
  await complete(page)
  await expect(page.getByText('Photo upload failed').first()).toBeVisible()
  await expect(page.getByText("Rex's profile is saved, but a photo is missing")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toHaveCount(0)
  await expectAccessible(page)
  expect(uploads).toBe(3)

  await complete(page)
  await expect(page).toHaveURL(/\/my-dogs$/)
  await expect(page.getByText('Profile created!')).toBeVisible()
  expect(uploads).toBe(4)
  const dogs = await owner.call<Dog[]>('GET', '/my-dogs')
  expect(dogs.map(dog => [dog.name, dog.photos.length])).toEqual([['Rex', 3]])
})
