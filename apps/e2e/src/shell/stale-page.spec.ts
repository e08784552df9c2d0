import { expect, test } from '../fixtures.ts'
import { appRuns } from '../people.ts'

test('a page that an update made stale loads itself anew, once, at the address that was wanted', async ({ person }) => {
  const owner = await person()
  await owner.dog()
  const page = await owner.open('/doghouse')
  const place = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`${name}$`) })
  let loads = 0
  page.on('request', request => {
    if (request.resourceType() === 'document') loads++
  })
  // As a server does after an update: the files of the page are gone until it is loaded anew.
  await page.route('**/assets/*.js', route => (loads === 0 ? route.abort() : route.continue()))
  await place('Playdates').click()
  await expect(page).toHaveURL(/\/playdates$/)
  await expect(page.getByRole('heading', { name: 'Playdates', level: 1 })).toBeVisible()
  await appRuns(page)
  expect(loads).toBe(1)

  // A file that stays missing is no matter of the connection, and does not load the page again and again.
  await page.route('**/assets/barks.screen*.js', route => route.abort())
  await place('Barks').click()
  await expect(page.getByText("We couldn't load this")).toBeVisible()
  await expect(page.getByText('This is our fault. Please try again in a moment.')).toBeVisible()
  await expect(page.getByText('Check your connection')).toHaveCount(0)
  expect(loads).toBe(2)
})

test('parts of a page that an update took away do not blame the connection, and come with a reload', async ({
  person,
}) => {
  const owner = await person()
  await owner.dog()
  const page = await owner.open('/playdates')
  await appRuns(page)
  let isGone = true
  page.on('request', request => {
    if (request.resourceType() === 'document') isGone = false
  })
  await page.route('**/assets/*.js', route => (isGone ? route.abort() : route.continue()))
  const loadsAnew = async (press: Promise<void>) => {
    await Promise.all([page.waitForEvent('load'), press])
    await appRuns(page)
  }
  const bell = page.getByRole('link', { name: /^Notifications/ }).first()
  await bell.click()
  await expect(page.getByText('This is our fault. Please try again in a moment.')).toBeVisible()
  await loadsAnew(page.getByRole('button', { name: 'Try again' }).click())
  await bell.click()
  await expect(page.getByRole('heading', { name: 'All quiet' })).toBeVisible()

  // A dialog says so too. It comes with the second press.
  await page.goto('/playdates#walks')
  isGone = true
  const host = page.getByRole('button', { name: 'Host a walk' })
  await host.click()
  await expect(page.getByRole('alert')).toContainText('This is our fault.')
  await loadsAnew(host.click())
  await host.click()
  await expect(page.getByRole('dialog', { name: 'Host an open walk' })).toBeVisible()
})

test('a map that an update took away from a form takes nothing that was typed', async ({ person }) => {
  const owner = await person()
  await owner.dog()
  const page = await owner.open('/doghouse')
  await page.route('**/assets/place-map*.js', route => route.abort())
  await page.goto('/parks/suggest')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Hefflinger Park')
  for (let tries = 0; tries < 2; tries++) {
    const asked = page.waitForRequest('**/api/live')
    await page.getByRole('button', { name: 'Try again' }).click()
    await asked
    await expect(page.getByText("We couldn't load the map")).toBeVisible()
  }
  await expect(name).toHaveValue('Hefflinger Park')
})
