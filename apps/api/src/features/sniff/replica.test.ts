import type { Db } from '@barkyard/db/open'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from '../../platform/access/sessions.ts'
import { searchDatabase } from './replica.ts'

const [primary, replica] = [{} as Db, {} as Db]
const caller = { role: 'owner' } as Caller
let isWell: boolean
/** The times at which the replica was asked, in seconds. */
let asked: number[]
let searches: ReturnType<typeof searchDatabase>

beforeEach(() => {
  vi.useFakeTimers()
  isWell = false
  asked = []
  searches = searchDatabase(primary, replica, fastify().log)
})
afterEach(() => void vi.useRealTimers())

const search = () =>
  searches.read(caller, async db => {
    if (db === primary) return 'primary'
    asked.push(Math.round(performance.now() / 1000))
    if (!isWell) throw new Error('unavailable')
    return 'replica'
  })

/** Runs several searches each second. */
async function searchFor(seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n++) {
    await Promise.all([search(), search(), search()])
    await vi.advanceTimersByTimeAsync(1_000)
  }
}
const rests = () => [...new Set(asked)].map((at, index, all) => at - (all[index - 1] ?? at)).slice(1)

test('a replica that stays unavailable is tried less and less often, by one search at a time', async () => {
  await searchFor(300)
  expect(rests()).toEqual([5, 10, 20, 40, 60, 60, 60])
  // The searches that ran as it became unavailable, and one after each pause.
  expect(asked).toHaveLength(3 + 7)
})

test('once the replica answers, all searches read it, and the next pause is short again', async () => {
  await searchFor(60)
  isWell = true
  await searchFor(60)
  expect(await Promise.all([search(), search()])).toEqual(['replica', 'replica'])
  isWell = false
  asked = []
  await searchFor(6)
  expect(rests()).toEqual([5])
})

test('searches do not wait for a replica that does not answer', async () => {
  const answer = searches.read(caller, async db => (db === primary ? 'primary' : new Promise<string>(() => {})))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await answer).toBe('primary')
})
