import { setRole } from '@barkyard/db/queries/account/users'
import { createTestDatabase } from '@barkyard/db/testing/database'
import type { SharedEvent } from '@barkyard/domain/schemas/live'
import { until } from '@barkyard/postgres/testing/until'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Audience } from '../../src/platform/realtime/hub.ts'
import { CHECKED_EVERY_MS } from '../../src/platform/realtime/session-watch.ts'
import { startApp, type TestApp } from '../app.ts'
import { Client, PASSWORD, type Person, signUp, twoMatched } from '../client.ts'
import { type Chat, listeningChat as listening, openChat, openSocket } from '../socket.ts'
import { hasRedis, type RedisServer, startRedis } from './redis-server.ts'

describe.skipIf(!hasRedis)('two processes and a Redis', () => {
  let redis: RedisServer
  let first: TestApp
  let second: TestApp
  let ann: Person
  let bob: Person
  let ada: string
  let bo: string
  let matchId: string

  beforeAll(async () => {
    redis = await startRedis()
    const { url } = await createTestDatabase()
    const env = { REDIS_URL: redis.url, SESSION_SECRET: 'a secret that both processes share' }
    first = await startApp(url, env)
    // Its regular check of sessions never comes: what it learns of them, it learns over Redis.
    const every = globalThis.setInterval
    vi.spyOn(globalThis, 'setInterval').mockImplementation((run, ms) =>
      every(ms === CHECKED_EVERY_MS ? () => {} : run, ms),
    )
    second = await startApp(url, env)
    vi.restoreAllMocks()
    await connected()
    const matched = await twoMatched(first.url)
    ann = matched.first.owner
    bob = elsewhere(matched.second.owner)
    ada = matched.first.dog.id
    bo = matched.second.dog.id
    matchId = matched.matchId
  })
  afterAll(async () => {
    await first.stop()
    await second.stop()
    await redis.stop()
  })

  const connected = () => until(() => [first, second].map(app => app.services.bus.isConnected()), [true, true])
  const unavailable = () => until(() => [first, second].map(app => app.services.bus.isConnected()), [false, false])
  /** The same user at the second process. */
  const elsewhere = (person: Person): Person =>
    Object.assign(new Client(second.url), { cookie: person.cookie, user: person.user })
  const say = (chat: Chat, senderDogId: string, body: string, clientId?: string) =>
    chat.send({ type: 'message', matchId, senderDogId, body, clientId })
  const bodies = (chat: Chat) => chat.messages.map(({ body }) => body)
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

  test('a message arrives once at both processes, and its clientId only at its sender', async () => {
    const [annsChat, bobsChat] = [await listening(ann), await listening(bob)]
    say(annsChat, ada, 'from here', 'c1')
    say(bobsChat, bo, 'from there', 'c2')
    // The bark just before may be received too.
    const received = (chat: Chat) => chat.messages.filter(({ body }) => body.startsWith('from'))
    for (const chat of [annsChat, bobsChat]) await chat.until(chat => received(chat).length === 2)
    const ids = (chat: Chat) =>
      received(chat)
        .map(({ id }) => id)
        .sort()
    expect(ids(annsChat)).toEqual(ids(bobsChat))
    expect(
      received(annsChat)
        .map(({ clientId }) => clientId)
        .sort(),
    ).toEqual(['c1', undefined])
    close(annsChat, bobsChat)
  })

  test('typing reaches the other process, once', async () => {
    const [annsChat, bobsChat] = [await listening(ann), await listening(bob)]
    say(bobsChat, bo, 'both have written')
    await annsChat.until(({ messages }) => messages.some(({ body }) => body === 'both have written'))
    annsChat.send({ type: 'typing', matchId })
    await bobsChat.until(({ frames }) => frames.some(({ type }) => type === 'typing'))
    say(annsChat, ada, 'typed')
    await bobsChat.until(({ messages }) => messages.some(({ body }) => body === 'typed'))
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
      await chat.until(({ messages }) => messages.some(({ body }) => body === `round ${round}`))
      expect(new Set(chat.messages.map(({ id }) => id)).size).toBe(chat.messages.length)
      close(chat)
      await until(() => second.services.hub.listenersOf(bob.user.id), 0)
    }
    close(sender)
  })

  test('a bus is settled once new listeners receive messages of other processes', async () => {
    for (let n = 0; n < 10; n++) {
      const cat = await signUp(first.url)
      const page = live(second, cat)
      await second.services.bus.settled()
      const audience = { userIds: [cat.user.id], dogIds: [] }
      first.services.bus.publish({ type: 'event', audience, event: { type: 'refresh' } })
      await until(() => page.events.length, 1)
      page.stop()
    }
  })

  test('processes of the previous version use the same format on the bus', async () => {
    const cat = await signUp(first.url)
    const page = live(first, cat)
    await first.services.bus.settled()
    const before = new Redis(redis.url)
    const received = new Promise<string>(resolve => before.on('message', (_, text: string) => resolve(text)))
    const channel = `barkyard:user:${cat.user.id}`
    await before.subscribe(channel)
    const audience = { userIds: [cat.user.id], dogIds: [] }
    second.services.bus.publish({ type: 'event', audience, event: { type: 'seen', matchId: 'm' } })
    const news = { event: { type: 'seen', matchId: 'm' } }
    expect(JSON.parse(await received).what).toEqual({ type: 'news', audience, news })

    await until(() => page.events.length, 1)
    const sender = before.duplicate()
    const text = JSON.stringify({ from: 'an older process/1', n: 1, what: { type: 'news', audience, news } })
    await sender.publish(channel, text)
    await until(() => page.events.length, 2)
    page.stop()
    for (const connection of [before, sender]) connection.disconnect()
  })

  test('an event for very many recipients is published once, and received once by other processes', async () => {
    const cat = await signUp(first.url)
    const page = live(second, cat)
    await second.services.bus.settled()
    const watcher = new Redis(redis.url)
    const sent: [channel: string, text: string][] = []
    watcher.on('pmessage', (_pattern, channel: string, text: string) => {
      if (!channel.startsWith('barkyard:pulse:')) sent.push([channel, text])
    })
    await watcher.psubscribe('barkyard:*')
    const others = Array.from({ length: 500 }, (_, n) => `somebody-${n}`)
    const tell = (audience: Audience, event: SharedEvent) =>
      first.services.bus.publish({ type: 'event', audience, event })
    tell({ userIds: [cat.user.id, ...others], dogIds: others }, { type: 'refresh' })
    tell({ userIds: others, dogIds: [] }, { type: 'refresh' })
    tell({ userIds: [cat.user.id], dogIds: [] }, { type: 'seen', matchId: 'the last' })
    // Published events arrive in order, so nothing follows the last one.
    await until(() => [sent.at(-1)?.[1].includes('the last'), page.events.at(-1)?.type], [true, 'seen'])
    expect(sent.map(([channel]) => channel)).toEqual(['barkyard:all', 'barkyard:all', `barkyard:user:${cat.user.id}`])
    expect(sent.map(([, text]) => text).join('').length).toBeLessThan(50_000)
    expect(page.events.map(({ type }) => type)).toEqual(['refresh', 'seen'])
    page.stop()
    watcher.disconnect()
  })

  test('each message arrives once in all processes while both sides send at once, and its seq tells the order', async () => {
    const chats = [await listening(ann), await listening(bob), await listening(elsewhere(ann))]
    const [one, two, three] = chats
    if (!one || !two || !three) throw new Error('three chats')
    const count = 300
    for (let n = 0; n < count; n++) {
      say(one, ada, `ann ${n}`)
      say(two, bo, `bob ${n}`)
      if (n % 10 === 0) await new Promise(resolve => setImmediate(resolve))
    }
    for (const chat of chats) {
      const received = () => chat.messages.filter(({ body }) => /^(ann|bob) /.test(body))
      await chat.until(() => received().length >= 2 * count)
      const seqs = received()
        .map(({ seq }) => seq)
        .sort((first, second) => first - second)
      expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
    }
    close(...chats)
  })

  test('an admin who is a recipient both as owner and as acting dog receives an event once', async () => {
    const admin: Person = Object.assign(new Client(second.url), { user: ann.user })
    await setRole(first.services.db, ann.user.email ?? '', 'admin')
    await admin.post('/api/login', { email: ann.user.email, password: PASSWORD })
    expect((await admin.post(`/api/admin/impersonate-dog/${bo}`)).status).toBe(200)
    const [adminsChat, bobsChat] = [
      await listening(admin),
      await listening(Object.assign(new Client(first.url), bob, { url: first.url })),
    ]
    say(bobsChat, bo, 'once please')
    await adminsChat.until(({ messages }) => messages.length >= 1)
    say(bobsChat, bo, 'the end')
    await adminsChat.until(chat => bodies(chat).includes('the end'))
    expect(bodies(adminsChat)).toEqual(['once please', 'the end'])
    close(adminsChat, bobsChat)
    await admin.post('/api/admin/stop-impersonation')
    await setRole(first.services.db, ann.user.email ?? '', 'owner')
  })

  test('signing out closes sockets of the session at other processes', async () => {
    const person: Person = Object.assign(new Client(first.url), { user: bob.user })
    await person.post('/api/login', { email: bob.user.email, password: PASSWORD })
    const chat = await listening(elsewhere(person))
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
      await unavailable()
      for (const app of [first, second]) {
        const answer = await fetch(`${app.url}/api/health`)
        expect([answer.status, await answer.json()]).toEqual([200, { status: 'degraded' }])
      }
      for (let n = 0; n < 5; n++) say(annsChat, ada, `missed ${n}`)
      await annsChat.until(({ messages }) => messages.length === 5)
      expect(bobsChat.messages).toEqual([])
      say(bobsChat, bo, 'in between')
      await bobsChat.until(({ messages }) => messages.length === 1)
      const late = await listening(elsewhere(ann))
      if (how === 'killed') await redis.start()
      else redis.thaw()
      for (const chat of [annsChat, bobsChat, late]) expect((await chat.closed).code).toBe(1012)
      expect(bodies(annsChat)).toEqual(['missed 0', 'missed 1', 'missed 2', 'missed 3', 'missed 4'])
      expect(bodies(bobsChat)).toEqual(['in between'])
      await until(
        () => page.events.map(({ type }) => type),
        types => types.includes('refresh'),
      )
      await connected()
      const [annsNext, bobsNext] = [await listening(ann), await listening(bob)]
      say(annsNext, ada, 'back')
      for (const chat of [annsNext, bobsNext]) {
        await chat.until(chat => bodies(chat).includes('back'))
        expect(bodies(chat)).toEqual(['back'])
      }
      expect(await (await fetch(`${first.url}/api/health`)).json()).toEqual({ status: 'ok' })
      page.stop()
      close(annsNext, bobsNext)
    },
  )
})
