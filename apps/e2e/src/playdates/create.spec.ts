import { settled } from '../clicks.ts'
import { expect, test } from '../fixtures.ts'
import { appRuns } from '../people.ts'
import { pair } from './playdates-people.ts'

test('map and calendar are downloaded with the dialog, with tiles of the configured server, and Back closes it', async ({
  person,
}) => {
  const { me } = await pair(person)
  const page = await me.context.newPage()
  const files: string[] = []
  page.on('request', request => files.push(request.url()))
  await page.goto('/doghouse')
  await appRuns(page)
  await page.getByRole('link', { name: 'Playdates' }).first().click()
  await expect(page.getByText('No upcoming playdates. Create one above!')).toBeVisible()
  expect(files.filter(url => url.includes('plan-form'))).toEqual([])

  // Without the form's code the dialog says so, and can be told to try again.
  await page.route(/plan-form.*\.js/, route => route.abort())
  const matches = page.getByRole('combobox', { name: 'Who would you like to meet?' })
  await matches.click()
  // The list is as wide as its field, whatever order its stylesheets came in.
  const [field, match] = [await matches.boundingBox(), await page.getByRole('option').first().boundingBox()]
  expect((match?.x ?? 0) - (field?.x ?? 0)).toBeLessThanOrEqual(8)
  await page.getByRole('option', { name: 'Mochi' }).click()
  await page.getByRole('button', { name: 'Create Playdate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Playdate' })
  await expect(dialog.getByText("We couldn't load this")).toBeVisible()
  await page.unroute(/plan-form.*\.js/)
  const tile = page.waitForRequest(request => request.url().startsWith('http://127.0.0.1:9/12/'))
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('region', { name: 'Map of the parks' })).toBeVisible()
  await tile

  // The focus returns to what opened it.
  const create = page.getByRole('button', { name: 'Create Playdate' })
  await expect(dialog.getByRole('button', { name: /^Date/ })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()

  // Back closes the dialog, and only then leaves the page.
  await create.click()
  await expect(dialog.getByRole('button', { name: /^Date/ })).toBeFocused()
  await settled(page)
  await page.evaluate(() => history.back())
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Playdates', level: 1 })).toBeVisible()
})
