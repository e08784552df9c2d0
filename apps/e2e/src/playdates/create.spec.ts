import { expect, test } from '../fixtures.ts'
import { pair } from './playdates-people.ts'

test('the form of a playdate is downloaded with its dialog, also at a second try, with tiles of the configured server', async ({
  person,
}) => {
  const { me } = await pair(person)
  const page = await me.open('/playdates')
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
})
