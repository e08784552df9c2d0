import type { Locator } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { dayAhead, pair, pickDay, propose, whenAhead } from './playdates-people.ts'

const PHONE = { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true }

/** In the "…" menu of a card. */
async function choose(card: Locator, name: string) {
  await card.getByRole('button', { name: /^More about/ }).click()
  await card.getByRole('menuitem', { name }).click()
}

test('two owners, one on a phone, propose, agree on, move and cancel a playdate', async ({ person }) => {
  const { me, friend, matchId } = await pair(person, PHONE)
  const [phone, desk] = [await me.open('/playdates'), await friend.open('/playdates')]
  await propose(friend, { matchId, notes: 'Fetch', whenTs: whenAhead(3, '09:00:00') })
  const theirs = phone.getByRole('article', { name: 'Fetch' })
  const mine = desk.getByRole('article', { name: 'Fetch' })
  // The menu's button has a name, and no text.
  await expect(theirs.getByRole('button').filter({ hasText: /./ })).toHaveText(['Accept', 'Decline'])
  await expect(mine.getByText('Waiting for Biscuit to answer')).toBeVisible()

  // Biscuit would rather meet in the afternoon.
  await choose(theirs, 'Suggest another time')
  const dialog = phone.getByRole('dialog', { name: 'Suggest another time' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Fetch')
  await dialog.getByRole('button', { name: 'Send suggestion' }).tap()
  await expect(dialog.getByRole('alert')).toHaveText('Change the time, the park or the title first.')
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await phone.getByRole('option', { name: '4:00 PM' }).click()
  await expect(dialog.getByText('Was 9:00 AM')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send suggestion' }).tap()
  await expect(dialog).toBeHidden()
  await expect(theirs.getByText('Waiting for Mochi to answer')).toBeVisible()

  // The sides have changed, so this side answers.
  await expect(mine.getByText('4:00 PM', { exact: true })).toBeVisible()
  await expect(mine.getByText(/^Biscuit suggests 4:00 PM instead of /)).toBeVisible()
  await mine.getByRole('button', { name: 'Accept' }).click()
  await expect(mine.getByText('Accepted', { exact: true })).toBeVisible()
  await expect(mine).toBeFocused()
  await expect(theirs.getByText('Accepted', { exact: true })).toBeVisible()

  // Another time is suggested. The agreed one stays until the suggestion is accepted.
  await theirs.getByRole('button', { name: 'Suggest another time' }).click()
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await phone.getByRole('option', { name: '5:00 PM' }).click()
  await dialog.getByRole('button', { name: 'Send suggestion' }).tap()
  await expect(mine.getByText('Biscuit suggests 5:00 PM instead of 4:00 PM')).toBeVisible()
  await expect(mine.locator('time')).toContainText('4:00 PM')
  await expect(theirs.getByText('You suggested 5:00 PM. Waiting for Mochi to answer')).toBeVisible()
  await expectAccessible(desk)
  await mine.getByRole('button', { name: 'Keep the plan' }).click()
  await expect(theirs.getByText('You suggested')).toHaveCount(0)

  // It rains.
  await choose(mine, 'Cancel playdate')
  const cancel = desk.getByRole('dialog', { name: 'Cancel this playdate?' })
  await expect(cancel.getByRole('button', { name: 'Cancel playdate' })).toBeDisabled()
  await cancel.getByLabel('The weather').check()
  await cancel.getByRole('button', { name: 'Cancel playdate' }).click()
  await expect(desk.getByText('Playdate cancelled', { exact: true })).toBeVisible()
  await expect(cancel).toBeHidden()
  await expect(theirs.getByText(/· \w+ cancelled: bad weather$/)).toBeVisible()
  await expect(theirs.getByText('Cancelled', { exact: true })).toBeVisible()
  await expectAccessible(phone)
  await choose(theirs, 'Offer another day')
  const offer = phone.getByRole('dialog', { name: 'Create a Playdate' })
  await expect(offer.getByRole('combobox', { name: 'Location' })).toHaveValue('Dolores Park')
  await pickDay(phone, dayAhead(5))
  await offer.getByRole('button', { name: 'Create Playdate' }).tap()
  await expect(desk.getByRole('article', { name: 'Fetch' })).toHaveCount(2)
})
