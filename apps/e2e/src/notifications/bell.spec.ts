import type { Page } from '@playwright/test'
import { setAdmin } from '../admins.ts'
import { bubbles, newPair, speak } from '../chat/pair.ts'
import { expect, test } from '../fixtures.ts'
import type { Person } from '../people.ts'
import { whenAhead } from '../playdates/playdates-people.ts'

const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ }).first()
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })
const barks = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Barks/ })

/** A playdate that the other side accepts. */
async function isAccepted(owner: Person, friend: Person, matchId: string) {
  const plan = { matchId, whenTs: whenAhead(2), parkName: 'Dolores Park' }
  const { id } = await owner.call<{ id: string }>('POST', '/playdates', plan)
  await friend.call('PATCH', `/playdates/${id}`, { status: 'accepted' })
}

test('the bell counts in every window, and opening the list in one clears the count in all', async ({ person }) => {
  const owner = await person()
  const rex = await owner.dog({ name: 'Rex' })
  const page = await owner.open('/doghouse')
  const other = await owner.open('/my-dogs')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  const friend = await person()
  await friend.dog({ name: 'Mochi' })
  const matchId = await friend.bark(rex)
  // A bark is counted by its tab, and the bell counts what no tab does.
  await expect(barks(page)).toHaveAccessibleName(/1 new/)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await isAccepted(owner, friend, matchId)
  await expect(bell(page)).toHaveAccessibleName('Notifications 1 new')
  await expect(bell(other)).toHaveAccessibleName('Notifications 1 new')

  await bell(page).press('Enter')
  await expect(panel(page).getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await expect(panel(page).getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(panel(page).getByRole('link', { name: /^New: Mochi barked at Rex/ })).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(bell(other)).toHaveAccessibleName('Notifications')
  // New notifications stay marked while the list is open.
  await expect(panel(page).getByRole('link', { name: /^New: Mochi barked at Rex/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
  await bell(page).click()
  await expect(panel(page).getByRole('link', { name: /^Mochi barked at Rex/ })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(panel(page)).toHaveCount(0)
})

test('a notification opens its page as the dog that it is about', async ({ person }) => {
  const owner = await person()
  const ada = await owner.dog({ name: 'Ada' }, { isActive: false })
  await owner.dog({ name: 'Rex' })
  const friend = await person()
  await friend.dog({ name: 'Mochi' })
  const matchId = await friend.bark(ada)
  const page = await owner.open('/doghouse')
  await expect(page.getByRole('button', { name: 'Rex: menu' })).toBeVisible()
  await bell(page).click()
  await panel(page)
    .getByRole('link', { name: /Mochi barked at Ada/ })
    .click()
  await expect(page).toHaveURL(`/bark-chat/${matchId}`)
  await expect(page.getByText('Woof! 🐕')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ada: menu' })).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
})

test("an admin's own notification ends acting as somebody else's dog", async ({ person, server }) => {
  const admin = await person()
  await setAdmin(server, admin)
  const rex = await admin.dog({ name: 'Rex' })
  const friend = await person()
  const mochi = await friend.dog({ name: 'Mochi' })
  const matchId = await friend.bark(rex)
  await admin.call('POST', `/admin/impersonate-dog/${mochi.id}`)
  const page = await admin.open('/doghouse')
  await expect(page.getByRole('button', { name: 'Mochi: menu' })).toBeVisible()
  // Cases that other tests open are told to all admins.
  await expect(bell(page)).toHaveAccessibleName(/^Notifications \d new$/)
  await bell(page).click()
  await panel(page)
    .getByRole('link', { name: /Mochi barked at Rex/ })
    .click()
  await expect(page).toHaveURL(`/bark-chat/${matchId}`)
  await expect(page.getByRole('button', { name: 'Rex: menu' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Impersonation' })).toHaveCount(0)
})

test('notifications about the open page are seen at once, others are not', async ({ person }) => {
  const owner = await person()
  const rex = await owner.dog({ name: 'Rex' })
  const friend = await person()
  await friend.dog({ name: 'Mochi' })
  const matchId = await friend.bark(rex)
  const page = await owner.open('/playdates')
  await expect(barks(page)).toHaveAccessibleName(/1 new/)
  const seen = page.waitForResponse(/notifications\.seenOnPage/)
  await friend.call('POST', '/playdates', { matchId, whenTs: whenAhead(2), parkName: 'Dolores Park' })
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await seen
  const notifications = await owner.call<{ kind: string; seenAt: string | null }[]>('GET', '/notifications')
  expect(notifications.map(({ kind, seenAt }) => [kind, seenAt !== null])).toEqual([
    ['playdate', true],
    ['match', false],
  ])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Barks/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Barks' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: /Mochi/ }).click()
  await expect(barks(page)).not.toHaveAccessibleName(/new/)
})

test('the bell never counts messages of the open chat', async ({ person }) => {
  const { ana, ben, matchId } = await newPair(person)
  const page = await ana.open(`/bark-chat/${matchId}`)
  await expect(bubbles(page)).toHaveCount(1)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.evaluate(() => {
    const names: string[] = []
    Object.assign(window, { bellNames: names })
    const link = document.querySelector('a[href="/notifications"]')
    if (!link) throw new Error('no bell')
    new MutationObserver(() => names.push(link.textContent ?? '')).observe(link, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  // The mark comes after the bell has counted again, as on a slow line.
  const counted = page.waitForResponse(/notifications\.unseenCount/)
  await page.route(/messages\.markSeen/, async route => {
    await counted
    await route.continue()
  })
  await speak(ben, matchId, ['grrr'])
  await expect(bubbles(page)).toHaveCount(2)
  const marked = page.waitForResponse(/messages\.markSeen/)
  await marked
  const names = await page.evaluate(() => (window as unknown as { bellNames: string[] }).bellNames)
  expect(names).toEqual([])
  // The chat shows plans as well.
  const seen = page.waitForResponse(/notifications\.seenOnPage/)
  await isAccepted(ana, ben, matchId)
  await seen
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})
