import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '../../testing/network-links.ts'
import { open, PHONE } from '../../testing/open.tsx'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aMatch, anOwner, aPark } from '../../testing/rows.ts'
import { isGone, isSeen, leadsTo, sees } from '../../testing/seen.ts'

const biscuit = aDog({ name: 'Biscuit' })
const match = aMatch(biscuit, aDog({ name: 'Mochi' }))
const user = anOwner({ dog: biscuit })
const park = aPark({
  name: 'Heartland <b>Dog</b> Park',
  lat: 41.2565,
  lng: -95.9345,
  address: '1 Jackson St, Omaha',
  timeZone: 'America/Chicago',
  facts: { fenced: true, water: false, smallDogs: null, leash: 'off' },
  source: 'import',
  attribution: '© OpenStreetMap contributors',
  distance: 3,
})
const link = (name: string | RegExp) => page.getByRole('link', { name })

test('a park says where it is, what is known, whom to name, and whom one can meet there, unless it is closed', async () => {
  const answers = { 'parks.get': park, 'matches.list': aPage(match) }
  await open(`/park/${park.id}`, { user, answers, viewport: PHONE })
  await isSeen(page.getByRole('heading', { level: 1, name: park.name }))
  await isSeen(page.getByText('1 Jackson St, Omaha · 3 km from you'))
  const facts = page.getByRole('list', { name: 'About this park' }).getByRole('listitem')
  await expect
    .poll(() => facts.elements().map(({ textContent }) => textContent))
    .toEqual(['Fenced', 'No water', 'Off leash'])
  await isSeen(page.getByText('Parks: © OpenStreetMap contributors'))
  // Whoever named it wrote no markup.
  await expect.element(page.getByRole('button', { name: park.name })).toHaveAttribute('aria-pressed', 'true')
  await leadsTo(link(/^Directions to Heartland/), expect.stringContaining('to=41.2565%2C-95.9345'))
  await leadsTo(link('With Mochi'), `/playdates?match=${match.id}&plan&park=${park.id}`)
  await leadsTo(link('Host a walk here'), `/playdates?walk&park=${park.id}`)
  await isSeen(page.getByText('No walk is planned here yet.'))
  await leadsTo(link('Suggest a park'), '/parks/suggest')
  expect(network.calls('walks.list')).toContainEqual({ parkId: park.id, limit: 10 })

  // Six matches are one tap away, the others one more.
  const matches = Array.from({ length: 7 }, (_, at) => aMatch(biscuit, aDog({ name: `Pal ${at + 1}` })))
  network.change({ 'matches.list': aPage(...matches) })
  await isSeen(link('With Pal 6'))
  expect(link('With Pal 7').elements()).toEqual([])
  await leadsTo(link('With another match'), `/playdates?park=${park.id}`)
  network.change({ 'parks.get': { ...park, closed: true } })
  await sees('This park takes no new plans. What is planned here stays as it is.')
  await isGone(page.getByRole('heading', { name: 'Plan here' }))
})
