import { newPair, speak, stored } from '../chat/pair.ts'
import { lineTo } from '../offline/line.ts'
import { dayAhead, pair, pickDay, playdatesOf } from '../playdates/playdates-people.ts'
import { newPlace } from '../sniff/sniff-people.ts'
import { expect, test } from './fixtures.ts'

test('an owner filters the dogs nearby, opens one, goes back and forward, and barks', async ({ open, person }) => {
  const place = newPlace()
  const [me, other] = [await person(), await person()]
  for (const owner of [me, other]) await owner.livesAt(place)
  await me.dog({ name: 'Biscuit' })
  await other.dog({ name: 'Mochi', size: 'large' })
  await other.dog({ name: 'Tiny', size: 'small' }, { isActive: false })
  const page = await open('/sniff', { as: me })
  const [mochi, tiny] = [page.getByRole('link', { name: /Mochi/ }), page.getByRole('link', { name: /Tiny/ })]
  await mochi.waitFor()
  await tiny.waitFor()
  await page.getByRole('button', { name: 'Large' }).click()
  await tiny.waitFor({ state: 'hidden' })
  await mochi.click()
  await page.getByRole('heading', { name: 'Mochi, 3 years' }).waitFor()
  await page.goBack()
  await page.waitForURL(/\/sniff\?.*sizes=large/)
  await mochi.waitFor()
  expect(await tiny.isVisible()).toBe(false)
  await page.goForward()
  await page.getByRole('button', { name: 'Bark (Send Woof!)' }).click()
  await page.getByText('Your bark has been sent!').waitFor()
  expect(await other.matches()).toHaveLength(1)
})

test('a chat is live, and sends what was typed once a cut line is back', async ({ open, person, server }) => {
  const { ana, ben, matchId } = await newPair(person)
  const line = await lineTo(server.url)
  const page = await open(`/bark-chat/${matchId}`, { as: ana, url: line.url })
  const bubbles = (count: number) =>
    expect.poll(() => page.locator('[aria-label="Messages"] li').count(), { timeout: 120_000 }).toBe(count)
  const stores = (count: number) => expect.poll(async () => (await stored(ben, matchId)).length).toBe(count)
  await bubbles(1)
  const field = page.getByPlaceholder('Type a message...')
  await page.locator('[data-connection=open]').waitFor({ state: 'attached' })
  await field.fill('hello')
  await field.press('Enter')
  await stores(2)
  await speak(ben, matchId, ['hello you'])
  await bubbles(3)

  line.cut()
  await page.getByText('Reconnecting…').waitFor()
  await speak(ben, matchId, ['are you there'])
  await field.fill('not yet')
  line.mend()
  await bubbles(4)
  await page.locator('[data-connection=open]').waitFor({ state: 'attached' })
  expect(await field.inputValue()).toBe('not yet')
  await field.press('Enter')
  await bubbles(5)
  await stores(5)
  await line.close()
})

test('a playdate is proposed with the date picker and the map, and its acceptance shows at once', async ({
  open,
  person,
}) => {
  const { me, friend } = await pair(person)
  const page = await open('/playdates', { as: me })
  await page.getByRole('combobox', { name: 'Who would you like to meet?' }).click()
  await page.getByRole('option', { name: /Mochi/ }).click()
  await page.getByRole('button', { name: 'Create Playdate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Playdate' })
  await dialog.getByRole('button', { name: 'Crissy Field' }).waitFor()
  await pickDay(page, dayAhead(5))
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await page.getByRole('option', { name: '10:00 AM' }).click()
  await dialog.getByRole('button', { name: 'Crissy Field' }).click()
  await dialog
    .getByRole('region', { name: 'Map of the parks' })
    .getByText('1199 E Beach, San Francisco, CA 94129')
    .waitFor()
  await dialog.getByRole('button', { name: 'Create Playdate' }).click()
  await page.getByText('Playdate created!').waitFor()

  const [playdate] = await playdatesOf(friend)
  await friend.call('PATCH', `/playdates/${playdate?.id}`, { status: 'accepted' })
  await page.getByRole('main').getByText('Accepted').waitFor()
  await page.getByRole('main').getByText('10:00 AM').waitFor()
})
