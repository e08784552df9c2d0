import type { Dog } from '@barkyard/domain/schemas/dog'
import type { User } from '@barkyard/domain/schemas/user'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { portraitPng } from '../people.ts'
import { next, untilPhotos } from './wizard.ts'

const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true }).click()
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

  await expect(page.getByRole('heading', { name: 'The basics' })).toBeVisible()
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
  await expect(page.getByRole('button', { name: 'Active Biscuit Labrador Retriever Medium 1 year' })).toBeVisible()
  expect(calls).toEqual(['location.set', 'dogs.create', 'photos', 'photos'])
  const [dog] = await owner.call<Dog[]>('GET', '/my-dogs')
  expect(dog).toMatchObject({ name: 'Biscuit', sex: 'male', temperament: ['calm', 'shy'], bio: 'Sleeps a lot.' })
  expect(dog?.photos).toHaveLength(2)
  expect(await owner.call<User>('GET', '/auth/user')).toMatchObject({
    city: expect.stringContaining('Portland, Maine'),
    lat: null,
    lng: null,
    // There was no active dog before.
    dog: { name: 'Biscuit' },
  })
})

test('each step says what is missing, and Back keeps the input', async ({ person }) => {
  const page = await (await person()).open('/onboarding')
  await next(page)
  await expect(page.getByText('Missing information')).toBeVisible()
  await expect(page.getByText("Please fill in your dog's name and breed")).toBeVisible()
  await expect(page.getByLabel("Dog's name")).toBeFocused()
  await page.getByLabel("Dog's name").fill('   ')
  await page.locator('input[name=breed]').fill('My own mix')
  await next(page)
  await expect(page.getByText("Please fill in your dog's name and breed")).toBeVisible()
  await page.getByLabel("Dog's name").fill('Rex')
  await next(page)

  await page.getByRole('radio', { name: 'Large' }).check()
  await next(page)
  await expect(page.getByText('Please fill in size, sex, and age')).toBeVisible()
  await page.getByRole('radio', { name: 'Female' }).check()
  // The field shows the error, and so does Next.
  await page.getByLabel('Age in years').fill('2.5')
  await expect(page.getByText('Whole years, 0 to 25. Under a year is 0.')).toBeVisible()
  await next(page)
  await expect(page.getByText('Invalid age')).toBeVisible()
  await expect(page.getByText('Please enter a valid age')).toBeVisible()
  await expect(page.getByLabel('Age in years')).toBeFocused()
  await expect(page.getByText('Step 2 of 5')).toBeVisible()
  await page.getByLabel('Age in years').fill('2')
  await next(page)
  await expect(page.getByText('Step 3 of 5')).toBeVisible()
  await next(page)
  await next(page)
  await expect(page.getByText('Please enter your city')).toBeVisible()
  await page.locator('input[name=city]').fill('Oakland')
  await page.keyboard.press('Escape')
  await next(page)
  await expect(page.getByText('Step 5 of 5')).toBeVisible()

  for (const step of [4, 3, 2, 1]) {
    await back(page)
    await expect(page.getByText(`Step ${step} of 5`)).toBeVisible()
  }
  await expect(page.getByLabel("Dog's name")).toHaveValue('Rex')
  await expect(page.locator('input[name=breed]')).toHaveValue('My own mix')
  for (const step of [2, 3, 4, 5]) {
    await next(page)
    await expect(page.getByText(`Step ${step} of 5`)).toBeVisible()
  }
})

test('photos are checked before they are uploaded', async ({ person }) => {
  const page = await (await person()).open('/onboarding')
  await untilPhotos(page)
  const good = await photos(7)
  const slots = page.getByRole('img', { name: /^\d: photo-\d\.png$/ })
  await files(page).setInputFiles(good)
  await expect(page.getByText('Too many photos')).toBeVisible()
  await expect(page.getByText('You can only upload 6 more photo(s). Maximum is 6 photos.')).toBeVisible()
  await expect(page.getByText(/photo-7\.png was left out\./)).toBeVisible()
  await expect(slots).toHaveCount(6)

  await page.getByRole('button', { name: 'Remove photo 4' }).dblclick()
  await expect(slots).toHaveCount(5)
  for (const position of [5, 4, 3]) await page.getByRole('button', { name: `Remove photo ${position}` }).click()
  await expect(slots).toHaveCount(2)
  // Five photos for four slots: four are taken, and the toast names the fifth.
  await files(page).setInputFiles(good.slice(0, 5))
  await expect(page.getByText(/You can only upload 4 more photo\(s\)\..*photo-5\.png was left out\./)).toBeVisible()
  await expect(slots).toHaveCount(6)
  for (const position of [6, 5, 4]) await page.getByRole('button', { name: `Remove photo ${position}` }).click()
  await expect(slots).toHaveCount(3)

  const bytes = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(64)])
  const wrong: [string, Buffer, RegExp][] = [
    ['cat.gif', bytes('GIF89a'), /cat\.gif is a GIF\. Please choose a JPG, PNG, or WebP\./],
    ['phone.jpg', bytes('\0\0\0\x18ftypheic'), /phone\.jpg is a HEIC\./],
    ['notes.png', bytes('hello'), /notes\.png isn't a photo we can use\./],
    ['big.jpg', Buffer.alloc(11 * 1024 * 1024, 0xff), /big\.jpg is 11 MB\. The limit is 8 MB\./],
    ['broken.png', bytes('\x89PNG'), /We can't read broken\.png\./],
  ]
  for (const [name, buffer, message] of wrong) {
    await files(page).setInputFiles([{ name, mimeType: 'image/jpeg', buffer }])
    await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByRole('img', { name: /^\d: photo-\d\.png$/ })).toHaveCount(3)
  }

  // The browser can decode this one, the server could not.
  const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'tan' } })
    .avif()
    .toBuffer()
  await files(page).setInputFiles([{ name: 'phone.avif', mimeType: 'image/avif', buffer: avif }])
  await expect(page.getByRole('img', { name: '4: phone.jpg' })).toBeVisible()

  await files(page).setInputFiles(good.slice(0, 2))
  await expect(page.getByRole('img', { name: /^\d: photo-\d\.png$/ })).toHaveCount(5)
  await expect(files(page)).toHaveCount(0)
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

  await page.getByRole('button', { name: 'Try again: photo 2' }).click()
  await expect(page).toHaveURL(/\/my-dogs$/)
  await expect(page.getByText('Profile created!')).toBeVisible()
  expect(uploads).toBe(4)
  const dogs = await owner.call<Dog[]>('GET', '/my-dogs')
  expect(dogs.map(dog => [dog.name, dog.photos.length])).toEqual([['Rex', 3]])
})

test('a profile that cannot be created says why, and a second try creates it once', async ({ person }) => {
  const owner = await person()
  const page = await owner.open('/onboarding')
  await untilPhotos(page)
  await page.route('**/api/trpc/dogs.create*', route => route.abort(), { times: 1 })
  await complete(page)
  await expect(page.getByText('Error creating profile')).toBeVisible()
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Complete' }).dblclick()
  await expect(page).toHaveURL(/\/my-dogs$/)
  expect(await owner.call<Dog[]>('GET', '/my-dogs')).toHaveLength(1)
})

test('a dog whose response was lost is created once, with the latest input', async ({ person }) => {
  const owner = await person()
  const page = await owner.open('/onboarding')
  await untilPhotos(page)
  await page.route(
    '**/api/trpc/dogs.create*',
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await complete(page)
  await expect(page.getByText('Error creating profile')).toBeVisible()
  for (let step = 4; step >= 1; step--) await back(page)
  await page.getByLabel("Dog's name").fill('Max')
  for (let step = 2; step <= 5; step++) {
    await next(page)
    await expect(page.getByText(`Step ${step} of 5`)).toBeVisible()
  }
  await complete(page)
  await expect(page).toHaveURL(/\/my-dogs$/)
  expect((await owner.call<Dog[]>('GET', '/my-dogs')).map(dog => dog.name)).toEqual(['Max'])
})

test('the button shows Creating profile... while it is busy', async ({ person }) => {
  const page = await (await person()).open('/onboarding')
  await untilPhotos(page)
  await page.route('**/api/trpc/dogs.create*', async route => {
    await expect(page.getByRole('button', { name: 'Creating profile...' })).toBeVisible()
    await route.continue()
  })
  await complete(page)
  await expect(page).toHaveURL(/\/my-dogs$/)
})
