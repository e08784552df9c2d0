import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { PASSWORD } from '../people.ts'

/** Everything that the tab keeps for this page and for the next one. */
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, document.cookie]))

/** Waits until the scripts of a page of this title run. A form that is sent before is sent as without scripts. */
async function formRuns(page: Page, title: string) {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.waitForLoadState()
}

test('an owner who signs up again logs in with what they typed, and Back finds it too', async ({ page, person }) => {
  const { email } = (await person()).user
  const fields = {
    first: page.getByLabel('First name'),
    email: page.getByLabel('E-mail'),
    password: page.getByRole('textbox', { name: /^Password/ }),
  }
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  await formRuns(page, 'Create your account')
  await fields.first.fill('Robin')
  await fields.email.fill(email)
  await fields.password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('You already have an account. Log in')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(fields.password).toHaveAttribute('autocomplete', 'off')
  await alert.getByRole('link', { name: 'Log in' }).click()

  await formRuns(page, 'Log in')
  await expect(page).toHaveURL('/api/login')
  await expect(fields.email).toHaveValue(email)
  await expect(fields.password).toBeFocused()
  await expect(fields.password).toHaveValue('')
  const storedAtLogin = await kept(page)
  for (const secret of [email, PASSWORD]) expect(storedAtLogin).not.toContain(secret)

  await page.goBack()
  await formRuns(page, 'Create your account')
  await expect(fields.email).toHaveValue(email)
  await expect(fields.first).toHaveValue('Robin')
  await expect(fields.password).toHaveValue('')
  expect(await kept(page)).not.toContain(PASSWORD)

  await page.getByRole('link', { name: 'Log in' }).click()
  await formRuns(page, 'Log in')
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
  await expect(page).toHaveURL('/my-dogs')
  expect(await kept(page)).not.toContain(email)
})

test('the sign-up says what is wrong beside its fields', async ({ page }) => {
  const first = page.getByLabel('First name')
  const password = page.getByRole('textbox', { name: /^Password/ })
  await page.goto('/api/login?new')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleDescription('Please enter your first name')
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Please enter an e-mail address')
  await first.fill('Robin')
  await expect(first).toHaveAccessibleDescription('')
  await page.getByLabel('E-mail').fill('robin@nowhere')
  await password.fill('wag')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription('The password needs at least 8 characters')
  // What only the server knows stands there too.
  await password.fill('password1')
  await page.getByLabel('E-mail').fill('robin@example.test')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription('Too many people use this password. Please choose another one')
  await expect(password).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

async function logIn(page: Page, email: string) {
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('a link into the app is opened after signing in, once, and never one of another site', async ({
  page,
  person,
  baseURL,
}) => {
  const [owner, friend] = [await person(), await person()]
  await owner.dog({ name: 'Rex' })
  const biscuit = await friend.dog({ name: 'Biscuit' })
  await page.goto(`/dog/${biscuit.id}?from=mail`)
  await expect(page).toHaveURL('/')
  await logIn(page, owner.user.email)
  await expect(page).toHaveURL(`/dog/${biscuit.id}?from=mail`)
  await expect(page.getByRole('heading', { level: 1, name: /^Biscuit/ })).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Welcome back, Rex!')).toBeVisible()

  // Addresses that browsers read as another site's.
  for (const path of ['//evil.example/yard', '/\\\\evil.example', '/%5Cevil.example/..//evil.example']) {
    await page.context().clearCookies()
    await page.goto(`${baseURL}${path}`)
    await expect(page).toHaveURL('/')
    await logIn(page, owner.user.email)
    await expect(
      page
        .getByRole('banner')
        .getByRole('link', { name: /doghouse/ })
        .first(),
    ).toBeVisible()
    expect(new URL(page.url()).origin).toBe(baseURL)
  }

  // Whoever signs up begins at their dogs.
  await page.context().clearCookies()
  await page.goto('/playdates')
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('E-mail').fill(`new-${owner.user.email}`)
  await page.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/my-dogs')
})
