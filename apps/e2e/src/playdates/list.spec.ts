import { parkDateLabel, parkTimeLabel } from '@barkyard/domain/park-time'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { pair, planCards, propose, whenAhead } from './playdates-people.ts'

test('without a dog or a match the page says No Matches Yet', async ({ person }) => {
  const owner = await person()
  const page = await owner.open('/playdates')
  await expect(page.getByRole('heading', { name: 'Playdates', level: 1 })).toBeVisible()
  await expect(page.getByText('Schedule meetups with your matches at San Francisco parks')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No Matches Yet' })).toBeVisible()

  await owner.dog()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No Matches Yet' })).toBeVisible()
  await expect(page.getByText('You need matches before you can create playdates.')).toBeVisible()
  await page.getByRole('link', { name: 'Find Matches' }).click()
  await expect(page).toHaveURL(/\/sniff/)
})

test('a match is chosen by name and breed before a playdate can be created', async ({ person }) => {
  const { me } = await pair(person)
  const page = await me.open('/playdates')
  await expect(page.getByRole('heading', { name: 'Upcoming Playdates' })).toBeVisible()
  await expect(page.getByText('No upcoming playdates. Create one above!')).toBeVisible()
  const create = page.getByRole('button', { name: 'Create Playdate' })
  await expect(create).toBeDisabled()
  const select = page.getByRole('combobox', { name: 'Who would you like to meet?' })
  await select.press('Enter')
  await expect(page.getByRole('option')).toContainText(['MochiShiba Inu'])
  await select.press('ArrowDown')
  await select.press('Enter')
  await expect(select).toHaveValue('Mochi · Shiba Inu')
  await expect(create).toBeEnabled()
})

test('a playdate shows the other dog, the time in San Francisco, the park and the status', async ({ person }) => {
  const { me, friend, friendsDog, matchId } = await pair(person)
  await friend.photo(friendsDog)
  const theirs = await propose(friend, { matchId, notes: 'Fetch in the sun', whenTs: whenAhead(2, '15:00:00') })
  await propose(me, { matchId, parkName: 'Crissy Field', whenTs: whenAhead(1) })
  const declined = await propose(friend, { matchId, notes: 'Mud bath', whenTs: whenAhead(4) })
  await me.call('PATCH', `/playdates/${declined.id}`, { status: 'declined' })

  const page = await me.context.newPage()
  const calls: string[] = []
  page.on('request', request => calls.push(request.url()))
  await page.goto('/playdates')

  const cards = planCards(page)
  await expect(cards.getByRole('heading')).toHaveText(['Playdate with Mochi', 'Fetch in the sun', 'Mud bath'])
  const [own, proposed, refused] = [cards.nth(0), cards.nth(1), cards.nth(2)]
  await expect(proposed.getByText('Proposed')).toBeVisible()
  await expect(proposed.getByText('Mochi', { exact: true })).toBeVisible()
  await expect(proposed.getByText('Dolores Park')).toBeVisible()
  // The browser is in Berlin (playwright.config.ts), but the parks' time is shown.
  await expect(proposed.getByText(parkDateLabel(new Date(theirs.whenTs), new Date()))).toBeVisible()
  await expect(proposed.getByText('3:00 PM')).toBeVisible()
  await expect(own.getByText(parkTimeLabel(new Date(whenAhead(1))))).toBeVisible()
  // Loaded: as wide as `sizes` says.
  await expect(proposed.getByRole('img', { name: 'Photo of Mochi' })).toHaveJSProperty('naturalWidth', 128)

  // The first one is the menu of the other dog.
  await expect(proposed.getByRole('button')).toHaveText(['', 'Accept', 'Decline', 'Suggest another time'])
  await expect(own.getByText('Proposed')).toBeVisible()
  await expect(own.getByRole('button')).toHaveText(['', 'Suggest something else', 'Withdraw'])
  await expect(refused.getByText('Declined')).toBeVisible()
  await expect(refused.getByRole('button')).toHaveText([''])

  // The playdates of all matches come with the page. One call follows when the subscription starts.
  await expect.poll(() => calls.filter(url => url.includes('playdates.list'))).toHaveLength(1)
  expect(calls.filter(url => url.includes('playdates.ofMatch'))).toHaveLength(0)
})

test('more playdates than fit on a page load on request', async ({ person }) => {
  const { me, friend, matchId } = await pair(person)
  const others = [await friend.dog({ name: 'Pixel' }), await friend.dog({ name: 'Waffle' })]
  const matchIds = [matchId, ...(await Promise.all(others.map(dog => me.bark(dog))))]
  for (const id of matchIds)
    await Promise.all(Array.from({ length: 20 }, () => propose(me, { matchId: id, notes: 'Long walk' })))
  const page = await me.open('/playdates')
  const cards = planCards(page)
  await expect(cards).toHaveCount(50)
  const more = page.getByRole('button', { name: 'Show more playdates' })
  // The reads that follow the start of the subscription are complete.
  await page.waitForLoadState('networkidle')
  await page.route('**/playdates.list*', route => route.abort())
  await more.click()
  await expect(page.getByText("We couldn't load more playdates.")).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/playdates.list*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards).toHaveCount(60)
  await expect(more).toHaveCount(0)
})

test('a dog without a photo shows its drawing', async ({ person }) => {
  const { me, matchId } = await pair(person)
  await propose(me, { matchId })
  const page = await me.open('/playdates')
  await expect(planCards(page).getByRole('img', { name: 'Photo of Mochi' })).toHaveAttribute('src', /^data:image.svg/)
})

for (const [answer, word, outcome, left] of [
  ['Accept', 'Accepted', 'Playdate accepted!', ['Suggest another time', 'Cancel playdate']],
  ['Decline', 'Declined', 'Playdate declined', []],
] as const) {
  test(`${answer}shows a toast and updates the other side`, async ({ person }) => {
    const { me, friend, matchId } = await pair(person)
    const mine = await me.open('/playdates')
    const theirs = await friend.open('/playdates')
    await expect(mine.getByText('No upcoming playdates. Create one above!')).toBeVisible()
    await expect(theirs.getByText('No upcoming playdates. Create one above!')).toBeVisible()

    // Both windows update at once.
    await propose(friend, { matchId, notes: 'Tug of war' })
    await expect(theirs.getByRole('article', { name: 'Tug of war' }).getByText('Proposed')).toBeVisible()
    const card = mine.getByRole('article', { name: 'Tug of war' })
    await card.getByRole('button', { name: answer }).dblclick()

    await expect(mine.getByRole('status').filter({ hasText: outcome })).toBeVisible()
    await expect(card.getByText(word, { exact: true })).toBeVisible()
    await expect(card.getByRole('button')).toHaveText(['', ...left])
    await expect(card).toBeFocused()
    await expect(theirs.getByRole('article', { name: 'Tug of war' }).getByText(word, { exact: true })).toBeVisible()
  })
}

test('an answer shows that it is being sent, and that it failed', async ({ person }) => {
  const { me, friend, matchId } = await pair(person)
  await propose(friend, { matchId, notes: 'Tug of war' })
  const page = await me.open('/playdates')
  const card = page.getByRole('article', { name: 'Tug of war' })
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/playdates\.answer/, async route => {
    await held
    await route.abort()
  })
  await card.getByRole('button', { name: 'Decline' }).click()
  await expect(card.getByRole('button', { name: 'Declining...' })).toBeDisabled()
  await expect(card.getByRole('button', { name: 'Accept' })).toBeDisabled()
  release()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Error')
  await expect(alert).toContainText('Failed to update playdate')
  await expect(card.getByRole('button', { name: 'Decline' })).toBeEnabled()
  await expect(card.getByRole('button', { name: 'Decline' })).toBeFocused()
})

test('playdates that have begun leave the list', async ({ person }) => {
  const { me, matchId } = await pair(person)
  await propose(me, { matchId, notes: 'Early', whenTs: whenAhead(1, '09:00:00') })
  await propose(me, { matchId, notes: 'Late', whenTs: whenAhead(1, '12:00:00') })
  const page = await me.context.newPage()
  await page.clock.install({ time: new Date(whenAhead(1, '08:59:00')) })
  await page.goto('/playdates')
  const titles = planCards(page).getByRole('heading')
  await expect(titles).toHaveText(['Early', 'Late'])
  // Not `runFor`: for the sockets' timers, two minutes would pass without an answer.
  await page.clock.fastForward(120_000)
  await expect(titles).toHaveText(['Late'])
})
