import { expect, expectAccessible, test } from '../fixtures.ts'
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
  await expect(card.getByRole('checkbox')).toHaveCount(0)
  await name.fill('morning walk')
  await name.press('Enter')

  const shown = card.getByLabel('Your new token')
  await expect(shown).toBeFocused()
  await expectAccessible(page)
  const token = await shown.inputValue()
  await card.getByRole('button', { name: 'Copy token' }).click()
  await expect(page.getByText('Token copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  const statusWith = async () =>
    (await fetch(`${server.url}/api/my-dogs`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await statusWith()).toBe(200)
  await card.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(card.getByRole('listitem')).toContainText(/morning walk.*last used/)
  await expect(page.getByText(token)).toHaveCount(0)

  await card.getByRole('button', { name: 'Revoke morning walk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke morning walk?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(0)
  await expect(card.getByRole('heading')).toBeFocused()
  expect(await statusWith()).toBe(401)
})
