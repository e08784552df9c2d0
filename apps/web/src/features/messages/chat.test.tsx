import { getQueryKey } from '@trpc/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { toast } from '../../lib/toast.ts'
import type { ChatLine } from '../../testing/chat-line.ts'
import { network, refuses } from '../../testing/network-links.ts'
import { PHONE } from '../../testing/open.tsx'
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
import { aDog, aMatch, aNeighbour } from '../../testing/rows.ts'
import { button, isAt, isGone, isSeen, says, sees, texts } from '../../testing/seen.ts'
import { queryClient, trpc } from '../../trpc.ts'

const send = button('Send')
const keys = (text: string) => userEvent.keyboard(text)
const ownSaid = (line: ChatLine) => line.messages.filter(({ senderDogId }) => senderDogId === rex.id)

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

test('the other dog digs for words for 5 seconds after it was told, or until its message comes, which is said once, in its chat alone, and it hears the same of this one', async () => {
  const line = await openChat()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  line.types(rex)
  line.types(biscuit, 'another match')
  await isGone(digging)
  const heights = () => [list, field].map(one => one.element().getBoundingClientRect().top)
  const before = heights()
  line.types(biscuit)
  await isSeen(digging)
  expect(digging.elements()).toHaveLength(1)
  expect(heights()).toEqual(before)
  expect(digging.element().getAnimations({ subtree: true })).toEqual([])
  const changes: MutationRecord[] = []
  const observer = new MutationObserver(records => void changes.push(...records))
  observer.observe(digging.element(), { childList: true, characterData: true, subtree: true })
  await vi.advanceTimersByTimeAsync(3_000)
  line.types(biscuit)
  await vi.advanceTimersByTimeAsync(4_900)
  await isSeen(digging)
  expect([...changes, ...observer.takeRecords()]).toEqual([])
  observer.disconnect()
  await vi.advanceTimersByTimeAsync(200)
  await isGone(digging)
  line.types(biscuit)
  await isSeen(digging)
  line.say(biscuit, 'found.')
  await isGone(digging)
  await expect.poll(() => bubbles.elements().length).toBe(2)

  // What the owner types is told now and then, and not without a connection.
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

test('a bubble is at most three quarters of the list wide, and a chat follows the acting dog: between two own dogs the sides swap, and for another one there is no match', async () => {
  const boxAt = (part: string) => list.element().querySelector(part)?.getBoundingClientRect() ?? new DOMRect()
  const boxes = () => [boxAt('li'), boxAt('li [class*="bubble"]')] as const
  const side = () => {
    const [outer, inner] = boxes()
    return inner.left - outer.left > outer.right - inner.right ? 'right' : 'left'
  }
  await openChat(['woof! '.repeat(120).trim(), 'w'.repeat(400)], {}, PHONE)
  for (const part of ['li:first-child', 'li:last-child']) {
    const width = boxAt(`${part} [class*="bubble"]`).width / boxAt(part).width
    expect(width).toBeGreaterThan(0)
    expect(width).toBeLessThanOrEqual(0.751)
  }
  await says(bubbles.first(), /^Today.*Biscuit:/)
  expect(side()).toBe('left')
  const swapped = { ...match, ownDogId: biscuit.id, otherDog: rex }
  network.change({
    'auth.user': { ...user, dog: biscuit },
    'matches.get': swapped,
    'matches.list': aPage(swapped),
    'dogs.get': aNeighbour(rex),
  })
  await isSeen(page.getByRole('heading', { level: 1, name: 'Rex' }))
  await says(bubbles.first(), /^Today.*You:/)
  expect(side()).toBe('right')
  network.change({ 'auth.user': { ...user, dog: aDog() }, 'matches.get': refuses('match-not-found') })
  await sees('Match not found')
})

test('a refused message shows why, and can be tried again or discarded; one that waits says so, and without a connection text stays in the field', async () => {
  const line = await openChat()
  line.becomes = { refused: 'Too many messages at once.' }
  for (const text of ['first', 'second']) {
    await field.fill(text)
    await expect.element(send).toBeEnabled()
    await keys('{Enter}')
  }
  await says(page.getByRole('alert'), /Error.*Too many messages at once\./)
  await expect.poll(() => page.getByText('Not sent').elements().length).toBe(2)
  line.becomes = 'stored'
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.poll(() => page.getByText('Not sent').elements().length).toBe(1)
  await expect.poll(() => ownSaid(line)).toHaveLength(1)
  await page.getByRole('button', { name: 'Discard' }).click()
  await isGone(page.getByText('Not sent'))
  await expect.poll(() => bubbles.elements().length).toBe(2)

  line.becomes = 'held'
  await field.fill('slow')
  await keys('{Enter}')
  await isSeen(page.getByText('Sending…'))
  line.cut()
  await isSeen(page.getByText('Reconnecting…'), page.getByText('Waiting for a connection'))
  await field.fill('later')
  await keys('{Enter}')
  await expect.element(send).toBeDisabled()
  await expect.element(field).toHaveValue('later')
  line.becomes = 'stored'
  line.mend()
  await expect.element(send).toBeEnabled()
  await keys('{Enter}')
  await expect.element(field).toHaveValue('')
  await expect.poll(() => ownSaid(line)).toHaveLength(3)
  expect(bubbles.elements()).toHaveLength(4)
})

test('a new chat introduces the dogs, explains the dog noises, and sends exactly the preview', async () => {
  const line = await openChat()
  const dogs = page.getByRole('region', { name: / and Biscuit$/ })
  await says(dogs, /Rex and Biscuit/)
  await says(dogs, /same age/i)
  await isSeen(page.getByText('Type anything. We translate it into dog.'))
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
  await isSeen(preview)
  const two = heard()
  await keys(' on Saturday morning')
  await expect.poll(() => heard().split(' ').length).toBeGreaterThan(two.split(' ').length)
  expect(heard().startsWith(two)).toBe(true)
  const shown = heard()
  await keys('{Enter}')
  await expect.poll(() => ownSaid(line).map(({ body }) => body)).toEqual([shown])
  await isGone(preview)
  // Long names stay within the card.
  await page.viewport(320, 640)
  network.change({ 'auth.user': { ...user, dog: { ...rex, name: 'Donaudampfschifffahrtsgesellschaftskapit' } } })
  await says(dogs, /Donau.*have matched/)
  expect(dogs.element().scrollWidth).toBe(dogs.element().clientWidth)
  for (const count of [3, 4]) {
    await field.fill('more')
    await keys('{Enter}')
    await expect.poll(() => bubbles.elements().length).toBe(count)
  }
  await isGone(dogs, page.getByText('Type anything.'))
})

test('after the first message the chat offers notifications, and nothing below the messages moves', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  await openChat(['Woof! 🐕'], {}, PHONE)
  const offer = page.getByRole('region', { name: 'Know when they answer' })
  await field.fill('hi')
  const places = () => [send, field].map(one => one.element().getBoundingClientRect().bottom)
  const before = places()
  await isGone(offer)
  await send.click()
  await isSeen(offer)
  expect(places()).toEqual(before)
  await expect.element(bubbles.last()).toBeInViewport({ ratio: 1 })
  await offer.getByRole('button', { name: 'Got it' }).click()
  await isGone(offer)
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
  await isSeen(offer.getByRole('button', { name: 'Turn on' }))
  await offer.getByRole('button', { name: 'Not now' }).click()
  await isGone(offer)
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
  await isSeen(pill)
  await expect.element(page.getByText('woof 1.', { exact: true })).toBeInViewport()
  await pill.click()
  await says(bubbles.last(), 'out of sight')
  await expect.element(bubbles.last()).toBeInViewport()
  await isGone(pill)

  scrollTo('start')
  await isSeen(page.getByRole('button', { name: 'To the newest message' }))
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
  await isGone(banner)
  // Where the browser has moved the page up to the field.
  shows({ height: 400, offsetTop: 200 })
  await expect.poll(() => lowerEdge(field.element())).toBeGreaterThan(560)
  expect(lowerEdge(field.element())).toBeLessThanOrEqual(600)
  // A bar of the browser covers less, and zooming in covers nothing.
  for (const part of [{ height: 640 }, { height: 370, scale: 2 }, { height: 740 }]) {
    shows({ height: 400 })
    await isGone(banner)
    shows(part)
    await expect.poll(() => lowerEdge(field.element())).toBeGreaterThan(680)
    await isSeen(banner)
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
  await isGone(banner)
  await page.getByRole('link', { name: 'Back to Barks' }).click()
  await isSeen(banner)
  // After the paint that shows the header again.
  await expect.poll(() => document.documentElement.dataset.keyboard).toBeUndefined()
  expect(document.documentElement.style.getPropertyValue('--visible-height')).toBe('')
})

test('the keyboard reaches the other dog and the back link, and leaving closes the socket', async () => {
  const line = await openChat()
  await expect.poll(() => line.connections).toBe(1)
  await isSeen(page.getByRole('button', { name: 'More about Biscuit' }))
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
  await isAt('/barks')
  await expect.poll(() => texts(page.getByRole('main').getByRole('listitem'))).toHaveLength(1)
  await expect.poll(() => line.connections).toBe(0)
})

test('on a desktop the other chats are at the left, and each keeps its draft on this device, with what the other dog hears', async () => {
  const name = `Clover ${'W'.repeat(73)}`
  const clover = aMatch(rex, aNeighbour({ name }))
  const matches = [match, clover]
  const get = ({ matchId }: { matchId: string }) => matches.find(({ id }) => id === matchId) ?? match
  const line = await openChat(undefined, { 'matches.list': aPage(...matches), 'matches.get': get })
  const aside = page.getByRole('complementary', { name: 'Barks' })
  const other = aside.getByRole('link', { name: /Clover/ })
  await isSeen(other)
  // The open one is marked. What it says is at the right.
  const current = aside.getByRole('listitem').filter({ hasText: 'Biscuit' })
  await says(current, /Biscuit\s*Barked at you$/)
  await isGone(current.getByRole('link'))
  await field.fill('half a thought')
  const hears = page.getByText('Biscuit hears:')
  const noises = hears.element().textContent
  const left = aside.element()
  await other.click()
  await isSeen(page.getByRole('heading', { level: 1, name }))
  await isAt(`/bark-chat/${clover.id}`)
  await expect.element(field).toHaveValue('')
  expect(aside.element()).toBe(left)
  // The longest name leaves the field and the button in the window.
  expect(document.documentElement.scrollWidth).toBe(1280)

  history.back()
  await expect.element(field).toHaveValue('half a thought')
  await says(hears, noises ?? '')
  const drafts = () => Object.keys(localStorage).filter(key => key.startsWith('draft:'))
  expect(drafts()).toHaveLength(1)
  await expect.element(send).toBeEnabled()
  await send.click()
  await expect.poll(() => ownSaid(line)).toHaveLength(1)
  expect(drafts()).toEqual([])
  await page.viewport(...PHONE)
  await isGone(aside)
})
