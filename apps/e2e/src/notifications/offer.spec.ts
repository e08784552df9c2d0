import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { decidePermission } from './push-service.ts'
import { test } from './with-push.ts'

const PHONE = { width: 375, height: 667 }

/** The toast's card. */
const card = (page: Page) =>
  page
    .getByRole('region', { name: /Notifications/ })
    .locator('[data-destructive], [class*=toast]')
    .first()

test('the toast of a bark offers notifications, and makes room in a dialog', async ({ person }) => {
  const me = await person({}, { viewport: { width: 375, height: 553 }, serviceWorkers: 'allow' })
  await me.dog()
  const friend = await person()
  const juno = await friend.dog({ name: 'Juno' })
  await friend.photo(juno)
  await friend.photo(juno)
  const page = await me.open(`/dog/${juno.id}`)
  await decidePermission(page, 'prompt')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect(page.getByRole('button', { name: 'Next photo of Juno' })).toBeVisible()
  await page.getByRole('button', { name: 'Bark (Send Woof!)' }).click()
  await expect(card(page)).toBeVisible()
  // With the focus inside, the toast stays.
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(card(page).getByRole('button', { name: 'Open chat' })).toBeFocused()
  const offer = card(page).getByRole('region', { name: 'Know when they answer' })
  for (const size of [{ width: 375, height: 553 }, { width: 812, height: 375 }, PHONE]) {
    await page.setViewportSize(size)
    await expect(offer.getByRole('button', { name: 'Turn on' })).toBeInViewport({ ratio: 1 })
  }

  // A photo in full screen makes room for the toast, and nothing of the page is to be seen or pressed there.
  await card(page).hover()
  await page.getByRole('button', { name: 'Photo of Juno, full screen' }).press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Photos of Juno' })
  await expect(viewer.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(card(page)).toBeVisible()
  const below = () =>
    page.evaluate(() => {
      const tops = [...Array(Math.ceil(innerHeight / 4)).keys()].map(row => row * 4)
      const at = tops.flatMap(y => [2, innerWidth / 2, innerWidth - 2].map(x => document.elementFromPoint(x, y)))
      return at.filter(element => !element?.closest('[role=dialog], section[aria-label^=Notif]')).length
    })
  await expect.poll(below).toBe(0)
})
