import { setAdmin } from '../admins.ts'
import { expect, test, untilAppRuns } from './fixtures.ts'

test('settings are saved, and the next page begins in the chosen theme', async ({ open, person }) => {
  const owner = await person()
  await owner.dog({ name: 'Rex' })
  const page = await open('/settings/account', { as: owner })
  await page.getByLabel('First name').fill('Kim')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Name saved').waitFor()
  expect(await owner.call('GET', '/auth/user')).toMatchObject({ firstName: 'Kim' })

  const classOfNextPage = () =>
    page.evaluate(async () => /<html[^>]*class="(\w+)"/.exec(await (await fetch('/doghouse')).text())?.[1] ?? '')
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  expect(await classOfNextPage()).toBe('dark')
  await page.reload()
  await untilAppRuns(page)
  await page.getByRole('button', { name: 'Switch to the light theme' }).click()
  expect(await classOfNextPage()).not.toBe('dark')
})

test('an admin decides a report', async ({ open, person, server }) => {
  const [owner, reporter, admin] = [await person(), await person(), await person()]
  const biscuit = await owner.dog({ name: 'Biscuit' })
  await setAdmin(server, admin)
  await reporter.call('POST', '/reports', { dogId: biscuit.id, kind: 'rude', note: 'Called my dog names' })
  const page = await open('/admin/reports', { as: admin })
  await page.getByRole('button', { name: /^Biscuit: Rude/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Report' })
  await dialog.getByText('Called my dog names').waitFor()
  await dialog.locator('select[name=action]').selectOption('warn')
  await dialog.getByLabel('Statement (sent to the owner)').fill('Please be kind')
  await dialog.getByRole('button', { name: 'Warn the owner' }).click()
  await page.getByRole('button', { name: /^Biscuit: Rude/ }).waitFor({ state: 'hidden' })
  expect(await owner.call('GET', '/notices')).toMatchObject([{ statement: 'Please be kind' }])
})
