import type { Match } from '@barkyard/domain/schemas/match'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '../../testing/network-links.ts'
import { open, PHONE } from '../../testing/open.tsx'
import { aPlaydate, whenAhead } from '../../testing/plans.ts'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aMatch, anOwner, aPhoto } from '../../testing/rows.ts'
import { isAt, isGone, isSeen, says, sees, texts } from '../../testing/seen.ts'

const rex = aDog({ name: 'Rex' })
const user = anOwner({ dog: rex })
const main = page.getByRole('main')
const rows = main.getByRole('listitem')
const openBarks = (...matches: Match[]) => open('/barks', { user, answers: { 'matches.list': aPage(...matches) } })
/** A match in which somebody barked at Rex. */
const barked = (name: string, fields: Partial<Match> = {}, breed = 'Corgi') => {
  const dog = aDog({ name, breed })
  return aMatch(rex, dog, dog, fields)
}

test('without a match the page shows the empty state and links to Sniff', async () => {
  await openBarks()
  await isSeen(page.getByRole('heading', { level: 1, name: 'Barks', exact: true }))
  for (const text of ['Dogs who have barked at you', 'No barks yet', "When dogs bark at you, they'll appear here"])
    await sees(text)
  await isSeen(page.getByRole('button', { name: 'Invite a friend' }))
  await page.getByRole('link', { name: 'Sniff Dogs', exact: true }).click()
  await isAt('/sniff')
})

test('each row shows the other dog, the unread count, who spoke last and when, and opens the chat; unanswered barks and conversations are told apart', async () => {
  // The weekday of almost a week ago would be that of today.
  const createdAt = new Date(Date.now() - 6.5 * 86_400_000).toISOString()
  const match = barked('Biscuit')
  const dot = aDog({ name: 'Dot', photos: [aPhoto()] })
  const answered = aMatch(rex, dot, dot, { barked: true, unreadCount: 0 })
  const { lastMessage } = answered
  const reply = lastMessage && { ...lastMessage, senderDogId: rex.id, body: 'woof!', seq: 2 }
  const first = match.lastMessage && { ...match.lastMessage, createdAt }
  const conversation = { ...answered, lastMessage: reply }
  await openBarks({ ...match, lastMessage: first }, conversation, aMatch(rex, aDog({ name: 'Clover' })))
  const linkIn = (group: string) => page.getByRole('region', { name: group }).getByRole('link')
  await says(linkIn('Conversations'), /Dot.*You: woof!/)
  await says(linkIn('Barked at you'), /Biscuit/)
  await says(linkIn('You barked'), /Clover.*You: Woof! 🐕/)
  const row = main.getByRole('link', { name: /Biscuit/ })
  const pictureOf = (name: RegExp) => main.getByRole('link', { name }).element().querySelector('img')?.src
  await says(row, /Woof! 🐕.*1 unread/)
  const date = new Date(createdAt).toLocaleDateString(undefined, { month: 'short', day: 'numeric' })
  await isSeen(row.getByText(date))
  expect(pictureOf(/Dot/)).toBe(dot.photos[0]?.urlThumb)
  // A drawing in place of a photo.
  await expect.poll(() => pictureOf(/Biscuit/)).toMatch(/^data:image.svg/)
  // What the list knows is shown before the match is read.
  network.answer({ 'matches.get': () => new Promise(() => {}), 'messages.list': () => new Promise(() => {}) })
  await row.click()
  await isAt(`/bark-chat/${match.id}`)
  await isSeen(page.getByRole('heading', { level: 1, name: 'Biscuit' }))
  await expect.poll(() => pictureOf(/Biscuit/)).toMatch(/^data:image.svg/)
})

test('on a phone even the longest names and messages fit into the window', async () => {
  const match = barked('Lady Wigglesworth of the Hills and the Long Green Meadows beyond them')
  const lastMessage = match.lastMessage && { ...match.lastMessage, body: `${'woof! '.repeat(200)}${'g'.repeat(300)}` }
  await open('/barks', { user, answers: { 'matches.list': aPage({ ...match, lastMessage }) }, viewport: PHONE })
  const row = main.getByRole('link')
  await isSeen(row)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
  const { right } = row.element().getBoundingClientRect()
  for (const inside of [row.element().querySelector('time'), row.getByText('1', { exact: true }).element()])
    expect(inside?.getBoundingClientRect().right).toBeLessThanOrEqual(right)
})

test('a row says how it stands with the next plan, and a first bark is answered there', async () => {
  const [planned, asked, fresh] = [aMatch(rex, aDog({ name: 'Clover' })), barked('Biscuit'), barked('Dot')]
  const whenTs = whenAhead(2, '10:00:00')
  const plans = [
    // It has begun since it was read.
    aPlaydate(asked, { whenTs: new Date(Date.now() - 600_000).toISOString(), status: 'accepted' }),
    aPlaydate(asked, { whenTs, parkName: 'Crissy Field' }),
    aPlaydate(planned, { whenTs, proposerDogId: rex.id }),
    aPlaydate(planned, { status: 'accepted', whenTs: whenAhead(5) }),
  ]
  const answers = {
    'matches.list': aPage(planned, asked, fresh),
    'playdates.list': aPage(...plans),
    'matches.bark': { matchId: fresh.id },
  }
  await open('/barks', { user, answers })
  const row = (name: string) => main.getByRole('link', { name: new RegExp(name) })
  await says(row('Biscuit'), /Your turn: \w{3,8} 10:00 AM Los Angeles time, Crissy Field/)
  // Nothing of it is cut off.
  const state = main.getByText(/^Your turn/).element()
  expect([state.scrollWidth, state.scrollHeight]).toEqual([state.clientWidth, state.clientHeight])
  await says(row('Clover'), /Proposed \w{3,8} 10:00 AM Los Angeles time, Dolores Park/)
  await says(row('Dot'), /Woof! 🐕.*Barked at you/)
  await page.getByRole('button', { name: 'Bark back at Dot' }).click()
  await expect.poll(() => network.calls('matches.bark')).toEqual([{ toDogId: fresh.otherDog.id }])
  await isAt('/barks')
})

test('from 20 barks on they can be searched, here and when planning a playdate', async () => {
  const pups = Array.from({ length: 19 }, (_, index) => barked(`Pup ${index}`))
  await openBarks(...pups)
  await expect.poll(() => rows.elements().length).toBe(19)
  const search = page.getByRole('searchbox', { name: 'Search your barks' })
  await isGone(search)
  network.answer({ 'matches.list': aPage(barked('Mochi', {}, 'Shiba Inu'), ...pups) })
  network.emit({ type: 'refresh' })
  await search.fill('shiba')
  await expect.poll(() => texts(rows)).toEqual([expect.stringContaining('Mochi')])
  await search.fill('nobody')
  await sees('Nobody here is called “nobody”')
  const places = page.getByRole('navigation', { name: 'Main' })
  await places.getByRole('link', { name: /Playdates$/ }).click()
  const select = page.getByRole('combobox', { name: 'Who would you like to meet?' })
  await select.click()
  await select.fill('moch')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
})
