import type { Sighting } from '@barkyard/domain/schemas/lost'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { refreshSoon } from '../../lib/refresh-soon.ts'
import { type Answers, held, network } from '../../testing/network-links.ts'
import { close, open, PHONE } from '../../testing/open.tsx'
import { aPage, aPreferences } from '../../testing/quiet-yard.ts'
import { aDog, aLost, anOwner, anOwnLost, aPhoto } from '../../testing/rows.ts'
import { button, isAt, isGone, isSeen, leadsTo, says, sees } from '../../testing/seen.ts'

const mochi = aDog({ name: 'Mochi', breed: 'Shiba Inu', photos: [aPhoto()] })
const user = anOwner({ dog: mochi, firstName: 'Robin', lastName: 'Hale' })
const portland = {
  city: 'Portland',
  region: 'Oregon',
  country: 'US',
  label: 'Portland, Oregon',
  lat: 45.5,
  lng: -122.6,
}
const steps = `/dog/${mochi.id}/lost`
const alert = page.getByRole('main').getByRole('alert')
const wearing = page.getByLabelText('What does Mochi wear?')
const drafts = () => Object.keys(localStorage).filter(key => key.startsWith('lost-draft'))

/** A server for what is sent besides tRPC; null: no connection. */
function stubFetch(...answers: (Response | null)[]) {
  const sent: { path: string; key: string | null; body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, { headers, body }: RequestInit) => {
    sent.push({ path, key: new Headers(headers).get('idempotency-key'), body })
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  })
  return sent
}

const openSteps = (answers: Answers = {}) =>
  open(steps, { user, viewport: PHONE, answers: { 'location.suggest': [portland], ...answers } })

async function choosePlace() {
  await page.getByRole('searchbox', { name: /^Or search/ }).fill('Portl')
  await button('Portland, Oregon').click()
  await sees('The point is set.')
}

test('six taps tell the neighbours; without a connection it is sent again, once', async () => {
  const lost = anOwnLost(mochi)
  await openSteps({ 'preferences.get': aPreferences({ units: 'mi' }) })
  await button('Next').click()
  await says(alert, 'Please set the point where you last saw Mochi.')
  await choosePlace()
  await sees('You can change all of it later.')
  // The time stands there as the device has it.
  await page.getByRole('radio', { name: 'Another time' }).click()
  const shown = page.getByLabelText('Date and time').element() as HTMLInputElement
  expect(Math.abs(Date.parse(shown.value) - Date.now())).toBeLessThan(30 * 60_000)
  await page.getByRole('radio', { name: 'Just now' }).click()
  await button('Next').click()
  await page.getByRole('radio', { name: /^Shy/ }).click()
  await wearing.fill('Call 555 123 4567')
  await button('Next').click()
  await sees('Please leave out a phone number')
  await wearing.fill('Red collar')
  await button('Next').click()
  await sees('Red collar', /^Owners within 2 mi of the point/)

  const sent = stubFetch(null, Response.json(lost))
  await button('Tell the neighbours').click()
  await sees(/^There is no connection right now/)
  network.answer({ 'lost.mine': aPage(lost) })
  window.dispatchEvent(new Event('online'))
  await sees('Your neighbours are being told')
  await isSeen(button('Found'))
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(sent.map(({ path }) => path)).toEqual([`/api/dogs/${mochi.id}/lost`, `/api/dogs/${mochi.id}/lost`])
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(sent[1]).toEqual(sent[0])
  expect(JSON.parse(String(sent[0]?.body))).toMatchObject({ lat: 45.5, approach: 'shy', wearing: 'Red collar' })
  expect(drafts()).toEqual([])
})

test('what was typed survives a reload, and what was being sent is sent on with its key', async () => {
  await openSteps()
  await choosePlace()
  await button('Next').click()
  await page.getByLabelText(/only you know/).fill('White paw')
  await button('Next').click()
  const first = stubFetch(null)
  await button('Tell the neighbours').click()
  await sees(/^There is no connection right now/)
  const kept = Object.entries(localStorage)
  await close()
  for (const [key, value] of kept) localStorage.setItem(key, value)

  const lost = anOwnLost(mochi, { state: 'waiting' })
  const second = stubFetch(Response.json(lost))
  await openSteps({ 'lost.mine': () => aPage(...(second.length > 0 ? [lost] : [])) })
  await sees(/^A moderator looks at this first/)
  expect(second[0]).toEqual(first[0])
  expect(String(second[0]?.body)).toContain('White paw')

  // An answer that was lost leaves nothing that a later search would send.
  await close()
  for (const [key, value] of kept) localStorage.setItem(key, value)
  await openSteps({ 'lost.mine': aPage(lost) })
  await sees(/^A moderator looks at this first/)
  await expect.poll(drafts).toEqual([])
})

test('a point that is chosen while the device looks where it is stays; a refusal says what to do, and leaves everything as it was', async () => {
  let find: PositionCallback = () => undefined
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation(found => {
    find = found
  })
  await openSteps()
  await button('Here, where I am now').click()
  await choosePlace()
  find({ coords: { latitude: 1, longitude: 2 } } as GeolocationPosition)
  await isSeen(button('Here, where I am now'))
  expect(localStorage.getItem(`lost-draft ${user.id} ${mochi.id}`)).toContain('"lat":45.5')

  await button('Next').click()
  await button('Next').click()
  const refusal = { code: 'CONFLICT', reason: 'no-photo', message: 'Add a photo of this dog first' }
  stubFetch(Response.json(refusal, { status: 409 }))
  await button('Tell the neighbours').click()
  await says(alert, 'Add a photo of this dog first')
  await leadsTo(page.getByRole('link', { name: 'Add a photo' }), `/dog/${mochi.id}/edit`)
  await button('Back').click()
  await expect.element(page.getByRole('heading', { level: 2, name: 'What helps' })).toHaveFocus()
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const aSighting = (fields: Partial<Sighting> = {}): Sighting => ({
  id: crypto.randomUUID(),
  at: hoursAgo(1),
  lat: 37.78,
  lng: -122.41,
  where: null,
  state: 'seen',
  note: null,
  photo: null,
  from: { firstName: 'Kim' },
  phone: null,
  thanked: false,
  createdAt: hoursAgo(1),
  ...fields,
})

test('the owner reads the sightings, searches from one, thanks, widens two hours after it began, and ends the search', async () => {
  const times = { createdAt: hoursAgo(3), beganAt: hoursAgo(3), lastSeenAt: hoursAgo(4), endsAt: hoursAgo(-73) }
  const lost = anOwnLost(mochi, times)
  const holding = aSighting({ state: 'holding', phone: '+1 555 0100', note: 'By the fountain' })
  const unknown = aSighting({
    from: null,
    lat: null,
    lng: null,
    where: 'Behind the school',
    at: hoursAgo(2),
    photo: aPhoto().urlThumb,
  })
  const answers: Answers = {
    // It waited for a moderator.
    'lost.mine': aPage({ ...lost, beganAt: hoursAgo(1) }),
    'lost.sightings': aPage(holding, unknown),
    'lost.edit': { ...lost, version: 2 },
    'lost.close': { ...lost, state: 'closed', outcome: 'returned' },
    'lost.thank': { ...holding, thanked: true },
    'reports.create': { id: crypto.randomUUID() },
  }
  await open(steps, { user, answers })
  await sees(/^Owners within 3 km are told\. From .+ you can tell those within 10 km\.$/)
  await isGone(page.getByRole('button', { name: /^Wider/ }))
  network.answer({ 'lost.mine': aPage(lost) })
  await refreshSoon()
  await sees('1. Has the dog 1 hour ago, says Kim')
  // The device's clock may be behind the server's, which has just renewed it.
  await isSeen(button('Keep it open for three more days'))
  await sees('2. Seen 2 hours ago, says somebody without an account')
  const picture = page.getByRole('img', { name: 'What somebody without an account saw' })
  await expect.element(picture).toHaveAttribute('src', unknown.photo)
  await button('Report this sighting').last().click()
  await page.getByRole('radio', { name: /^Somebody wants money/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
  await button('Send report').click()
  await button('Done').click()
  expect(network.calls('reports.create')).toMatchObject([{ sightingId: unknown.id }])
  await leadsTo(page.getByRole('link', { name: '+1 555 0100' }), 'tel:+1 555 0100')
  expect(page.getByRole('button', { name: 'Search from here' }).elements()).toHaveLength(1)
  await button('Search from here').click()
  await button('Thank').click()
  await button('Wider: tell owners within 10 km').click()
  const edits = [
    { id: lost.id, version: 1, lat: 37.78, lng: -122.41, lastSeenAt: holding.at },
    { id: lost.id, version: 1, reach: 10 },
  ]
  await expect.poll(() => network.calls('lost.edit')).toEqual(edits)
  expect(network.calls('lost.thank')).toEqual([{ id: holding.id }])

  // Another window's words stay, as only what is changed here is sent.
  await button('Change what you said').click()
  await wearing.fill('A blue collar')
  await button('Save').click()
  const words = { id: lost.id, version: 1, wearing: 'A blue collar' }
  await expect.poll(() => network.calls('lost.edit').at(-1)).toEqual(words)

  network.answer({ 'lost.mine': aPage({ ...lost, endsAt: hoursAgo(3 - 30 * 24) }) })
  await refreshSoon()
  await sees('That is as long as a search can be open.')

  await button('Found').click()
  await expect.element(page.getByRole('heading', { name: 'How did it end?' })).toHaveFocus()
  await page.getByRole('radio', { name: /^Somebody brought Mochi back/ }).click()
  network.answer({ 'lost.mine': aPage({ ...lost, state: 'closed', outcome: 'returned' } as const) })
  await button('End the search').click()
  await isSeen(page.getByRole('heading', { level: 1, name: 'Mochi is home' }))
  expect(network.calls('lost.close')).toEqual([{ id: lost.id, outcome: 'returned' }])
})

test('the poster has five large words, the way to the page, a public phone, and never the owner', async () => {
  const dog = aDog({ name: 'Mochi the Great', breed: 'Shiba Inu Mix', photos: [aPhoto()] })
  const lost = anOwnLost(dog, { phone: '+1 555 0100', showPhone: false })
  const answers = { 'lost.mine': aPage(lost), 'dogs.mine': [dog] }
  await open(`/dog/${dog.id}/lost/poster`, { user, answers, theme: 'dark' })
  const poster = page.getByRole('article', { name: /^Poster/ })
  await isSeen(poster)
  const text = () => poster.element().textContent ?? ''
  expect(poster.element().querySelector('header')?.textContent).toBe('Lost dogMochi Shiba Inu')
  expect(text()).toContain(`${location.host}/api/lost/p/${lost.code}`)
  expect(text()).not.toMatch(/Robin|Hale|555 0100/)
  await sees(/^Your phone number is not on it/)
  expect(getComputedStyle(poster.element().parentElement as Element).backgroundColor).toBe('rgb(255, 255, 255)')
  network.answer({ 'lost.mine': aPage({ ...lost, showPhone: true }) })
  network.emit({ type: 'lost', dogId: dog.id, lostId: lost.id })
  await expect.poll(text).toContain('+1 555 0100')
})

test('a neighbour is led from the strip to the dog, says that it is with them, and reads the owner’s phone', async () => {
  const lost = aLost(aDog({ name: 'Pip', breed: 'Beagle', photos: [aPhoto()] }), { note: 'Loves cheese' })
  const answers: Answers = {
    'lost.list': aPage(lost),
    'lost.get': lost,
    'location.suggest': [portland],
    'reports.create': { id: crypto.randomUUID() },
  }
  await open('/doghouse', { user, answers, viewport: PHONE })
  await page.getByRole('link', { name: /^Pip is lost/ }).click()
  await isAt(`/lost/${lost.id}`)
  await sees(/^Shy\. Stand still/, 'Loves cheese')
  await button('Report this search').click()
  await page.getByRole('radio', { name: /^Somebody wants money/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
  await button('Send report').click()
  await sees(/^Thank you\. A moderator will read your report/)
  expect(network.calls('reports.create')).toEqual([{ lostId: lost.id, kind: 'scam', note: '' }])
  await button('Done').click()
  await button('I saw this dog').click()
  await page.getByRole('radio', { name: 'The dog is with me' }).click()
  await choosePlace()
  await page.getByLabelText('Your phone number').fill('555 0199')
  // A call, a look at something else: what was said is still there.
  await button('Back').click()
  await button('I saw this dog').click()
  await expect.element(page.getByLabelText('Your phone number')).toHaveValue('555 0199')
  // What is sent waits for the photo, which a phone takes seconds to read.
  const picture = held<{ close: () => void }>()
  vi.stubGlobal('createImageBitmap', () => picture.promise)
  const png = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, ...Array(12).fill(0)])], 'pip.png')
  await page.getByLabelText('Photo of the dog that you saw').upload(png)
  await expect.element(button('Reading the photo...')).toHaveAttribute('aria-disabled', 'true')
  picture.resolve({ close: () => undefined })
  await sees('Photo added: pip.png')
  const busy = () => Response.json({ code: 'CONFLICT', message: 'Too many at once.' }, { status: 409 })
  const sent = stubFetch(busy(), busy(), Response.json({ id: crypto.randomUUID(), phone: '+1 555 0100' }))
  // A number is sent only where it is asked for.
  await page.getByRole('radio', { name: 'I saw the dog' }).click()
  for (const [nth, hasPhone] of [false, true].entries()) {
    await button('Tell the owner').click()
    await expect.poll(() => (sent[nth]?.body as FormData | undefined)?.has('phone')).toBe(hasPhone)
    await says(alert, 'Too many at once.')
    await page.getByRole('radio', { name: 'The dog is with me' }).click()
  }
  // The same words are one sighting, however often they are sent.
  await button('Tell the owner').click()
  await expect.element(page.getByRole('heading', { name: /^Thank you\. Pip’s owner is told/ })).toHaveFocus()
  await isSeen(page.getByRole('link', { name: '+1 555 0100' }))
  await sees('Nobody honest asks for money first.')
  expect(sessionStorage.getItem(`sighting ${lost.id}`)).toBeNull()
  expect(sent[2]?.key).toBe(sent[1]?.key)
  const form = sent[2]?.body as FormData
  expect((form.get('photo') as File).name).toBe('pip.png')
  expect(Object.fromEntries(form)).toMatchObject({ state: 'holding', lat: '45.5', lng: '-122.6', phone: '555 0199' })

  network.answer({ 'lost.get': { ...lost, state: 'closed', outcome: 'found' } })
  network.emit({ type: 'lost', dogId: mochi.id, lostId: lost.id })
  await isSeen(page.getByRole('heading', { level: 1, name: 'Pip is home' }))
})
