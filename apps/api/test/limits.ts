import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { TestApp } from './app.ts'
import { type Client, eightAtOnce } from './client.ts'
import { expectError } from './shape.ts'

/**
 * Stops the clock of a test file, so that nothing becomes available on a slow machine. Timers run normally.
 * @returns moves the clock forward.
 */
export function stoppedClock(): (seconds: number) => void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() })
  })
  afterAll(() => {
    vi.useRealTimers()
  })
  return seconds => void vi.advanceTimersByTime(seconds * 1000)
}

/** Uses up all but `left` of the 1,200 calls a minute of a user's id; default: those of this machine's address. */
export const spendCalls = ({ services }: TestApp, left: number, key = '127.0.0.1'): Promise<void> =>
  services.limits.spend('calls', key, 1_200 - left)

/** The statuses of a number of calls, one after the other. */
export async function statuses(times: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const found: number[] = []
  for (let n = 0; n < times; n++) found.push((await call()).status)
  return found
}

/** How often each status answers a number of calls, of which eight are made at once. */
export async function tally(times: number, call: (n: number) => Promise<{ status: number }>) {
  const found: Record<number, number> = {}
  for (const { status } of await eightAtOnce(times, call)) found[status] = (found[status] ?? 0) + 1
  return found
}

export function expectTooMany(answer: Awaited<ReturnType<Client['get']>>, within: number): void {
  expectError(answer, 429, 'TOO_MANY_REQUESTS')
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(within)
}
