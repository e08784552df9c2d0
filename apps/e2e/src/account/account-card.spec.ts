import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { PASSWORD } from '../people.ts'

const NEW_PASSWORD = 'four tired wet paws'
const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('an owner confirms and then changes their address by mailed links, and the open page updates', async ({
  person,
  mailbox,
}) => {
  const owner = await person()
  const page = await owner.open('/settings/account')
  const account = cardOf(page, 'Name and sign-in')
  await expect(account.getByText('not confirmed yet')).toBeVisible()
  await account.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('Link sent')).toBeVisible()
  const first = await mailbox.mailTo(owner.user.email, { subject: /confirm/i, nth: 2 })
  const mailed = await owner.open(first.link)
  await expectAccessible(mailed)
  await mailed.getByRole('button', { name: 'Yes, confirm it' }).dblclick({ delay: 80 })
  await expect(mailed.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await expectAccessible(mailed)
  await expect(account.getByText('confirmed', { exact: true })).toBeVisible()

  await account.getByRole('button', { name: 'Change e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change e-mail' })
  const email = dialog.getByRole('textbox', { name: 'New e-mail' })
  const password = dialog.getByRole('textbox', { name: 'Password' })
  await password.fill(PASSWORD)
  const next = `new-${owner.user.email}`
  await email.fill(next)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(dialog.getByText(`We sent a link to ${next}`)).toBeFocused()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(account.getByText(owner.user.email, { exact: true })).toBeVisible()

  await mailed.goto((await mailbox.mailTo(next)).link)
  await expectAccessible(mailed)
  await mailed.getByRole('button', { name: 'Use this address' }).click()
  await expect(mailed.getByRole('heading', { name: 'Your address was changed' })).toBeVisible()
  await expect(account.getByText(next, { exact: true })).toBeVisible()
})

test('a forgotten password is reset by a mailed link, on pages outside the app', async ({ person, mailbox, page }) => {
  const owner = await person()
  await page.goto('/api/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail').fill(owner.user.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  await expectAccessible(page)

  await page.goto((await mailbox.mailTo(owner.user.email, { subject: /^Reset/ })).link)
  await expectAccessible(page)
  const password = page.getByLabel(/^New password/)
  await password.fill('wag')
  await expect(page.getByText('5 more characters')).toBeVisible()
  await password.fill('password1')
  await expect(page.getByText('Fair: a few words in a row are stronger')).toBeVisible()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Change my password' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Too many people use this password/)
  await expectAccessible(page)
  await password.fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change my password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('E-mail').fill(owner.user.email)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/my-dogs')
})
