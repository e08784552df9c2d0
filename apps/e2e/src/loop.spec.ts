import { expect, test } from './fixtures.ts'
import { dayAhead, pickDay } from './playdates/playdates-people.ts'
import { newPlace } from './sniff/sniff-people.ts'

test('two owners in two windows sniff, bark, chat and plan a playdate', async ({ person }) => {
  const [first, second] = [await person(), await person()]
  const place = newPlace()
  for (const owner of [first, second]) await owner.livesAt(place)
  await first.dog({ name: 'Lupin' })
  await second.dog({ name: 'Marzipan' })
  const [ann, bob] = [await first.open('/doghouse'), await second.open('/doghouse')]

  // Ann sniffs and barks. Bob's open doghouse shows it without a reload.
  await ann.getByRole('link', { name: /Find dogs nearby/ }).click()
  await ann.getByRole('link', { name: /Marzipan/ }).click()
  await ann.getByRole('button', { name: 'Bark (Send Woof!)' }).click()
  await expect(ann.getByText('Your bark has been sent!')).toBeVisible()
  const barks = bob.getByRole('link', { name: /View your messages/ })
  await expect(barks).toContainText('1')

  // Bob answers from his barks, and Ann's page shows the answer.
  await barks.click()
  await bob.getByRole('link', { name: /Lupin/ }).first().click()
  await expect(
    bob.getByRole('log', { name: 'Messages' }).or(bob.getByRole('main')).getByText('Woof! 🐕').first(),
  ).toBeVisible()
  await bob.getByPlaceholder('Type a message...').fill('hello')
  await bob.getByPlaceholder('Type a message...').press('Enter')
  await ann.goto('/barks')
  await ann
    .getByRole('link', { name: /Marzipan/ })
    .first()
    .click()
  await expect(
    ann
      .getByRole('main')
      .getByText(/^(woof!|sniff sniff|scratch scratch|grrr)$/)
      .first(),
  ).toBeVisible()

  // Ann proposes a playdate, Bob accepts it, and Ann's open page shows it.
  await ann.goto('/playdates')
  await ann.getByRole('combobox', { name: 'Who would you like to meet?' }).click()
  await ann.getByRole('option', { name: /Marzipan/ }).click()
  await ann.getByRole('button', { name: 'Create Playdate' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Create a Playdate' })
  await pickDay(ann, dayAhead(5))
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await ann.getByRole('option', { name: '10:00 AM' }).click()
  await dialog.getByRole('button', { name: 'Crissy Field' }).click()
  await dialog.getByRole('button', { name: 'Create Playdate' }).click()
  await expect(ann.getByText('Playdate created!')).toBeVisible()

  await bob.goto('/playdates')
  await expect(bob.getByRole('main')).toContainText('10:00 AM')
  await expect(bob.getByRole('main')).toContainText('Crissy Field')
  await bob.getByRole('button', { name: /Accept/ }).click()
  await expect(bob.getByText('Playdate accepted!')).toBeVisible()
  await expect(ann.getByRole('main').getByText('Accepted')).toBeVisible()
})
