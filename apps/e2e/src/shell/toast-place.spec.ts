import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { toastCard as card } from './toast-card.ts'

const PHONE = { width: 375, height: 667 }
const DESKTOP = { width: 1440, height: 800 }

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
    await expect
      .poll(async () => {
        const [toast, box] = [await card(page).boundingBox(), await dialog.boundingBox()]
        return (toast?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)
      }, 'px between them')
      .toBeGreaterThanOrEqual(0)
  })
}
