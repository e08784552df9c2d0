import { getQueryKey } from '@trpc/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { toast } from '../../lib/toast.ts'
import type { ChatLine } from '../../testing/chat-line.ts'
import { network, refuses } from '../../testing/network-links.ts'
import { address, open, PHONE } from '../../testing/open.tsx'
import {
  biscuit,
  bubbles,
  field,
  list,
  match,
  numbered,
  openChat,
  rex,
  scrollTo,
  user,
} from '../../testing/open-chat.ts'
import { aPage } from '../../testing/quiet-yard.ts'
import { aDog, aMatch, aNeighbour, anOwner } from '../../testing/rows.ts'
import { texts } from '../../testing/seen.ts'
import { queryClient, trpc } from '../../trpc.ts'

const send = page.getByRole('button', { name: 'Send' })
const keys = (text: string) => userEvent.keyboard(text)
const ownSaid = (line: ChatLine) => line.messages.filter(({ senderDogId }) => senderDogId === rex.id)

test('a bubble is at most three quarters of the list wide', async () => {
  await openChat(['woof! '.repeat(120).trim(), 'w'.repeat(400)], {}, PHONE)
  const shares = bubbles
    .elements()
    .flatMap(item =>
      [...item.querySelectorAll('[class*="bubble"]')].map(
        bubble => bubble.getBoundingClientRect().width / item.getBoundingClientRect().width,
      ),
    )
  expect(shares).toHaveLength(2)
  for (const share of shares) expect(share).toBeLessThanOrEqual(0.751)
})

test('empty messages are not sent, Shift+Enter starts a new line, and 200 words are the maximum', async () => {
  const line = await openChat()
  await field.click()
  await keys('one{Shift>}{Enter}{/Shift}two')
  await expect.element(field).toHaveValue('one\ntwo')
  expect(ownSaid(line)).toEqual([])
  await field.fill('   ')
  await keys('{Enter}')
  await expect.element(send).toBeDisabled()
  await field.fill('hi '.repeat(195))
  await expect.element(page.getByText('5 words left')).toBeVisible()
  await field.fill('hi '.repeat(203))
  await expect.element(page.getByText('3 words too many: at most 200')).toBeVisible()
  await keys('{Enter}')
  await expect.element(send).toBeDisabled()
  await field.fill('hi '.repeat(200))
  await expect.element(page.getByText('0 words left')).toBeVisible()
  await keys('{Enter}')
  await expect.poll(() => bubbles.elements().length).toBe(2)
  await expect.poll(() => ownSaid(line)).toHaveLength(1)
})

test('messages are marked as seen when the chat opens and as they arrive, by a visible page alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const line = await openChat()
  await expect.poll(() => network.calls('messages.markSeen')).toEqual([{ matchId: match.id }])
  const look = (isHidden: boolean) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  look(true)
  line.say(biscuit, 'grrr')
  await expect.poll(() => bubbles.elements().length).toBe(2)
  // Marks are a second apart.
  await vi.advanceTimersByTimeAsync(5_000)
  expect(network.calls('messages.markSeen')).toHaveLength(1)
  look(false)
  await expect.poll(() => network.calls('messages.markSeen').length).toBe(2)
  line.say(biscuit, 'sniff sniff')
  await expect.poll(() => network.calls('messages.markSeen').length).toBe(3)
  Reflect.deleteProperty(document, 'hidden')
})

test('a chat that an admin opens as a dog is noted once, however many messages follow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const line = await openChat(undefined, {}, undefined, { ...user, role: 'admin', isImpersonating: true })
  await expect.poll(() => network.calls('messages.markSeen')).toHaveLength(1)
  for (const body of ['one.', 'two.']) line.say(biscuit, body)
  await expect.poll(() => bubbles.elements().length).toBe(3)
  // Marks are a second apart.
  await vi.advanceTimersByTimeAsync(5_000)
  expect(network.calls('messages.markSeen')).toHaveLength(1)
})

const digging = page.getByRole('status').filter({ hasText: 'Biscuit is digging for words…' })

test('the other dog digs for words for 5 seconds after it was told, or until its message comes, which is said once, in its chat alone', async () => {
  const line = await openChat()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  line.types(rex)
  line.types(biscuit, 'another match')
  await expect.element(digging).not.toBeInTheDocument()
  const heights = () => [list, field].map(one => one.element().getBoundingClientRect().top)
  const before = heights()
  line.types(biscuit)
  await expect.element(digging).toBeVisible()
  expect(digging.elements()).toHaveLength(1)
  expect(heights()).toEqual(before)
  expect(digging.element().getAnimations({ subtree: true })).toEqual([])
  const changes: MutationRecord[] = []
  const observer = new MutationObserver(records => void changes.push(...records))
  observer.observe(digging.element(), { childList: true, characterData: true, subtree: true })
  await vi.advanceTimersByTimeAsync(3_000)
  line.types(biscuit)
  await vi.advanceTimersByTimeAsync(4_900)
  await expect.element(digging).toBeVisible()
  expect([...changes, ...observer.takeRecords()]).toEqual([])
  observer.disconnect()
  await vi.advanceTimersByTimeAsync(200)
  await expect.element(digging).not.toBeInTheDocument()
  line.types(biscuit)
  await expect.element(digging).toBeVisible()
  line.say(biscuit, 'found.')
  await expect.element(digging).not.toBeInTheDocument()
  await expect.poll(() => bubbles.elements().length).toBe(2)
})

test('typing is told now and then, and not without a connection', async () => {
  const line = await openChat()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await field.fill('  ')
  expect(line.typings).toBe(0)
  for (const text of ['h', 'he', 'hel']) await field.fill(text)
  expect(line.typings).toBe(1)
  await vi.advanceTimersByTimeAsync(3_500)
  await field.fill('hell')
  expect(line.typings).toBe(2)
  line.cut()
  await vi.advanceTimersByTimeAsync(3_500)
  await field.fill('hello')
  expect(line.typings).toBe(2)
})

for (const [path, reason] of [
  ['/bark-chat', 'match-not-found'],
  ['/bark-chat/gone', 'match-not-found'],
  [`/bark-chat/${'x'.repeat(80)}`, 'unknown-message'],
] as const)
  test(`${path.slice(0, 20)} shows Match not found`, async () => {
    const unknown = refuses(reason)
    await open(path, { user, answers: { 'matches.get': unknown, 'messages.list': [] } })
    await expect.element(page.getByRole('heading', { name: 'Match not found', exact: true })).toBeVisible()
    await expect.element(field).not.toBeInTheDocument()
  })

test('a chat reacts when another dog is chosen in another window', async () => {
  await openChat()
  const fido = aDog({ name: 'Fido' })
  network.answer({ 'auth.user': { ...user, dog: fido }, 'matches.get': refuses('match-not-found') })
  network.emit({ type: 'refresh' })
  await expect.element(page.getByRole('heading', { name: 'Match not found' })).toBeVisible()
})

test('between two own dogs the sides swap when the acting dog changes', async () => {
  const side = () => {
    const [item, bubble] = ['li', 'li [class*="bubble"]'].map(part => list.element().querySelector(part))
    const [outer, inner] = [item, bubble].map(one => one?.getBoundingClientRect() ?? new DOMRect())
    return (inner?.left ?? 0) - (outer?.left ?? 0) > (outer?.right ?? 0) - (inner?.right ?? 0) ? 'right' : 'left'
  }
  await openChat()
  await expect.element(bubbles.first()).toHaveTextContent(/^Today.*Biscuit:/)
  expect(side()).toBe('left')
  const swapped = { ...match, ownDogId: biscuit.id, otherDog: rex }
  network.answer({
    'auth.user': { ...user, dog: biscuit },
    'matches.get': swapped,
    'matches.list': aPage(swapped),
    'dogs.get': aNeighbour(rex),
  })
  network.emit({ type: 'refresh' })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
  await expect.element(bubbles.first()).toHaveTextContent(/^Today.*You:/)
  expect(side()).toBe('right')
})

test('a draft is kept by chat on this device, with what the other dog hears', async () => {
  const clover = aMatch(rex, aNeighbour({ name: 'Clover' }))
  const matches = [match, clover]
  const line = await openChat(undefined, {
    'matches.list': aPage(...matches),
    'matches.get': ({ matchId }) => matches.find(({ id }) => id === matchId) ?? match,
  })
  await field.fill('half a thought')
  const hears = page.getByText('Biscuit hears:')
  const noises = hears.element().textContent
  const goTo = (name: RegExp) => page.getByRole('complementary').getByRole('link', { name }).click()
  await goTo(/Clover/)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Clover' })).toBeVisible()
  await expect.element(field).toHaveValue('')
  await goTo(/Biscuit/)
  await expect.element(field).toHaveValue('half a thought')
  await expect.element(hears).toHaveTextContent(noises ?? '')
  expect(Object.keys(localStorage).filter(key => key.startsWith('draft:'))).toHaveLength(1)
  await expect.element(send).toBeEnabled()
  await send.click()
  await expect.poll(() => ownSaid(line)).toHaveLength(1)
  expect(Object.keys(localStorage).filter(key => key.startsWith('draft:'))).toEqual([])
})

test('a refused message shows why, and can be tried again or discarded', async () => {
  const line = await openChat()
  line.becomes = { refused: 'Too many messages at once.' }
  for (const text of ['first', 'second']) {
    await field.fill(text)
    await expect.element(send).toBeEnabled()
    await keys('{Enter}')
  }
  await expect.element(page.getByRole('alert')).toHaveTextContent(/Error.*Too many messages at once\./)
  await expect.poll(() => page.getByText('Not sent').elements().length).toBe(2)
  line.becomes = 'stored'
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.poll(() => page.getByText('Not sent').elements().length).toBe(1)
  await expect.poll(() => ownSaid(line)).toHaveLength(1)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByText('Not sent')).not.toBeInTheDocument()
  await expect.poll(() => bubbles.elements().length).toBe(2)
})

test('a message says that it is being sent, or waits for a connection, without which text stays in the field', async () => {
  const line = await openChat()
  line.becomes = 'held'
  await field.fill('slow')
  await keys('{Enter}')
  await expect.element(page.getByText('Sending…')).toBeVisible()
  line.cut()
  await expect.element(page.getByText('Reconnecting…')).toBeVisible()
  await expect.element(page.getByText('Waiting for a connection')).toBeVisible()
  await field.fill('later')
  await keys('{Enter}')
  await expect.element(send).toBeDisabled()
  await expect.element(field).toHaveValue('later')
  line.becomes = 'stored'
  line.mend()
  await expect.element(send).toBeEnabled()
  await keys('{Enter}')
  await expect.element(field).toHaveValue('')
  await expect.poll(() => ownSaid(line)).toHaveLength(2)
  expect(bubbles.elements()).toHaveLength(3)
})

test('a new chat introduces the dogs, explains the dog noises, and sends exactly the preview', async () => {
  const line = await openChat()
  const dogs = page.getByRole('region', { name: 'Rex and Biscuit' })
  await expect.element(dogs).toHaveTextContent(/same age/i)
  await expect.element(page.getByText('Type anything. We translate it into dog.')).toBeVisible()
  // Held sideways there is room for its messages too.
  await page.viewport(812, 375)
  for (const part of [dogs, bubbles.last().getByText('Woof! 🐕'), field, send])
    await expect.element(part).toBeInViewport({ ratio: 1 })
  expect(list.element().getBoundingClientRect().height).toBeGreaterThan(90)
  await page.viewport(1280, 900)

  const preview = page.getByText(/^Biscuit hears:/)
  const heard = () => preview.element().textContent?.replace('Biscuit hears: ', '') ?? ''
  await field.click()
  await keys('see you')
  await expect.element(preview).toBeVisible()
  const two = heard()
  await keys(' on Saturday morning')
  await expect.poll(() => heard().split(' ').length).toBeGreaterThan(two.split(' ').length)
  expect(heard().startsWith(two)).toBe(true)
  const shown = heard()
  await keys('{Enter}')
  await expect.poll(() => ownSaid(line).map(({ body }) => body)).toEqual([shown])
  await expect.element(preview).not.toBeInTheDocument()
  for (const count of [3, 4]) {
    await field.fill('more')
    await keys('{Enter}')
    await expect.poll(() => bubbles.elements().length).toBe(count)
  }
  await expect.element(dogs).not.toBeInTheDocument()
  await expect.element(page.getByText('Type anything.')).not.toBeInTheDocument()
})

test('long names stay within the card of a new match', async () => {
  const long = { ...rex, name: 'Donaudampfschifffahrtsgesellschaftskapit' }
  await openChat(undefined, {}, [320, 640], anOwner({ dog: long }))
  await field.fill('see you')
  await keys('{Enter}')
  const card = page.getByRole('region', { name: `${long.name} and Biscuit` })
  await expect.element(card.getByText(/have matched/)).toBeVisible()
  expect(card.element().scrollWidth).toBe(card.element().clientWidth)
})

test('after the first message the chat offers notifications, and nothing below the messages moves', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  await openChat(['Woof! 🐕'], {}, PHONE)
  const offer = page.getByRole('region', { name: 'Know when they answer' })
  await field.fill('hi')
  const places = () => [send, field].map(one => one.element().getBoundingClientRect().bottom)
  const before = places()
  await expect.element(offer).not.toBeInTheDocument()
  await send.click()
  await expect.element(offer).toBeVisible()
  expect(places()).toEqual(before)
  await expect.element(bubbles.last()).toBeInViewport({ ratio: 1 })
  await offer.getByRole('button', { name: 'Got it' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  expect(places()).toEqual(before)
})

test('where a browser can show notifications, “Not now” ends the offer', async () => {
  const permission = vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default')
  await openChat()
  // As built: in development nothing is pushed.
  vi.stubEnv('DEV', false)
  onTestFinished(() => void vi.unstubAllEnvs())
  await field.fill('hi')
  await send.click()
  const offer = page.getByRole('region', { name: 'Know when they answer' })
  await expect.element(offer.getByRole('button', { name: 'Turn on' })).toBeVisible()
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  expect(Date.now() - Number(localStorage.getItem('push-offer'))).toBeLessThan(60_000)
  permission.mockRestore()
})

test('of two offers that would appear at once, one does', async () => {
  await openChat()
  await field.fill('hi')
  await send.click()
  toast({ title: 'Playdate accepted!', offers: true })
  const queryKey = getQueryKey(trpc.push.endpoints, undefined, 'query')
  await expect.poll(() => queryClient.getQueryCache().find({ queryKey })?.getObserversCount()).toBe(2)
  const drawn = vi.fn<MutationCallback>()
  new MutationObserver(drawn).observe(document.body, { childList: true, subtree: true })
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  queryClient.setQueryData(queryKey, [{ id: 'other', device: null, current: false, refused: false }])
  const offers = page.getByRole('region', { name: 'Know when they answer' })
  await expect.poll(() => offers.elements().length).toBe(1)
  const gone = drawn.mock.calls.flatMap(([changes]) => changes.flatMap(({ removedNodes }) => [...removedNodes]))
  // Both may be drawn for a moment.
  expect(gone.filter(node => node.textContent?.includes('Know when they answer')).length).toBeLessThan(2)
})

test('the newest message stays in view until the reader scrolls up', async () => {
  const line = await openChat(numbered(60))
  await expect.element(page.getByText('woof 60.')).toBeInViewport()
  line.say(biscuit, 'at the end')
  await expect.element(page.getByText('at the end', { exact: true }).first()).toBeInViewport()

  scrollTo('start')
  await expect.element(page.getByText('woof 1.', { exact: true })).toBeInViewport()
  line.say(biscuit, 'out of sight')
  const pill = page.getByRole('button', { name: 'New messages' })
  await expect.element(pill).toBeVisible()
  await expect.element(page.getByText('woof 1.', { exact: true })).toBeInViewport()
  await pill.click()
  await expect.element(bubbles.last()).toHaveTextContent('out of sight')
  await expect.element(bubbles.last()).toBeInViewport()
  await expect.element(pill).not.toBeInTheDocument()

  scrollTo('start')
  await expect.element(page.getByRole('button', { name: 'To the newest message' })).toBeVisible()
  await field.fill('mine')
  await keys('{Enter}')
  await expect
    .poll(() => list.element().scrollHeight - list.element().clientHeight - list.element().scrollTop)
    .toBeLessThan(3)
})

test('when the keyboard covers the page, the chat shrinks to the visible area', async () => {
  const view = window.visualViewport ?? new EventTarget()
  onTestFinished(() => {
    for (const name of Object.getOwnPropertyNames(view)) Reflect.deleteProperty(view, name)
  })
  await openChat(numbered(40), {}, [375, 740])
  await expect.element(page.getByText('woof 40.')).toBeInViewport()
  const shows = (part: { height: number; offsetTop?: number; scale?: number }) => {
    for (const [name, value] of Object.entries({ offsetTop: 0, scale: 1, ...part }))
      Object.defineProperty(view, name, { value, configurable: true })
    view.dispatchEvent(new Event('resize'))
  }
  const lowerEdge = (element: Element) => element.getBoundingClientRect().bottom
  const banner = page.getByRole('banner')
  shows({ height: 400 })
  await expect.poll(() => lowerEdge(field.element())).toBeLessThanOrEqual(400)
  await expect.poll(() => lowerEdge(page.getByText('woof 40.').element())).toBeLessThan(360)
  await expect.element(banner).not.toBeInTheDocument()
  // Where the browser has moved the page up to the field.
  shows({ height: 400, offsetTop: 200 })
  await expect.poll(() => lowerEdge(field.element())).toBeGreaterThan(560)
  expect(lowerEdge(field.element())).toBeLessThanOrEqual(600)
  // A bar of the browser covers less, and zooming in covers nothing.
  for (const part of [{ height: 640 }, { height: 370, scale: 2 }, { height: 740 }]) {
    shows({ height: 400 })
    await expect.element(banner).not.toBeInTheDocument()
    shows(part)
    await expect.poll(() => lowerEdge(field.element())).toBeGreaterThan(680)
    await expect.element(banner).toBeVisible()
  }
  await expect.element(page.getByText('woof 40.')).toBeInViewport()

  // Where the keyboard makes the window itself smaller. A press ends the focus of the field, and meets its button.
  await field.click()
  await page.viewport(375, 420)
  await expect.element(page.getByText('woof 40.')).toBeInViewport()
  await expect.element(field).toBeInViewport({ ratio: 1 })
  const { width, height } = send.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: 'More about Biscuit' }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  await keys('{Escape}')
  await page.viewport(375, 740)

  // The next page has its whole window.
  shows({ height: 400 })
  await expect.element(banner).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Back to Barks' }).click()
  await expect.element(banner).toBeVisible()
  // After the paint that shows the header again.
  await expect.poll(() => document.documentElement.dataset.keyboard).toBeUndefined()
  expect(document.documentElement.style.getPropertyValue('--visible-height')).toBe('')
})

test('the keyboard reaches the other dog and the back link, and leaving closes the socket', async () => {
  const line = await openChat()
  await expect.poll(() => line.connections).toBe(1)
  await expect.element(page.getByRole('button', { name: 'More about Biscuit' })).toBeVisible()
  await expect.element(field).toHaveFocus()
  for (const before of [
    page.getByRole('button', { name: 'Plan a playdate' }),
    list,
    page.getByRole('button', { name: 'More about Biscuit' }),
    page.getByRole('main').getByRole('link', { name: /Biscuit/ }),
    page.getByRole('link', { name: 'Back to Barks' }),
  ]) {
    await keys('{Shift>}{Tab}{/Shift}')
    await expect.element(before).toHaveFocus()
  }
  await keys('{Enter}')
  await expect.poll(address).toBe('/barks')
  await expect.poll(() => texts(page.getByRole('main').getByRole('listitem'))).toHaveLength(1)
  await expect.poll(() => line.connections).toBe(0)
})

test('on a desktop the other chats are at the left, and one of them opens beside them', async () => {
  const name = `Clover ${'W'.repeat(73)}`
  const clover = aMatch(rex, aNeighbour({ name }))
  const matches = [match, clover]
  const get = ({ matchId }: { matchId: string }) => matches.find(({ id }) => id === matchId) ?? match
  await openChat(undefined, { 'matches.list': aPage(...matches), 'matches.get': get })
  const aside = page.getByRole('complementary', { name: 'Barks' })
  await expect.element(aside.getByRole('link', { name: /Clover/ })).toBeVisible()
  // The open one is marked. What it says is at the right.
  const current = aside.getByRole('listitem').filter({ hasText: 'Biscuit' })
  await expect.element(current).toHaveTextContent(/Biscuit\s*Barked at you$/)
  await expect.element(current.getByRole('link')).not.toBeInTheDocument()
  const left = aside.element()
  await aside.getByRole('link', { name: /Clover/ }).click()
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect.poll(address).toBe(`/bark-chat/${clover.id}`)
  expect(aside.element()).toBe(left)
  // The longest name leaves the field and the button in the window.
  expect(document.documentElement.scrollWidth).toBe(1280)
  history.back()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Biscuit' })).toBeVisible()
  await page.viewport(...PHONE)
  await expect.element(aside).not.toBeInTheDocument()
})
