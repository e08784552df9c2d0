import { expect, test } from 'vitest'
import { MatchQueue } from './match-queue.ts'

interface Waiting {
  nth: number
  message: { matchId: string }
}

const of = (nth: number, matchId: string): Waiting => ({ nth, message: { matchId } })
const nths = (batch: readonly Waiting[]) => batch.map(({ nth }) => nth)
const none = () => false

test('a match is in one batch at a time, and its messages keep their order', () => {
  const queue = new MatchQueue<Waiting>()
  for (const [index, matchId] of ['a', 'a', 'b', 'a', 'c'].entries()) queue.push(of(index, matchId))
  const first = queue.take(2)
  expect(nths(first)).toEqual([0, 1])
  const second = queue.take(10)
  expect(nths(second)).toEqual([2, 4])
  queue.push(of(5, 'a'))
  expect(nths(queue.take(10))).toEqual([])
  expect(queue.size).toBe(2)
  // A locked match stays busy.
  queue.release(first, matchId => matchId === 'a')
  expect(nths(queue.take(10))).toEqual([])
  queue.release(first, none)
  queue.push(of(6, 'a'))
  expect(nths(queue.take(10))).toEqual([3, 5, 6])
  expect(queue.size).toBe(0)
})

test('a message of a busy match is looked at a few times, however many wait', () => {
  const queue = new MatchQueue<Waiting>()
  queue.push(of(0, 'a'))
  const first = queue.take(1)
  let looks = 0
  const message = {
    get matchId() {
      looks++
      return 'a'
    },
  }
  const count = 1_000
  for (let nth = 0; nth < count; nth++) {
    queue.push({ nth, message })
    queue.take(1)
  }
  queue.release(first, none)
  expect(queue.take(count)).toHaveLength(count)
  expect(looks).toBeLessThanOrEqual(4 * count)
})
