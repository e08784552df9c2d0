import type { AdminReport } from '@barkyard/domain/schemas/report'
import { setAdmin } from '../admins.ts'
import { clickThrice } from '../clicks.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('a dog is reported, a moderator decides, its owner reads why and appeals', async ({ person, server }) => {
  const [owner, reporter, admin] = [await person(), await person(), await person()]
  const biscuit = await owner.dog({ name: 'Biscuit' })
  await setAdmin(server, admin)
  const whenTs = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const walk = { whenTs, parkName: 'Crissy Field', title: 'Nobody wants you here', maxDogs: 4 }
  await owner.call('POST', '/walks', walk)

  const page = await reporter.open(`/dog/${biscuit.id}`)
  await page.getByRole('button', { name: 'More about Biscuit' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report Biscuit' })
  await dialog.getByRole('radio', { name: 'Rude or hurtful messages' }).check()
  await dialog.getByRole('button', { name: 'Safety guide' }).click()
  await expect(dialog.getByRole('heading', { name: 'Block and report' })).toBeAttached()
  await dialog.getByRole('button', { name: 'Back to the report' }).click()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('What happened?').fill('Called my dog names')
  await clickThrice(dialog.getByRole('button', { name: 'Send report' }))
  await expect(dialog.getByText('A moderator will read your report')).toBeVisible()

  await owner.call('PATCH', `/dogs/${biscuit.id}`, { bio: 'Kind to everybody' })
  const panel = await admin.open('/admin/reports')
  const queue = panel.getByRole('region', { name: /^Reports/ })
  const row = queue.getByRole('button', { name: /^Biscuit: Rude/ })
  await row.focus()
  await panel.keyboard.press('c')
  await expect(row).toContainText('Yours')
  await panel.keyboard.press('d')
  const open = panel.getByRole('dialog', { name: 'Report' })
  await expect(panel).toHaveURL(/\/admin\/reports\/[-0-9a-f]{36}$/)
  await expect(open.getByLabel('Decision', { exact: true })).toBeFocused()
  await expect(open.getByText('Called my dog names')).toHaveCount(1)
  await expect(open.getByRole('region', { name: 'Titles' })).toContainText('Nobody wants you here')
  await expect(open.getByRole('region', { name: 'The dog now' }).locator('mark')).toHaveText('Kind to everybody')
  await open.getByLabel('Decision', { exact: true }).selectOption('warn')
  await open.getByLabel('Start from a template').selectOption('Rude messages')
  await expect(open.getByLabel('Statement (sent to the owner)')).toHaveValue(/hurtful/)
  await open.getByLabel('Statement (sent to the owner)').fill('Please be kind')
  await reporter.call('POST', '/reports', { dogId: biscuit.id, kind: 'rude', note: 'And it did so again' })
  await expect(open.getByText('And it did so again')).toBeVisible()
  await expect(open.getByText('Something was added to this case')).toBeVisible()
  await expect(open.getByLabel('Statement (sent to the owner)')).toHaveValue('Please be kind')
  await expectAccessible(panel)
  await open.getByRole('button', { name: 'Warn the owner' }).click()
  await expect(row).toHaveCount(0)
  await queue.getByRole('radio', { name: 'Decided' }).check()
  await row.click()
  await expect(open.getByRole('region', { name: 'Decisions' })).toContainText('Please be kind')
  await open.getByRole('button', { name: 'Close' }).click()

  await queue.getByRole('radio', { name: 'Templates' }).check()
  await queue.getByRole('button', { name: 'New template' }).click()
  const form = panel.getByRole('dialog', { name: 'New template' })
  await form.getByLabel('Title').fill('Barking at night')
  await form.getByLabel('Statement').fill('Please bark by day.')
  await clickThrice(form.getByRole('button', { name: 'Save' }))
  await queue.getByRole('button', { name: 'Delete Barking at night' }).click()
  await panel.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(queue.getByText('Please bark by day.')).toHaveCount(0)
  await queue.getByRole('radio', { name: 'Open' }).check()

  const settings = await owner.open('/settings')
  await expect(settings.getByText('Please be kind')).toBeVisible()
  await settings.getByLabel('Think this is wrong? Say why').fill('It was a joke')
  await clickThrice(settings.getByRole('button', { name: 'Appeal' }))
  await expect(settings.getByText('You appealed. Another moderator will review it.')).toBeVisible()
  await expect(settings.getByText('Appeal sent')).toBeVisible()
  const appeal = panel.getByRole('button', { name: /^Biscuit: an appeal/ })
  await expect(appeal).toBeVisible()

  // Another admin decides the open case: the focus stays in the dialog, and then returns to the queue.
  const third = await person()
  await setAdmin(server, third)
  await appeal.focus()
  await panel.keyboard.press('d')
  await expect(open.getByLabel('Decision', { exact: true })).toBeFocused()
  await open.getByLabel('Statement (sent to the owner)').fill('I agree')
  const cases = await third.call<AdminReport[]>('GET', '/admin/reports')
  const { id, version } = cases.find(({ kind, dog }) => kind === 'appeal' && dog.id === biscuit.id) ?? {}
  await third.call('POST', `/admin/reports/${id}/decide`, { action: 'uphold', statement: 'It was no joke', version })
  await expect(open.getByText('It was no joke')).toBeVisible()
  await expect(open.getByText('You had written: “I agree”')).toBeVisible()
  await expect(open.locator(':focus')).toHaveCount(1)
  await panel.keyboard.press('Escape')
  await expect(open).toHaveCount(0)
  await expect(queue.locator(':focus')).toHaveCount(1)

  // The reporter, still on the dog's page, blocks its owner as well, and is not left there.
  await dialog.getByRole('button', { name: "Block Biscuit's owner" }).click()
  await expect(page.getByText("Biscuit's owner is blocked")).toBeVisible()
  await expect(page).not.toHaveURL(`/dog/${biscuit.id}`)
})

test('Escape in the report dialog returns the focus to the menu, the first time too', async ({ person }) => {
  const biscuit = await (await person()).dog({ name: 'Biscuit' })
  const page = await (await person()).open(`/dog/${biscuit.id}`)
  const menu = page.getByRole('button', { name: 'More about Biscuit' })
  for (const _ of ['first', 'second']) {
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Report' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Report Biscuit' })
    await expect(dialog.getByRole('radio').first()).toBeVisible()
    await expect.poll(() => dialog.evaluate(element => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(menu).toBeFocused()
  }
})

test('deleting an owner and suspending one for good ask for the name', async ({ person, server }) => {
  const [owner, reporter, admin] = [
    await person({ firstName: 'Cleo', lastName: 'Park' }),
    await person(),
    await person(),
  ]
  const biscuit = await owner.dog({ name: 'Cleos dog' })
  await setAdmin(server, admin)
  await reporter.call('POST', '/reports', { dogId: biscuit.id, kind: 'spam' })
  const panel = await admin.open('/admin/reports')
  await panel
    .getByRole('region', { name: /^Reports/ })
    .getByRole('button', { name: /^Cleos dog/ })
    .click()
  const open = panel.getByRole('dialog', { name: 'Report' })
  const asking = panel.getByRole('dialog', { name: /Cleo Park/ })
  await open.getByLabel('Decision', { exact: true }).selectOption('suspend')
  await open.getByLabel('Statement (sent to the owner)').fill('Enough')
  await open.getByRole('button', { name: 'Suspend the owner' }).click()
  await expect(asking).toContainText('for good')
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(asking).toHaveCount(0)

  await open.getByLabel('Decision', { exact: true }).selectOption('delete-user')
  await open.getByRole('button', { name: 'Delete the owner’s account' }).click()
  await expect(asking).toContainText('All their dogs (1 dog)')
  await expect(asking).toContainText('cannot be undone')
  const confirm = asking.getByRole('button', { name: 'Delete the owner' })
  await asking.getByLabel('Type Cleo Park to confirm').fill('Cleo')
  await expect(confirm).toBeDisabled()
  expect(await owner.call('GET', '/auth/user')).toMatchObject({ id: owner.user.id })
  await asking.getByLabel('Type Cleo Park to confirm').fill('cleo park ')
  await clickThrice(confirm)
  await expect(open).toHaveCount(0)
  expect((await owner.context.request.get('/api/auth/user')).status()).toBe(401)
})

test('a suspension ends as the chosen day begins where the admin is', async ({ person, server }) => {
  const west = { timezoneId: 'America/Los_Angeles' }
  const [owner, reporter, admin] = [await person({}, west), await person(), await person({}, west)]
  const dog = await owner.dog({ name: 'Westie' })
  await setAdmin(server, admin)
  const suspended = await owner.open('/settings')

  const page = await admin.open(`/admin/users/${owner.user.id}`)
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Suspend / })
  await dialog.getByLabel('Statement (sent to the owner)').fill('Enough')
  await dialog.getByLabel(/^Until/).fill('2031-06-01')
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(suspended.getByText('until June 1, 2031 at 12:00 AM')).toBeVisible()
  await page.getByRole('button', { name: 'Lift the suspension' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the suspension' }).click()
  await expect(page.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible()
  // Its owner, who has read the mail about it, returns to the window.
  for (const isHidden of [true, false])
    await suspended.evaluate(value => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await expect(suspended.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  await reporter.call('POST', '/reports', { dogId: dog.id, kind: 'spam' })
  const panel = await admin.open('/admin/reports')
  await panel.getByRole('button', { name: /^Westie/ }).click()
  const open = panel.getByRole('dialog', { name: 'Report' })
  await open.getByLabel('Decision', { exact: true }).selectOption('suspend')
  await open.getByLabel('Statement (sent to the owner)').fill('Enough')
  await open.getByLabel(/^Until/).fill('2031-07-01')
  await open.getByRole('button', { name: 'Suspend the owner' }).click()
  await expect(open).toHaveCount(0)
  await suspended.reload()
  await expect(suspended.getByText('until July 1, 2031 at 12:00 AM')).toBeVisible()
})
