import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { PASSWORD } from '../people.ts'

test('the data is downloaded as a ZIP, also after an interrupted try; deleting the account ends with a goodbye page', async ({
  person,
}) => {
  const owner = await person()
  await owner.photo(await owner.dog({ name: 'Biscuit' }))
  const page = await owner.open('/settings/account')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Download your data' })
  const password = dialog.getByRole('textbox', { name: 'Password' })
  const submit = dialog.getByRole('button', { name: 'Download' })
  await expect(password).toBeFocused()
  await page.route('**/api/account/export', route => route.abort(), { times: 1 })
  await password.fill(PASSWORD)
  await submit.click()
  await expect(page.getByRole('alert')).toContainText('The download was interrupted')
  const arriving = page.waitForEvent('download')
  await submit.click()
  const download = await arriving
  await expect(page.getByText('Download complete')).toBeVisible()
  expect(download.suggestedFilename()).toMatch(/^barkyard-\d{4}-\d\d-\d\d\.zip$/)
  const zip = await readFile(await download.path())
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
  for (const name of ['account.json', 'dogs.json', 'README']) expect(zip.includes(name), name).toBe(true)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeFocused()

  await page.getByRole('button', { name: 'Delete account' }).click()
  const goodbyes = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(goodbyes.getByRole('listitem')).toHaveCount(3)

  const confirming = goodbyes.getByRole('textbox', { name: 'Password' })
  await confirming.fill(PASSWORD)
  await confirming.press('Enter')
  const goodbye = page.getByText('Your account has been deleted.')
  await expect(goodbye).toBeFocused()
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(goodbye).toBeHidden()
  const answer = await page.request.post('/api/login', { data: { email: owner.user.email, password: PASSWORD } })
  expect(answer.status()).toBe(401)
})
