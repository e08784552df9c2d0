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
  // A slow answer is waited for, however often the socket closes meanwhile.
  let closed = 0
  let isKnown = false
  page.on('websocket', socket => socket.on('close', () => closed++))
  await page.route(/auth\.user/, async route => {
    const before = closed
    await expect.poll(() => isKnown || closed > before + 1).toBe(true)
    await route.continue()
  })
  const account = `/admin/users/${owner.user.id}`
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString()
  await moderator.call('POST', `${account}/suspend`, { statement: 'Please be kind', until })
  await expect(page.getByText(/^Nobody can see your dogs until /)).toBeVisible()
  isKnown = true
  await moderator.call('POST', `${account}/lift-suspension`)
  for (const isHidden of [true, false])
    await page.evaluate(value => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})
