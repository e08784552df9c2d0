import { expect, test } from '../fixtures.ts'
import { cardOf } from './mailed.ts'

test('a token is created, shown once, gives access to the API, and stops working when it is revoked', async ({
  person,
  server,
}) => {
  const owner = await person()
  await owner.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await owner.open('/settings')
  const card = cardOf(page, 'Access tokens')
  await card.getByRole('button', { name: 'Create token' }).click()
  const name = card.getByLabel('Name of the token')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Please name the token')
  await expect(card.getByRole('checkbox')).toHaveCount(1)
  await name.fill('morning walk')
  await name.press('Enter')

  const shown = card.getByLabel('Your new token')
  await expect(shown).toBeFocused()
  const token = await shown.inputValue()
  await card.getByRole('button', { name: 'Copy token' }).click()
  await expect(page.getByText('Token copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  const statusWith = async () =>
    (await fetch(`${server.url}/api/my-dogs`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await statusWith()).toBe(200)
  await card.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(card.getByRole('listitem')).toContainText(/morning walk.*Reads and writes · no end.*last used/)
  await expect(page.getByText(token)).toHaveCount(0)

  await card.getByRole('button', { name: 'Revoke morning walk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke morning walk?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(0)
  await expect(card.getByRole('heading')).toBeFocused()
  expect(await statusWith()).toBe(401)
})

test('a token that only reads, and that ends, says so and cannot write', async ({ person, server }) => {
  const owner = await person()
  const page = await owner.open('/settings')
  const card = cardOf(page, 'Access tokens')
  await card.getByLabel('Name of the token').fill('dashboard')
  await card.getByLabel('It may change things').uncheck()
  await card.getByLabel('It ends').selectOption('In 30 days')
  await card.getByRole('button', { name: 'Create token' }).click()
  const token = await card.getByLabel('Your new token').inputValue()
  await card.getByRole('button', { name: 'Done' }).click()
  await expect(card.getByRole('listitem')).toContainText(/dashboard.*Reads only · ends \w+ \d+, \d{4}/)
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${server.url}/api/my-dogs`, { headers })).status).toBe(200)
  expect((await fetch(`${server.url}/api/webhooks/none/test`, { method: 'POST', headers })).status).toBe(403)
})
