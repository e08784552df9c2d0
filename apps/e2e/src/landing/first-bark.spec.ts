import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { PASSWORD } from '../people.ts'

/**
 * The taps from the landing page to the first bark: buttons, choices, and fields without the focus. The keyboard's own
 * "next" belongs to the typing. Fewer is better.
 */
const TAPS = 11

test('from landing to the first bark', async ({ browser, server, person }) => {
  const neighbour = await person()
  await neighbour.livesAt({ lat: 39.7392, lng: -104.9847, city: 'Denver' })
  await neighbour.dog({ name: 'Juno' })
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    timezoneId: 'America/Denver',
  })
  const page = await context.newPage()
  const taps: string[] = []
  const tap = async (what: Locator) => {
    taps.push(String(what))
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    await what.click()
  }
  const type = async (what: Locator, text: string) => {
    await expect(what).toBeFocused()
    await page.keyboard.type(text)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const next = () => tap(button('Next'))

  await page.goto('/')
  await tap(page.getByRole('link', { name: 'Get Started', exact: true }))
  await type(page.getByLabel('First name'), 'Robin')
  await page.keyboard.press('Enter')
  await type(page.getByLabel('E-mail'), `first-bark-${crypto.randomUUID()}@example.test`)
  await page.keyboard.press('Enter')
  await type(page.getByLabel(/^Password/), PASSWORD)
  await tap(button('Create account'))

  await expect(page).toHaveURL('/my-dogs')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached()
  await tap(page.getByRole('link', { name: 'Add Your First Dog' }))
  await expect(page).toHaveURL('/onboarding')
  await type(page.getByLabel("Dog's name"), 'Lupin')
  await page.keyboard.press('Enter')
  await type(page.locator('input[name=breed]'), 'Beagle')
  await page.keyboard.press('Enter')
  await tap(page.getByText('Small', { exact: true }))
  await tap(page.getByText('Female', { exact: true }))
  await type(page.getByLabel('Age in years'), '3')
  await next()
  await expect(page.getByText('Step 3 of 5')).toBeVisible()
  await next()
  await expect(page.locator('input[name=city]')).toBeFocused()
  await tap(button(/^Denver/))
  await expect(page.getByText('Step 5 of 5')).toBeVisible()
  await tap(button('Complete'))

  // The owner picks: the large button beside the card makes the dog active and leads on.
  await expect(page).toHaveURL('/my-dogs')
  const meet = button('Meet the dogs near Lupin')
  await expect(meet).toBeInViewport({ ratio: 1 })
  await tap(meet)
  await tap(button('Bark at Juno'))
  await expect(page.getByText('Your bark has been sent!')).toBeVisible()
  expect(await neighbour.matches()).toHaveLength(1)
  expect(taps.length).toBe(TAPS)
  await context.close()
})
