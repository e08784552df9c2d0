import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { Locator } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import type { Person } from '../people.ts'
import { begun, dayAhead, pair, pickDay, propose, whenAhead } from './playdates-people.ts'

const PHONE = { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true }

const accept = (person: Person, id: string) =>
  person.call<Playdate>('PATCH', `/playdates/${id}`, { status: 'accepted' })

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
  await theirs.getByRole('button', { name: 'Suggest another time' }).click()
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await phone.getByRole('option', { name: '5:00 PM' }).click()
  await dialog.getByRole('button', { name: 'Send suggestion' }).tap()
  await mine.getByRole('button', { name: 'Accept' }).click()
  await expect(theirs.locator('time')).toContainText('5:00 PM')

  // One more is declined.
  await propose(friend, { matchId, notes: 'Mud bath', whenTs: whenAhead(6) })
  await phone.getByRole('article', { name: 'Mud bath' }).getByRole('button', { name: 'Decline' }).tap()
  await expect(desk.getByRole('article', { name: 'Mud bath' }).getByText('Declined', { exact: true })).toBeVisible()

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

test('the buttons late and here are large enough for a thumb, and current playdates are above the list', async ({
  person,
  server,
}) => {
  const { me, friend, matchId } = await pair(person, PHONE)
  const soon = new Date(Date.now() + 20 * 60_000).toISOString()
  const { id } = await propose(friend, { matchId, notes: 'Fetch', whenTs: soon })
  await accept(me, id)
  const mine = await me.open('/playdates')
  const theirs = await friend.open('/playdates')
  const card = mine.getByRole('article', { name: 'Fetch' })
  const here = card.getByRole('button', { name: "I'm here" })
  expect((await here.boundingBox())?.height).toBeGreaterThanOrEqual(64)
  await card.getByRole('button', { name: 'Running late' }).tap()
  await expectAccessible(mine)
  await card.getByRole('button', { name: '10 minutes' }).tap()
  await expect(card.getByText("You're running 10 minutes late")).toBeVisible()
  const other = theirs.getByRole('article', { name: 'Fetch' })
  await expect(other.getByText('Mochi is running')).toHaveCount(0)
  await expect(other.getByText('Biscuit is running 10 minutes late')).toBeVisible()
  await here.tap()
  await expect(other.getByText('Biscuit is here')).toBeVisible()
  await expect(here).toHaveCount(0)
  // A slip of the finger is taken back.
  await card.getByRole('button', { name: "I'm not here yet" }).tap()
  await expect(other.getByText('Biscuit is here')).toHaveCount(0)
  await here.tap()
  await expect(other.getByText('Biscuit is here')).toBeVisible()
  expect(await mine.evaluate(() => document.documentElement.scrollWidth)).toBe(375)

  await begun(server, id, 10)
  await mine.reload()
  await expect(
    mine.getByRole('region', { name: 'Happening now' }).getByRole('article', { name: 'Fetch' }),
  ).toBeVisible()
  await expect(mine.getByRole('region', { name: 'Past Playdates' })).toHaveCount(0)
})

test('a recap takes two taps, and dogs that both want to meet again can play again', async ({ person, server }) => {
  const { me, friend, matchId } = await pair(person)
  const { id } = await propose(me, { matchId, notes: 'Fetch' })
  await accept(friend, id)
  await begun(server, id, 3 * 60)
  const mine = await me.open('/playdates')
  const theirs = await friend.open('/playdates')
  const past = mine.getByRole('region', { name: 'Past Playdates' })
  const row = past.getByRole('listitem', { name: 'Fetch' })
  await expect(row.getByText('Did Biscuit and Mochi meet?')).toBeVisible()
  await row.getByRole('button', { name: 'Yes' }).click()
  await expect(row.getByText('Would Biscuit play with Mochi again?')).toBeVisible()
  await row.getByRole('button', { name: 'Yes' }).click()
  await expect(row.getByText("You'd play again. If Mochi says so too, we'll tell you both.")).toBeVisible()
  const other = theirs.getByRole('listitem', { name: 'Fetch' })
  await expect(other.getByText('Did Mochi and Biscuit meet?')).toBeVisible()
  await expect(other.getByText('again')).toHaveCount(0)
  await other.getByRole('button', { name: 'Yes' }).click()
  await other.getByRole('button', { name: 'Yes' }).click()
  await expect(row.getByText('You both want to play again.')).toBeVisible()
  await expectAccessible(mine)

  // The same park a week later takes one more tap.
  await row.getByRole('button', { name: 'Play again' }).click()
  const dialog = mine.getByRole('dialog', { name: 'Create a Playdate' })
  await expect(dialog.getByRole('combobox', { name: 'Location' })).toHaveValue('Dolores Park')
  await expect(dialog.getByRole('button', { name: /^Date/ })).not.toHaveText('Pick a date')
})

test('a playdate can be downloaded as a calendar file, and the settings offer an address to subscribe to', async ({
  person,
}) => {
  const { me, friend, matchId } = await pair(person)
  const { id } = await propose(me, { matchId, notes: 'Fetch' })
  await accept(friend, id)
  const page = await me.open('/playdates')
  const download = page.waitForEvent('download')
  await choose(page.getByRole('article', { name: 'Fetch' }), 'Add to calendar')
  expect((await download).suggestedFilename()).toBe('playdate.ics')

  await page.goto('/settings/notifications')
  const card = page.getByRole('region', { name: 'Playdates in your calendar' })
  await card.getByRole('button', { name: 'Subscribe' }).click()
  const field = card.getByLabel('The address of your calendar')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/)
  for (const program of ['Google Calendar', 'Apple Calendar', 'Outlook'])
    await expect(card.getByText(program, { exact: true })).toBeVisible()
  const path = new URL(await field.inputValue()).pathname
  expect(await (await page.request.get(path)).text()).toContain('SUMMARY:Fetch')
  await card.getByRole('button', { name: 'Done' }).click()
  await card.getByRole('button', { name: 'End it' }).click()
  await page.getByRole('dialog', { name: 'End this address?' }).getByRole('button', { name: 'End it' }).click()
  await expect(card.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  expect((await page.request.get(path)).status()).toBe(404)
})
