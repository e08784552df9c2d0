import { setAdmin } from '../admins.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('a dog is reported, a moderator decides, its owner reads why and appeals', async ({ person, server }) => {
  const [owner, reporter, admin] = [await person(), await person(), await person()]
  const dog = await owner.dog({ name: 'Biscuit' })
  await setAdmin(server, admin)

  const page = await reporter.open(`/dog/${dog.id}`)
  await page.getByRole('button', { name: 'More about Biscuit' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report Biscuit' })
  await dialog.getByRole('radio', { name: 'Rude or hurtful messages' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Safety guide' }).click()
  await expect(dialog.getByRole('heading', { name: 'Block and report' })).toBeAttached()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Back to the report' }).click()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('What happened?').fill('Called my dog names')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('A moderator reads your report')).toBeVisible()
  await expectAccessible(page)

  const panel = await admin.open('/admin')
  await panel.getByRole('button', { name: /^Biscuit: Rude/ }).click()
  const open = panel.getByRole('dialog', { name: 'Report' })
  await expect(open.getByText('Called my dog names')).toBeVisible()
  await open.getByLabel('Decision', { exact: true }).selectOption('warn')
  await open.getByLabel('Statement (the owner reads it)').fill('Please be kind')
  await expectAccessible(panel)
  await open.getByRole('button', { name: 'Warn the owner' }).click()
  await expect(panel.getByRole('button', { name: /^Biscuit: Rude/ })).toHaveCount(0)

  const settings = await owner.open('/settings')
  await expect(settings.getByText('Please be kind')).toBeVisible()
  await settings.getByLabel('Think this is wrong? Say why').fill('It was a joke')
  await expectAccessible(settings)
  await settings.getByRole('button', { name: 'Appeal' }).click()
  await expect(settings.getByText('You appealed. Another moderator looks at it.')).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Biscuit: an appeal/ })).toBeVisible()
})
