import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Paced } from './paced.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function counted(work: () => Promise<unknown> = async () => {}) {
  const runs: number[] = []
  const paced = new Paced(() => {
    runs.push(performance.now())
    return work()
  })
  return { paced, runs }
}

/** Requests a run every 50 ms for some seconds. */
async function askFor(paced: Paced, seconds: number) {
  for (let n = 0; n < seconds * 20; n++) {
    paced.ask()
    await vi.advanceTimersByTimeAsync(50)
  }
}

test('a single request runs once, soon; under constant requests runs are a second apart, and limited per minute; after a pause it is as quick as before', async () => {
  const { paced, runs } = counted()
  paced.ask()
  paced.ask()
  await vi.advanceTimersByTimeAsync(200)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(runs).toHaveLength(1)
  runs.length = 0
  await askFor(paced, 60)
  expect(runs.length).toBeGreaterThanOrEqual(20)
  expect(runs.length).toBeLessThanOrEqual(30)
  for (const [index, at] of runs.entries())
    if (index > 0) expect(at - (runs[index - 1] ?? 0)).toBeGreaterThanOrEqual(1000)
  runs.length = 0
  await askFor(paced, 60)
  expect(runs.length).toBeLessThanOrEqual(20)
  await vi.advanceTimersByTimeAsync(60_000)
  runs.length = 0
  paced.ask()
  await vi.advanceTimersByTimeAsync(200)
  expect(runs).toHaveLength(1)
})

test('requests during a run lead to one more run, and a failure to none', async () => {
  let end = () => {}
  const { paced, runs } = counted(() => new Promise((_, reject) => (end = () => reject(new Error('unavailable')))))
  paced.ask()
  await vi.advanceTimersByTimeAsync(5_000)
  paced.ask()
  paced.ask()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toHaveLength(1)
  end()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(runs).toHaveLength(2)
  end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(runs).toHaveLength(2)
})
