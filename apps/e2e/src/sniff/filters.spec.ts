import type { Page } from '@playwright/test'
import { settled } from '../clicks.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { searchesOf, statusOf, yard } from './sniff-people.ts'

const names = (page: Page) => page.getByRole('article').getByRole('heading')
const slider = (page: Page, name: string) => page.getByRole('slider', { name })

async function press(page: Page, name: string, key: string, times: number) {
  for (let n = 0; n < times; n++) await slider(page, name).press(key)
}

test('distance and age are sliders with their limits, steps and defaults', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  await neighbour({ name: 'Pup', ageYears: 0 }, 3)
  await neighbour({ name: 'Elder', ageYears: 23 }, 4)
  await neighbour({ name: 'Distant', ageYears: 5 }, 60)
  const page = await me.open('/sniff')
  await expect(names(page)).toHaveText(['Pup'])

  const distance = slider(page, 'Distance')
  const youngest = slider(page, 'Youngest age')
  const oldest = slider(page, 'Oldest age')
  for (const [thumb, min, now, max] of [
    [distance, '5', '25', '100'],
    [youngest, '0', '0', '20'],
    [oldest, '0', '15', '20'],
  ] as const) {
    await expect(thumb).toHaveAttribute('aria-valuemin', min)
    await expect(thumb).toHaveAttribute('aria-valuenow', now)
    await expect(thumb).toHaveAttribute('aria-valuemax', max)
  }

  await press(page, 'Distance', 'ArrowRight', 7)
  await expect(distance).toHaveAttribute('aria-valuenow', '60')
  await expect(page.getByText('Up to 60 km', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/sniff?distance=60')
  await expect(names(page)).toHaveText(['Pup', 'Distant'])

  // The end of the slider means "20 or older", because dogs reach 25.
  await press(page, 'Oldest age', 'ArrowRight', 5)
  await expect(oldest).toHaveAttribute('aria-valuetext', '20 years or older')
  await expect(page.getByText('Any age')).toBeVisible()
  await expect(names(page)).toHaveText(['Pup', 'Elder', 'Distant'])
  await press(page, 'Youngest age', 'ArrowRight', 5)
  await expect(names(page)).toHaveText(['Elder', 'Distant'])
  await expect(page).toHaveURL('/sniff?distance=60&ageMin=5&ageMax=20')

  await press(page, 'Youngest age', 'End', 1)
  await expect(youngest).toHaveAttribute('aria-valuenow', '20')
  await press(page, 'Youngest age', 'Home', 1)
  await expect(youngest).toHaveAttribute('aria-valuenow', '0')
  await press(page, 'Oldest age', 'Home', 1)
  await expect(oldest).toHaveAttribute('aria-valuenow', '0')
  await press(page, 'Oldest age', 'End', 1)
  await expect(oldest).toHaveAttribute('aria-valuenow', '20')

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/sniff')
  await expect(distance).toHaveAttribute('aria-valuenow', '25')
  await expect(youngest).toHaveAttribute('aria-valuenow', '0')
  await expect(oldest).toHaveAttribute('aria-valuenow', '15')
  await expect(names(page)).toHaveText(['Pup'])
})

test('a slider searches when it is released, not while it moves', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  await neighbour({ name: 'Distant' }, 60)
  const page = await me.context.newPage()
  const searches = searchesOf(page)
  await page.goto('/sniff')
  await expect(statusOf(page)).toHaveText('0 dogs found within your search area')
  const thumb = slider(page, 'Distance')
  const box = await thumb.boundingBox()
  if (!box) throw new Error('no slider')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 400, box.y, { steps: 20 })
  await expect(thumb).toHaveAttribute('aria-valuenow', '100')
  await page.mouse.up()
  await expect(names(page)).toHaveText(['Distant'])
  // The first answer came with the page.
  expect(searches.length).toBeGreaterThan(0)
  for (const search of searches) expect(search).toMatchObject({ distance: 100 })
})

test('sizes and temperaments toggle one by one, and all filters combine', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  await neighbour({ name: 'Calm small', size: 'small', temperament: ['calm'] }, 2)
  await neighbour({ name: 'Calm large', size: 'large', temperament: ['calm', 'shy'] }, 4)
  await neighbour({ name: 'Wild large', size: 'large', temperament: ['energetic'] }, 6)
  const page = await me.open('/sniff')
  await expect(names(page)).toHaveCount(3)
  const size = page.getByRole('group', { name: 'Size' })
  const temperament = page.getByRole('group', { name: 'Temperament' })
  await expect(size.getByRole('button')).toHaveText(['Small', 'Medium', 'Large'])
  await expect(temperament.getByRole('button')).toHaveText(['Friendly', 'Playful', 'Calm', 'Energetic', 'Shy'])

  await size.getByRole('button', { name: 'Large' }).click()
  await expect(size.getByRole('button', { name: 'Large' })).toHaveAttribute('aria-pressed', 'true')
  await expect(names(page)).toHaveText(['Calm large', 'Wild large'])
  await size.getByRole('button', { name: 'Small' }).press('Space')
  await expect(names(page)).toHaveCount(3)
  await temperament.getByRole('button', { name: 'Calm' }).click()
  await expect(names(page)).toHaveText(['Calm small', 'Calm large'])
  await size.getByRole('button', { name: 'Small' }).click()
  await expect(names(page)).toHaveText(['Calm large'])
  await expectAccessible(page)

  await expect(page).toHaveURL('/sniff?sizes=large&temperaments=calm')
  await page.reload()
  await expect(names(page)).toHaveText(['Calm large'])
  await expect(temperament.getByRole('button', { name: 'Calm' })).toHaveAttribute('aria-pressed', 'true')
})

test('filters survive going to a dog and back, by the browser’s Back and by the page’s', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  await neighbour({ name: 'Juno', size: 'large' }, 4)
  await neighbour({ name: 'Pip', size: 'small' }, 2)
  const page = await me.open('/sniff?sizes=large')
  await page.getByRole('link', { name: 'Juno' }).click()
  await expect(page).toHaveURL(/\/dog\//)
  await page.goBack()
  await expect(page).toHaveURL('/sniff?sizes=large')
  await expect(names(page)).toHaveText(['Juno'])
  await expect(page.getByRole('link', { name: 'Juno' })).toBeFocused()

  await page.getByRole('link', { name: 'Juno' }).click()
  await expect(page).toHaveURL(/\/dog\//)
  await page.locator('main a[href="/sniff"]').click()
  await expect(page).toHaveURL('/sniff?sizes=large')
  await expect(names(page)).toHaveText(['Juno'])
})

test('invalid filters in the address are ignored', async ({ person }) => {
  const { me, neighbour } = await yard(person)
  await neighbour({ name: 'Juno' }, 4)
  const page = await me.open('/sniff?distance=-3&ageMin=12&ageMax=4&sizes=huge,,&temperaments=%00&order=up')
  await expect(names(page)).toHaveText(['Juno'])
  await expect(slider(page, 'Distance')).toHaveAttribute('aria-valuenow', '25')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 720 } })

  test('the filters slide in as a drawer', async ({ person }) => {
    const { me, neighbour } = await yard(person)
    await neighbour({ name: 'Juno', size: 'large' }, 4)
    await neighbour({ name: 'Pip', size: 'small' }, 2)
    const page = await me.open('/sniff')
    await expect(names(page)).toHaveText(['Pip', 'Juno'])
    await expect(slider(page, 'Distance')).toHaveCount(0)
    await expectAccessible(page)

    const open = page.getByRole('button', { name: 'Filters' })
    await open.click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await expect(slider(page, 'Distance')).toBeVisible()
    await drawer.getByRole('button', { name: 'Large' }).click()
    await expect(drawer.getByRole('button', { name: 'Show 1 dog' })).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Show 1 dog' }).click()
    await expect(drawer).toHaveCount(0)
    await expect(names(page)).toHaveText(['Juno'])
    await expect(open).toBeFocused()
    await expect(open).toContainText('1 set')

    await open.click()
    await drawer.getByRole('button', { name: 'Clear' }).click()
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(page).toHaveURL('/sniff')
    await expect(names(page)).toHaveText(['Pip', 'Juno'])

    // Back closes the drawer, and leaves the page the next time.
    await page
      .getByRole('banner')
      .getByRole('link', { name: /to the doghouse/ })
      .click()
    await expect(page).toHaveURL('/doghouse')
    await page.getByRole('link', { name: /Find dogs nearby/ }).click()
    await open.click()
    await expect(drawer).toBeVisible()
    await settled(page)
    await page.goBack()
    await expect(drawer).toHaveCount(0)
    await expect(page).toHaveURL('/sniff')
    await page.goBack()
    await expect(page).toHaveURL('/doghouse')
    await page.goForward()
    await expect(names(page)).toHaveText(['Pip', 'Juno'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  })
})
