import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network, refuses, writes } from '../../testing/network-links.ts'
import { open } from '../../testing/open.tsx'
import { minutesAhead, whenAhead } from '../../testing/plans.ts'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, anOwner, aPark } from '../../testing/rows.ts'
import { button, isGone, isSeen, says, sees } from '../../testing/seen.ts'
import { aWalk, hetty } from '../../testing/walks.ts'

const biscuit = aDog({ name: 'Biscuit', ageYears: 3 })
const user = anOwner({ dog: biscuit, city: 'Omaha' })

/** The page of a walk. */
const opened = (fields: Parameters<typeof aWalk>[0]) =>
  open('/walk/w1', { user, reducedMotion: true, answers: { 'walks.get': aWalk(fields) } })
/** Others change the open walk. */
function become(fields: Parameters<typeof aWalk>[0]) {
  network.answer({ 'walks.get': aWalk(fields) })
  network.emit({ type: 'walk', dogId: biscuit.id, walkId: 'w1' })
}

test('own walks come first, then those near the owner, and all of them on demand; one joins from a card', async () => {
  const own = aWalk({ id: 'w0', title: 'Own walk', hostDog: biscuit, dogs: [biscuit] })
  const far = aWalk({ id: 'w2', title: 'Far walk', distance: 2290 })
  let slow = aWalk({ sizes: ['small'] })
  const list = ({ near: isNear, mine }: { near?: string | undefined; mine?: string | undefined } = {}) =>
    mine ? aPage(own) : isNear === 'yes' ? aPage(slow, own) : aPage(slow, far)
  const join = () => {
    slow = aWalk({ dogs: [hetty, biscuit] })
    return slow
  }
  const answers = { 'walks.list': list as never, 'walks.join': join }
  await open('/playdates', { user, reducedMotion: true, answers })
  const card = page.getByRole('article', { name: 'Slow walk' })
  for (const text of ['1 place left', 'Hosted by Hetty', 'Hefflinger Park · 4 km away', 'Small dogs'])
    await says(card, text)
  await says(page.getByRole('article', { name: 'Own walk' }), 'You host')
  const walks = page.getByRole('region', { name: 'Open walks' }).getByRole('article')
  await expect.poll(() => walks.elements().map(walk => walk.ariaLabel)).toEqual(['Own walk', 'Slow walk'])
  await card.getByRole('button', { name: 'Join' }).click()
  await isSeen(page.getByRole('status').getByText("You're coming"))
  await isSeen(card.getByText("You're coming"))
  await expect.element(card).toHaveFocus()
  await page.getByText('Everywhere', { exact: true }).click()
  await isSeen(page.getByRole('article', { name: 'Far walk' }))
})

test('a full walk takes who waits, who reads their position and may stop waiting, as one may leave a walk, and undo both', async () => {
  const full = aWalk({ dogs: [hetty, aDog()], kind: 'calm', repeats: 'weekly', seriesId: 's1' })
  await opened(full)
  await isSeen(page.getByText('An easy pace with time to sniff. No rough play.'), page.getByText('Every week'))
  const waiting = { ...full, waiting: 2 }
  network.answer({ 'walks.join': waiting, 'walks.get': waiting, 'walks.leave': aWalk() })
  await button('Wait for a place').click()
  await isSeen(page.getByText("One dog waits before you. We'll tell you."))
  expect(network.calls('walks.join')).toEqual([{ id: 'w1', wait: true }])
  await button('Stop waiting').click()
  await expect.poll(() => network.calls('walks.leave')).toEqual([{ id: 'w1' }])
  await button('Undo').click()
  const joins = () => network.allCalls().filter(({ path }) => path === 'walks.join')
  const back = { path: 'walks.join', input: { id: 'w1', wait: true }, dogId: user.dog?.id }
  await expect.poll(() => joins().at(1)).toEqual(back)
  become({ dogs: [hetty, biscuit] })
  await button('Leave').click()
  await sees('You left the walk')
  await button('Undo').click()
  await expect.poll(() => joins().at(2)).toEqual({ ...back, input: { id: 'w1', wait: false } })
  become({ dogs: [hetty, biscuit], cancelledAt: new Date().toISOString() })
  await isSeen(page.getByRole('main').getByText('Called off', { exact: true }))
  await isGone(button('Leave'))
})

test('around the start everybody on a walk says who is late and who is here', async () => {
  const soon = { whenTs: minutesAhead(10), dogs: [hetty, biscuit] }
  await opened(soon)
  const lateBy = (dogId: string, minutes: number) => ({ dogId, kind: 'late' as const, minutes, at: soon.whenTs })
  const late = aWalk({ ...soon, signals: [lateBy(hetty.id, 20), lateBy(biscuit.id, 10)] })
  const isHere = { ...lateBy(biscuit.id, 0), kind: 'here' as const, minutes: null }
  const here = aWalk({ ...soon, signals: [...late.signals, isHere] })
  network.answer({
    'walks.late': writes({ 'walks.get': late }, late),
    'walks.here': writes({ 'walks.get': here }, here),
  })
  await isSeen(button("I'm here"))
  await button('Running late').click()
  await button('10 minutes').click()
  await expect.poll(() => page.getByText("You're 10 minutes late").elements().length).toBe(2)
  await sees('Hetty is 20 minutes late')
  await button("I'm here").click()
  await isSeen(page.getByRole('main').getByText("You're here", { exact: true }))
  await isGone(button("I'm here"))
  // Begun: it stays with those who are on it. Who is not on it reads that it is full.
  become({ ...soon, whenTs: minutesAhead(-10) })
  await isSeen(page.getByText('Has begun'))
  // So close to the start nobody gets a place by waiting.
  become({ ...soon, dogs: [hetty, aDog()], waiting: 1 })
  await isSeen(page.getByText("All places are taken. Check back: a free one is anybody's now."))
  await sees('Full')
  await isGone(button("I'm here"))
  network.answer({ 'walks.leave': aWalk() })
  await button('Stop waiting').click()
  await isSeen(page.getByText("You're no longer waiting"))
  await isGone(button('Undo'))
})

test('who may not join reads why, from over 100 km one is asked first, and a place that was taken meanwhile is explained', async () => {
  await opened({ kind: 'puppies' })
  await sees('Biscuit is older than a year.')
  await isGone(button('Join'))
  await isSeen(page.getByRole('heading', { name: '1 dog is coming, 2 at most' }))
  become({ distance: 2290 })
  await button('Join').click()
  const asked = page.getByRole('dialog', { name: 'Join from that far away?' })
  await says(asked, 'Hefflinger Park is 2290 km from your place.')
  expect(network.calls('walks.join')).toEqual([])
  network.answer({ 'walks.join': refuses('walk-full'), 'walks.get': aWalk({ dogs: [hetty, aDog()] }) })
  await asked.getByRole('button', { name: 'Join', exact: true }).click()
  await says(page.getByRole('alert'), 'This walk is full')
  expect(network.calls('walks.join')).toEqual([{ id: 'w1', wait: false }])
  await isSeen(button('Wait for a place'), page.getByRole('heading', { name: '2 dogs are coming, 2 at most' }))
})

test('the host moves a weekly walk, ends it, and reads how many count on it before calling it off', async () => {
  const dolores = { parkId: 'dolores', parkName: 'Dolores Park', timeZone: 'America/Los_Angeles' }
  const own = { ...dolores, whenTs: whenAhead(2), hostDog: biscuit, dogs: [biscuit, hetty], seriesId: 's1' }
  await opened({ ...own, repeats: 'weekly' })
  await button('Change time or park').click()
  const moving = page.getByRole('dialog', { name: 'Change time or park' })
  await moving.getByRole('button', { name: 'Change walk' }).click()
  await says(moving.getByRole('alert'), 'Change the time or the park first.')
  await moving.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name: /^Lafayette Park/ }).click()
  network.answer({ 'walks.change': aWalk(own) })
  await moving.getByRole('button', { name: 'Change walk' }).click()
  await sees('We told everybody who comes.')
  expect(network.calls('walks.change')).toEqual([{ id: 'w1', revision: 1, parkId: 'lafayette' }])
  await isGone(moving)
  network.answer({ 'walks.endSeries': aWalk(own) })
  await button('End the series').click()
  const ending = page.getByRole('dialog', { name: 'End the weekly walk?' })
  await says(ending, 'A walk that is open already still takes place. No further ones are opened.')
  await ending.getByRole('button', { name: 'End the series' }).click()
  await expect.poll(() => network.calls('walks.endSeries')).toEqual([{ id: 'w1' }])
  await isGone(ending)
  await button('Call off').click()
  const asked = page.getByRole('dialog', { name: 'Call this walk off?' })
  for (const [dogs, words] of [
    [[biscuit], 'Nobody has joined it yet.'],
    [[biscuit, hetty], 'One dog is coming. We tell their owners at once.'],
    [[biscuit, hetty, aDog()], '2 dogs are coming. We tell their owners at once.'],
  ] as const) {
    become({ hostDog: biscuit, dogs: [...dogs], maxDogs: 6 })
    await says(asked, words)
  }
  const off = aWalk({ ...own, cancelledAt: new Date().toISOString() })
  network.answer({ 'walks.cancel': off, 'walks.get': off })
  await asked.getByRole('button', { name: 'Call off' }).click()
  await isSeen(page.getByRole('main').getByText('Called off', { exact: true }))
  await isGone(button('Call off'))
  expect(network.calls('walks.cancel')).toEqual([{ id: 'w1' }])
})

test('a walk is offered the parks within 50 km, as a playdate is', async () => {
  const place = { lat: 40.9, lng: -96.2, timeZone: 'America/Chicago', distance: 44 }
  const away = aPark({ name: 'Rickman’s Run', source: 'admin', ...place })
  const list = ({ near, distance = 25 }: { near?: string | undefined; distance?: number | undefined } = {}) =>
    near === 'yes' && distance >= 44 ? aPage(away) : aPage()
  const answers = { 'parks.list': list as never, 'playdates.overlapping': [] }
  await open('/playdates', { user, reducedMotion: true, answers })
  await button('Host a walk').click()
  const dialog = page.getByRole('dialog', { name: 'Host an open walk' })
  await isSeen(dialog.getByText('Chicago time'))
  await dialog.getByRole('combobox', { name: 'Location' }).click()
  await isSeen(page.getByRole('option', { name: 'Rickman’s Run 44 km' }))
  await isGone(page.getByText('We know no park near you yet.'))

  // It is opened for every week.
  await page.getByRole('option', { name: 'Rickman’s Run 44 km' }).click()
  await dialog.getByRole('button', { name: /^Date/ }).click()
  await button('Next month').click()
  await page.getByRole('button', { name: /^15 \w+ \d{4}$/ }).click()
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await page.getByRole('option', { name: '4:00 PM', exact: true }).click()
  await dialog.getByRole('checkbox', { name: /^Every week/ }).click()
  await dialog.getByLabelText('How many dogs, at most?').selectOptions('2')
  await dialog.getByRole('button', { name: 'Small', exact: true }).click()
  network.answer({ 'walks.create': aWalk() })
  await button('Open the walk').click()
  await isSeen(page.getByText('Your walk is open'))
  expect(network.calls('walks.create')).toMatchObject([
    { parkId: away.id, repeats: 'weekly', title: 'Walk with Biscuit', maxDogs: 2, sizes: ['small'] },
  ])
})
