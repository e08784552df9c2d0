import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network, refuse, refuses } from '../../testing/network-links.ts'
import { close, open } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, anOwner, aPark } from '../../testing/rows.ts'
import { says } from '../../testing/seen.ts'
import { aWalk, hetty } from '../../testing/walks.ts'

const biscuit = aDog({ name: 'Biscuit', ageYears: 3 })
const user = anOwner({ dog: biscuit, city: 'Omaha' })

/** The page of a walk. */
const opened = (fields: Parameters<typeof aWalk>[0]) =>
  open('/walk/w1', { user, reducedMotion: true, answers: { 'walks.get': aWalk(fields) } })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('own walks come first, then those near the owner, and all of them on demand', async () => {
  const own = aWalk({ id: 'w0', title: 'Own walk', hostDog: biscuit, dogs: [biscuit] })
  const far = aWalk({ id: 'w2', title: 'Far walk', distance: 2290 })
  const list = ({ near: isNear, mine }: { near?: string | undefined; mine?: string | undefined } = {}) =>
    mine ? aPage(own) : isNear === 'yes' ? aPage(aWalk(), own) : aPage(aWalk(), far)
  await open('/playdates', { user, reducedMotion: true, answers: { 'walks.list': list as never } })
  await says(page.getByRole('article', { name: 'Slow walk' }), 'Hefflinger Park · 4 km away')
  const walks = page.getByRole('region', { name: 'Open walks' }).getByRole('article')
  await expect.poll(() => walks.elements().map(walk => walk.ariaLabel)).toEqual(['Own walk', 'Slow walk'])
  await page.getByText('Everywhere', { exact: true }).click()
  await expect.element(page.getByRole('article', { name: 'Far walk' })).toBeVisible()
})

test('a full walk takes who waits, who reads their position and may stop waiting', async () => {
  const full = { dogs: [hetty, aDog({ name: 'Moose' })], kind: 'calm', repeats: 'weekly', seriesId: 's1' } as const
  await opened({ ...full, dogs: [...full.dogs] })
  await expect.element(page.getByText('An easy pace with time to sniff. No rough play.')).toBeVisible()
  await expect.element(page.getByText('Every week')).toBeVisible()
  const waiting = aWalk({ ...full, dogs: [...full.dogs], waiting: 2 })
  network.answer({ 'walks.join': waiting, 'walks.get': waiting, 'walks.leave': aWalk() })
  await button('Wait for a place').click()
  await expect.element(page.getByText("One dog waits before you. We'll tell you.")).toBeVisible()
  expect(network.calls('walks.join')).toEqual([{ id: 'w1', wait: true }])
  await button('Stop waiting').click()
  await expect.poll(() => network.calls('walks.leave')).toEqual([{ id: 'w1' }])
  await button('Undo').click()
  const back = { path: 'walks.join', input: { id: 'w1', wait: true }, dogId: user.dog?.id }
  await expect
    .poll(() =>
      network
        .allCalls()
        .filter(({ path }) => path === 'walks.join')
        .at(1),
    )
    .toEqual(back)
})

test('a walk that is gone leads on to the others', async () => {
  await open('/walk/nothing', { user, answers: { 'walks.get': refuses('walk-not-found') } })
  await expect.element(page.getByRole('heading', { name: 'Walk not found' })).toBeVisible()
  await page.getByRole('link', { name: 'See open walks' }).click()
  await expect.element(page.getByRole('heading', { name: 'Open walks' })).toBeInViewport()
})

test('a place that was taken meanwhile is explained', async () => {
  await opened({})
  const taken = () => {
    network.answer({ 'walks.get': aWalk({ dogs: [hetty, aDog({ name: 'Otto' })] }) })
    return Promise.reject(refuse('walk-full'))
  }
  network.answer({ 'walks.join': taken })
  await button('Join').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This walk is full')
  await expect.element(button('Wait for a place')).toBeVisible()
})

test('around the start everybody on a walk says who is late and who is here', async () => {
  const soon = { whenTs: new Date(Date.now() + 600_000).toISOString(), dogs: [hetty, biscuit] }
  await opened(soon)
  const lateBy = (dogId: string, minutes: number) => ({ dogId, kind: 'late' as const, minutes, at: soon.whenTs })
  const late = aWalk({ ...soon, signals: [lateBy(hetty.id, 20), lateBy(biscuit.id, 10)] })
  const isHere = { ...lateBy(biscuit.id, 0), kind: 'here' as const, minutes: null }
  const here = aWalk({ ...soon, signals: [...late.signals, isHere] })
  const becomes = (walk: typeof late) => () => {
    network.answer({ 'walks.get': walk })
    return walk
  }
  network.answer({ 'walks.late': becomes(late), 'walks.here': becomes(here) })
  await expect.element(button("I'm here")).toBeVisible()
  // Large enough for a thumb.
  for (const name of ["I'm here", 'Running late'])
    expect(button(name).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(64)
  await button('Running late').click()
  await button('10 minutes').click()
  await expect.poll(() => page.getByText("You're 10 minutes late").elements().length).toBe(2)
  await expect.element(page.getByText('Hetty is 20 minutes late', { exact: true })).toBeVisible()
  await button("I'm here").click()
  await expect.element(page.getByRole('main').getByText("You're here", { exact: true })).toBeVisible()
  await expect.element(button("I'm here")).not.toBeInTheDocument()
  await close()
  // Begun: it stays with those who are on it. Who is not on it reads that it is full.
  await opened({ ...soon, whenTs: new Date(Date.now() - 600_000).toISOString() })
  await expect.element(page.getByText('Has begun')).toBeVisible()
  await close()
  // So close to the start nobody gets a place by waiting.
  await opened({ ...soon, dogs: [hetty, aDog({ name: 'Juno' })], waiting: 1 })
  await expect.element(page.getByText("All places are taken. Check back: a free one is anybody's now.")).toBeVisible()
  await expect.element(page.getByText('Full', { exact: true })).toBeVisible()
  await expect.element(button("I'm here")).not.toBeInTheDocument()
  network.answer({ 'walks.leave': aWalk() })
  await button('Stop waiting').click()
  await expect.element(page.getByText("You're no longer waiting")).toBeVisible()
  await expect.element(button('Undo')).not.toBeInTheDocument()
})

test('joining from over 100 km asks first', async () => {
  await opened({ distance: 2290 })
  network.answer({ 'walks.join': aWalk({ dogs: [hetty, biscuit] }) })
  await button('Join').click()
  const asked = page.getByRole('dialog', { name: 'Join from that far away?' })
  await expect.element(asked).toHaveTextContent('Hefflinger Park is 2290 km from your place.')
  expect(network.calls('walks.join')).toEqual([])
  await asked.getByRole('button', { name: 'Join', exact: true }).click()
  await expect.poll(() => network.calls('walks.join')).toEqual([{ id: 'w1', wait: false }])
})

test('a walk for puppies says why a dog cannot join, and is read again when others change it', async () => {
  await opened({ kind: 'puppies' })
  await expect.element(page.getByText('Biscuit is older than a year.')).toBeVisible()
  await expect.element(button('Join')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: '1 dog is coming, 2 at most' })).toBeVisible()
  network.answer({ 'walks.get': aWalk({ dogs: [hetty, aDog({ name: 'Otto' })] }) })
  network.emit({ type: 'walk', dogId: biscuit.id, walkId: 'w1' })
  await expect.element(page.getByRole('heading', { name: '2 dogs are coming, 2 at most' })).toBeVisible()
})

test('the host ends a weekly walk', async () => {
  await opened({ hostDog: biscuit, dogs: [biscuit], repeats: 'weekly', seriesId: 's1' })
  network.answer({ 'walks.endSeries': aWalk({ hostDog: biscuit, dogs: [biscuit], seriesId: 's1' }) })
  await button('End the series').click()
  const asked = page.getByRole('dialog', { name: 'End the weekly walk?' })
  await says(asked, 'A walk that is open already still takes place. No further ones are opened.')
  await asked.getByRole('button', { name: 'End the series' }).click()
  await expect.poll(() => network.calls('walks.endSeries')).toEqual([{ id: 'w1' }])
})

test('who calls a walk off reads how many count on it', async () => {
  await opened({ hostDog: biscuit, dogs: [biscuit] })
  await button('Call off').click()
  for (const [dogs, words] of [
    [[biscuit], 'Nobody has joined it yet.'],
    [[biscuit, hetty], 'One dog is coming. We tell their owners at once.'],
    [[biscuit, hetty, aDog()], '2 dogs are coming. We tell their owners at once.'],
  ] as const) {
    network.answer({ 'walks.get': aWalk({ hostDog: biscuit, dogs: [...dogs], maxDogs: 6 }) })
    network.emit({ type: 'walk', dogId: biscuit.id, walkId: 'w1' })
    await says(page.getByRole('dialog', { name: 'Call this walk off?' }), words)
  }
})

test('a walk is offered the parks within 50 km, as a playdate is', async () => {
  const away = aPark({
    name: 'Rickman’s Run',
    lat: 40.9,
    lng: -96.2,
    timeZone: 'America/Chicago',
    source: 'admin',
    distance: 44,
  })
  const list = ({ near, distance = 25 }: { near?: string | undefined; distance?: number | undefined } = {}) =>
    near === 'yes' && distance >= 44 ? aPage(away) : aPage()
  await open('/playdates', {
    user,
    reducedMotion: true,
    answers: { 'parks.list': list as never, 'playdates.overlapping': [] },
  })
  await button('Host a walk').click()
  const dialog = page.getByRole('dialog', { name: 'Host an open walk' })
  await expect.element(dialog.getByText('Chicago time')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Location' }).click()
  await expect.element(page.getByRole('option', { name: 'Rickman’s Run 44 km' })).toBeVisible()
  await expect.element(page.getByText('We know no park near you yet.')).not.toBeInTheDocument()

  // It is opened for every week.
  await page.getByRole('option', { name: 'Rickman’s Run 44 km' }).click()
  await dialog.getByRole('button', { name: /^Date/ }).click()
  await button('Next month').click()
  await page.getByRole('button', { name: /^15 \w+ \d{4}$/ }).click()
  await dialog.getByRole('combobox', { name: /Time/ }).click()
  await page.getByRole('option', { name: '4:00 PM', exact: true }).click()
  await dialog.getByRole('checkbox', { name: /^Every week/ }).click()
  network.answer({ 'walks.create': aWalk() })
  await button('Open the walk').click()
  await expect.element(page.getByText('Your walk is open')).toBeVisible()
  expect(network.calls('walks.create')).toMatchObject([{ parkId: away.id, repeats: 'weekly' }])
})
