import { expect, test } from 'vitest'
import { Limits } from './limits.ts'
import { SocketLimits } from './socket-limits.ts'

let now = 0
const newLimits = () => new SocketLimits(new Limits({ enabled: true }), () => now)

/** Sends one frame more than a socket may. */
const flood = (limits: SocketLimits, userId: string) => {
  const judge = limits.framesOf(userId)
  for (let n = 0; n < 101; n++) judge()
}

test.each([
  ['messages', (limits: SocketLimits, userId: string) => void limits.takeMessage(userId), 40_000],
  ['frames beyond the limit', flood, 20_000],
])('the cost of counting %s does not grow with the number of users', (_, count, users) => {
  /** Microseconds per user, the fastest of three runs. */
  const cost = (many: number) =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const limits = newLimits()
        const began = performance.now()
        for (let n = 0; n < many; n++) count(limits, `user ${n}`)
        return ((performance.now() - began) / many) * 1000
      }),
    )
  expect(cost(users)).toBeLessThan(10 * cost(5_000))
})

test('a user who has sent too many messages is refused for a while, however many others send meanwhile', () => {
  const limits = newLimits()
  for (let n = 0; n < 50; n++) expect(limits.takeMessage('ann')).toBe(true)
  for (let n = 0; n < 15_000; n++) limits.takeMessage(`user ${n}`)
  expect(limits.takeMessage('ann')).toBe(false)
  now += 1_000
  for (let n = 0; n < 10; n++) expect(limits.takeMessage('ann')).toBe(true)
  expect(limits.takeMessage('ann')).toBe(false)
})
