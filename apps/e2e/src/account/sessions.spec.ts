import { expect } from '../fixtures.ts'
import { PASSWORD } from '../people.ts'
import { cardOf, openElsewhere, test } from './mailed.ts'

const LANDING = 'Find the Perfect Playmate for Your Pup'

test('other browsers are listed, and can be signed out one by one or all at once', async ({ person }) => {
  const owner = await person()
  const others = []
  for (let count = 0; count < 3; count++) others.push(await openElsewhere(owner, '/my-dogs', PASSWORD))
  const page = await owner.open('/settings')
  const sessions = cardOf(page, "Where you're signed in")
  await expect(sessions.getByRole('listitem')).toHaveCount(4)
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')
  await expect(sessions.getByRole('listitem').nth(1)).toContainText(/Last used .+ ago/)

  await sessions
    .getByRole('button', { name: /^Sign out Chrom.* on / })
    .first()
    .click()
  await expect(page.getByText('Signed out on that device')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(sessions.getByRole('heading')).toBeFocused()
  await sessions.getByRole('button', { name: 'Sign out all 2 others' }).click()
  await expect(page.getByText('Signed out everywhere else')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveText([/This device/])
  for (const other of others) {
    await expect(other.getByRole('heading', { name: LANDING })).toBeVisible()
    await other.context().close()
  }
})
