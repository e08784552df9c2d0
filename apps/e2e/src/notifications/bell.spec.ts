import type { Page } from '@playwright/test'
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
