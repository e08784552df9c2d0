import { setRole } from '@barkyard/db/queries/account/users'
import { createTestDatabase } from '@barkyard/db/testing/database'
import type { SharedEvent } from '@barkyard/domain/schemas/live'
import { until } from '@barkyard/postgres/testing/until'
import { Redis } from 'ioredis'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Limits } from '../../src/platform/access/limits.ts'
import type { Audience } from '../../src/platform/realtime/hub.ts'
import { CHECKED_EVERY_MS } from '../../src/platform/realtime/session-watch.ts'
import { startApp, type TestApp } from '../app.ts'
import { annAndBob, anotherBrowser, Client, type Person, signUp } from '../client.ts'
import { type Chat, listeningChat as listening, openChat, openSocket } from '../socket.ts'
import { hasRedis, startRedis } from './redis-server.ts'
import { testServer } from './test-server.ts'

describe.skipIf(!hasRedis)('two processes and a Redis', () => {
  const redis = testServer(startRedis)
  let url: string
  beforeAll(async () => {
    url = (await createTestDatabase()).url
  })
  const startProcess = () =>
    startApp(url, { REDIS_URL: redis.url, SESSION_SECRET: 'a secret that both processes share' })
  const first = testServer(startProcess)
  const second = testServer(() => {
    // Its regular check of sessions never comes: what it learns of them, it learns over Redis.
    const every = globalThis.setInterval
    vi.spyOn(globalThis, 'setInterval').mockImplementation((run, ms) =>
      every(ms === CHECKED_EVERY_MS ? () => {} : run, ms),
    )
    return startProcess().finally(() => vi.restoreAllMocks())
  })
  let ann: Person
  let bob: Person
  let ada: string
  let bo: string
  let matchId: string
  beforeAll(async () => {
    await connected()
    ;({ ann, bob, ada, bo, matchId } = await annAndBob(first.url))
    bob = at(second, bob)
  })

  const connected = (isSo = true) =>
    until(() => [first, second].map(app => app.services.bus.isConnected()), [isSo, isSo])
  /** The same user at a process. */
  const at = (app: TestApp, { cookie, user }: Person): Person => Object.assign(new Client(app.url), { cookie, user })
  const say = (chat: Chat, senderDogId: string, body: string, clientId?: string) =>
    chat.send({ type: 'message', matchId, senderDogId, body, clientId })
  const bodies = (chat: Chat) => chat.messages.map(({ body }) => body)
  const hears = (chat: Chat, body: string) => chat.until(one => bodies(one).includes(body))
  const close = (...chats: Chat[]) => chats.forEach(({ socket }) => void socket.terminate())
  function live(app: TestApp, person: Person): { events: SharedEvent[]; stop: () => void } {
    const events: SharedEvent[] = []
    const stop = app.services.hub.listen({
      sessionId: 'x',
      userId: person.user.id,
      impersonatedDogId: null,
      onEvent: ({ event }) => void events.push(event),
      sessionEnded: () => {},
    })
    return { events, stop }
  }
  /** A new user with a page at a process, which hears of all processes. */
  async function listener(app: TestApp) {
    const person = await signUp(app.url)
    const page = live(app, person)
    await app.services.bus.settled()
    return { ...page, person, audience: { userIds: [person.user.id], dogIds: [] } }
  }

  test('typing reaches the other process, once', async () => {
    const [annsChat, bobsChat] = [await listening(ann), await listening(bob)]
    say(bobsChat, bo, 'both have written')
    await hears(annsChat, 'both have written')
    annsChat.send({ type: 'typing', matchId })
    await bobsChat.until(({ frames }) => frames.some(({ type }) => type === 'typing'))
    say(annsChat, ada, 'typed')
    await hears(bobsChat, 'typed')
    expect(bobsChat.frames.filter(({ type }) => type === 'typing')).toEqual([{ type: 'typing', matchId, dogId: ada }])
    close(annsChat, bobsChat)
  })

  test('a socket opens only once messages of other processes reach it', async () => {
    const cat = await signUp(second.url)
    redis.freeze()
    onTestFinished(() => redis.thaw())
    let isOpen = false
    const opening = openSocket(second.url, { cookie: cat.cookie ?? '' }).then(chat => {
      isOpen = true
      return chat
    })
    await until(() => second.services.hub.listenersOf(cat.user.id) > 0)
    // Another upgrade takes as long.
    await expect(openSocket(second.url)).rejects.toThrow('401')
    expect(isOpen).toBe(false)
    redis.thaw()
    close(await opening)
    await connected()
  })

  test('a socket receives once what is stored after it has opened', async () => {
    const sender = await listening(ann)
    for (let round = 0; round < 20; round++) {
      const chat = await openChat(bob)
      say(sender, ada, `round ${round}`)
      await hears(chat, `round ${round}`)
      expect(new Set(chat.messages.map(({ id }) => id)).size).toBe(chat.messages.length)
      close(chat)
      await until(() => second.services.hub.listenersOf(bob.user.id), 0)
    }
    close(sender)
  })

  test('processes of the previous version use the same format on the bus', async () => {
    const { person, audience, events, stop } = await listener(first)
    const before = new Redis(redis.url)
    const received = new Promise<string>(resolve => before.on('message', (_, text: string) => resolve(text)))
    const channel = `barkyard:user:${person.user.id}`
    await before.subscribe(channel)
    const event: SharedEvent = { type: 'seen', matchId: 'm' }
    second.services.bus.publish({ type: 'event', audience, event })
    const what = { type: 'news', audience, news: { event } }
    expect(JSON.parse(await received).what).toEqual(what)

    await until(() => events.length, 1)
    const sender = before.duplicate()
    await sender.publish(channel, JSON.stringify({ from: 'an older process/1', n: 1, what }))
    await until(() => events.length, 2)
    stop()
    for (const connection of [before, sender]) connection.disconnect()
  })

  test('an event for very many recipients is published once, and received once by other processes', async () => {
    const { person, audience: own, events, stop } = await listener(second)
    const watcher = new Redis(redis.url)
    const sent: [channel: string, text: string][] = []
    watcher.on('pmessage', (_pattern, channel: string, text: string) => {
      if (!channel.startsWith('barkyard:pulse:')) sent.push([channel, text])
    })
    await watcher.psubscribe('barkyard:*')
    const others = Array.from({ length: 500 }, (_, n) => `somebody-${n}`)
    const tell = (audience: Audience, event: SharedEvent) =>
      first.services.bus.publish({ type: 'event', audience, event })
    tell({ userIds: [...own.userIds, ...others], dogIds: others }, { type: 'refresh' })
    tell({ userIds: others, dogIds: [] }, { type: 'refresh' })
    tell(own, { type: 'seen', matchId: 'the last' })
    // Published events arrive in order, so nothing follows the last one.
    await until(() => [sent.at(-1)?.[1].includes('the last'), events.at(-1)?.type], [true, 'seen'])
    expect(sent.map(([channel]) => channel)).toEqual([
      'barkyard:all',
      'barkyard:all',
      `barkyard:user:${person.user.id}`,
    ])
    expect(sent.map(([, text]) => text).join('').length).toBeLessThan(50_000)
    expect(events.map(({ type }) => type)).toEqual(['refresh', 'seen'])
    stop()
    watcher.disconnect()
  })

  test('each message arrives once in all processes while both sides send at once; its seq tells the order, its clientId only its sender', async () => {
    const chats = [await listening(ann), await listening(bob), await listening(at(second, ann))]
    const [one, two, three] = chats
    if (!one || !two || !three) throw new Error('three chats')
    const count = 300
    for (let n = 0; n < count; n++) {
      say(one, ada, `ann ${n}`, `ann ${n}`)
      say(two, bo, `bob ${n}`, `bob ${n}`)
      if (n % 10 === 0) await new Promise(resolve => setImmediate(resolve))
    }
    // A clientId comes to all sockets of its sender.
    const said = [/^ann /, /^bob /, /^ann /]
    for (const [index, chat] of chats.entries()) {
      const received = () => chat.messages.filter(({ body }) => /^(ann|bob) /.test(body))
      await chat.until(() => received().length >= 2 * count)
      const seqs = received()
        .map(({ seq }) => seq)
        .sort((first, second) => first - second)
      expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
      for (const { body, clientId } of received()) expect(clientId).toBe(said[index]?.test(body) ? body : undefined)
    }
    close(...chats)
  })

  test('an admin who is a recipient both as owner and as acting dog receives an event once', async () => {
    await setRole(first.services.db, ann.user.email, 'admin')
    const admin = await anotherBrowser(at(second, ann))
    expect((await admin.post(`/api/admin/impersonate-dog/${bo}`)).status).toBe(200)
    const [adminsChat, bobsChat] = [await listening(admin), await listening(at(first, bob))]
    say(bobsChat, bo, 'once please')
    await hears(adminsChat, 'once please')
    say(bobsChat, bo, 'the end')
    await hears(adminsChat, 'the end')
    expect(bodies(adminsChat)).toEqual(['once please', 'the end'])
    close(adminsChat, bobsChat)
    await admin.post('/api/admin/stop-impersonation')
    await setRole(first.services.db, ann.user.email, 'owner')
  })

  test('signing out closes sockets of the session at other processes', async () => {
    const person = await anotherBrowser(at(first, bob))
    const chat = await listening(at(second, person))
    await person.get('/api/logout')
    expect((await chat.closed).code).toBe(4401)
  })

  test.each(['killed', 'frozen'])(
    'Redis %s: messages are still sent, health reports it, and sockets close for their clients to read when it is back',
    async how => {
      const [annsChat, bobsChat] = [await listening(ann), await listening(bob)]
      const page = live(second, bob)
      if (how === 'killed') await redis.kill()
      else redis.freeze()
      await connected(false)
      for (const { url } of [first, second])
        expect(await new Client(url).get('/api/health')).toMatchObject({ status: 200, body: { status: 'degraded' } })
      for (let n = 0; n < 5; n++) say(annsChat, ada, `missed ${n}`)
      await hears(annsChat, 'missed 4')
      expect(bobsChat.messages).toEqual([])
      say(bobsChat, bo, 'in between')
      await hears(bobsChat, 'in between')
      const late = await listening(at(second, ann))
      if (how === 'killed') await redis.start()
      else redis.thaw()
      for (const chat of [annsChat, bobsChat, late]) expect((await chat.closed).code).toBe(1012)
      expect(bodies(annsChat)).toEqual(['missed 0', 'missed 1', 'missed 2', 'missed 3', 'missed 4'])
      expect(bodies(bobsChat)).toEqual(['in between'])
      await until(() => page.events.some(({ type }) => type === 'refresh'))
      await connected()
      const [annsNext, bobsNext] = [await listening(ann), await listening(bob)]
      say(annsNext, ada, 'back')
      for (const chat of [annsNext, bobsNext]) {
        await hears(chat, 'back')
        expect(bodies(chat)).toEqual(['back'])
      }
      expect((await new Client(first.url).get('/api/health')).body).toEqual({ status: 'ok' })
      page.stop()
      close(annsNext, bobsNext)
    },
  )

  test('limits count for both processes together, separately while Redis is unavailable, and together again', async () => {
    const settings = { enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy: () => 50 }
    const clients = [new Redis(redis.url, settings), new Redis(redis.url, settings)]
    onTestFinished(() => clients.forEach(client => void client.disconnect()))
    for (const client of clients) client.on('error', () => undefined)
    const limits = clients.map(client => new Limits({ enabled: true, redis: client }))
    const ready = (isSo = true) => until(() => clients.map(({ status }) => status === 'ready'), [isSo, isSo])
    /** Takes from both in turn. @returns how many calls were allowed. */
    async function allowed(key: string, tries: number): Promise<number> {
      let count = 0
      for (let n = 0; n < tries; n++) {
        const refusal = await limits[n % 2]?.take('location', key).then(
          () => null,
          error => error,
        )
        if (refusal === null) count++
        else expect([refusal.code, refusal.retryAfter > 0]).toEqual(['TOO_MANY_REQUESTS', true])
      }
      return count
    }
    await ready()
    expect(await allowed('ann', 70)).toBe(30)
    expect(await allowed('bob', 2)).toBe(2)
    for (let n = 0; n < 10; n++) await limits[0]?.take('signInOfEmail', 'ann')
    await expect(limits[1]?.take('signInOfEmail', 'ann')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    // The refused call counted too, so both are given back.
    for (let n = 0; n < 2; n++) await limits[0]?.giveBack('signInOfEmail', 'ann')
    await limits[0]?.take('signInOfEmail', 'ann')
    await redis.kill()
    await ready(false)
    expect(await allowed('cat', 70)).toBe(60)
    await redis.start()
    await ready()
    expect(await allowed('dan', 70)).toBe(30)
  })
})
