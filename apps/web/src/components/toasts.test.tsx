import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { toast, toastTime } from '../lib/toast.ts'
import { drag } from '../testing/mouse.ts'
import { close, open, PHONE } from '../testing/open.tsx'
import { aDog, aNeighbour, anOwner, aPhoto } from '../testing/rows.ts'
import { isGone, isSeen, sees, settled } from '../testing/seen.ts'

const region = page.getByRole('region', { name: /Notifications/ })
const shown = region.getByRole('button', { name: 'Dismiss' })
const next = page.getByRole('button', { name: 'Next' })
const offer = region.getByRole('region', { name: 'Know when they answer' })
const isShown = () => isSeen(shown)
const isAway = () => isGone(shown)
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })

/** Drags the toast sideways by a number of px. */
async function dragToast(by: number) {
  const box = region.getByText('Missing information').element().getBoundingClientRect()
  const release = await drag({ x: box.x + 10, y: box.y + box.height / 2 }, { x: by }, 5)
  await release()
}

beforeEach(() => {
  toastTime.ms = 5000
})

test('one toast at a time, for five seconds; a swipe of 50 px to the right, Escape and a button dismiss it', async () => {
  await open('/onboarding', { user: anOwner({ dog: null }) })
  await isSeen(next)
  stopClock()
  await next.click()
  await isSeen(region.getByText('Missing information'), region.getByText("Please fill in your dog's name and breed"))
  vi.advanceTimersByTime(4_800)
  await isShown()
  vi.advanceTimersByTime(400)
  await isAway()
  vi.useRealTimers()

  // A new toast replaces the previous one.
  await next.click()
  await page.getByLabelText("Dog's name").fill('Rex')
  await page.getByRole('combobox', { name: /breed/i }).fill('Mutt')
  await userEvent.keyboard('{Escape}')
  await next.click()
  await next.click()
  await isSeen(region.getByText('Please fill in size, sex, and age'))
  expect(shown.elements()).toHaveLength(1)

  await dragToast(45)
  await isShown()
  await dragToast(-120)
  await isShown()
  await dragToast(60)
  await isAway()

  // F8 moves the focus to it from anywhere, and it stays while it has the focus.
  stopClock()
  await next.click()
  await isShown()
  await userEvent.keyboard('{F8}')
  await expect.element(region).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(shown).toHaveFocus()
  vi.advanceTimersByTime(20_000)
  vi.useRealTimers()
  await isShown()
  await userEvent.keyboard('{Escape}')
  await isAway()

  await next.click()
  await shown.click()
  await isAway()
})

test('a toast does not cover the buttons that stay in view, nor those that end a form which is lower than the window', async () => {
  const rex = aDog({ name: 'Rex' })
  const save = page.getByRole('button', { name: 'Save Changes' })
  const low = [PHONE, [768, 600], [1440, 600]] as const
  for (const [path, button, viewports] of [
    ['/onboarding', next, [...low, [1440, 900], [1440, 800], [1440, 700]]],
    [`/dog/${rex.id}/edit`, save, low],
  ] as const) {
    await open(path, { user: anOwner({ dog: rex }), answers: { 'dogs.get': aNeighbour(rex) } })
    for (const [width, height] of viewports) {
      await page.viewport(width, height)
      const isLow = low.some(one => one.join() === `${width},${height}`)
      await expect.element(button).toBeInViewport()
      toast({ title: 'Missing information', message: "Please fill in your dog's name and breed" })
      await isShown()
      const box = region.element().getBoundingClientRect()
      const { left, top } = button.element().getBoundingClientRect()
      expect(box.bottom < top || (!isLow && box.right < left)).toBe(true)
    }
    await close()
  }
})

test('a toast ends when its reader goes on by a link, but not an Undo, and waits for who is elsewhere', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  await open('/settings')
  const group = page.getByRole('link', { name: /^Account/ })
  await isSeen(group)
  toast({ title: 'Saved' })
  await isShown()
  const { bottom } = region.element().getBoundingClientRect()
  // At the lower edge, where no heading of the page is covered.
  expect(bottom).toBeGreaterThan(innerHeight - 40)
  await group.click()
  await isAway()
  toast({ title: 'Left out', duration: 60_000, action: { label: 'Undo', onClick: () => undefined } })
  await isShown()
  const other = page.getByRole('link', { name: /^Notifications/ }).last()
  await other.click()
  await isSeen(page.getByRole('heading', { level: 1, name: 'Notifications' }))
  await isShown()
  toast({ title: 'Saved' })
  await isSeen(region.getByText('Saved'))
  history.back()
  await isAway()

  // It waits for who is elsewhere, and with an offer no longer than another.
  const turn = (hidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  turn(true)
  stopClock()
  toast({ title: 'Saved', offers: true })
  await isSeen(offer)
  vi.advanceTimersByTime(20_000)
  await isShown()
  turn(false)
  await isShown()
  vi.advanceTimersByTime(5_100)
  vi.useRealTimers()
  await settled()
  expect(shown.elements()).toHaveLength(0)
})

test('the first bark moves nothing: its toast offers notifications, in every window and beside a photo in full screen, and again after a week', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  const juno = aNeighbour({ name: 'Juno', photos: [aPhoto(), aPhoto()] })
  const answers = { 'dogs.get': juno, 'matches.bark': { matchId: 'match' } }
  await open(`/dog/${juno.id}`, { viewport: PHONE, reducedMotion: true, answers })
  const bark = page.getByRole('button', { name: 'Bark (Send Woof!)' })
  await isSeen(bark)
  const before = bark.element().getBoundingClientRect().top
  await bark.click()
  // While the mouse is over it, it stays.
  const stay = () => region.getByText('Your bark has been sent!').hover()
  await stay()
  await isSeen(offer.getByText(/tap Share/))
  expect(bark.element().getBoundingClientRect().top).toBe(before)
  const { bottom } = region.element().getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(before)
  expect(bottom).toBeLessThan(page.getByRole('heading', { level: 1 }).element().getBoundingClientRect().top)

  // With the focus inside, the toast stays.
  await userEvent.keyboard('{F8}{Tab}')
  await expect.element(region.getByRole('button', { name: 'Open chat' })).toHaveFocus()
  const accept = offer.getByRole('button', { name: 'Got it' })
  for (const [width, height] of [[375, 553], [812, 375], PHONE] as const) {
    await page.viewport(width, height)
    await expect.element(accept).toBeInViewport({ ratio: 1 })
  }
  await stay()
  page.getByRole('button', { name: 'Photo of Juno, full screen' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const viewer = page.getByRole('dialog', { name: 'Photos of Juno' })
  await expect.element(viewer.getByRole('button', { name: 'Close' })).toHaveFocus()
  await isSeen(offer)
  // Nothing of the page is to be seen or pressed.
  const below = () => {
    const tops = [...Array(Math.ceil(innerHeight / 4)).keys()].map(row => row * 4)
    const at = tops.flatMap(y => [2, innerWidth / 2, innerWidth - 2].map(x => document.elementFromPoint(x, y)))
    return at.filter(element => !element?.closest('[role=dialog], section[aria-label^=Notif]')).length
  }
  await expect.poll(below).toBe(0)

  await accept.click()
  await isGone(offer)
  await isShown()
  expect(Date.now() - Number(localStorage.getItem('push-offer'))).toBeLessThan(60_000)
  toastTime.ms = 600_000
  for (const [days, isOffered] of [
    [8, true],
    [6, false],
  ] as const) {
    localStorage.setItem('push-offer', String(Date.now() - days * 24 * 3_600_000))
    toast({ title: `After ${days} days`, offers: true })
    await sees(`After ${days} days`)
    if (isOffered) await isSeen(offer)
    await settled()
    expect(offer.elements()).toHaveLength(isOffered ? 1 : 0)
  }
})

test('a tooltip opens after 700 ms, the next one within 300 ms of it at once', async () => {
  const [rex, mochi] = [aDog({ name: 'Rex' }), aDog({ name: 'Mochi' })]
  await open('/my-dogs', { user: anOwner({ dog: rex }), answers: { 'dogs.mine': [rex, mochi] } })
  const [first, second] = [rex, mochi].map(({ name }) => page.getByRole('button', { name: `Delete ${name}` }))
  const tip = page.getByRole('tooltip')
  if (!first || !second) throw new Error('two buttons')
  await isSeen(first)
  const away = () => userEvent.hover(page.getByRole('heading', { level: 1 }))
  stopClock()

  await first.hover()
  vi.advanceTimersByTime(690)
  expect(tip.elements()).toHaveLength(0)
  vi.advanceTimersByTime(20)
  await expect.element(tip).toHaveTextContent('Delete Rex')
  await away()
  await isGone(tip)
  vi.advanceTimersByTime(250)
  await second.hover()
  vi.advanceTimersByTime(5)
  await expect.element(tip).toHaveTextContent('Delete Mochi')
  await userEvent.keyboard('{Escape}')
  await isGone(tip)

  await away()
  vi.advanceTimersByTime(400)
  await second.hover()
  vi.advanceTimersByTime(690)
  expect(tip.elements()).toHaveLength(0)
  vi.advanceTimersByTime(20)
  await expect.element(tip).toBeVisible()
})
