import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { PASSWORD } from '../people.ts'

/** The clicks and fields from the landing page to the first bark. Fewer is better; more needs a reason. */
const TAPS = 12
const FIELDS = 7

test('from landing to the first bark', async ({ browser, server, person }) => {
  const neighbour = await person()
  await neighbour.livesAt({ lat: 36.7378, lng: -119.7871, city: 'Fresno' })
  await neighbour.dog({ name: 'Juno' })
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 375, height: 812 },
    hasTouch: true,
  })
  const page = await context.newPage()
  const [taps, fields]: [string[], string[]] = [[], []]
  const tap = async (what: Locator) => {
    taps.push(String(what))
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    await what.click()
  }
  const fill = async (what: Locator, text: string) => {
    fields.push(text)
    await what.fill(text)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const next = () => tap(button('Next'))

  await page.goto('/')
  await tap(page.getByRole('link', { name: 'Get Started', exact: true }))
  await fill(page.getByLabel('First name'), 'Robin')
  await fill(page.getByLabel('E-mail'), 'first-bark@example.test')
  await fill(page.getByLabel(/^Password/), PASSWORD)
  await tap(button('Create account'))

  // Straight to the wizard.
  await expect(page).toHaveURL('/onboarding')
  await fill(page.getByLabel("Dog's name"), 'Lupin')
  await fill(page.locator('input[name=breed]'), 'Beagle')
  await next()
  await tap(page.getByText('Small', { exact: true }))
  await tap(page.getByText('Female', { exact: true }))
  await fill(page.getByLabel('Age in years'), '3')
  await next()
  await expect(page.getByText('Step 3 of 5')).toBeVisible()
  await next()
  await fill(page.locator('input[name=city]'), 'Fresno')
  await page.getByRole('option').first().waitFor()
  await next()
  await expect(page.getByText('Step 5 of 5')).toBeVisible()
  await tap(button('Complete'))

  // The first dog becomes active at once.
  await expect(page).toHaveURL('/my-dogs')
  await tap(page.getByRole('main').getByRole('link', { name: 'Sniff Dogs' }))
  await tap(page.getByRole('link', { name: /Juno/ }).first())
  await tap(button('Bark (Send Woof!)'))
  await expect(page.getByText('Your bark has been sent!')).toBeVisible()
  expect(await neighbour.matches()).toHaveLength(1)
  expect([taps.length, fields.length]).toEqual([TAPS, FIELDS])
  await context.close()
})

test('owners without dogs start with the wizard, and the others choose a dog', async ({ person }) => {
  const owner = await person()
  const page: Page = await owner.open('/')
  await expect(page).toHaveURL('/onboarding')
  // The wizard can be skipped.
  await page.goto('/doghouse')
  await expect(page.getByText('No dogs yet!')).toBeVisible()
  await owner.dog({}, { isActive: false })
  await page.goto('/')
  await expect(page).toHaveURL('/my-dogs')
})
