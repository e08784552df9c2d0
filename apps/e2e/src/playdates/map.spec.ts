import { PARKS } from '@barkyard/domain/parks'
import { expect, test } from '../fixtures.ts'
import { openDialog, pair } from './playdates-people.ts'

type Box = { x: number; y: number; width: number; height: number } | null

const overlap = (one: Box, other: Box) =>
  !one ||
  !other ||
  (one.x < other.x + other.width - 1 &&
    other.x < one.x + one.width - 1 &&
    one.y < other.y + other.height - 1 &&
    other.y < one.y + one.height - 1)

test('the map is readable without tiles and in sync with the select', async ({ person }) => {
  const { me } = await pair(person)
  const page = await me.open('/playdates')
  const dialog = await openDialog(page)
  const map = dialog.getByRole('region', { name: 'Map of the parks' })
  await expect(map).toHaveCSS('height', '400px')
  for (const { name } of PARKS) await expect(map.getByRole('button', { name })).toHaveCount(1)
  await expect(map.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible()

  // A click on a marker selects it and shows its name and address.
  const lafayette = map.getByRole('button', { name: 'Lafayette Park' })
  const before = await lafayette.boundingBox()
  await lafayette.click()
  const location = dialog.getByRole('combobox', { name: 'Location' })
  await expect(location).toHaveValue('Lafayette Park')
  await expect(map.getByText('Gough St & Washington St, San Francisco, CA 94109')).toBeVisible()
  await expect(lafayette).toHaveAttribute('aria-pressed', 'true')
  const after = await lafayette.boundingBox()
  expect(after?.height).toBeGreaterThan(before?.height ?? 0)

  // A park chosen in the select shows on the map, even if it was out of view.
  await location.click()
  await page.getByRole('option', { name: 'Fort Funston' }).click()
  await expect(map.getByText('500 Skyline Blvd, San Francisco, CA 94132')).toBeInViewport()
  await expect(lafayette).toHaveAttribute('aria-pressed', 'false')

  // The same by keyboard.
  const dolores = map.getByRole('button', { name: 'Dolores Park' })
  await dolores.focus()
  await dolores.press('Enter')
  await expect(location).toHaveValue('Dolores Park')
  await expect(map.getByText('Dolores St & 19th St, San Francisco, CA 94114')).toBeVisible()
  await expect(dolores).toBeFocused()
  await expect(dialog).toBeVisible()

  await dialog.getByRole('button', { name: 'Show all parks' }).click()
  for (const { name } of PARKS) await expect(map.getByRole('button', { name })).toBeInViewport()
})

test('a map that cannot be downloaded can be tried again', async ({ person }) => {
  const { me } = await pair(person)
  const page = await me.open('/playdates')
  await page.route(/plan-form.*\.js/, route => route.abort())
  await page.getByRole('combobox', { name: 'Who would you like to meet?' }).click()
  await page.getByRole('option', { name: 'Mochi' }).click()
  await page.getByRole('button', { name: 'Create Playdate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Playdate' })
  await expect(dialog.getByText("We couldn't load the map")).toBeVisible()
  await page.unroute(/plan-form.*\.js/)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('region', { name: 'Map of the parks' })).toBeVisible()
})

test('tiles come from the configured server', async ({ person }) => {
  const { me } = await pair(person)
  const page = await me.context.newPage()
  const tile = page.waitForRequest(request => request.url().startsWith('http://127.0.0.1:9/12/'))
  await page.goto('/playdates')
  await openDialog(page)
  await tile
})

test('on a phone the dialog fills the screen, with its button at the bottom', async ({ person }) => {
  const { me } = await pair(person, { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true })
  const page = await me.open('/playdates')
  const dialog = await openDialog(page)
  const action = dialog.getByRole('button', { name: 'Create Playdate' })
  await expect(action).toBeInViewport({ ratio: 1 })
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(375)
  const box = await action.boundingBox()
  expect(box && box.y + box.height).toBeGreaterThan(640)
  expect(box?.height).toBeGreaterThanOrEqual(44)
  // Names are complete and cover no other park's pin.
  const map = dialog.getByRole('region', { name: 'Map of the parks' })
  await map.evaluate(element => element.scrollIntoView({ block: 'center' }))
  for (const { name } of PARKS)
    await expect(map.getByRole('button', { name }).locator('span').first()).toBeInViewport({ ratio: 1 })
  for (const name of ['Golden Gate Park', 'Crissy Field', 'Fort Funston']) {
    await map.getByRole('button', { name }).tap()
    await expect(dialog.getByRole('combobox', { name: 'Location' })).toHaveValue(name)
    const address = map.getByText(PARKS.find(park => park.name === name)?.address ?? '')
    // The popup stands above the pin, which grew by the tap.
    await expect
      .poll(async () => {
        const popup = await map.locator('.leaflet-popup').boundingBox()
        const pin = await map.getByRole('button', { name }).boundingBox()
        return popup && pin && popup.y + popup.height <= pin.y + 1
      })
      .toBe(true)
    // It covers neither the pin's name nor a button of the map.
    for (const other of [
      map.getByRole('button', { name }).locator('span').first(),
      map.getByRole('button', { name: 'Zoom in' }),
      map.getByRole('button', { name: 'Zoom out' }),
      dialog.getByRole('button', { name: 'Show all parks' }),
    ])
      await expect
        .poll(async () => overlap(await map.locator('.leaflet-popup').boundingBox(), await other.boundingBox()))
        .toBe(false)
    await dialog.getByRole('button', { name: 'Show all parks' }).tap()
    await expect(address).toHaveCount(0)
  }
  // Nothing is wider than the screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})
