import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { decidePermission } from '../notifications/push-service.ts'

const PHONE = { width: 375, height: 667 }
const DESKTOP = { width: 1440, height: 800 }
const card = (page: Page) =>
  page
    .getByRole('region', { name: /Notifications/ })
    .locator('[data-destructive], [class*=toast]')
    .first()

/** The controls in `within` that the toast covers. */
async function covered(page: Page, within: Locator): Promise<string[]> {
  const toast = await card(page).boundingBox()
  if (!toast) throw new Error('no toast')
  return within.locator(':is(button, input:not([type=hidden]), textarea, select, [role=slider]):visible').evaluateAll(
    (controls, { x, y, width, height }) =>
      controls
        .filter(control => {
          const box = control.getBoundingClientRect()
          const isOver = box.left < x + width && x < box.right && box.top < y + height && y < box.bottom
          // Controls that the dialog has scrolled out of view are not covered.
          const middle = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
          return (
            isOver && (middle === null || !control.contains(middle)) && middle?.closest('section[aria-label^=Notif]')
          )
        })
        .map(control => control.outerHTML.slice(0, 80)),
    toast,
  )
}

for (const viewport of [PHONE, DESKTOP]) {
  test(`toasts do not cover the wizard's fields and buttons, ${viewport.width} px wide`, async ({ person }) => {
    const page = await (await person({}, { viewport })).open('/onboarding')
    const main = page.getByRole('main')
    const next = page.getByRole('button', { name: 'Next' })
    await next.click()
    await expect(card(page)).toBeVisible()
    await expect.poll(() => covered(page, main)).toEqual([])
    await page.getByLabel("Dog's name").fill('Rex')
    await page.locator('input[name=breed]').fill('Beagle')
    await page.keyboard.press('Escape')
    await next.click()
    await expect(page.getByText('Step 2 of 5')).toBeVisible()
    await next.click()
    await expect(page.getByText('Please fill in size, sex, and age')).toBeVisible()
    await expect.poll(() => covered(page, main)).toEqual([])
  })

  test(`a dialog makes room for a toast, ${viewport.width} px wide`, async ({ person }) => {
    const [me, other] = [await person({}, { viewport }), await person()]
    const [mine, theirs] = [await me.dog(), await other.dog({ name: 'Juno' })]
    await me.bark(theirs)
    expect(mine.id).not.toBe(theirs.id)
    const page = await me.open('/playdates')
    await page.getByRole('combobox', { name: 'Who would you like to meet?' }).click()
    await page.getByRole('option', { name: /Juno/ }).click()
    await page.getByRole('button', { name: 'Create Playdate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a Playdate' })
    await page.route('**/api/trpc/playdates.create*', route => route.abort())
    await dialog.getByRole('combobox', { name: /Location/ }).click()
    await page.getByRole('option', { name: 'Crissy Field' }).click()
    await dialog.getByRole('button', { name: /Date/ }).click()
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('button', { name: /^15 / }).click()
    await dialog.getByRole('combobox', { name: /Time/ }).click()
    await page.getByRole('option', { name: '10:00 AM' }).click()
    await dialog.getByRole('button', { name: 'Create Playdate' }).click()
    await expect(page.getByText('Failed to create playdate. Please try again.')).toBeVisible()
    await expect.poll(() => covered(page, dialog)).toEqual([])
    const [toast, box] = [await card(page).boundingBox(), await dialog.boundingBox()]
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(toast?.y ?? 0)
  })
}

test('a toast does not cover the offer of notifications that comes with it', async ({ person }) => {
  // On a page this low, a toast would cover the photo's arrows at the bottom, so it comes at the top.
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
  const offer = page.getByRole('region', { name: 'Know when they answer' })
  await expect(offer.getByRole('button', { name: 'Turn on' })).toBeInViewport({ ratio: 1 })
  for (const size of [{ width: 375, height: 553 }, PHONE, { width: 812, height: 375 }, DESKTOP]) {
    await page.setViewportSize(size)
    await expect
      .poll(async () => {
        const [toast, box] = [await card(page).boundingBox(), await offer.boundingBox()]
        if (!toast || !box) throw new Error('no toast or no offer')
        const isBeside = toast.x >= box.x + box.width || box.x >= toast.x + toast.width
        return isBeside || toast.y >= box.y + box.height || box.y >= toast.y + toast.height
      }, `apart, ${size.width} px wide`)
      .toBe(true)
  }

  // A photo in full screen makes room for the toast too, and nothing of the page is to be seen or pressed there.
  await page.setViewportSize(PHONE)
  await card(page).hover()
  await page.getByRole('button', { name: 'Photo of Juno, full screen' }).press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Photos of Juno' })
  await expect(viewer.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(card(page)).toBeVisible()
  const below = await page.evaluate(() => {
    const tops = [...Array(Math.ceil(innerHeight / 4)).keys()].map(row => row * 4)
    const at = tops.flatMap(y => [2, innerWidth / 2, innerWidth - 2].map(x => document.elementFromPoint(x, y)))
    return at.filter(element => !element?.closest('[role=dialog], section[aria-label^=Notif]')).length
  })
  expect(below).toBe(0)
})
