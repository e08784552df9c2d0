import { localInstant } from '@barkyard/domain/local-time'
import { parkDateLabel, parkTimeLabel } from '@barkyard/domain/park-time'
import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import type { Park } from '@barkyard/domain/schemas/park'
import type { PastPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clockTime } from '../../lib/words.ts'
import { type Answers, fails, held, network } from '../../testing/network-links.ts'
import { open, PHONE } from '../../testing/open.tsx'
import { aPastPlaydate, aPlaydate, dayAhead, whenAhead } from '../../testing/plans.ts'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aMatch, anOwner, aPark } from '../../testing/rows.ts'
import { isSeen, leadsTo, sees, texts } from '../../testing/seen.ts'

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
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const cards = page.getByRole('article')
const card = (name: string) => page.getByRole('article', { name })
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

test('without a dog the page says No Matches Yet', async () => {
  await open('/playdates', { user: anOwner({ dog: null }), answers: { 'dogs.mine': [] } })
  await expect.element(page.getByRole('heading', { name: 'No Matches Yet', exact: true })).toBeVisible()
  await expect.element(page.getByText(/^You need matches before you can create playdates\./)).toBeVisible()
  await leadsTo(page.getByRole('link', { name: 'Find Matches', exact: true }), '/sniff')
})

test('a match is chosen by name and breed before a playdate can be created', async () => {
  await open('/playdates', withPlans([]))
  await sees('No upcoming playdates. Create one above!')
  await expect.element(button('Create Playdate')).toBeDisabled()
  // Until the first paint is over, a field that looks the same stands in its place.
  await expect.element(choose).toBeVisible()
  ;(choose.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option')).toHaveTextContent('MochiShiba Inu')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(choose).toHaveValue('Mochi · Shiba Inu')
  await expect.element(button('Create Playdate')).toBeEnabled()
})

test('a playdate shows the other dog, the time in San Francisco, the park and the status: accepted is prominent, declined warns, proposed is muted', async () => {
  const own = aPlaydate(match, { whenTs: whenAhead(1), parkName: 'Crissy Field', proposerDogId: biscuit.id })
  const proposed = aPlaydate(match, { notes: 'Fetch in the sun', whenTs: whenAhead(2, '15:00:00') })
  const declined = aPlaydate(match, { notes: 'Mud bath', whenTs: whenAhead(4), status: 'declined' })
  const accepted = aPlaydate(match, { notes: 'Swim', whenTs: whenAhead(5), status: 'accepted' })
  await open('/playdates', withPlans([own, proposed, declined, accepted]))
  await expect
    .poll(() => texts(cards.getByRole('heading')))
    .toEqual(['Playdate with Mochi', 'Fetch in the sun', 'Mud bath', 'Swim'])
  for (const [name, word, colour] of [
    ['Fetch in the sun', 'Proposed', '--sunken'],
    ['Swim', 'Accepted', '--grass-soft'],
    ['Mud bath', 'Declined', '--collar-soft'],
  ] as const) {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = `var(${colour})`
    const { backgroundColor } = getComputedStyle(probe)
    await expect.element(card(name).getByText(word, { exact: true })).toHaveStyle({ backgroundColor })
  }
  const theirs = card('Fetch in the sun')
  // The browser is in Berlin (vitest.config.ts), but the parks' time is shown.
  for (const text of [
    'Proposed',
    'Mochi',
    'Dolores Park',
    parkDateLabel(new Date(proposed.whenTs), new Date(), BUILT_IN_ZONE),
    '3:00 PM',
  ])
    await expect.element(theirs.getByText(text, { exact: true })).toBeVisible()
  await isSeen(card('Playdate with Mochi').getByText(parkTimeLabel(new Date(own.whenTs), BUILT_IN_ZONE)))
  await expect
    .element(theirs.getByRole('img', { name: 'Photo of Mochi' }))
    .toHaveAttribute('src', expect.stringMatching(/^data:image.svg/))
  // Two buttons, and the rest in the menu.
  await buttonsOf('Fetch in the sun').toEqual(['Accept', 'Decline'])
  expect((await itemsOf('Fetch in the sun')).slice(0, 2)).toEqual(['Open chat', 'Suggest another time'])
  await buttonsOf('Playdate with Mochi').toEqual(['Suggest something else'])
  await expect.element(card('Playdate with Mochi').getByRole('link', { name: 'Open chat' })).toBeVisible()
  expect((await itemsOf('Playdate with Mochi'))[0]).toBe('Withdraw')
  await buttonsOf('Mud bath').toEqual([])
  // It is low: what was planned, and its badge.
  const low = () => card('Mud bath').element()
  const park = card('Mud bath').getByText('Dolores Park', { exact: true })
  await expect.element(card('Mud bath').getByRole('img', { name: 'Photo of Mochi' })).toBeVisible()
  await expect.element(card('Mud bath').getByRole('link', { name: 'Mochi', exact: true })).toBeVisible()
  // One line from 768 px on, two on a phone, and the park is not cut off.
  for (const [width, height] of [
    [1280, 52],
    [768, 52],
    [375, 80],
  ] as const) {
    await page.viewport(width, 800)
    expect(low().getBoundingClientRect().height).toBeLessThan(height)
    const { right } = park.element().getBoundingClientRect()
    expect(right).toBeLessThan(low().getBoundingClientRect().right)
  }
})

test('a card leads to the dog, the chat and the park, by its own address if it has one, and says how near it is', async () => {
  const elsewhere = { ...aPlaydate(match, { parkName: 'Lafayette Park', notes: 'Far away' }), parkId: 'another' }
  const unaddressed = aPlaydate(match, { notes: 'Run', parkId: 'pine-run', parkName: 'Pine Run' })
  const near = aPlaydate(match, { notes: 'Fetch', whenTs: whenAhead(1, '15:00:00') })
  await open('/playdates', withPlans([near, elsewhere, unaddressed]))
  // It is not the built-in park of that name.
  await expect.element(card('Far away').getByText('Lafayette Park')).toBeVisible()
  await expect.element(card('Far away').getByText(/San Francisco, CA/)).not.toBeInTheDocument()
  // Without an address the way there stands below the name.
  const topOf = (name: string) =>
    card('Run').getByRole('link', { name, exact: true }).element().getBoundingClientRect().top
  await expect.poll(() => topOf('Directions to Pine Run, in your map') - topOf('Pine Run')).toBeGreaterThan(0)
  const fetch = card('Fetch')
  await expect.element(fetch.getByText('Tomorrow')).toBeVisible()
  await expect.element(fetch.getByText('Dolores St & 19th St, San Francisco, CA 94114')).toBeVisible()
  await leadsTo(fetch.getByRole('link', { name: 'Mochi', exact: true }), `/dog/${mochi.id}`)
  await leadsTo(
    fetch.getByRole('link', { name: 'Directions to Dolores Park, in your map' }),
    expect.stringMatching(/openstreetmap.*37\.7596%2C-122\.4269$/),
  )
  const chat = (await menuOf('Fetch')).getByRole('menuitem', { name: 'Open chat' })
  await expect.element(chat).toHaveAttribute('href', `/bark-chat/${match.id}`)
})

test('a plan that is off neither counts down nor leads to the park', async () => {
  const soon = aPlaydate(match, {
    notes: 'Fetch',
    status: 'accepted',
    whenTs: new Date(Date.now() + 20 * 60_000).toISOString(),
  })
  await open('/playdates', withPlans([soon]))
  const countdown = card('Fetch').getByText(/^In \d+ minutes?$/)
  await expect.element(countdown).toBeVisible()
  await expect.element(card('Fetch').getByRole('link', { name: /^Directions/ })).toBeVisible()
  const off = { status: 'declined', cancelledAt: new Date().toISOString(), cancelReason: 'weather' } as const
  network.answer({ 'playdates.list': aPage({ ...soon, ...off, cancelledByDogId: mochi.id }) })
  network.emit({ type: 'refresh' })
  await expect.element(card('Fetch').getByText('Cancelled', { exact: true })).toBeVisible()
  await expect.element(countdown).not.toBeInTheDocument()
  await expect.element(card('Fetch').getByRole('link', { name: /^Directions/ })).not.toBeInTheDocument()
})

test('around a meeting late and here are the two buttons, and the phrases come five at a time', async () => {
  const soon = { notes: 'Fetch', status: 'accepted', whenTs: new Date(Date.now() + 20 * 60_000).toISOString() } as const
  const plan = aPlaydate(match, soon)
  await open('/playdates', withPlans([plan], { 'playdates.phrase': plan }))
  await buttonsOf('Fetch').toEqual(["I'm here", 'Running late'])
  await (await menuOf('Fetch')).getByRole('menuitem', { name: 'Say where you are' }).click()
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
  await button('More phrases').click()
  await card('Fetch').getByRole('button', { name: 'Bringing a ball' }).click()
  await expect.element(page.getByText("Told Mochi's owner")).toBeVisible()
  expect(network.calls('playdates.phrase')).toEqual([{ id: plan.id, phrase: 'bringing-a-ball' }])
  await expect.element(card('Fetch')).toHaveFocus()
  await expect.poll(() => phrases.elements().length).toBe(0)
})

test('an accepted plan says who comes, offers phrases from a day before, ten a side, and shows them beside who is late', async () => {
  const said = (dogId: string, phrase: 'by-the-water' | 'see-you-soon', ago = 0) =>
    ({ dogId, kind: 'phrase', phrase, minutes: null, at: new Date(Date.now() - ago).toISOString() }) as const
  const planIn = (hours: number, signals: Playdate['signals'] = []) =>
    aPlaydate(match, {
      id: 'plan',
      notes: 'Fetch',
      status: 'accepted',
      whenTs: new Date(Date.now() + hours * 3_600_000).toISOString(),
      with: { firstName: 'Robin' },
      signals,
    })
  const become = (plan: Playdate) => {
    network.answer({ 'playdates.list': aPage(plan) })
    network.emit({ type: 'refresh' })
    return plan
  }
  await open('/playdates', withPlans([planIn(48)]))
  const say = card('Fetch').getByRole('button', { name: 'Say where you are' })
  await expect.element(card('Fetch').getByText('Robin is coming along')).toBeVisible()
  await expect.element(say).not.toBeInTheDocument()

  const own = said(biscuit.id, 'by-the-water')
  network.answer({ 'playdates.phrase': () => become(planIn(2, [own])) })
  become(planIn(2))
  await say.click()
  const phrases = card('Fetch').getByRole('group', { name: "Tell Mochi's owner" })
  await phrases.getByRole('button', { name: 'By the water' }).click()
  // By the reader's clock, as in the chat.
  await isSeen(card('Fetch').getByText(`You: By the water ${clockTime(own.at)}`))
  await expect.element(phrases).not.toBeInTheDocument()
  await expect.element(say).toHaveFocus()

  const late = { dogId: mochi.id, kind: 'late', phrase: null, minutes: 10, at: new Date().toISOString() } as const
  const all = Array.from({ length: 10 }, (_, at) => said(biscuit.id, 'by-the-water', 1000 * (10 - at)))
  become(planIn(2, [late, ...all, said(mochi.id, 'see-you-soon')]))
  await expect.element(card('Fetch').getByText('Mochi is running 10 minutes late')).toBeVisible()
  await expect.element(card('Fetch').getByText(/^Mochi: See you soon/)).toBeVisible()
  await expect.element(say).not.toBeInTheDocument()
  expect(await itemsOf('Fetch')).not.toContain('Say where you are')
})

test('late and here are large enough for a thumb, and a slip of the finger is taken back', async () => {
  const whenTs = new Date(Date.now() + 20 * 60_000).toISOString()
  const plan = aPlaydate(match, { notes: 'Fetch', status: 'accepted', whenTs })
  const said = (kind: 'late' | 'here', minutes: number | null, at = whenTs) => ({
    dogId: biscuit.id,
    kind,
    minutes,
    phrase: null,
    at,
  })
  const becomes = (signals: Playdate['signals']) => () => {
    const next = { ...plan, signals }
    network.answer({ 'playdates.list': aPage(next) })
    return next
  }
  await open('/playdates', {
    ...withPlans([plan], {
      'playdates.late': becomes([said('late', 10)]),
      'playdates.here': becomes([said('here', null)]),
      'playdates.notHere': becomes([]),
    }),
    viewport: PHONE,
  })
  const here = card('Fetch').getByRole('button', { name: "I'm here" })
  await expect.element(here).toBeVisible()
  expect(here.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(64)
  await card('Fetch').getByRole('button', { name: 'Running late' }).click()
  await card('Fetch').getByRole('button', { name: '10 minutes' }).click()
  await expect.element(card('Fetch').getByText("You're running 10 minutes late")).toBeVisible()
  // Its second click hits the button that takes it back.
  await here.dblClick()
  await expect.element(here).not.toBeInTheDocument()
  expect(network.calls('playdates.notHere')).toEqual([])
  const notHere = card('Fetch').getByRole('button', { name: "I'm not here yet" })
  await notHere.click()
  await expect.element(here).toBeVisible()
  // After a minute it stays said.
  becomes([said('here', null, new Date(Date.now() - 61_000).toISOString())])()
  network.emit({ type: 'refresh' })
  await expect.element(here).not.toBeInTheDocument()
  await expect.element(notHere).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBe(375)
  const calendar = (await menuOf('Fetch')).getByRole('menuitem', { name: 'Add to calendar' })
  await expect.element(calendar).toHaveAttribute('href', `/api/playdates/${plan.id}/ics`)
  // Once it has begun it stands above the list.
  const begun = aPastPlaydate(match, { notes: 'Fetch', whenTs: new Date(Date.now() - 10 * 60_000).toISOString() })
  network.answer({ 'playdates.list': aPage(), 'playdates.past': aPage(begun) })
  network.emit({ type: 'refresh' })
  await isSeen(page.getByRole('region', { name: 'Happening now' }).getByRole('article', { name: 'Fetch' }))
  await expect.element(page.getByRole('region', { name: 'Past Playdates' })).not.toBeInTheDocument()
})

test('the settings offer an address of one’s playdates to subscribe to, and end it', async () => {
  const url = 'https://yard.example/calendar/secret.ics'
  await open('/settings/notifications', { user, reducedMotion: true })
  const feed = page.getByRole('region', { name: 'Playdates in your calendar' })
  network.answer({
    'calendar.openFeed': () => {
      network.answer({ 'calendar.feed': { createdAt: '2026-11-21T12:00:00.000Z' } })
      return { url }
    },
    'calendar.closeFeed': () => {
      network.answer({ 'calendar.feed': null })
      return { ok: true }
    },
  })
  await feed.getByRole('button', { name: 'Subscribe' }).click()
  const field = feed.getByLabelText('The address of your calendar')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue(url)
  for (const program of ['Google Calendar', 'Apple Calendar', 'Outlook'])
    await expect.element(feed.getByText(program, { exact: true })).toBeVisible()
  await feed.getByRole('button', { name: 'Done' }).click()
  await feed.getByRole('button', { name: 'End it' }).click()
  await page.getByRole('dialog', { name: 'End this address?' }).getByRole('button', { name: 'End it' }).click()
  await expect.element(feed.getByRole('button', { name: 'Subscribe' })).toBeVisible()
})

test('a recap takes two taps, and dogs that both want to meet again come first, with the same park one tap away', async () => {
  const past = aPastPlaydate(match, { notes: 'Fetch' })
  const recap = { met: true, again: true, bothAgain: true }
  const both = { ...past, recap }
  const recapped = () => {
    network.answer({ 'playdates.past': aPage(both) })
    return both
  }
  const rival = aMatch(biscuit, aDog({ name: 'Rival' }))
  await open(
    '/playdates',
    withPlans([], { 'matches.list': aPage(rival, match), 'playdates.past': aPage(past), 'playdates.recap': recapped }),
  )
  const row = page.getByRole('listitem', { name: 'Fetch' })
  await expect.element(row.getByText('Did Biscuit and Mochi meet?')).toBeVisible()
  // Its second click hits the answer to the next question.
  await row.getByRole('button', { name: 'Yes' }).dblClick()
  await expect.element(row.getByText('Would Biscuit play with Mochi again?')).toBeVisible()
  expect(network.calls('playdates.recap')).toEqual([])
  await row.getByRole('button', { name: 'Yes' }).click()
  await expect.element(row.getByText('You both want to play again.')).toBeVisible()
  expect(network.calls('playdates.recap')).toEqual([{ id: past.id, met: true, again: true }])

  const form = page.getByRole('dialog', { name: 'Create a Playdate', exact: true })
  const isFilled = async () => {
    await expect.element(form.getByRole('combobox', { name: 'Location' })).toHaveValue('Dolores Park')
    await expect.element(form.getByRole('button', { name: /^Date/ })).not.toHaveTextContent('Pick a date')
  }
  await row.getByRole('button', { name: 'Play again' }).click()
  await isFilled()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form).not.toBeInTheDocument()

  await choose.click()
  const options = page.getByRole('option')
  await expect.element(options.first()).toHaveTextContent(/Mochi.*You both want to play again/)
  await options.last().click()
  await expect.element(button(/^Play again at/)).not.toBeInTheDocument()
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
  const hasBegun = () => Date.now() - 30_000 > Date.parse(early.whenTs)
  const past = [early, agreed].map(one => ({ ...one, recap: null }))
  const answers = {
    'playdates.list': () => (hasBegun() ? aPage(late) : aPage(early, agreed, late)),
    'playdates.past': () => (hasBegun() ? aPage(...past) : aPage<PastPlaydate>()),
    'playdates.pendingCount': () => ({ count: hasBegun() ? 1 : 2 }),
  }
  await open('/playdates', withPlans([], answers))
  await expect.poll(() => texts(cards.getByRole('heading'))).toEqual(['Early', 'Agreed', 'Late'])
  const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Playdates$/ })
  await expect.element(tab).toHaveTextContent('2')
  await untilAfter(2_000)
  await expect.poll(() => texts(cards.getByRole('heading'))).toEqual(['Agreed', 'Late'])
  await expect.poll(() => network.calls('playdates.list').length).toBe(2)
  await untilAfter(64_000)
  await sees('Never answered.')
  await expect.element(tab).toHaveTextContent('1')
  expect(network.calls('playdates.list')).toHaveLength(3)
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(600_000)
      return page.getByText('Did Biscuit and Mochi meet?').elements().length
    })
    .toBeGreaterThan(0)
})

test('more playdates than fit on a page load on request', async () => {
  const plans = Array.from({ length: 60 }, () => aPlaydate(match, { notes: 'Long walk' }))
  const first = { items: plans.slice(0, 50), nextCursor: 'next', total: 60 }
  await open('/playdates', withPlans([], { 'playdates.list': first }))
  await expect.poll(() => cards.elements().length).toBe(50)
  network.answer({ 'playdates.list': fails })
  await button('Show more playdates').click()
  await expect.element(page.getByText("We couldn't load more playdates.")).toBeVisible()
  network.answer({ 'playdates.list': aPage(...plans.slice(50)) })
  await button('Try again').click()
  await expect.poll(() => cards.elements().length).toBe(60)
  await expect.element(button('Show more playdates')).not.toBeInTheDocument()
})

test('on a phone the first of the plans is on the first screen, and a long name stays within the list of matches', async () => {
  const long = aMatch(biscuit, aDog({ name: 'Donaudampfschifffahrtsgesellschaftskapit' }))
  const plans = [2, 3, 4, 5].map(days => aPlaydate(match, { notes: `Walk ${days}`, whenTs: whenAhead(days) }))
  await open('/playdates', { ...withPlans(plans, { 'matches.list': aPage(match, long) }), viewport: PHONE })
  await sees('Schedule meetups with your matches at San Francisco parks')
  await sees('Upcoming Playdates')
  await expect.element(card('Walk 2').getByRole('button', { name: 'Accept' })).toBeInViewport({ ratio: 1 })
  await choose.click()
  const option = page.getByRole('option').last()
  await expect.element(option).toBeVisible()
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
    await open(
      '/playdates',
      withPlans([plan], {
        'playdates.answer': async () => {
          await sending.promise
          network.answer({ 'playdates.list': aPage(answered) })
          return answered
        },
      }),
    )
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
    await expect.element(card('Tug of war').getByText(word, { exact: true })).toBeVisible()
    await buttonsOf('Tug of war').toEqual(left)
    await expect.element(card('Tug of war')).toHaveFocus()
    const asked = { id: plan.id, status, revision: 1 }
    expect(network.calls('playdates.answer')).toEqual([asked, asked])
  })

test('an overlapping playdate is pointed out before it is accepted, and allowed', async () => {
  const swim = aPlaydate(match, { notes: 'Swim', whenTs: whenAhead(4, '10:00:00'), status: 'accepted' })
  const fetch = aPlaydate(match, { notes: 'Fetch', whenTs: whenAhead(4, '10:00:00') })
  await open('/playdates', withPlans([swim, fetch], { 'playdates.overlapping': [swim] }))
  await isSeen(card('Fetch').getByText('Biscuit has another playdate then: Swim with Mochi, 10:00 AM Los Angeles time'))
  await expect.element(card('Fetch').getByRole('button', { name: 'Accept' })).toBeEnabled()
})

test('a suggestion says what was before, and the cancel dialog names the plan', async () => {
  const day = dayAhead(4)
  const whenTs = localInstant(BUILT_IN_ZONE, day, '17:00:00').toISOString()
  const whenAsked = localInstant(BUILT_IN_ZONE, day, '16:00:00').toISOString()
  const changes = { ...aPlaydate(match, { parkName: 'Crissy Field', notes: 'Fetch' }), whenTs: whenAsked }
  const plan = aPlaydate(match, {
    notes: 'Fetch',
    whenTs,
    status: 'accepted',
    changes: { ...changes, byDogId: mochi.id },
  })
  await open('/playdates', withPlans([plan]))
  await isSeen(page.getByText('Mochi suggests 4:00 PM at Crissy Field instead of 5:00 PM at Dolores Park'))
  await isSeen(page.getByText(/^\w{3}, .*, 4:00 PM Los Angeles time · Crissy Field$/))
  network.answer({ 'playdates.answerChange': { ...plan, changes: null } })
  await button('Accept').click()
  await sees('Change accepted')
  expect(network.calls('playdates.answerChange')).toEqual([{ id: plan.id, accept: true, revision: 1 }])
  await (await menuOf('Fetch')).getByRole('menuitem', { name: 'Cancel playdate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this playdate?' })
  await expect.element(dialog.getByText(/^Fetch with Mochi, .* at 5:00 PM, Dolores Park$/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel playdate' })).toBeDisabled()
})

test('a suggestion undoes nothing that the other side changes meanwhile, and its form closes once the plan is off', async () => {
  const plan = aPlaydate(match, { notes: 'Fetch', whenTs: whenAhead(4) })
  const elsewhere = aPark({ name: 'Far Meadow' })
  const place = { parkId: elsewhere.id, parkName: elsewhere.name }
  const later = { ...plan, ...place, notes: 'Run', whenTs: whenAhead(5, '15:00:00'), revision: 2 }
  const looked = held<Park>()
  await open('/playdates', withPlans([plan], { 'playdates.counter': fails, 'parks.get': () => looked.promise }))
  await (await menuOf('Fetch')).getByRole('menuitem', { name: 'Suggest another time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Title').fill('Swim')
  network.answer({ 'playdates.list': aPage(later) })
  network.emit({ type: 'refresh' })
  await expect.element(dialog.getByRole('combobox', { name: /^Time/ })).toHaveValue('3:00 PM')
  looked.resolve(elsewhere)
  await expect.element(dialog.getByRole('combobox', { name: 'Location' })).toHaveValue('Far Meadow')
  await dialog.getByRole('button', { name: 'Send suggestion' }).click()
  await expect.poll(() => network.calls('playdates.counter')).toEqual([{ id: plan.id, revision: 2, notes: 'Swim' }])
  network.answer({ 'playdates.list': aPage({ ...later, status: 'declined', cancelledAt: later.whenTs, revision: 3 }) })
  network.emit({ type: 'refresh' })
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(card('Run')).toHaveFocus()
})

test('an hour that was chosen keeps its day, whatever the other side suggests meanwhile', async () => {
  const plan = aPlaydate(match, { notes: 'Fetch', whenTs: whenAhead(4, '09:00:00') })
  await open('/playdates', withPlans([plan], { 'playdates.counter': fails }))
  await (await menuOf('Fetch')).getByRole('menuitem', { name: 'Suggest another time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /^Time/ }).click()
  await page.getByRole('option', { name: '5:00 PM' }).click()
  network.answer({ 'playdates.list': aPage({ ...plan, whenTs: whenAhead(5, '15:00:00'), revision: 2 }) })
  network.emit({ type: 'refresh' })
  await isSeen(dialog.getByText('Was 3:00 PM'))
  await dialog.getByRole('button', { name: 'Send suggestion' }).click()
  const sent = { id: plan.id, revision: 2, whenTs: whenAhead(4, '17:00:00') }
  await expect.poll(() => network.calls('playdates.counter')).toEqual([sent])
})

test('a dialog that the other side’s move has closed stays closed', async () => {
  const plan = aPlaydate(match, { notes: 'Fetch', whenTs: whenAhead(4), proposerDogId: biscuit.id })
  await open('/playdates', withPlans([plan]))
  await (await menuOf('Fetch')).getByRole('menuitem', { name: 'Withdraw' }).click()
  await isSeen(page.getByRole('dialog'))
  for (const [word, status] of [
    ['Accept', 'proposed'],
    ['Accepted', 'accepted'],
  ] as const) {
    network.answer({ 'playdates.list': aPage({ ...plan, status, proposerDogId: mochi.id, revision: 2 }) })
    network.emit({ type: 'refresh' })
    await sees(word)
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
})

test('a notification’s address shows its plan, marked, wherever it is in the lists', async () => {
  const others = Array.from({ length: 50 }, () => aPlaydate(match, { notes: 'Walk', whenTs: whenAhead(2) }))
  const plan = aPlaydate(match, { notes: 'Fetch', whenTs: whenAhead(90, '17:00:00') })
  await open(
    `/playdates#playdate-${plan.id}`,
    withPlans([], {
      'playdates.list': asked =>
        asked?.cursor ? aPage(plan) : { items: others, nextCursor: 'next', total: others.length + 1 },
    }),
  )
  await expect.element(card('Fetch')).toHaveFocus()
  await expect.element(card('Fetch')).toHaveStyle({ outlineStyle: 'solid' })
  await expect.element(card('Fetch').getByRole('button', { name: 'Accept' })).toBeInViewport()
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
