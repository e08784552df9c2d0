import { afterEach, expect, test } from 'vitest'
import { deviceOutbox, type Outgoing } from './outbox.ts'

afterEach(() => localStorage.clear())

const chat = { userId: 'user', dogId: 'dog', matchId: 'match' }
const message = (clientId: string): Outgoing => ({
  clientId,
  body: 'woof',
  state: 'sending',
  createdAt: '2026-11-26T12:00:00.000Z',
})

test('what one window has sent does not come back when another one saves what it had read before', () => {
  const [one, other] = [deviceOutbox(chat), deviceOutbox(chat)]
  one.save([message('a'), message('b')])
  const read = other.load()
  one.save([])
  other.save(read.map(each => (each.clientId === 'a' ? { ...each, state: 'failed' } : each)))
  expect(deviceOutbox(chat).load()).toEqual([{ ...message('a'), state: 'failed' }])
})

test('what found no room is stored at the next change, once there is room', () => {
  const outbox = deviceOutbox(chat)
  for (let size = 2 ** 22; size >= 1; size /= 2) {
    try {
      localStorage.setItem(`full ${size}`, 'x'.repeat(size))
    } catch {
      // Smaller pieces fill the rest.
    }
  }
  const written = [message('a')]
  outbox.save(written)
  expect(deviceOutbox(chat).load()).toEqual([])
  localStorage.clear()
  outbox.save([...written, message('b')])
  expect(deviceOutbox(chat).load()).toEqual([message('a'), message('b')])
})
