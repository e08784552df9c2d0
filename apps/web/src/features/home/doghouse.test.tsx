import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fails, network } from '../../testing/network-links.ts'
import { open, PHONE } from '../../testing/open.tsx'
import { aPastPlaydate, aPlaydate, minutesAhead, whenAhead } from '../../testing/plans.ts'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aMatch, aNeighbour, anOwner, aPhoto } from '../../testing/rows.ts'
import { isAt, isGone, isSeen, leadsTo, main, sees, texts } from '../../testing/seen.ts'
import { aWalk } from '../../testing/walks.ts'

const rex = aDog({ name: 'Rex', photos: [aPhoto()] })
const mochi = aDog({ name: 'Mochi' })
const juno = aNeighbour({ name: 'Juno', distance: 3 })
const match = aMatch(rex, mochi, mochi)
const user = anOwner({ dog: rex })
const headings = (level: number) => expect.poll(() => texts(main.getByRole('heading', { level })))

const answers = {
  'matches.list': aPage(match),
  // The first one is off.
  'playdates.list': aPage(
    aPlaydate(match, { whenTs: whenAhead(1), parkName: 'Crissy Field', status: 'declined' }),
    aPlaydate(match, { whenTs: whenAhead(2) }),
  ),
  'playdates.overlapping': [],
  'sniff.search': aPage(juno),
}

test('nothing to tell is said, and so is what could not be read; the four cards hold what happens there, with its buttons', async () => {
  const answer = vi.fn(() => aPlaydate(match, { status: 'accepted' }))
  await open('/doghouse', { user, answers: { 'sniff.search': fails } })
  await sees('No new barks', 'Nothing planned yet', "We couldn't load this.")
  network.change({ ...answers, 'playdates.answer': answer })
  await headings(2).toEqual(['Rex', 'Barks', 'Sniff', 'Playdates'])
  for (const text of ['Welcome back, Rex!', 'Your doghouse dashboard', 'My Profile', 'Corgi', 'Small', 'Female'])
    await isSeen(main.getByText(text, { exact: true }).first())
  await sees('View your messages', 'Find dogs nearby', 'Schedule meetups')
  const paths = main
    .getByRole('link')
    .elements()
    .map(one => one.getAttribute('href') ?? '')
  const places = [`/dog/${rex.id}`, '/barks', '/sniff', '/playdates']
  expect(paths.filter(path => places.includes(path))).toEqual(places)
  await headings(3).toEqual(['Newest bark', "Today's best match", 'Next playdate'])
  await isSeen(main.getByText('Dolores Park, with Mochi'), main.getByText('Mochi is waiting for your answer'))
  // The browser is in Berlin (vitest.config.ts).
  await isSeen(main.getByRole('link', { name: /\d [AP]M Los Angeles time$/ }))
  await leadsTo(main.getByRole('link', { name: /^Mochi: / }), `/bark-chat/${match.id}`)
  await isSeen(main.getByRole('button', { name: 'Bark at Juno' }))
  // The best match is among those that are none yet.
  expect(network.calls('sniff.search').at(-1)).toMatchObject({ matched: 'no' })
  await main.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => answer.mock.calls.length).toBe(1)

  // What waits is counted in words.
  for (const [barks, playdates] of [
    ['1 new bark', '1 playdate waiting for your answer'],
    ['2 new barks', '2 playdates waiting for your answer'],
  ] as const) {
    const count = Number.parseInt(barks, 10)
    network.change({ 'matches.newCount': { count }, 'playdates.pendingCount': { count } })
    await isSeen(main.getByRole('heading', { level: 2, name: `Barks ${barks}`, exact: true }))
    await isSeen(main.getByRole('heading', { level: 2, name: `Playdates ${playdates}`, exact: true }))
  }
  // The badge is red, like all unread counts.
  const badge = main.getByText('2', { exact: true }).first().element().parentElement
  if (!badge) throw new Error('no badge')
  const red = getComputedStyle(badge).backgroundColor
  badge.style.backgroundColor = 'var(--collar)'
  expect(getComputedStyle(badge).backgroundColor).toBe(red)

  // A photo that cannot be loaded is not said to be missing.
  const photo = aPhoto({ urlThumb: 'data:image/webp,', urlLarge: 'data:image/webp,' })
  const card = main.getByRole('link', { name: /^My Profile Rex/ })
  const source = () => card.query()?.querySelector('img')?.src
  const before = source()
  network.change({ 'auth.user': { ...user, dog: { ...rex, photos: [photo] } } })
  await expect.poll(() => (source() === before ? 'before' : source())).toMatch(/^data:image\/svg/)
  await expect.element(card).not.toHaveTextContent('No photo yet')
})

test('on a phone all four cards are in the first screen, two by two, and a tap leads to what they hold', async () => {
  await open('/doghouse', { user, answers, viewport: PHONE })
  const cards = ['Rex', 'Barks', 'Sniff', 'Playdates'].map(name => main.getByRole('heading', { level: 2, name }))
  const corners = () => cards.map(card => card.element().getBoundingClientRect())
  await isSeen(main.getByRole('link', { name: 'Juno' }))
  const [profile, barks, sniff, playdates] = corners()
  expect(barks?.left).toBeGreaterThan(profile?.right ?? 0)
  expect(playdates?.left).toBeGreaterThan(sniff?.right ?? 0)
  expect(sniff?.top).toBeGreaterThan(barks?.bottom ?? 0)
  const bar = page.getByRole('navigation', { name: 'Main' }).element().getBoundingClientRect()
  for (const article of main.getByRole('article').elements()) {
    expect(article.getBoundingClientRect().bottom).toBeLessThan(bar.top)
    expect(article.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  }
  await isGone(main.getByRole('button', { name: /^Bark/ }))
})

test('a meeting within the hour, or going on, has a line below the heading with its buttons', async () => {
  // Nothing is pressing two hours before, or before an answer.
  const later = aPlaydate(match, { status: 'accepted', whenTs: minutesAhead(120) })
  const proposed = aPlaydate(match, { whenTs: minutesAhead(20) })
  await open('/doghouse', { user, answers: { ...answers, 'playdates.list': aPage(proposed, later) } })
  await isSeen(main.getByRole('button', { name: 'Accept' }))
  await isGone(main.getByRole('button', { name: "I'm here" }))
  await page.viewport(...PHONE)
  const soon = aPlaydate(match, { status: 'accepted', whenTs: minutesAhead(20) })
  network.change({ 'playdates.list': aPage(soon) })
  const line = main.getByRole('link', { name: /^In (20|19) minutes: Dolores Park$/ })
  await expect.element(line).toBeInViewport()
  const barks = main.getByRole('heading', { level: 2, name: 'Barks' })
  expect(line.element().getBoundingClientRect().bottom).toBeLessThan(barks.element().getBoundingClientRect().top)
  await expect.element(main.getByRole('button', { name: 'Running late' })).toBeInViewport({ ratio: 1 })
  // It began ten minutes ago: it is among the past ones.
  network.answer({
    'playdates.list': aPage(),
    'playdates.past': aPage(aPastPlaydate(match, { whenTs: minutesAhead(-10) })),
    'playdates.here': soon,
  })
  network.emit({ type: 'refresh' })
  await expect.element(main.getByRole('link', { name: 'Now: Dolores Park' })).toBeInViewport()
  await main.getByRole('button', { name: "I'm here" }).click()
  await isSeen(page.getByText("We told Mochi you're here"))
})

test('who can join a walk nearby is offered it, and who has no place is asked for it', async () => {
  await open('/doghouse', {
    user,
    answers: { ...answers, 'walks.list': ({ mine } = {}) => (mine ? aPage() : aPage(aWalk())) },
  })
  const near = page.getByRole('region', { name: 'An open walk near you' })
  await isSeen(near.getByRole('article', { name: 'Slow walk' }))
  // A hidden dog's owner is led to the reason first.
  network.change({ 'auth.user': { ...user, dog: { ...rex, hidden: true } } })
  const hidden = main.getByRole('region', { name: 'A moderator hid Rex' })
  await leadsTo(hidden.getByRole('link', { name: 'Read why' }), '/settings/privacy')
  network.change({ 'auth.user': { ...user, city: null, lat: null, lng: null } })
  await main.getByRole('link', { name: 'Add your place' }).click()
  await isAt('/profile')
})
