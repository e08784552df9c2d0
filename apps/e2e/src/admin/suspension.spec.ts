import { setRole } from '../admins.ts'
import { expect, test } from '../fixtures.ts'

test('an open window learns of a suspension at once, and of its end when its owner returns to it', async ({
  person,
  server,
}) => {
  const [moderator, owner] = [await person(), await person()]
  await setRole(server, moderator, 'moderator')
  await owner.dog({ name: 'Bandit' })
  const page = await owner.open('/settings')
  const account = `/admin/users/${owner.user.id}`
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString()
  await moderator.call('POST', `${account}/suspend`, { statement: 'Please be kind', until })
  await expect(page.getByText(/^Nobody can see your dogs until /)).toBeVisible()
  await moderator.call('POST', `${account}/lift-suspension`)
  for (const isHidden of [true, false])
    await page.evaluate(value => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})
