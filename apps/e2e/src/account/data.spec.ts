import { readFile } from 'node:fs/promises'
import { setAdmin } from '../admins.ts'
import { expect } from '../fixtures.ts'
import { PASSWORD } from '../people.ts'
import { startServer } from '../server.ts'
import { cardOf, test } from './mailed.ts'

test('the data is downloaded as a ZIP, and an interrupted download can be tried again', async ({ person }) => {
  const owner = await person()
  await owner.photo(await owner.dog({ name: 'Biscuit' }))
  const page = await owner.open('/settings')
  // This is the last card above to receive its data.
  await expect(page.getByText('Times are in')).toBeVisible()
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Download your data' })
  const password = dialog.getByRole('textbox', { name: 'Password' })
  const submit = dialog.getByRole('button', { name: 'Download' })
  await expect(password).toBeFocused()
  await submit.click()
  await expect(password).toHaveAccessibleDescription('Please enter your password')
  await password.fill('not my password')
  await submit.click()
  await expect(password).toHaveAccessibleDescription('Wrong password')

  await page.route('**/api/account/export', route => route.abort(), { times: 1 })
  await password.fill(PASSWORD)
  await submit.click()
  await expect(page.getByRole('alert')).toContainText('The download was interrupted')
  const arriving = page.waitForEvent('download')
  await submit.click()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^barkyard-\d{4}-\d\d-\d\d\.zip$/)
  const zip = await readFile(await download.path())
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
  for (const name of ['account.json', 'dogs.json', 'README']) expect(zip.includes(name), name).toBe(true)
  await expect(page.getByText('Download complete')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeFocused()
})

test('deleting the account lists what is deleted, offers the download, and ends with a goodbye page', async ({
  person,
}) => {
  const owner = await person()
  await owner.dog({ name: 'Biscuit' })
  const page = await owner.open('/settings')
  await expect(page.getByText('Times are in')).toBeVisible()
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)

  await dialog.getByRole('button', { name: 'Download your data first' }).click()
  const download = page.getByRole('dialog', { name: 'Download your data' })
  await expect(download.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(download).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Download your data first' })).toBeFocused()

  const password = dialog.getByRole('textbox', { name: 'Password' })
  await password.fill('not my password')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(password).toHaveAccessibleDescription('Wrong password')
  await password.fill(PASSWORD)
  await password.press('Enter')
  const goodbye = page.getByText('Your account has been deleted.')
  await expect(goodbye).toBeFocused()
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(goodbye).toBeHidden()
  const answer = await page.request.post('/api/login', { data: { email: owner.user.email, password: PASSWORD } })
  expect(answer.status()).toBe(401)
})

test('admins read why they cannot delete their account, and why the settings are closed while acting as another dog', async ({
  person,
  server,
}) => {
  const dog = await (await person()).dog({ name: 'Biscuit' })
  const admin = await person()
  await setAdmin(server, admin)
  const page = await admin.open('/settings')
  const data = cardOf(page, 'Your data')
  await expect(data.getByText('Have your admin rights revoked first')).toBeVisible()
  await expect(data.getByRole('button')).toHaveText(['Download'])
  await admin.call('POST', `/admin/impersonate-dog/${dog.id}`)
  for (const name of ['Account', "Where you're signed in", 'Access tokens', 'Your data']) {
    await expect(cardOf(page, name).getByText("while you act as somebody else's dog")).toBeVisible()
    await expect(cardOf(page, name).getByRole('button')).toHaveCount(0)
  }
})

test('the settings say when no mail can be sent', async ({ browser }) => {
  const server = await startServer({ SMTP_URL: '' })
  const context = await browser.newContext({ baseURL: server.url })
  try {
    const data = { email: 'robin@example.test', password: PASSWORD, firstName: 'Robin' }
    expect((await context.request.post('/api/signup', { data })).status()).toBe(200)
    const page = await context.newPage()
    await page.goto('/settings')
    const account = cardOf(page, 'Account')
    await expect(account.getByText('It cannot be confirmed here.')).toBeVisible()
    await expect(account.getByRole('button')).toHaveText(['Save name', 'Change password'])
    await page.goto('/api/forgot')
    await expect(page.getByText('This installation sends no mail.')).toBeVisible()
  } finally {
    await context.close()
    await server.close()
  }
})
