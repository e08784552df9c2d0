import { until } from '@barkyard/postgres/testing/until'
import { describe, expect, test, vi } from 'vitest'
import type { Rule } from '../../src/platform/access/limits.ts'
import { mayMail, uncountMail } from '../../src/platform/mail/mails.ts'
import { testApp } from '../app.ts'
import { callRaw } from '../attacks/raw.ts'
import { LOST, NOBODY } from '../calls.ts'
import { openChat } from '../chats.ts'
import { A_DOG, Client, ownerWithDog, PASSWORD, photo, signUp, twoMatched, unique } from '../client.ts'
import { expectTooMany, spendCalls, statuses, stoppedClock, tally } from '../limits.ts'
import { HOUR } from '../times.ts'

const later = stoppedClock()

const app = testApp({ RATE_LIMIT: '1' })

describe('by user', () => {
  test('1,200 calls a minute, over REST and tRPC together; each call of a batch counts', async () => {
    later(61)
    const person = await signUp(app.url)
    const batch = (size: number) =>
      person.get<{ error?: { data: { httpStatus: number } } }[]>(
        `/api/trpc/${Array(size).fill('dogs.mine').join(',')}?batch=1`,
      )
    await spendCalls(app, 60, person.user.id)
    // One after the other: together, some would wait too long for a connection on a busy machine.
    expect(await statuses(2, () => batch(20))).toEqual([200, 200])
    expect(await statuses(15, () => person.get('/api/my-dogs'))).toEqual(Array(15).fill(200))
    const last = await batch(20)
    expect(last.status).toBe(207)
    expect(last.body.map(({ error }) => error?.data.httpStatus ?? 200)).toEqual([
      ...Array(5).fill(200),
      ...Array(15).fill(429),
    ])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expectTooMany(await person.get('/api/my-dogs'), 60)
    expectTooMany(await person.get('/api/nothing-of-theirs').then(() => person.get('/api/dogs/x')), 60)
    expect((await (await signUp(app.url)).get('/api/my-dogs')).status).toBe(200)
    later(61)
    expect((await person.get('/api/my-dogs')).status).toBe(200)
  })

  test('a batch of more than 20 calls is refused completely', async () => {
    const person = await signUp(app.url)
    const names = Array(21).fill('dogs.create').join(',')
    const dogs = Object.fromEntries(Array(21).fill(A_DOG).entries())
    const answer = await person.post(`/api/trpc/${names}?batch=1`, dogs)
    expect(answer.status).toBe(400)
    expect((await person.get('/api/my-dogs')).body).toEqual([])
  })

  test('calls without a session count for the address, not for users who are signed in there', async () => {
    later(61)
    const person = await signUp(app.url)
    const client = new Client(app.url)
    // The sign-up was also a call from this address.
    await spendCalls(app, 101)
    expect(await tally(110, () => client.get('/api/my-dogs'))).toEqual({ 401: 100, 429: 10 })
    // The sign-in was one too.
    expectTooMany(await client.get('/api/login'), 60)
    expectTooMany(await client.post('/api/login', { email: person.user.email, password: PASSWORD }), 60)
    expect((await person.get('/api/my-dogs')).status).toBe(200)
    // An address that a caller claims is ignored.
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    expect((await callRaw(`${app.url}/api/my-dogs`, { headers })).status).toBe(429)
  })

  test('what is left out beyond its limit is not counted', async () => {
    later(3601)
    const may = () => mayMail(app.services, 'reader@example.test', 'account')
    const asked: boolean[] = []
    for (let n = 0; n < 7; n++) asked.push(await may())
    expect(asked).toEqual([...Array(5).fill(true), false, false])
    // One of the five is not sent after all.
    await uncountMail(app.services, 'reader@example.test', 'account')
    expect([await may(), await may()]).toEqual([true, false])
  })

  test('what tells others, or makes work, is refused beyond its limit', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const { dog: other } = await ownerWithDog(app.url)
    const png = await photo()
    const whenTs = '2040-01-01T17:00:00Z'
    const walk = { whenTs, parkName: 'Dolores Park', title: 'A walk', maxDogs: 4 }
    const send = (method: string, path: string, body?: object) => () => owner.send(method, `/api${path}`, body)
    const names = { password: PASSWORD, firstName: 'A', lastName: 'B' }
    const signUpAs = () => new Client(app.url).post('/api/signup', { ...names, email: `new-${unique()}@example.test` })
    const exportWith = (password: string) => owner.post('/api/account/export', { password })
    // A wrong password does not count.
    const exportAfterWrongPassword = () => exportWith('wrong').then(() => exportWith(PASSWORD))
    const calls: [Rule, number, number, () => ReturnType<Client['get']>][] = [
      ['signal', 30, 60, send('POST', `/playdates/${NOBODY}/late`, { minutes: 5 })],
      ['signal', 30, 60, send('POST', `/playdates/${NOBODY}/here`, {})],
      ['signal', 30, 60, send('POST', `/playdates/${NOBODY}/phrase`, { phrase: 'thank-you' })],
      ['signal', 30, 60, send('POST', `/walks/${NOBODY}/join`, {})],
      ['signal', 30, 60, send('POST', `/walks/${NOBODY}/leave`, {})],
      ['signal', 30, 60, send('POST', `/walks/${NOBODY}/late`, { minutes: 5 })],
      ['signal', 30, 60, send('POST', `/walks/${NOBODY}/here`, {})],
      ['proposal', 30, 60, send('POST', '/playdates', { matchId: NOBODY, whenTs, parkName: 'Dolores Park' })],
      ['proposal', 30, 60, send('POST', `/playdates/${NOBODY}/counter`, { notes: 'Ball games' })],
      ['proposal', 30, 60, send('POST', '/walks', walk)],
      ['proposal', 30, 60, send('PATCH', `/walks/${NOBODY}`, { whenTs })],
      ['proposal', 30, 60, send('POST', `/dogs/${dog.id}/lost`, LOST)],
      ['proposal', 30, 60, send('PATCH', `/lost/${NOBODY}`, { version: 1, note: 'By the lake' })],
      ['dogVerification', 60, 3600, send('POST', `/dogs/${dog.id}/verifications`, { kind: 'photo' })],
      ['webhook', 60, 3600, send('POST', '/webhooks', { url: 'https://hooks.example.com', events: ['message'] })],
      ['webhook', 60, 3600, send('POST', `/webhooks/${NOBODY}/test`, {})],
      ['pushTest', 10, 3600, send('POST', '/push/test', {})],
      ['location', 30, 60, send('PATCH', '/user/location', { lat: 1, lng: 1 })],
      ['bark', 60, 60, send('POST', '/bark', { toDogId: other.id })],
      ['places', 240, 60, send('GET', '/places?query=Rome')],
      ['upload', 120, 60, () => owner.upload(dog.id, png)],
      ['signUp', 100, 3600, signUpAs],
      ['report', 20, 24 * 3600, send('POST', '/reports', { dogId: other.id, kind: 'rude' })],
      ['accountExport', 3, 24 * 3600, exportAfterWrongPassword],
    ]
    for (const [index, [rule, points, seconds, call]] of calls.entries()) {
      later(seconds + 1)
      await app.services.limits.spend(rule, rule === 'signUp' ? '127.0.0.1' : owner.user.id, points - 1)
      expect([rule, index, (await call()).status]).not.toEqual([rule, index, 429])
      const refused = await call()
      expectTooMany(refused, seconds)
      if (seconds > 3600) expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(seconds - 3600)
    }
  })

  test('each name of a city in a batch counts', async () => {
    later(3601)
    const person = await signUp(app.url)
    const input = encodeURIComponent(JSON.stringify(Object.fromEntries(Array(20).fill({ city: 'Rome' }).entries())))
    await app.services.limits.spend('places', person.user.id, 220)
    const batch = `/api/trpc/${Array(20).fill('location.check').join(',')}?batch=1&input=${input}`
    expect((await person.get(batch)).status).toBe(200)
    expectTooMany(await person.get('/api/places?query=Rome'), 60)
  })

  test('60 readings of a calendar an hour, whoever reads it', async () => {
    later(3601)
    const newFeed = async () => {
      const { body } = await (await signUp(app.url)).post<{ url: string }>('/api/calendar-feed')
      return new URL(body.url).pathname
    }
    const [path, other] = [await newFeed(), await newFeed()]
    const read = (feed = path) => new Client(app.url).get(feed)
    expect(await statuses(60, read)).toEqual(Array(60).fill(200))
    expectTooMany(await read(), 3600)
    expect((await read(other)).status).toBe(200)
    later(3601)
    const again = await read()
    expect([again.status, again.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('"calendar";r=59')])
  })

  test('pages count like calls, by user or else by address', async () => {
    later(61)
    const person = await signUp(app.url)
    const visitor = new Client(app.url)
    await spendCalls(app, 11)
    expect(await statuses(10, () => visitor.get('/'))).toEqual(Array(10).fill(200))
    const refused = await visitor.get('/some/page')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await visitor.get('/api/login')).status).toBe(429)
    expect((await person.get('/')).status).toBe(200)
    await spendCalls(app, 10, person.user.id)
    await statuses(9, () => person.get('/my-dogs'))
    expect((await person.get('/my-dogs')).status).toBe(429)
    expectTooMany(await person.get('/api/my-dogs'), 60)
    later(61)
  })
})

test('socket messages are limited to 50 at once and 10 a second per user over all sockets, and errors name the clientId', async () => {
  later(3601)
  const { first, matchId } = await twoMatched(app.url)
  const chats = [await openChat(first.owner), await openChat(first.owner)]
  const send = (n: number) =>
    chats[n % 2]?.send({ type: 'message', matchId, senderDogId: first.dog.id, body: `${n}`, clientId: `${n}` })
  const answered = () => {
    const ids = chats.flatMap(({ messages, errors }) => [
      ...messages.map(({ clientId }) => clientId),
      ...errors.map(({ clientId }) => `-${clientId}`),
    ])
    return new Set(ids).size
  }
  const errors = () => chats.flatMap(chat => chat.errors)
  let sent = 0
  for (const [pause, count, refused] of [
    [0, 54, 4],
    [1, 12, 6],
    [60, 51, 7],
  ] as const) {
    later(pause)
    for (const to = sent + count; sent < to; sent++) send(sent)
    await until(answered, sent)
    expect(errors()).toHaveLength(refused)
  }
  for (const error of errors())
    expect(error).toMatchObject({ clientId: expect.any(String), message: expect.stringMatching(/too many/i) })
})

test('a clock that is set back by an hour mutes no chat, and a refused call may be repeated within its window', async () => {
  later(3601)
  const setBack = () => vi.setSystemTime(Date.now() - HOUR)
  const { first, matchId } = await twoMatched(app.url)
  const chat = await openChat(first.owner)
  for (const body of ['before', 'after']) {
    chat.send({ type: 'message', matchId, senderDogId: first.dog.id, body })
    await chat.until(({ messages }) => messages.some(one => one.body === body))
    setBack()
  }
  expect((await first.owner.post(`/api/messages/${matchId}`, { body: 'over REST' })).status).toBe(200)
  const wrong = { email: first.owner.user.email, password: `not ${PASSWORD}` }
  const signIn = () => new Client(app.url).post('/api/login', wrong)
  expect(await statuses(10, signIn)).not.toContain(429)
  setBack()
  expectTooMany(await signIn(), 60)
})
