import { expect, test } from '../fixtures.ts'

test('a page that an update made stale loads itself anew, once, at the address that was wanted', async ({ person }) => {
  const owner = await person({}, { serviceWorkers: 'block' })
  await owner.dog()
  const page = await owner.open('/doghouse')
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
  // As a server does after an update: the files of the page are gone until it is loaded anew.
  let isStale = true
  page.on('request', request => {
    if (request.resourceType() === 'document') isStale = false
  })
  await page.route('**/assets/*.js', route => (isStale ? route.abort() : route.continue()))
  const loaded = page.waitForEvent('load')
  await page
    .getByRole('link', { name: /Playdates/ })
    .first()
    .click()
  await loaded
  await expect(page).toHaveURL(/\/playdates$/)
  await expect(page.getByRole('heading', { name: 'Playdates', level: 1 })).toBeVisible()
  await expect(page.getByText('Check your connection')).toHaveCount(0)
})

test('a file that stays missing is no matter of the connection, and does not load the page again and again', async ({
  person,
}) => {
  const owner = await person({}, { serviceWorkers: 'block' })
  await owner.dog()
  const page = await owner.open('/doghouse')
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
  let loads = 0
  page.on('load', () => loads++)
  await page.route('**/assets/playdates.screen*.js', route => route.abort())
  await page
    .getByRole('link', { name: /Playdates/ })
    .first()
    .click()
  await expect(page.getByText("We couldn't load this")).toBeVisible()
  await expect(page.getByText('This is our fault. Please try again in a moment.')).toBeVisible()
  await expect(page.getByText('Check your connection')).toHaveCount(0)
  expect(loads).toBeLessThanOrEqual(1)
})
