import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { PASSWORD } from '../people.ts'

/** A device with a screen lock, which its owner always opens. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('an owner adds a passkey, logs in with it, requires it, and removes it', async ({ person }) => {
  const owner = await person()
  const page = await owner.open('/settings/account')
  await addAuthenticator(page)
  const card = page.getByRole('region', { name: 'Passkeys', exact: true })
  await card.getByRole('textbox', { name: 'Name of the passkey' }).fill('My laptop')
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  // A refusal fails with its words.
  await expect(page.getByText('Passkey added').or(page.getByRole('alert')).first()).toHaveText('Passkey added')
  await expect(card.getByRole('textbox', { name: 'Name of the passkey' })).toHaveValue('')
  await expect(card.getByRole('listitem')).toContainText('My laptop')

  // What decides about passkeys now needs one: the browser's own sign-in was with the password.
  await page.goto('/api/logout')
  await page.goto('/api/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('/my-dogs')
  await page.goto('/settings/account')
  const required = card.getByRole('checkbox', { name: /^Require a passkey/ })
  await required.click()
  await expect(page.getByText('A passkey is required now')).toBeVisible()

  await page.goto('/api/logout')
  await page.goto('/api/login')
  await page.getByLabel('E-mail').fill(owner.user.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  // The password is right, and the page goes on to the passkey by itself.
  await page.waitForURL('/my-dogs')

  await page.goto('/settings/account')
  await card.getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(/^This is the last passkey that works/)).toBeVisible()
  await required.click()
  await expect(page.getByText('Your password is enough again')).toBeVisible()
  await card.getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  // This browser was signed in with it.
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
})
