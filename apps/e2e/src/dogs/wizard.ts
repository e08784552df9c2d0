import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

/** The steps of the wizard that makes a dog. */
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
export const step = (page: Page, at: number) => expect(page.getByText(`Step ${at} of 5`)).toBeVisible()
const city = (page: Page) => page.locator('input[name=city]')

/** Fills in the first three steps; the city is next. */
export async function untilCity(page: Page, { name = 'Rex', breed = 'Beagle', age = '3' } = {}) {
  await page.getByLabel("Dog's name").fill(name)
  await page.locator('input[name=breed]').fill(breed)
  await page.keyboard.press('Escape')
  await next(page)
  await page.getByRole('radio', { name: 'Small' }).check()
  await page.getByRole('radio', { name: 'Female' }).check()
  await page.getByLabel('Age in years').fill(age)
  await next(page)
  await step(page, 3)
  await next(page)
  await step(page, 4)
}

/** Fills in the first four steps; the photos are next. */
export async function untilPhotos(page: Page, dog?: Parameters<typeof untilCity>[1]) {
  await untilCity(page, dog)
  await city(page).fill('Oakland')
  await page.keyboard.press('Escape')
  await next(page)
  await step(page, 5)
}
