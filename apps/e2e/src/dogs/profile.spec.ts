import type { User } from '@barkyard/domain/schemas/user'
import { expect, expectAccessible, test } from '../fixtures.ts'

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
  await expectAccessible(page)
})

test('without an active dog the choice of one comes first', async ({ person }) => {
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
  await expectAccessible(page)
})

test('what can go wrong with the location is told', async ({ person }) => {
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
