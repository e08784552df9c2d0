import type { Notice } from '@barkyard/domain/schemas/report'
import { confirmAddress, setRole } from '../admins.ts'
import { expect, test } from '../fixtures.ts'
import { appRuns } from '../people.ts'

test('a moderator’s working day: the queue, a decision, an appeal; nothing is offered that is refused', async ({
  person,
  server,
}) => {
  const [moderator, owner, reporter] = [await person(), await person(), await person()]
  await setRole(server, moderator, 'moderator')
  const bandit = await owner.dog({ name: 'Bandit' })
  const mochi = await owner.dog({ name: 'Mochi' })
  await reporter.call('POST', '/reports', { dogId: bandit.id, kind: 'rude', note: 'Called my dog names' })

  await confirmAddress(server, reporter)
  await reporter.call('POST', '/parks', { name: 'Wiggly Field', lat: 41.97, lng: -87.66 })

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
  const suspended = await owner.open('/settings')
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await open.getByLabel('Until (90 days at most)').fill(day)
  await open.getByRole('button', { name: 'Suspend the owner' }).click()
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
  await expect(page.getByRole('button', { name: /^Wiggly Field/ })).toBeVisible()
  await panel.getByRole('link', { name: 'Checks' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Checks/ })).toBeVisible()

  await panel.getByRole('link', { name: 'Reports' }).click()
  await moderator.call('POST', `/admin/users/${owner.user.id}/lift-suspension`)
  // Its owner, who has read the mail about it, returns to the window.
  for (const isHidden of [true, false])
    await suspended.evaluate(value => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await expect(suspended.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  await page.goto(`/dog/${mochi.id}`)
  await appRuns(page)
  await expect(page.getByRole('button', { name: 'Delete Profile' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Hide Mochi' })).toBeVisible()

  // The panel's own address leads to the queue, and the users are not found.
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/reports')
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: /404/, level: 1 })).toBeVisible()
  expect(refused).toEqual([])
})
