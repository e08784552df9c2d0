import { expect, test } from 'vitest'
import { Limits } from '../access/limits.ts'
import { SocketLimits } from './socket-limits.ts'

let now = 0
const newLimits = () => new SocketLimits(new Limits({ enabled: true }), () => now)

/** Sends one frame more than a socket may. */
const flood = (limits: SocketLimits, userId: string) => {
  const countFrame = limits.framesOf(userId)
  for (let n = 0; n < 101; n++) countFrame()
}

/** More than are kept. */
const USERS = 12_000

/** How many entries of maps the work walks over. */
function entriesRead(work: () => void): number {
  const iterators: Iterator<unknown> = Object.getPrototypeOf(new Map().entries())
  const { next } = iterators
  let read = 0
  iterators.next = function () {
    read++
    return next.call(this)
  }
  try {
    work()
  } finally {
    iterators.next = next
  }
  return read
}

test.each([
  ['messages', (limits: SocketLimits, userId: string) => void limits.takeMessage(userId)],
  ['frames beyond the limit', flood],
])('the cost of counting %s does not grow with the number of users', (_, count) => {
  const limits = newLimits()
  const read = entriesRead(() => {
    for (let n = 0; n < USERS; n++) count(limits, `user ${n}`)
  })
  expect(read).toBeLessThan(2 * USERS)
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
