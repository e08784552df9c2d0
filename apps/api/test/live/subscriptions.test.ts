import { once } from 'node:events'
import { SOCKETS_PER_USER } from '@barkyard/domain/socket'
import { until } from '@barkyard/postgres/testing/until'
import { test } from 'vitest'
import WebSocket from 'ws'
import { testApp } from '../app.ts'
import { ownerWithDog, type Person } from '../client.ts'

const app = testApp()
const MANY = 500
/** Subscriptions, and the socket itself. */
const MOST = 3 * SOCKETS_PER_USER

const KINDS = (dogId: string) => [
  { path: 'live.visible' },
  { path: 'live.events' },
  { path: 'live.dog', input: { id: dogId } },
]

/** A hand-made socket of subscriptions. */
async function openSubscriptions(person: Person) {
  const headers = { cookie: person.cookie ?? '' }
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/trpc`, { headers })
  let refused = 0
  socket.on('message', data => {
    if (data.toString().includes('TOO_MANY_REQUESTS')) refused++
  })
  await once(socket, 'open')
  return {
    subscribe: (id: number, params?: object) => socket.send(JSON.stringify({ id, method: 'subscription', params })),
    stop: (id: number) => socket.send(JSON.stringify({ id, method: 'subscription.stop' })),
    open: () => app.services.hub.listenersOf(person.user.id),
    refused: () => refused,
    close: () => socket.close(),
  }
}

test('subscriptions of one owner are bounded, of all kinds together; a new one takes the place of one that has stopped', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const { subscribe, stop, open, refused, close } = await openSubscriptions(owner)
  const kinds = KINDS(dog.id)
  const openAndRefused = () => [open(), refused()]
  subscribe(1, kinds[0])
  // The socket itself listens too.
  await until(open, 2)
  for (let n = 1; n < MANY; n++) subscribe(n + 1, kinds[n % kinds.length])
  await until(openAndRefused, [MOST, MANY - MOST + 1])
  stop(1)
  await until(open, MOST - 1)
  subscribe(MANY + 1, kinds[0])
  await until(openAndRefused, [MOST, MANY - MOST + 1])
  subscribe(MANY + 2, kinds[0])
  await until(openAndRefused, [MOST, MANY - MOST + 2])
  close()
  await until(open, 0)
})
