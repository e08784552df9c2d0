import { localInstant } from '@barkyard/domain/local-time'
import { parkDateLabel, parkTimeLabel } from '@barkyard/domain/park-time'
import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import type { Park } from '@barkyard/domain/schemas/park'
import type { PastPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clockTime } from '../../lib/words.ts'
import { type Answers, fails, held, network, writes } from '../../testing/network-links.ts'
import { open, PHONE } from '../../testing/open.tsx'
import { aPastPlaydate, aPlaydate, dayAhead, minutesAhead, whenAhead } from '../../testing/plans.ts'
import { aPage, pageOf } from '../../testing/quiet-yard.ts'
import { aDog, aMatch, anOwner, aPark } from '../../testing/rows.ts'
import { boxOf, button, dialog, isGone, isSeen, leadsTo, link, pressOn, says, sees, texts } from '../../testing/seen.ts'

const biscuit = aDog({ name: 'Biscuit' })
const mochi = aDog({ name: 'Mochi', breed: 'Shiba Inu' })
const user = anOwner({ dog: biscuit })
const match = aMatch(biscuit, mochi)

const withPlans = (plans: readonly Playdate[], more: Answers = {}) => ({
  user,
  reducedMotion: true,
  answers: {
    'matches.list': aPage(match),
    'playdates.list': aPage(...plans),
    'playdates.overlapping': [],
    ...more,
  } satisfies Answers,
})
/** An agreed plan around whose time late and here can be said. */
const aPlanSoon = (fields: Partial<Playdate> = {}) =>
  aPlaydate(match, { notes: 'Fetch', status: 'accepted', whenTs: minutesAhead(20), ...fields })
const cards = page.getByRole('article')
const card = (name: string) => page.getByRole('article', { name })
const titles = () => expect.poll(() => texts(cards.getByRole('heading')))
/** Opens the "…" menu of a card. */
async function menuOf(name: string) {
  await card(name)
    .getByRole('button', { name: /^More about/ })
    .click()
  return page.getByRole('menu')
}
const itemsOf = async (name: string) => texts((await menuOf(name)).getByRole('menuitem'))
const buttonsOf = (name: string) => expect.poll(() => texts(card(name).getByRole('button')).filter(Boolean))
const choose = page.getByRole('combobox', { name: 'Who would you like to meet?' })

test('a match is chosen by name and breed before a playdate can be created, and without a dog there is none', async () => {
  await open('/playdates', withPlans([]))
  await sees('No upcoming playdates. Create one above!')
  await expect.element(button('Create Playdate')).toBeDisabled()
  // Until the first paint is over, a field that looks the same stands in its place.
  await isSeen(choose)
  await pressOn(choose, '{Enter}')
  await says(page.getByRole('option'), 'MochiShiba Inu')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(choose).toHaveValue('Mochi · Shiba Inu')
  await expect.element(button('Create Playdate')).toBeEnabled()
  network.change({ 'auth.user': { ...user, dog: null }, 'matches.list': aPage() })
  await sees('No Matches Yet', /^You need matches before you can create playdates\./)
  await leadsTo(link('Find Matches'), '/sniff')
})

test('a playdate shows the other dog, the time in San Francisco, the park and the status: accepted is prominent, declined warns, proposed is muted', async () => {
  const own = aPlaydate(match, { whenTs: whenAhead(1), parkName: 'Crissy Field', proposerDogId: biscuit.id })
  const proposed = aPlaydate(match, { notes: 'Fetch in the sun', whenTs: whenAhead(2, '15:00:00') })
  const declined = aPlaydate(match, { notes: 'Mud bath', whenTs: whenAhead(4), status: 'declined' })
  const accepted = aPlaydate(match, { notes: 'Swim', whenTs: whenAhead(5), status: 'accepted' })
  await open('/playdates', withPlans([own, proposed, declined, accepted], { 'playdates.overlapping': [accepted] }))
  await titles().toEqual(['Playdate with Mochi', 'Fetch in the sun', 'Mud bath', 'Swim'])
  const probe = document.body.appendChild(document.createElement('i'))
  for (const [name, word, colour] of [
    ['Fetch in the sun', 'Proposed', '--sunken'],
    ['Swim', 'Accepted', '--grass-soft'],
    ['Mud bath', 'Declined', '--collar-soft'],
  ] as const) {
    probe.style.backgroundColor = `var(${colour})`
    const { backgroundColor } = getComputedStyle(probe)
    await expect.element(card(name).getByText(word, { exact: true })).toHaveStyle({ backgroundColor })
  }
  const [theirs, low] = [card('Fetch in the sun'), card('Mud bath')]
  // The browser is in Berlin (vitest.config.ts), but the parks' time is shown.
  const date = parkDateLabel(new Date(proposed.whenTs), new Date(), BUILT_IN_ZONE)
  for (const text of ['Mochi', 'Dolores Park', date, '3:00 PM']) await isSeen(theirs.getByText(text, { exact: true }))
  await isSeen(card('Playdate with Mochi').getByText(parkTimeLabel(new Date(own.whenTs), BUILT_IN_ZONE)))
  const photo = { name: 'Photo of Mochi' }
  await expect.element(theirs.getByRole('img', photo)).toHaveAttribute('src', expect.stringMatching(/^data:image.svg/))
  // One that overlaps is pointed out, and allowed.
  await isSeen(theirs.getByText('Biscuit has another playdate then: Swim with Mochi, 9:00 AM Los Angeles time'))
  await expect.element(theirs.getByRole('button', { name: 'Accept' })).toBeEnabled()
  // Two buttons, and the rest in the menu.
  await buttonsOf('Fetch in the sun').toEqual(['Accept', 'Decline'])
  expect((await itemsOf('Fetch in the sun')).slice(0, 2)).toEqual(['Open chat', 'Suggest another time'])
  await buttonsOf('Playdate with Mochi').toEqual(['Suggest something else'])
  await isSeen(card('Playdate with Mochi').getByRole('link', { name: 'Open chat' }))
  expect((await itemsOf('Playdate with Mochi'))[0]).toBe('Withdraw')
  await buttonsOf('Mud bath').toEqual([])
  // It is low: what was planned, and its badge.
  await isSeen(low.getByRole('img', photo), low.getByRole('link', { name: 'Mochi', exact: true }))
  // One line from 768 px on, two on a phone, and the park is not cut off.
  for (const [width, height] of [
    [1280, 52],
    [768, 52],
    [375, 80],
  ] as const) {
    await page.viewport(width, 800)
    expect(boxOf(low).height).toBeLessThan(height)
    expect(boxOf(low.getByText('Dolores Park', { exact: true })).right).toBeLessThan(boxOf(low).right)
  }
})

test('a card leads to the dog, the chat and the park, by its own address if it has one, and says how near it is', async () => {
  const elsewhere = { ...aPlaydate(match, { parkName: 'Lafayette Park', notes: 'Far away' }), parkId: 'another' }
  const unaddressed = aPlaydate(match, { notes: 'Run', parkId: 'pine-run', parkName: 'Pine Run' })
  const near = aPlaydate(match, { notes: 'Fetch', whenTs: whenAhead(1, '15:00:00') })
  await open('/playdates', withPlans([near, elsewhere, unaddressed]))
  // It is not the built-in park of that name.
  await isSeen(card('Far away').getByText('Lafayette Park'))
  await isGone(card('Far away').getByText(/San Francisco, CA/))
  // Without an address the way there stands below the name.
  const topOf = (name: string) => boxOf(card('Run').getByRole('link', { name, exact: true })).top
  await expect.poll(() => topOf('Directions to Pine Run, in your map') - topOf('Pine Run')).toBeGreaterThan(0)
  const fetch = card('Fetch')
  await isSeen(fetch.getByText('Tomorrow'), fetch.getByText('Dolores St & 19th St, San Francisco, CA 94114'))
  await leadsTo(fetch.getByRole('link', { name: 'Mochi', exact: true }), `/dog/${mochi.id}`)
  const map = fetch.getByRole('link', { name: 'Directions to Dolores Park, in your map' })
  await leadsTo(map, expect.stringMatching(/openstreetmap.*37\.7596%2C-122\.4269$/))
  await leadsTo((await menuOf('Fetch')).getByRole('menuitem', { name: 'Open chat' }), `/bark-chat/${match.id}`)
})

test('an accepted plan says who comes, offers phrases from a day before, five at a time and ten a side, around the meeting late and here first, and nothing of it once it is off', async () => {
  const said = (dogId: string, phrase: 'by-the-water' | 'see-you-soon', ago = 0) =>
    ({ dogId, kind: 'phrase', phrase, minutes: null, at: new Date(Date.now() - ago).toISOString() }) as const
  const planIn = (hours: number, signals: Playdate['signals'] = []) =>
    aPlanSoon({ id: 'plan', whenTs: minutesAhead(60 * hours), with: { firstName: 'Robin' }, signals })
  const become = (plan: Playdate) => {
    network.change({ 'playdates.list': aPage(plan) })
    return plan
  }
  await open('/playdates', withPlans([planIn(48)]))
  const say = card('Fetch').getByRole('button', { name: 'Say where you are' })
  await isSeen(card('Fetch').getByText('Robin is coming along'))
  await isGone(say)

  const own = said(biscuit.id, 'by-the-water')
  network.answer({ 'playdates.phrase': () => become(planIn(2, [own])) })
  become(planIn(2))
  await say.click()
  const phrases = card('Fetch').getByRole('group', { name: "Tell Mochi's owner" }).getByRole('button')
  await expect.poll(() => phrases.elements().length).toBe(6)
  const first = texts(phrases)
  await button('More phrases').click()
  await expect.poll(() => texts(phrases)).not.toEqual(first)
  // After the last ones come the first ones again.
  await expect
    .poll(async () => {
      await button('More phrases').click()
      return texts(phrases)
    })
    .toEqual(first)
  await button('By the water').click()
  await sees("Told Mochi's owner")
  // By the reader's clock, as in the chat.
  await isSeen(card('Fetch').getByText(`You: By the water ${clockTime(own.at)}`))
  await isGone(phrases)
  await expect.element(say).toHaveFocus()

  const late = { dogId: mochi.id, kind: 'late', phrase: null, minutes: 10, at: new Date().toISOString() } as const
  const all = Array.from({ length: 10 }, (_, at) => said(biscuit.id, 'by-the-water', 1000 * (10 - at)))
  become(planIn(2, [late, ...all, said(mochi.id, 'see-you-soon')]))
  await isSeen(card('Fetch').getByText('Mochi is running 10 minutes late'))
  await isSeen(card('Fetch').getByText(/^Mochi: See you soon/))
  await isGone(say)
  expect(await itemsOf('Fetch')).not.toContain('Say where you are')
  await userEvent.keyboard('{Escape}')

  const soon = planIn(1 / 3)
  network.answer({ 'playdates.phrase': soon })
  become(soon)
  await buttonsOf('Fetch').toEqual(["I'm here", 'Running late'])
  const ways = [card('Fetch').getByText(/^In \d+ minutes?$/), card('Fetch').getByRole('link', { name: /^Directions/ })]
  await isSeen(...ways)
  await (await menuOf('Fetch')).getByRole('menuitem', { name: 'Say where you are' }).click()
  await button('More phrases').click()
  await button('Bringing a ball').click()
  await expect.element(card('Fetch')).toHaveFocus()
  const asked = ['by-the-water', 'bringing-a-ball'].map(phrase => ({ id: 'plan', phrase }))
  expect(network.calls('playdates.phrase')).toEqual(asked)
  const off = { status: 'declined', cancelledAt: soon.whenTs, cancelReason: 'weather' } as const
  become({ ...soon, ...off, cancelledByDogId: mochi.id })
  await isSeen(card('Fetch').getByText('Cancelled', { exact: true }))
  await isGone(...ways)
})

test('late and here are large enough for a thumb, and a slip of the finger is taken back', async () => {
  const plan = aPlanSoon()
  const said = (kind: 'late' | 'here', minutes: number | null, at = plan.whenTs) =>
    ({ dogId: biscuit.id, kind, minutes, phrase: null, at }) as const
  const becomes = (...signals: Playdate['signals']) => {
    const next = { ...plan, signals }
    return writes({ 'playdates.list': aPage(next) }, next)
  }
  const answers = {
    'playdates.late': becomes(said('late', 10)),
    'playdates.here': becomes(said('here', null)),
    'playdates.notHere': becomes(),
  }
  await open('/playdates', { ...withPlans([plan], answers), viewport: PHONE })
  const here = card('Fetch').getByRole('button', { name: "I'm here" })
  await isSeen(here)
  expect(boxOf(here).height).toBeGreaterThanOrEqual(64)
  await card('Fetch').getByRole('button', { name: 'Running late' }).click()
  await card('Fetch').getByRole('button', { name: '10 minutes' }).click()
  await isSeen(card('Fetch').getByText("You're running 10 minutes late"))
  // Its second click hits the button that takes it back.
  await here.dblClick()
  await isGone(here)
  expect(network.calls('playdates.notHere')).toEqual([])
  const notHere = card('Fetch').getByRole('button', { name: "I'm not here yet" })
  await notHere.click()
  await isSeen(here)
  // After a minute it stays said.
  network.change({ 'playdates.list': aPage({ ...plan, signals: [said('here', null, minutesAhead(-1.1))] }) })
  await isGone(here, notHere)
  expect(document.documentElement.scrollWidth).toBe(375)
  const calendar = (await menuOf('Fetch')).getByRole('menuitem', { name: 'Add to calendar' })
  await leadsTo(calendar, `/api/playdates/${plan.id}/ics`)
  // Once it has begun it stands above the list.
  const begun = aPastPlaydate(match, { notes: 'Fetch', whenTs: minutesAhead(-10) })
  network.change({ 'playdates.list': aPage(), 'playdates.past': aPage(begun) })
  await isSeen(page.getByRole('region', { name: 'Happening now' }).getByRole('article', { name: 'Fetch' }))
  await isGone(page.getByRole('region', { name: 'Past Playdates' }))
})

test('the settings offer an address of one’s playdates to subscribe to, and end it', async () => {
  const url = 'https://yard.example/calendar/secret.ics'
  const answers = {
    'calendar.openFeed': writes({ 'calendar.feed': { createdAt: '2026-11-21T12:00:00.000Z' } }, { url }),
    'calendar.closeFeed': writes({ 'calendar.feed': null }),
  }
  await open('/settings/notifications', { user, reducedMotion: true, answers })
  const feed = page.getByRole('region', { name: 'Playdates in your calendar' })
  const subscribe = feed.getByRole('button', { name: 'Subscribe' })
  await subscribe.click()
  const field = feed.getByLabelText('The address of your calendar')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue(url)
  for (const program of ['Google Calendar', 'Apple Calendar', 'Outlook'])
    await isSeen(feed.getByText(program, { exact: true }))
  await feed.getByRole('button', { name: 'Done' }).click()
  await feed.getByRole('button', { name: 'End it' }).click()
  await page.getByRole('dialog', { name: 'End this address?' }).getByRole('button', { name: 'End it' }).click()
  await isSeen(subscribe)
})

test('a recap takes two taps, and dogs that both want to meet again come first, with the same park one tap away', async () => {
  const past = aPastPlaydate(match, { notes: 'Fetch' })
  const both = { ...past, recap: { met: true, again: true, bothAgain: true } }
  const answers = {
    'matches.list': aPage(aMatch(biscuit, aDog({ name: 'Rival' })), match),
    'playdates.past': aPage(past),
    'playdates.recap': writes({ 'playdates.past': aPage(both) }, both),
  }
  await open('/playdates', withPlans([], answers))
  const row = page.getByRole('listitem', { name: 'Fetch' })
  await isSeen(row.getByText('Did Biscuit and Mochi meet?'))
  // Its second click hits the answer to the next question.
  await row.getByRole('button', { name: 'Yes' }).dblClick()
  await isSeen(row.getByText('Would Biscuit play with Mochi again?'))
  expect(network.calls('playdates.recap')).toEqual([])
  await row.getByRole('button', { name: 'Yes' }).click()
  await isSeen(row.getByText('You both want to play again.'))
  expect(network.calls('playdates.recap')).toEqual([{ id: past.id, met: true, again: true }])

  const form = page.getByRole('dialog', { name: 'Create a Playdate', exact: true })
  const isFilled = async () => {
    await expect.element(form.getByRole('combobox', { name: 'Location' })).toHaveValue('Dolores Park')
    await expect.element(form.getByRole('button', { name: /^Date/ })).not.toHaveTextContent('Pick a date')
  }
  await row.getByRole('button', { name: 'Play again' }).click()
  await isFilled()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await isGone(form)

  await choose.click()
  const options = page.getByRole('option')
  await says(options.first(), /Mochi.*You both want to play again/)
  await options.last().click()
  await isGone(button(/^Play again at/))
  await choose.click()
  await options.first().click()
  await button('Play again at Dolores Park').click()
  await isFilled()
})

test('playdates that begin leave the list for the past ones and are no longer counted, though the server is a little behind', async () => {
  const early = aPlaydate(match, { notes: 'Early', whenTs: whenAhead(1, '09:00:00') })
  const agreed = aPlaydate(match, { notes: 'Agreed', whenTs: early.whenTs, status: 'accepted' })
  const late = aPlaydate(match, { notes: 'Late', whenTs: whenAhead(1, '12:00:00') })
  // Long enough before that a busy machine has opened the page.
  vi.useFakeTimers({ now: localInstant(BUILT_IN_ZONE, dayAhead(1), '08:45:00'), shouldAdvanceTime: true })
  const untilAfter = (ms: number) => vi.advanceTimersByTimeAsync(Date.parse(early.whenTs) + ms - Date.now())
  // A second before the page asks again.
  const hasBegun = () => Date.now() - 59_000 > Date.parse(early.whenTs)
  const past = [early, agreed].map(one => ({ ...one, recap: null }))
  const answers = {
    'playdates.list': () => (hasBegun() ? aPage(late) : aPage(early, agreed, late)),
    'playdates.past': () => (hasBegun() ? aPage(...past) : aPage<PastPlaydate>()),
    'playdates.pendingCount': () => ({ count: hasBegun() ? 1 : 2 }),
  }
  await open('/playdates', withPlans([], answers))
  await titles().toEqual(['Early', 'Agreed', 'Late'])
  const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Playdates$/ })
  await says(tab, '2')
  await untilAfter(2_000)
  await titles().toEqual(['Agreed', 'Late'])
  await expect.poll(() => network.calls('playdates.list').length).toBe(2)
  await untilAfter(64_000)
  await sees('Never answered.')
  await says(tab, '1')
  expect(network.calls('playdates.list').length).toBeLessThanOrEqual(3)
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(600_000)
      return page.getByText('Did Biscuit and Mochi meet?').elements().length
    })
    .toBeGreaterThan(0)
})

test('on a phone the first of the plans is on the first screen, and a long name stays within the list of matches', async () => {
  const long = aMatch(biscuit, aDog({ name: 'Donaudampfschifffahrtsgesellschaftskapit' }))
  const plans = [2, 3, 4, 5].map(days => aPlaydate(match, { notes: `Walk ${days}`, whenTs: whenAhead(days) }))
  await open('/playdates', { ...withPlans(plans, { 'matches.list': aPage(match, long) }), viewport: PHONE })
  await sees('Schedule meetups with your matches at San Francisco parks', 'Upcoming Playdates')
  await expect.element(card('Walk 2').getByRole('button', { name: 'Accept' })).toBeInViewport({ ratio: 1 })
  await choose.click()
  const option = page.getByRole('option').last()
  await isSeen(option)
  expect(option.element().scrollWidth).toBe(option.element().clientWidth)
})

for (const [answer, busy, status, word, outcome, left] of [
  ['Accept', 'Accepting...', 'accepted', 'Accepted', 'Playdate accepted!', ['Suggest another time']],
  ['Decline', 'Declining...', 'declined', 'Declined', 'Playdate declined', []],
] as const)
  test(`${answer} shows that it is being sent, or that it failed, is sent once, shows a toast, and the card keeps the focus`, async () => {
    const plan = aPlaydate(match, { notes: 'Tug of war' })
    const answered = { ...plan, status, revision: 2 }
    const sending = held<void>()
    const send = async () => {
      await sending.promise
      network.answer({ 'playdates.list': aPage(answered) })
      return answered
    }
    await open('/playdates', withPlans([plan], { 'playdates.answer': send }))
    const failing = held<void>()
    network.answerOnce({ 'playdates.answer': () => failing.promise.then(fails) })
    await button(answer).click()
    const other = button(answer === 'Accept' ? 'Decline' : 'Accept')
    for (const one of [button(busy), other]) await expect.element(one).toHaveAttribute('aria-disabled', 'true')
    failing.resolve()
    await sees('Failed to update playdate')
    await expect.element(button(answer)).toHaveAttribute('aria-disabled', 'false')
    await expect.element(button(answer)).toHaveFocus()
    await button(answer).dblClick()
    sending.resolve()
    await isSeen(page.getByRole('status').getByText(outcome, { exact: true }))
    await isSeen(card('Tug of war').getByText(word, { exact: true }))
    await buttonsOf('Tug of war').toEqual(left)
    await expect.element(card('Tug of war')).toHaveFocus()
    const asked = { id: plan.id, status, revision: 1 }
    expect(network.calls('playdates.answer')).toEqual([asked, asked])
  })

test('a suggestion says what was before, and the cancel dialog names the plan', async () => {
  const [whenTs, whenAsked] = [whenAhead(4, '17:00:00'), whenAhead(4, '16:00:00')]
  const asked = aPlaydate(match, { parkName: 'Crissy Field', notes: 'Fetch', whenTs: whenAsked })
  const plan = aPlanSoon({ whenTs, changes: { ...asked, byDogId: mochi.id } })
  await open('/playdates', withPlans([plan]))
  await isSeen(page.getByText('Mochi suggests 4:00 PM at Crissy Field instead of 5:00 PM at Dolores Park'))
  await isSeen(page.getByText(/^\w{3}, .*, 4:00 PM Los Angeles time · Crissy Field$/))
  network.answer({ 'playdates.answerChange': { ...plan, changes: null } })
  await button('Accept').click()
  await sees('Change accepted')
  expect(network.calls('playdates.answerChange')).toEqual([{ id: plan.id, accept: true, revision: 1 }])
  await (await menuOf('Fetch')).getByRole('menuitem', { name: 'Cancel playdate' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this playdate?' })
  await isSeen(question.getByText(/^Fetch with Mochi, .* at 5:00 PM, Dolores Park$/))
  await expect.element(question.getByRole('button', { name: 'Cancel playdate' })).toBeDisabled()
})

test('a suggestion undoes nothing that the other side changes meanwhile, keeps the day of a chosen hour, and its form closes once the plan is off', async () => {
  const plan = aPlaydate(match, { notes: 'Fetch', whenTs: whenAhead(4) })
  const elsewhere = aPark({ name: 'Far Meadow' })
  const place = { parkId: elsewhere.id, parkName: elsewhere.name }
  const later = { ...plan, ...place, notes: 'Run', whenTs: whenAhead(5, '15:00:00'), revision: 2 }
  const looked = held<Park>()
  await open('/playdates', withPlans([plan], { 'playdates.counter': fails, 'parks.get': () => looked.promise }))
  await (await menuOf('Fetch')).getByRole('menuitem', { name: 'Suggest another time' }).click()
  const send = dialog.getByRole('button', { name: 'Send suggestion' })
  const time = dialog.getByRole('combobox', { name: /^Time/ })
  await dialog.getByLabelText('Title').fill('Swim')
  network.change({ 'playdates.list': aPage(later) })
  await expect.element(time).toHaveValue('3:00 PM')
  looked.resolve(elsewhere)
  await expect.element(dialog.getByRole('combobox', { name: 'Location' })).toHaveValue('Far Meadow')
  await send.click()
  const swim = { id: plan.id, revision: 2, notes: 'Swim' }
  await expect.poll(() => network.calls('playdates.counter')).toEqual([swim])

  await time.click()
  await page.getByRole('option', { name: '5:00 PM' }).click()
  network.change({ 'playdates.list': aPage({ ...later, whenTs: whenAhead(6, '16:00:00'), revision: 3 }) })
  await isSeen(dialog.getByText('Was 4:00 PM'))
  await send.click()
  const hour = { ...swim, revision: 3, whenTs: whenAhead(5, '17:00:00') }
  await expect.poll(() => network.calls('playdates.counter')).toEqual([swim, hour])

  network.change({ 'playdates.list': aPage({ ...later, status: 'declined', cancelledAt: later.whenTs, revision: 4 }) })
  await isGone(dialog)
  await expect.element(card('Run')).toHaveFocus()

  // A dialog that the other side's move has closed stays closed.
  const own = aPlaydate(match, { notes: 'Fetch', whenTs: whenAhead(4), proposerDogId: biscuit.id })
  network.change({ 'playdates.list': aPage(own) })
  await (await menuOf('Fetch')).getByRole('menuitem', { name: 'Withdraw' }).click()
  await isSeen(dialog)
  for (const [word, status] of [
    ['Accept', 'proposed'],
    ['Accepted', 'accepted'],
  ] as const) {
    network.change({ 'playdates.list': aPage({ ...own, status, proposerDogId: mochi.id, revision: 2 }) })
    await sees(word)
    await isGone(dialog)
  }
})

test('a notification’s address shows its plan, marked, wherever it is in the list, of which more loads on request', async () => {
  const plans = [2, 3, 4, 5, 6].map(days =>
    aPlaydate(match, { notes: days === 4 ? 'Fetch' : 'Walk', whenTs: whenAhead(days, '17:00:00') }),
  )
  const list: Answers['playdates.list'] = asked => pageOf(plans, { limit: 2, cursor: asked?.cursor })
  await open(`/playdates#playdate-${plans[2]?.id}`, withPlans([], { 'playdates.list': list }))
  await expect.element(card('Fetch')).toHaveFocus()
  await expect.element(card('Fetch')).toHaveStyle({ outlineStyle: 'solid' })
  await expect.element(card('Fetch').getByRole('button', { name: 'Accept' })).toBeInViewport()
  expect(cards.elements()).toHaveLength(4)
  await button('Show more playdates').click()
  await expect.poll(() => cards.elements().length).toBe(5)
  await isGone(button('Show more playdates'))
})

test('a mail’s link shows a plan that is over, on a phone', async () => {
  const plan = aPastPlaydate(match, { notes: 'Fetch', status: 'declined' })
  const answers = { 'playdates.past': aPage(plan) }
  await open(`/playdates?as=${biscuit.id}#playdate-${plan.id}`, { ...withPlans([], answers), viewport: PHONE })
  const row = page.getByRole('listitem', { name: 'Fetch' })
  await expect.element(row).toHaveFocus()
  await expect.element(row).toBeInViewport({ ratio: 1 })
  await expect.element(row).toHaveStyle({ outlineStyle: 'solid' })
})
