import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const region = (page: Page) => page.getByRole('region', { name: /Notifications/ })
const shown = (page: Page) => region(page).getByRole('button', { name: 'Dismiss' })
const next = (page: Page) => page.getByRole('button', { name: 'Next' })

/** Drags the toast sideways by a number of px. */
async function drag(page: Page, dx: number) {
  const box = await region(page).getByText('Missing information').boundingBox()
  if (!box) throw new Error('no toast')
  const [x, y] = [box.x + 10, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + dx, y, { steps: 5 })
  await page.mouse.up()
}

test('one toast at a time, for five seconds; a swipe of 50 px to the right, Escape and a button dismiss it', async ({
  person,
}) => {
  const owner = await person()
  const page = await owner.context.newPage()
  await page.clock.install()
  await page.goto('/onboarding')
  await expect(next(page)).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)

  await next(page).click()
  await expect(region(page).getByText('Missing information')).toBeVisible()
  await expect(region(page).getByText("Please fill in your dog's name and breed")).toBeVisible()
  await page.clock.runFor(4_900)
  await expect(shown(page)).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(shown(page)).toHaveCount(0)

  // A new toast replaces the previous one.
  await next(page).click()
  await expect(shown(page)).toHaveCount(1)
  await page.getByLabel("Dog's name").fill('Rex')
  await page.locator('input[name=breed]').fill('Mutt')
  await page.keyboard.press('Escape')
  await next(page).click()
  await next(page).click()
  await expect(region(page).getByText('Please fill in size, sex, and age')).toBeVisible()
  await expect(shown(page)).toHaveCount(1)

  await drag(page, 45)
  await expect(shown(page)).toHaveCount(1)
  await drag(page, -120)
  await expect(shown(page)).toHaveCount(1)
  await drag(page, 60)
  await expect(shown(page)).toHaveCount(0)

  // F8 moves the focus to it from anywhere.
  await next(page).click()
  await page.keyboard.press('F8')
  await expect(region(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(shown(page)).toBeFocused()
  // The toast stays while it has the focus.
  await page.clock.runFor(20_000)
  await expect(shown(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(shown(page)).toHaveCount(0)

  await next(page).click()
  await shown(page).click()
  await expect(shown(page)).toHaveCount(0)
})

test('a tooltip opens after 700 ms, the next one within 300 ms of it at once', async ({ person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  await owner.dog({ name: 'Mochi' }, { isActive: false })
  const page = await owner.context.newPage()
  await page.clock.install()
  await page.goto('/my-dogs')
  const [first, second] = [
    page.getByRole('button', { name: 'Delete Rex' }),
    page.getByRole('button', { name: 'Delete Mochi' }),
  ]
  await expect(first).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const tip = page.getByRole('tooltip')

  await first.hover()
  await page.clock.runFor(690)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(tip).toHaveText('Delete Rex')
  await page.mouse.move(1, 1)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(250)
  await second.hover()
  await page.clock.runFor(5)
  await expect(tip).toHaveText('Delete Mochi')
  await page.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)

  await page.mouse.move(1, 1)
  await page.clock.runFor(400)
  await second.hover()
  await page.clock.runFor(690)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(tip).toBeVisible()
})
