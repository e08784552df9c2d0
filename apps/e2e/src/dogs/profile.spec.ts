import type { User } from '@barkyard/domain/schemas/user'
import { setAdmin } from '../admins.ts'
import { expect, test } from '../fixtures.ts'

const ASKING = 'To sniff dogs nearby, we need your location. This helps us show you playmates in your area.'

test('the profile shows the acting dog and the city', async ({ person }) => {
  const owner = await person()
  await owner.call('PATCH', '/user/location', { city: 'Oakland', lat: null, lng: null })
  const rex = await owner.dog({
    name: 'Rex',
    breed: 'Golden Retriever',
    size: 'large',
    sex: 'male',
    ageYears: 3,
    temperament: ['shy', 'gentle'],
    bio: 'Hates the hoover.',
  })
  await owner.photo(rex)
  const page = await owner.open('/profile')
  await expect(page.getByRole('heading', { name: 'My Profile', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Rex, 3 years' })).toBeVisible()
  for (const text of ['Golden Retriever', 'Large', 'Male', 'Shy', 'Gentle', 'Hates the hoover.', 'Oakland']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'About', exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Photo of Rex' })).toBeVisible()
  await expect(page.getByText(ASKING)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', `/dog/${rex.id}/edit`)
})

test('without an active dog the profile redirects to My Dogs', async ({ person }) => {
  const page = await (await person()).open('/profile')
  await expect(page).toHaveURL(/\/my-dogs$/)
})

test('the location is enabled once', async ({ person }) => {
  const owner = await person({}, { geolocation: { latitude: 37.77, longitude: -122.42 }, permissions: ['geolocation'] })
  await owner.dog()
  const page = await owner.open('/profile')
  await page.getByRole('button', { name: 'Enable Location' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('Location enabled')).toBeVisible()
  await expect(main.getByText('Location enabled')).toBeFocused()
  await expect(page.getByRole('region', { name: /Notifications/ }).getByText('Location enabled')).toBeVisible()
  await expect(page.getByText(ASKING)).toHaveCount(0)
  expect(await owner.call<User>('GET', '/auth/user')).toMatchObject({ lat: 37.77, lng: -122.42 })
})

test('failures of the location are shown', async ({ person }) => {
  const owner = await person({}, { permissions: [] })
  await owner.dog()
  const page = await owner.open('/profile')
  await page.getByRole('button', { name: 'Enable Location' }).click()
  await expect(page.getByText('Location access denied')).toBeVisible()
  await expect(page.getByText('Please enable location access in your browser settings.')).toBeVisible()

  await owner.context.grantPermissions(['geolocation'])
  await owner.context.setGeolocation({ latitude: 1, longitude: 2 })
  await page.route('**/api/trpc/location.set*', route => route.abort())
  await page.getByRole('button', { name: 'Enable Location' }).click()
  await expect(page.getByText('Failed to update location. Please try again.')).toBeVisible()
  await page.unroute('**/api/trpc/location.set*')

  await page.addInitScript(() => Object.defineProperty(navigator, 'geolocation', { value: undefined }))
  await page.reload()
  await page.getByRole('button', { name: 'Enable Location' }).click()
  await expect(page.getByText('Not supported', { exact: true })).toBeVisible()
  await expect(page.getByText('Geolocation is not supported by your browser.')).toBeVisible()
})

test('without coordinates the card says that sniffing uses the city, which can be changed', async ({ person }) => {
  const owner = await person()
  await owner.dog()
  await owner.call('PATCH', '/user/location', { city: 'Xyzzyville', lat: null, lng: null })
  const page = await owner.open('/profile')
  await expect(page.getByText("We don't know “Xyzzyville”. For now, you see dogs from everywhere")).toBeVisible()
  await page.getByRole('button', { name: 'Change city' }).click()
  await page.locator('input[name=city]').fill('Oakland')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save city' }).click()
  await expect(page.getByText('For now, sniffing starts in the middle of Oakland.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change city' })).toBeFocused()
  expect(await owner.call<User>('GET', '/auth/user')).toMatchObject({ city: 'Oakland', lat: null })
})

test('while impersonating the card says only whether the owner’s location is known', async ({ person, server }) => {
  const [owner, admin] = [await person(), await person()]
  const rex = await owner.dog({ name: 'Rex' })
  await setAdmin(server, admin)
  await admin.livesAt({ lat: 59.91, lng: 10.75, city: 'Oslo' })
  await admin.call('POST', `/admin/impersonate-dog/${rex.id}`)
  const page = await admin.open('/profile')
  await expect(page.getByText("We don't know where Rex's owner lives.")).toBeVisible()
  await expect(page.getByText('Oslo')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /city|Location/ })).toHaveCount(0)
  await owner.livesAt({ lat: 37.8, lng: -122.27, city: 'Oakland' })
  await page.reload()
  await expect(page.getByText("Rex's owner has shared a location.")).toBeVisible()
  await expect(page.getByText('Oakland')).toHaveCount(0)
})

test('the place that is shown is the place that is searched, and the location can be renewed and switched off', async ({
  person,
}) => {
  const omaha = { latitude: 41.26, longitude: -95.93 }
  const owner = await person({}, { geolocation: omaha, permissions: ['geolocation'] })
  await owner.dog()
  await owner.livesAt({ lat: 41.2, lng: -95.9, city: 'San Francisco' })
  const page = await owner.open('/profile')
  const main = page.getByRole('main')
  await expect(main.getByText('Sniffing starts where your device was, not in San Francisco.')).toBeVisible()

  await page.getByRole('button', { name: 'Renew location' }).click()
  await expect(page.getByText('Location renewed')).toBeVisible()
  expect(await owner.call<User>('GET', '/auth/user')).toMatchObject({ lat: 41.26, lng: -95.93 })
  await page.getByRole('button', { name: 'Switch off location' }).click()
  await expect(page.getByText('Location switched off')).toBeVisible()
  await expect(main.getByText('San Francisco', { exact: true })).toBeVisible()
  await expect(main.getByText('San Francisco', { exact: true })).toBeFocused()
  await expect(page.getByText('For now, sniffing starts in the middle of San Francisco.')).toBeVisible()
  expect(await owner.call<User>('GET', '/auth/user')).toMatchObject({ city: 'San Francisco', lat: null, lng: null })

  // Whoever saves their city is searched there, also if it is the one that they have.
  await page.getByRole('button', { name: 'Enable Location' }).click()
  await expect(main.getByText('Location enabled')).toBeVisible()
  await page.getByRole('button', { name: 'Change city' }).click()
  await page.getByRole('button', { name: 'Save city' }).click()
  await expect(page.getByText('For now, sniffing starts in the middle of San Francisco.')).toBeVisible()
  expect(await owner.call<User>('GET', '/auth/user')).toMatchObject({ city: 'San Francisco', lat: null, lng: null })
})
