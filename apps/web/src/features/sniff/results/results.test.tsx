import type { Dog } from '@barkyard/domain/schemas/dog'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { swipe } from '../../../testing/mouse.ts'
import { held, network, refuse, refuses, writes } from '../../../testing/network-links.ts'
import { close, open, PHONE } from '../../../testing/open.tsx'
import { aPage, aPreferences, pageOf } from '../../../testing/quiet-yard.ts'
import { aDog, aMatch, aNeighbour, anOwner, aPhoto } from '../../../testing/rows.ts'
import { boxOf, button, isAt, isGone, isSeen, leadsTo, says, sees, settled, texts } from '../../../testing/seen.ts'
import { aWalk } from '../../../testing/walks.ts'

const nori = aDog({ name: 'Nori' })
const user = anOwner({ dog: nori })
const juno = aNeighbour({ name: 'Juno', size: 'large' })
const cards = page.getByRole('article')
const names = () => texts(cards.getByRole('heading'))
const openSniff = (answers: Parameters<typeof open>[1] = {}, path = '/sniff') => open(path, { user, ...answers })

test('a card shows the dog, its distance and its compatibility, has its photos, and links to its page; a walk is joined beside it', async () => {
  const bio = 'Chases tennis balls until somebody falls over. '.repeat(8).trim()
  const mochi = aNeighbour({
    name: 'Mochi',
    breed: 'Shiba Inu',
    ageYears: 1,
    size: 'medium',
    temperament: ['playful', 'calm'],
    bio,
    distance: 4,
    activeLately: true,
    verified: { photo: true, vaccinatedUntil: null },
    compatibility: { score: 82, reasons: ['similar size', 'both playful', '4 km apart', 'close in age'] },
    photos: [aPhoto(), aPhoto()],
  })
  const walk = aWalk({ title: 'Around the lake' })
  const join = writes({ 'walks.list': aPage() }, { ...walk, dogs: [...walk.dogs, nori] })
  const dogs = { 'sniff.search': aPage(mochi, juno), 'dogs.get': mochi }
  await openSniff({ answers: { ...dogs, 'walks.list': aPage(walk), 'walks.join': join } })
  await isSeen(page.getByRole('heading', { name: 'Sniff Dogs Nearby', level: 1, exact: true }))
  await expect.poll(() => document.title).toBe('Sniff Dogs Nearby · Barkyard')
  await sees('2 dogs found within your search area')
  const card = cards.filter({ has: page.getByRole('link', { name: 'Mochi' }) })
  const facts = ['Mochi', 'Shiba Inu', '1 year', 'Medium', 'Female', 'Playful, calm', '4 km away', 'Active this week']
  for (const text of [...facts, 'Photo checked', '82% match', 'Similar size, both playful, close in age'])
    await isSeen(card.getByText(text, { exact: true }).first())
  // The photo is 4:5, and the bio is cut after two lines.
  const photo = card.getByRole('img', { name: 'Photo of Mochi', exact: true })
  const { width, height } = photo.element().getBoundingClientRect()
  expect(height / width).toBeCloseTo(1.25, 1)
  const text = card.getByText(bio).element()
  expect(Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))).toBe(2)

  const second = card.getByRole('img', { name: 'Photo 2 of Mochi' })
  await userEvent.hover(card)
  await card.getByRole('button', { name: 'Next photo of Mochi' }).click()
  await isSeen(second)
  await card.getByRole('button', { name: 'Previous photo of Mochi' }).click()
  await isGone(second)
  await swipe(photo.element(), -150)
  await isSeen(second)
  await isAt('/sniff')
  const offered = page.getByRole('list', { name: 'Dogs nearby' }).getByRole('article', { name: 'Around the lake' })
  await offered.getByRole('button', { name: 'Join' }).click()
  await sees("You're coming")
  await isGone(offered)
  expect(network.calls('walks.list').at(0)).toMatchObject({ near: 'yes', joinable: 'yes' })
  // A click anywhere on the card works.
  await card.getByText('Shiba Inu').click({ force: true })
  await isAt(`/dog/${mochi.id}`)
})

/** The dog at the top of the window, and how far its place in the list is below the top, in px. */
const atTop = () => {
  // The list item, because cards lift a little under the pointer.
  const place = [...document.querySelectorAll('li:has(> article)')].find(one => one.getBoundingClientRect().top > 80)
  const name = place?.querySelector('h2, h3')?.textContent
  return place && { name, top: Math.round(place.getBoundingClientRect().top) }
}

test('of more than a thousand dogs few are in the page, and going back restores the place without another search', async () => {
  const pack = Array.from({ length: 1_010 }, (_, at) => aNeighbour({ name: `Pack ${at}` }))
  const get = ({ id }: { id: string }) => pack.find(dog => dog.id === id) ?? juno
  const search = (asked: Parameters<typeof pageOf>[1]) => ({ ...pageOf(pack, asked), total: 1_000 })
  await openSniff({ answers: { 'sniff.search': search, 'dogs.get': get }, reducedMotion: true }, '/sniff?ageMin=1')
  await sees('1000+ dogs found within your search area')
  let most = 0
  await expect
    .poll(() => {
      window.scrollBy(0, 3_000)
      most = Math.max(most, cards.elements().length)
      return network.calls('sniff.search').length
    })
    .toBeGreaterThanOrEqual(4)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(60)
  // Rows that come into view for the first time are still being measured.
  window.scrollTo(0, 12_345)
  let before: ReturnType<typeof atTop>
  await expect
    .poll(async () => {
      const last = before
      // A busy machine draws no frame for a while, in which nothing moves either.
      await settled()
      before = atTop()
      return before !== undefined && JSON.stringify(before) === JSON.stringify(last)
    })
    .toBe(true)
  expect(window.scrollY).toBeGreaterThan(10_000)
  const asked = network.calls('sniff.search').length
  const link = page.getByRole('link', { name: before?.name ?? '', exact: true })
  const toSniff = page.getByRole('main').getByRole('link', { name: 'Back to sniffing', exact: true })
  for (const way of ['browser', 'page']) {
    ;(link.element() as HTMLElement).click()
    await isSeen(page.getByRole('button', { name: 'Bark (Send Woof!)' }))
    if (way === 'browser') history.back()
    else await toSniff.click()
    await expect.poll(atTop).toEqual(before)
    await isAt('/sniff?ageMin=1')
    if (way === 'browser') await expect.element(link).toHaveFocus()
  }
  expect(network.calls('sniff.search')).toHaveLength(asked)
})

test('the status says Loading... until the answer arrives, a failed search keeps the filters and can be tried again, and so can more dogs', async () => {
  const failing = held<void>()
  await openSniff({ answers: { 'sniff.search': () => failing.promise.then(refuses('server-fault')) } })
  await says(page.getByRole('main').getByRole('status').first(), /^Loading\.\.\.$/)
  failing.resolve()
  await isSeen(page.getByRole('heading', { name: "We couldn't load this" }))
  await sees('This is our fault. Please try again in a moment.')
  await isSeen(page.getByRole('slider', { name: 'Distance' }))
  const answer = ({ cursor }: { cursor?: string | undefined }) => {
    if (cursor) throw refuse('server-fault')
    return { items: [aNeighbour({ name: 'Near' })], nextCursor: 'next', total: 2 }
  }
  network.answer({ 'sniff.search': answer })
  await button('Try again').click()
  await sees("We couldn't load more dogs.")
  network.answer({ 'sniff.search': aPage(juno) })
  await button('Try again').click()
  await expect.poll(names).toEqual(['Near', 'Juno'])

  // The dogs of the search before fade, and the list comes back as softly.
  const list = page.getByRole('list', { name: 'Dogs nearby' })
  const fades: string[] = []
  list.element().addEventListener('transitionend', event => {
    if (event instanceof TransitionEvent && event.target === list.element()) fades.push(event.propertyName)
  })
  const next = held<ReturnType<typeof aPage<typeof juno>>>()
  network.answer({ 'sniff.search': () => next.promise })
  await button('Large').click()
  await expect.poll(() => fades).toEqual(['opacity'])
  next.resolve(aPage(juno))
  await expect.poll(() => fades).toEqual(['opacity', 'opacity'])
  await sees('1 dog found within your search area')
})

test('an empty result offers the radius or the filter that finds a dog, else to clear the filters', async () => {
  await openSniff({ answers: { 'sniff.wider': { distance: 45, total: 1 } } })
  await sees('No dogs found in your area. Try adjusting your filters or check back later!')
  await button('Search within 45 km (1 dog)').click()
  await isAt('/sniff?distance=45')

  network.answer({ 'sniff.wider': { drop: 'sizes', total: 2 } })
  await button('Small').click()
  await button('Show any size (2 dogs)').click()
  await isAt('/sniff?distance=45')
  await expect.element(page.getByRole('region', { name: 'Results' })).toHaveFocus()

  network.answer({ 'sniff.wider': null })
  await button('Large').click()
  await button('Calm').click()
  await button('Clear the other filters').click()
  await isAt('/sniff?distance=45')
  // Where nothing is filtered, there are other ways on.
  network.answer({ 'sniff.wider': { drop: 'age', total: 1 } })
  await button('Medium').click()
  await button('Show any age (1 dog)').click()
  await isAt('/sniff?distance=45&ageMax=20&sizes=medium')
})

test('where nobody lives, an owner is told when a dog joins, invites a friend or sees open walks', async () => {
  const answers = { 'searches.list': [], 'location.around': { parks: 0, dogs: 1, walks: 100 } }
  // As far away and as old as can be: clearing that would only find fewer.
  await openSniff({ answers }, '/sniff?distance=100&ageMax=20')
  await isSeen(button('Invite a friend'))
  await sees('Within 50 km: no park yet, 1 dog and 100+ open walks.')
  await leadsTo(page.getByRole('link', { name: 'Suggest a park' }), '/parks/suggest')
  await leadsTo(page.getByRole('link', { name: 'See open walks' }), '/playdates#walks')
  await button('Tell me when a dog joins').click()
  await isSeen(page.getByRole('dialog', { name: 'Saved searches' }))
})

test('the loaded dogs are sorted by nearest or by best match, in which order more dogs load on request; owners without a place see dogs from everywhere', async () => {
  const near = aNeighbour({ name: 'Near', distance: 2, compatibility: { score: 40, reasons: [] } })
  const twin = aNeighbour({ name: 'Twin', distance: 9, compatibility: { score: 95, reasons: [] } })
  const more = held<ReturnType<typeof aPage<typeof juno>>>()
  const answer = ({ cursor }: { cursor?: string | undefined }) =>
    cursor ? more.promise : { items: [near, twin], nextCursor: 'next', total: 3 }
  // Also where all distances are by city.
  const user = anOwner({ lat: null, lng: null, city: 'Oslo' })
  await openSniff({ user, answers: { 'sniff.search': answer } }, '/sniff?order=match')
  await sees('These are the first 2 dogs, best match first.')
  const places = page.getByRole('list', { name: 'Dogs nearby' }).getByRole('listitem')
  // How many there are is not known yet.
  await expect.element(places.first()).toHaveAttribute('aria-setsize', '-1')
  button('Load more dogs').element().focus()
  await userEvent.keyboard('{Enter}')
  // Busy, it keeps the focus, and a second press does nothing.
  const busy = button('Loading...')
  await expect.element(busy).toBeDisabled()
  await expect.element(busy).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  more.resolve(aPage(juno))
  await expect.poll(names).toEqual(['Twin', 'Juno', 'Near'])
  await isGone(button('Load more dogs'))
  await expect.element(places.first()).toHaveAttribute('aria-setsize', '3')
  expect(network.calls('sniff.search')).toHaveLength(2)
  // The keyboard works as for any radio group.
  page.getByRole('radio', { name: 'Best match' }).element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(names).toEqual(['Near', 'Twin', 'Juno'])
  await isAt('/sniff')
  await page.getByText('Best match').click()
  await expect.poll(names).toEqual(['Twin', 'Juno', 'Near'])
  await isAt('/sniff?order=match')

  // Without distances.
  await page.getByText('Nearest', { exact: true }).click()
  network.change({ 'auth.user': { ...user, city: null }, 'sniff.search': aPage({ ...juno, distance: null }) })
  await sees(/^We don't know where you live, so these are dogs from everywhere, newest first\./)
  await isGone(page.getByText('km away'))
  await leadsTo(page.getByRole('link', { name: 'Add your place' }), '/profile')
})

test('a dog’s filters are remembered, also after a reload, until they are cleared', async () => {
  const [rex, ada] = [aDog({ name: 'Rex' }), aDog({ name: 'Ada' })]
  const as = async (dog: Dog, kept: Record<string, string>) => {
    await close()
    Object.assign(localStorage, kept)
    await openSniff({ user: anOwner({ dog }), answers: { 'sniff.search': aPage(juno) } })
    await isSeen(cards.first())
  }
  await as(rex, {})
  await button('Large').click()
  await isAt('/sniff?sizes=large')
  const kept = { ...localStorage }
  await as(rex, kept)
  await isAt('/sniff?sizes=large')
  expect(network.calls('sniff.search')).toMatchObject([{ sizes: ['large'] }])
  await button('Large').click()
  await isAt('/sniff')
  await as(ada, kept)
  await isAt('/sniff')
  // As an earlier version kept them.
  await as(ada, { [`sniff:${ada.id}`]: '?sizes=small' })
  await isAt('/sniff?sizes=small')
})

test('distances are in miles for who prefers them, everywhere', async () => {
  const dog = { ...juno, distance: 12, compatibility: { score: 80, reasons: ['12 km apart'] } }
  const answers = { 'preferences.get': aPreferences({ units: 'mi' }), 'sniff.search': aPage(dog), 'dogs.get': dog }
  await openSniff({ answers })
  await sees('7 mi away', 'Up to 16 mi')
  await page.getByRole('link', { name: 'Juno', exact: true }).click()
  await sees('7 mi away')
  await says(page.getByRole('region', { name: 'Nori and Juno' }), /7 mi apart/i)
  network.answer({ 'sniff.search': aPage(), 'sniff.wider': { distance: 15, total: 1 } })
  await page.getByRole('link', { name: 'Back to sniffing', exact: true }).click()
  await button('Small').click()
  await isSeen(button('Search within 9 mi (1 dog)'))
})

test('a bark from the card is sent by keyboard, and the card then leads to the chat; a dog that is gone leaves the list', async () => {
  const match = aMatch(nori, juno)
  const bark = ({ toDogId }: { toDogId: string }) => {
    network.answer({ 'sniff.search': aPage(juno), 'matches.list': aPage(match) })
    return toDogId === juno.id ? { matchId: match.id } : Promise.reject(refuse('dog-not-found'))
  }
  await openSniff({ answers: { 'sniff.search': aPage(aNeighbour({ name: 'Duke' }), juno), 'matches.bark': bark } })
  await button('Bark at Duke').click()
  await sees('Dog not found')
  await expect.poll(names).toEqual(['Juno'])
  page.getByRole('link', { name: 'Juno', exact: true }).element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Bark at Juno')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await sees('Your bark has been sent!')
  const chat = page.getByRole('link', { name: 'Barked · Open chat with Juno' })
  await expect.element(chat).toHaveFocus()
  await leadsTo(chat, `/bark-chat/${match.id}`)
  await isAt('/sniff')
  // A link that looks like a button has its words in the middle, as a button has.
  const middle = (element: Element | null) => {
    const { top, height } = element?.getBoundingClientRect() ?? { top: Number.NaN, height: 0 }
    return top + height / 2
  }
  expect(Math.abs(middle(chat.element()) - middle(chat.element().querySelector('svg')))).toBeLessThan(1)
})

test('on a phone a whole card fits, with its bark button, also below the bars of its browser, and the place can be changed', async () => {
  const duke = aNeighbour({
    name: 'Duke',
    sex: 'male',
    temperament: ['protective', 'gentle'],
    bio: 'Looks like security, wants to sit on your lap. '.repeat(9),
  })
  await openSniff({ viewport: [390, 844], answers: { 'sniff.search': aPage(duke), 'location.set': setPlace } })
  await isSeen(cards.getByText('Male', { exact: true }))
  const bar = () => boxOf(page.getByRole('navigation', { name: 'Main' }).last()).top
  await expect.poll(() => boxOf(button('Bark at Duke')).bottom).toBeLessThanOrEqual(bar())
  await isGone(cards.getByText('by city'))
  // All controls share a row, and none is cut off.
  const row = page.getByRole('group', { name: 'Order' }).element().parentElement as HTMLElement
  expect(row.scrollWidth).toBeLessThanOrEqual(row.clientWidth)
  await expect.element(button('Filters')).toBeInViewport({ ratio: 1 })
  await page.viewport(PHONE[0], 664)
  await expect.element(button('Bark at Duke')).toBeInViewport({ ratio: 1 })
  expect(boxOf(button('Bark at Duke')).top).toBeLessThan(bar() - 44)
  // The place stands above it without scrolling.
  await expect.element(button(/^Change the place/)).toBeInViewport({ ratio: 1 })

  await button('Change the place: My location').click()
  const dialog = page.getByRole('dialog', { name: 'Where to sniff' })
  await dialog.getByRole('button', { name: 'Switch off location' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  const chip = button('Change the place: San Francisco')
  await expect.element(chip).toHaveFocus()
  await isSeen(cards.getByText('by city'))
  await chip.click()
  await isSeen(dialog)
  await settled()
  history.back()
  await isGone(dialog)
  await isAt('/sniff')
})

function setPlace() {
  const moved = { ...user, lat: null, lng: null }
  network.answer({ 'auth.user': moved, 'location.known': { from: 'city' } })
  return moved
}
