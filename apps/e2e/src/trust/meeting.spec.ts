import { expect, expectAccessible, test } from '../fixtures.ts'
import { begun, pair, propose } from '../playdates/playdates-people.ts'

const PHONE = { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true }

test('an accepted playdate says who comes, and both tell each other in phrases where they stand', async ({
  person,
  server,
}) => {
  const { me, friend, matchId } = await pair(person, PHONE)
  const { id } = await propose(friend, { matchId, notes: 'Fetch' })
  const [phone, desk] = [await me.open('/playdates'), await friend.open('/playdates')]
  const mine = phone.getByRole('article', { name: 'Fetch' })
  const theirs = desk.getByRole('article', { name: 'Fetch' })
  await expect(mine.getByText(/is coming along/)).toHaveCount(0)
  await mine.getByRole('button', { name: 'Accept' }).click()
  await expect(mine.getByText('Robin is coming along')).toBeVisible()
  // It is days away, so there is nothing to tell yet.
  await expect(mine.getByRole('button', { name: 'Say where you are' })).toHaveCount(0)

  await begun(server, id, -120)
  await phone.reload()
  await desk.reload()
  const open = mine.getByRole('button', { name: 'Say where you are' })
  await open.tap()
  const choices = mine.getByRole('group', { name: "Tell Mochi's owner" })
  // Five, and the way to the rest.
  await expect(choices.getByRole('button')).toHaveCount(6)
  await expectAccessible(phone)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await choices.getByRole('button', { name: 'By the water' }).tap()
  await expect(mine.getByText(/^You: By the water \d+:\d\d [AP]M$/)).toBeVisible()
  await expect(choices).toHaveCount(0)
  await expect(open).toBeFocused()
  await expect(theirs.getByText(/^Biscuit: By the water \d+:\d\d [AP]M$/)).toBeVisible()

  await theirs.getByRole('button', { name: 'Say where you are' }).click()
  await theirs.getByRole('button', { name: 'More phrases' }).click()
  await theirs.getByRole('button', { name: 'Give us some room, please' }).click()
  await expect(mine.getByText(/^Mochi: Give us some room, please/)).toBeVisible()

  // Being late is said beside phrases, not instead of them.
  await begun(server, id, -30)
  await friend.call('POST', `/playdates/${id}/late`, { minutes: 10 })
  await friend.call('POST', `/playdates/${id}/phrase`, { phrase: 'see-you-soon' })
  await expect(mine.getByText('Mochi is running 10 minutes late')).toBeVisible()
  await expect(mine.getByText(/^Mochi: See you soon/)).toBeVisible()
  await expectAccessible(phone)

  // Ten a side.
  for (let said = 2; said < 10; said++)
    await friend.call('POST', `/playdates/${id}/phrase`, { phrase: 'bringing-water' })
  for (const card of [theirs, mine]) await card.getByRole('button', { name: /^More about/ }).click()
  await expect(mine.getByRole('menuitem', { name: 'Say where you are' })).toBeVisible()
  await expect(theirs.getByRole('menuitem', { name: 'Open chat' })).toBeVisible()
  await expect(theirs.getByRole('menuitem', { name: 'Say where you are' })).toHaveCount(0)
})

test('one’s own first name is kept back if one wants so', async ({ person }) => {
  const { me, friend, matchId } = await pair(person)
  const { id } = await propose(friend, { matchId, notes: 'Fetch' })
  await me.call('PATCH', `/playdates/${id}`, { status: 'accepted' })
  const settings = await me.open('/settings/privacy')
  const card = settings.getByRole('region', { name: 'Meeting in person' })
  await card.getByRole('checkbox', { name: /Tell the other owner that “Robin” is coming/ }).uncheck()
  await expect(settings.getByText('Your first name is kept back')).toBeVisible()
  const theirs = await friend.open('/playdates')
  await expect(theirs.getByRole('article', { name: 'Fetch' })).toBeVisible()
  await expect(theirs.getByText(/is coming along/)).toHaveCount(0)
  const mine = await me.open('/playdates')
  await expect(mine.getByText('Robin is coming along')).toBeVisible()
  await settings.reload()
  await expect(card.getByRole('checkbox')).not.toBeChecked()
})
