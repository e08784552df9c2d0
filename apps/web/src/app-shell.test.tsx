import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fails, network } from './testing/network-links.ts'
import { open } from './testing/open.tsx'
import { aPage } from './testing/quiet-yard.ts'
import { sees } from './testing/seen.ts'
import { queryClient } from './trpc.ts'

const barks = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Barks$/ })
const toDoghouse = page.getByRole('banner').getByRole('link', { name: /to the doghouse/ })
/** Waits until nothing is read, and nothing new between two looks: a screen that loads late asks late. */
async function isQuiet() {
  let before = -1
  const hasSettled = () => {
    const { length } = network.allCalls()
    const isSame = length === before && queryClient.isFetching() === 0
    before = length
    return isSame
  }
  await expect.poll(hasSettled, { interval: 300 }).toBe(true)
}

test('data is read once: not again on focus, nor by a timer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open('/doghouse')
  await sees('Welcome back, Nori!')
  await barks.click()
  await sees('No barks yet')
  await isQuiet()
  const { length } = network.allCalls()
  window.dispatchEvent(new Event('blur'))
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  // What no page shows is forgotten after five minutes.
  await vi.advanceTimersByTimeAsync(240_000)
  await toDoghouse.click()
  await sees('Welcome back, Nori!')
  await isQuiet()
  // No event tells of open walks and invitations.
  const again = network.allCalls().slice(length)
  expect(again.filter(({ path }) => !/walks|invites/.test(path))).toEqual([])
})

test('a screen that failed to load can be tried again in place, without affecting the others', async () => {
  await open('/settings', { answers: { 'matches.list': fails } })
  const failure = page.getByRole('heading', { name: "We couldn't load this" })
  await barks.click()
  await expect.element(failure).toBeVisible()
  // A failure is not tried again by itself.
  expect(network.calls('matches.list')).toHaveLength(1)
  await toDoghouse.click()
  await sees('Welcome back, Nori!')
  await barks.click()
  await expect.element(failure).toBeVisible()
  network.answer({ 'matches.list': aPage() })
  await page.getByRole('button', { name: 'Try again' }).click()
  await sees('No barks yet')
})
