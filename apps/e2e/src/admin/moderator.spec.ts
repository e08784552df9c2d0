import type { Notice } from '@barkyard/domain/schemas/report'
import { confirmAddress, setRole } from '../admins.ts'
import { expect, test } from '../fixtures.ts'
import { appRuns } from '../people.ts'

test('a moderator’s working day: the queue, a decision, an appeal, a park; nothing is offered that is refused', async ({
  person,
  server,
}) => {
  const [admin, moderator, owner, reporter] = [await person(), await person(), await person(), await person()]
  await setRole(server, admin, 'admin')
  const bandit = await owner.dog({ name: 'Bandit' })
  const mochi = await owner.dog({ name: 'Mochi' })
  await reporter.call('POST', '/reports', { dogId: bandit.id, kind: 'rude', note: 'Called my dog names' })

  await confirmAddress(server, reporter)
  await reporter.call('POST', '/parks', { name: 'Wiggly Field', lat: 41.97, lng: -87.66 })

  // An admin makes them one on their page.
  const users = await admin.open(`/admin/users/${moderator.user.id}`)
  await users.getByRole('button', { name: 'Change role' }).click()
  const role = users.getByRole('dialog')
  await role.getByLabel('Role').selectOption('Moderator')
  await role.getByRole('button', { name: 'Change role' }).click()
  await expect(role).toHaveCount(0)
  await expect(users.getByRole('main').getByText('Moderator', { exact: true })).toBeVisible()

  const page = await moderator.open('/my-dogs')
  const refused: string[] = []
  page.on('response', answer => {
    if (answer.status() === 403) refused.push(answer.url())
  })
  await page.getByRole('link', { name: 'Reports' }).first().click()
  await expect(page).toHaveURL('/admin/reports')
  const panel = page.getByRole('navigation', { name: 'Admin' })
  await expect(panel.getByRole('link')).toContainText([/^Reports/, /^Checks/, /^Parks/])
  for (const hidden of ['Dogs', 'Users', 'Audit', 'Numbers'])
    await expect(panel.getByRole('link', { name: hidden })).toHaveCount(0)

  const queue = page.getByRole('region', { name: /^Reports/ })
  const open = page.getByRole('dialog', { name: 'Report' })
  await queue.getByRole('button', { name: /^Bandit: Rude/ }).click()
  await open.getByRole('button', { name: 'Claim this case for 15 minutes' }).click()
  await expect(open.getByRole('button', { name: 'Claim it for another 15 minutes' })).toBeVisible()
  await expect(open).not.toContainText('@')
  await expect(open.getByRole('link', { name: owner.user.firstName })).toHaveCount(0)
  const decision = open.getByLabel('Decision', { exact: true })
  await expect(decision.locator('option', { hasText: 'Delete' })).toHaveCount(0)
  await decision.selectOption('suspend')
  await open.getByLabel('Statement (sent to the owner)').fill('Please be kind')
  const send = open.getByRole('button', { name: 'Suspend the owner' })
  const suspended = await owner.open('/settings')
  await expect(send).toBeDisabled()
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await open.getByLabel('Until (90 days at most)').fill(day)
  await send.click()
  await expect(open).toHaveCount(0)
  await expect(suspended.getByText(/^Nobody can see your dogs until /)).toBeVisible()

  const notices = await owner.call<Notice[]>('GET', '/notices')
  expect(notices).toMatchObject([{ action: 'suspend', statement: 'Please be kind' }])
  await owner.call('POST', '/appeals', { noticeId: notices[0]?.id, text: 'It was a joke' })
  // Who suspended leaves the appeal to the admin.
  const appeal = queue.getByRole('button', { name: /^Bandit: an appeal/ })
  await appeal.click()
  await expect(open.getByText('It was a joke')).toBeVisible()
  await open.getByRole('button', { name: 'Close' }).click()
  await queue.getByRole('radio', { name: 'Templates' }).check()
  await expect(queue.getByText('Starting points for statements')).toBeVisible()
  await expect(queue.getByRole('button', { name: /template|Edit|Delete/ })).toHaveCount(0)

  await panel.getByRole('link', { name: 'Parks' }).click()
  await expect(page).toHaveURL('/admin/parks')
  await page.getByRole('button', { name: /^Wiggly Field/ }).click()
  const park = page.getByRole('dialog', { name: 'Park' })
  await park.getByRole('button', { name: 'Approve' }).click()
  await expect(park).toHaveCount(0)
  await panel.getByRole('link', { name: 'Checks' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Checks/ })).toBeVisible()

  // The case, which is decided, offers to lift the suspension.
  await panel.getByRole('link', { name: 'Reports' }).click()
  await queue.getByRole('radio', { name: 'Decided' }).check()
  await queue.getByRole('button', { name: /^Bandit: Rude/ }).click()
  await open.getByRole('button', { name: 'Lift the suspension' }).click()
  await page.getByRole('dialog', { name: 'Lift the suspension?' }).getByRole('button', { name: /^Lift/ }).click()
  await expect(open.getByText(/^Suspended until/)).toHaveCount(0)
  // Its owner, who has read the mail about it, returns to the window.
  for (const isHidden of [true, false])
    await suspended.evaluate(value => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await expect(suspended.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  // A dog's page offers to hide it, and to show it again.
  await page.goto(`/dog/${mochi.id}`)
  await appRuns(page)
  await expect(page.getByRole('button', { name: 'Delete Profile' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Hide Mochi' }).click()
  const hide = page.getByRole('dialog', { name: 'Hide Mochi' })
  await hide.getByLabel('Statement (sent to the owner)').fill('Not a dog')
  await hide.getByRole('button', { name: 'Hide' }).click()
  await page.getByRole('button', { name: 'Show Mochi again' }).click()
  await expect(page.getByRole('button', { name: 'Hide Mochi' })).toBeVisible()

  // The panel's own address leads to the queue, and the users are not found.
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/reports')
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: /404/, level: 1 })).toBeVisible()
  expect(refused).toEqual([])
})
