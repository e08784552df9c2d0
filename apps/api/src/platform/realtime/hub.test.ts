import { expect, test } from 'vitest'
import { eventFor } from './bus.ts'
import { Hub } from './hub.ts'

test('all sockets of a session end with it at once, and no others of its user', () => {
  const hub = new Hub()
  const ended: string[] = []
  const listen = (sessionId: string, socket: string) =>
    hub.listen({ sessionId, userId: 'ann', sessionEnded: why => void ended.push(`${socket}: ${why}`) })
  listen('phone', 'chat')
  listen('phone', 'page')
  listen('desktop', 'chat at home')
  hub.endSession('phone', 'suspended')
  expect(ended).toEqual(['chat: suspended', 'page: suspended'])
})

test('an event names none of its audience twice', () => {
  const event = eventFor(['ann', 'ann'], { type: 'refresh' }, { dogIds: ['ada', 'bo', 'ada'] })
  expect(event).toMatchObject({ audience: { userIds: ['ann'], dogIds: ['ada', 'bo'] } })
})
