import { expect, expectAccessible, test } from '../fixtures.ts'
import { begun, manyPast, pair, propose } from './playdates-people.ts'

test('dogs that both want to meet again come first in the select, with the same park one tap away', async ({
  person,
  server,
}) => {
  const { me, friend, matchId } = await pair(person)
  const { id } = await propose(me, { matchId, notes: 'Fetch', parkName: 'Crissy Field' })
  await friend.call('PATCH', `/playdates/${id}`, { status: 'accepted' })
  await begun(server, id, 3 * 60)
  for (const side of [me, friend]) await side.call('POST', `/playdates/${id}/recap`, { met: true, again: true })
  // Who barked last is the first otherwise.
  const other = await person()
  const rival = await other.dog({ name: 'Rival' })
  // Later playdates with others do not hide it: more than the page loads.
  await manyPast(server, await me.bark(rival))

  const page = await me.open('/playdates')
  const select = page.getByRole('combobox', { name: 'Who would you like to meet?' })
  await select.click()
  const options = page.getByRole('option')
  await expect(options).toHaveCount(2)
  await expect(options.first()).toContainText('Mochi')
  await expect(options.first()).toContainText('You both want to play again')
  await options.last().click()
  await expect(page.getByRole('button', { name: /^Play again at/ })).toBeHidden()
  await select.click()
  await options.first().click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Play again at Crissy Field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Playdate' })
  await expect(dialog.getByRole('combobox', { name: 'Location' })).toHaveValue('Crissy Field')
  await expect(dialog.getByRole('button', { name: /^Date/ })).not.toHaveText('Pick a date')
  // The test moved the first playdate to an hour that parks do not offer.
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await page.getByRole('option', { name: '4:00 PM' }).click()
  await dialog.getByRole('button', { name: 'Create Playdate' }).click()
  await expect(page.getByRole('region', { name: 'Upcoming Playdates' }).getByText('Crissy Field')).toBeVisible()
})
