import { once } from 'node:events'
import { SOCKETS_PER_USER } from '@barkyard/domain/socket'
import { until } from '@barkyard/postgres/testing/until'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { testApp } from '../app.ts'
import { ownerWithDog, signUp } from '../client.ts'

const app = testApp()
const MANY = 500
/** Subscriptions, and the socket itself. */
const MOST = 3 * SOCKETS_PER_USER

const KINDS: Record<string, (dogId: string) => object[]> = {
  'live.visible': () => [{ path: 'live.visible' }],
  'live.events': () => [{ path: 'live.events' }],
  'live.dog': dogId => [{ path: 'live.dog', input: { id: dogId } }],
  'all kinds together': dogId => [
    { path: 'live.visible' },
    { path: 'live.events' },
    { path: 'live.dog', input: { id: dogId } },
  ],
}

test.each(Object.keys(KINDS))('subscriptions of one owner are bounded: %s', async name => {
  const { owner, dog } = await ownerWithDog(app.url)
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/trpc`, { headers: { cookie: owner.cookie ?? '' } })
  let refused = 0
  socket.on('message', data => {
    if (data.toString().includes('TOO_MANY_REQUESTS')) refused++
  })
  await once(socket, 'open')
  const kinds = KINDS[name]?.(dog.id) ?? []
  for (let n = 0; n < MANY; n++)
    socket.send(JSON.stringify({ id: n + 1, method: 'subscription', params: kinds[n % kinds.length] }))
  const open = () => app.services.hub.listenersOf(owner.user.id)
  await until(
    () => refused + open(),
    count => count > MANY,
  )
  expect(open()).toBe(MOST)
  socket.close()
  await until(open, 0)
})

test('a new subscription takes the place of one that has stopped', async () => {
  const person = await signUp(app.url)
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/trpc`, {
    headers: { cookie: person.cookie ?? '' },
  })
  let refused = 0
  socket.on('message', data => {
    if (data.toString().includes('TOO_MANY_REQUESTS')) refused++
  })
  await once(socket, 'open')
  const open = () => app.services.hub.listenersOf(person.user.id)
  const show = (id: number) =>
    socket.send(JSON.stringify({ id, method: 'subscription', params: { path: 'live.visible' } }))
  for (let n = 1; n < MOST; n++) show(n)
  await until(open, MOST)
  show(MOST)
  await until(() => refused, 1)
  socket.send(JSON.stringify({ id: 1, method: 'subscription.stop' }))
  await until(open, MOST - 1)
  show(MOST + 1)
  await until(open, MOST)
  expect(refused).toBe(1)
  socket.close()
})
