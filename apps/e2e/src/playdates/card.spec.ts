import { parkInstant } from '@barkyard/domain/park-time'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { begun, dayAhead, openDialog, pair, pickDay, planCards, propose, whenAhead } from './playdates-people.ts'

test('a card leads to the dog, the chat and the park, and says how near it is', async ({ person }) => {
  const { me, friend, friendsDog, matchId } = await pair(person)
  await propose(friend, { matchId, notes: 'Fetch', whenTs: whenAhead(1, '15:00:00') })
  const page = await me.open('/playdates')
  const card = planCards(page)
  await expect(card.getByText('Tomorrow')).toBeVisible()
  await expect(card.getByText('Dolores St & 19th St, San Francisco, CA 94114')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Mochi', exact: true })).toHaveAttribute('href', `/dog/${friendsDog.id}`)
  const directions = card.getByRole('link', { name: 'Directions to Dolores Park, in your map' })
  await expect(directions).toHaveAttribute('href', /openstreetmap.*37\.7596%2C-122\.4269$/)
  await card.getByRole('link', { name: 'Open chat' }).click()
  await expect(page).toHaveURL(`/bark-chat/${matchId}`)
})

test('where there are plans, the first one is on a phone’s first screen, and a new one is scrolled to', async ({
  person,
}) => {
  const { me, friend, matchId } = await pair(person, { viewport: { width: 375, height: 667 } })
  await propose(friend, { matchId, notes: 'Fetch', whenTs: whenAhead(2) })
  for (let days = 3; days < 8; days++)
    await propose(friend, { matchId, notes: `Walk ${days}`, whenTs: whenAhead(days) })
  const page = await me.open('/playdates')
  const first = planCards(page).first()
  await expect(first.getByRole('button', { name: 'Accept' })).toBeInViewport({ ratio: 1 })

  const dialog = await openDialog(page)
  await dialog.getByLabel('Title').fill('The last of all')
  await pickDay(page, dayAhead(9))
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await page.getByRole('option', { name: '4:00 PM' }).click()
  await dialog.getByRole('combobox', { name: /Location/ }).click()
  await page.getByRole('option', { name: 'Alamo Square Park' }).click()
  await dialog.getByRole('button', { name: 'Create Playdate' }).click()
  const made = page.getByRole('article', { name: 'The last of all' })
  await expect(made).toBeFocused()
  const [card, toast] = [
    await made.getByRole('heading').boundingBox(),
    await page.getByText('Playdate created!').boundingBox(),
  ]
  expect(card?.y).toBeGreaterThan(0)
  expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThan(toast?.y ?? 0)
})

test('a suggestion says what was before, and the cancel dialog names the plan', async ({ person }) => {
  const { me, friend, matchId } = await pair(person)
  const day = dayAhead(4)
  const plan = await propose(friend, { matchId, notes: 'Fetch', whenTs: parkInstant(day, '17:00:00').toISOString() })
  await me.call('PATCH', `/playdates/${plan.id}`, { status: 'accepted' })
  await friend.call('POST', `/playdates/${plan.id}/counter`, {
    whenTs: parkInstant(day, '16:00:00').toISOString(),
    parkName: 'Crissy Field',
  })
  const page = await me.open('/playdates')
  const card = planCards(page)
  await expect(
    card.getByText('Mochi suggests 4:00 PM at Crissy Field instead of 5:00 PM at Dolores Park'),
  ).toBeVisible()
  await expect(card.getByRole('button', { name: 'Accept' })).toBeVisible()
  await card.getByRole('button', { name: 'Cancel playdate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this playdate?' })
  await expect(dialog.getByText(/^Fetch with Mochi, .* at 5:00 PM, Dolores Park$/)).toBeVisible()
})

test('a notification opens its plan, marked, wherever it is in the lists', async ({ person, server }) => {
  const { me, myDog, friend, friendsDog, matchId } = await pair(person)
  // The next plan of the match is not what the notifications are about.
  await propose(me, { matchId, notes: 'Walk', whenTs: whenAhead(1) })
  // More than one page of them.
  const others = [await friend.dog({ name: 'Pixel' }), await friend.dog({ name: 'Waffle' })]
  for (const id of [matchId, ...(await Promise.all(others.map(dog => me.bark(dog))))])
    await Promise.all(Array.from({ length: 17 }, () => propose(me, { matchId: id, whenTs: whenAhead(2) })))
  await friend.activate(friendsDog)
  const { id } = await propose(me, { matchId, notes: 'Fetch', whenTs: whenAhead(90, '17:00:00') })
  await friend.call('POST', `/playdates/${id}/counter`, { whenTs: whenAhead(90, '16:00:00') })
  const page = await me.open('/doghouse')
  await page.getByRole('link', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: /Mochi suggests a change/ }).click()
  await expect(page).toHaveURL(`/playdates#playdate-${id}`)
  const card = page.getByRole('article', { name: 'Fetch' })
  await expect(card).toBeFocused()
  await expect(card).toHaveCSS('outline-style', 'solid')
  await expect(card.getByText('Mochi suggests 4:00 PM instead of 5:00 PM')).toBeInViewport()
  await expect(card.getByRole('button', { name: 'Accept' })).toBeInViewport()

  // A mail's link, two days later.
  await begun(server, id, 2 * 24 * 60)
  const mailed = await me.context.newPage()
  await mailed.setViewportSize({ width: 375, height: 667 })
  await mailed.goto(`/playdates?as=${myDog.id}#playdate-${id}`)
  const row = mailed.getByRole('listitem', { name: 'Fetch' })
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport({ ratio: 1 })
  await expect(row).toHaveCSS('outline-style', 'solid')
  await expectAccessible(mailed)
})

test('a plan that is off neither counts down nor leads to the park', async ({ person }) => {
  const { me, friend, matchId } = await pair(person)
  const soon = new Date(Date.now() + 20 * 60_000).toISOString()
  const { id } = await propose(friend, { matchId, notes: 'Fetch', whenTs: soon })
  await me.call('PATCH', `/playdates/${id}`, { status: 'accepted' })
  const card = planCards(await me.open('/playdates'))
  await expect(card.getByText(/^In \d+ minutes?$/)).toBeVisible()
  await expect(card.getByRole('link', { name: /^Directions/ })).toBeVisible()
  await friend.call('POST', `/playdates/${id}/cancel`, { reason: 'weather' })
  await expect(card.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(card.getByText(/^In \d+ minutes?$/)).toHaveCount(0)
  await expect(card.getByRole('link', { name: /^Directions/ })).toHaveCount(0)
})
