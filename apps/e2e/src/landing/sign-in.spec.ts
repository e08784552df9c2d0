import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { PASSWORD } from '../people.ts'

/** Everything that the tab keeps for this page and for the next one. */
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, document.cookie]))

test('an owner who signs up again logs in with what they typed, and Back finds it too', async ({ page, person }) => {
  const { email } = (await person()).user
  const fields = {
    first: page.getByLabel('First name'),
    email: page.getByLabel('E-mail'),
    password: page.getByRole('textbox', { name: /^Password/ }),
  }
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  await fields.first.fill('Robin')
  await fields.email.fill(email)
  await fields.password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('You already have an account. Log in')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(fields.password).toHaveAttribute('autocomplete', 'off')
  await alert.getByRole('link', { name: 'Log in' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  await expect(page).toHaveURL('/api/login')
  await expect(fields.email).toHaveValue(email)
  await expect(fields.password).toBeFocused()
  await expect(fields.password).toHaveValue('')
  const storedAtLogin = await kept(page)
  for (const secret of [email, PASSWORD]) expect(storedAtLogin).not.toContain(secret)

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
  await expect(fields.email).toHaveValue(email)
  await expect(fields.first).toHaveValue('Robin')
  await expect(fields.password).toHaveValue('')
  expect(await kept(page)).not.toContain(PASSWORD)

  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(fields.email).toHaveValue(email)
  await fields.password.fill('not my password')
  await fields.password.press('Enter')
  await expect(alert).toHaveText('Wrong e-mail or password')
  await page.route('**/api/login', route => route.abort())
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(alert).toContainText("We can't reach the yard")
  await page.unroute('**/api/login')
  await fields.password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/onboarding')
  expect(await kept(page)).not.toContain(email)
})
