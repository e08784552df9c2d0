import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Message } from '@barkyard/domain/schemas/message'
import { EMAIL_MISSING } from '@barkyard/domain/user'
import { describe, expect, test, vi } from 'vitest'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import { Client, PASSWORD, photo, signUp, twoMatched, unique } from '../client.ts'
import { expectError } from '../shape.ts'

// The parts that scripts rely on: statuses, reasons, headers, messages over REST.
const app = testApp({ RATE_LIMIT: '1' })

test('a known path with another method is 405 and lists the allowed ones', async () => {
  const client = new Client(app.url)
  for (const [method, path, allowed] of [
    ['PUT', '/api/my-dogs', 'GET, HEAD'],
    ['GET', '/api/bark', 'POST'],
    ['POST', '/api/dogs/some-id', 'DELETE, GET, HEAD, PATCH'],
    // No match, plan or passkey has such an id.
    ['DELETE', '/api/matches/unread?x=1', 'GET, HEAD'],
    ['PATCH', '/api/playdates/pending-count', 'GET, HEAD'],
    ['DELETE', '/api/passkeys/options', 'POST'],
    ['POST', '/ws', 'GET, HEAD'],
    ['PUT', '/calendar/secret.ics', 'GET, HEAD'],
    ['PUT', '/api/trpc/dogs.create', 'GET, HEAD, POST'],
  ] as const) {
    const { status, headers, body } = await client.send<ErrorBody>(method, path)
    expect([path, status, body.reason, headers.get('allow')]).toEqual([path, 405, 'wrong-method', allowed])
  }
  // No route takes as long a name, also by the right method.
  expectError(await client.send('PUT', '/api/nothing'), 404, 'address-not-found')
  expectError(await client.send('GET', `/api/trpc/${'x'.repeat(6_000)}`), 404, 'address-not-found')
})

test('OPTIONS lists them too, without a body', async () => {
  const optionsOf = async (path: string) => {
    const { status, headers, body } = await new Client(app.url).send('OPTIONS', path)
    return [status, headers.get('allow'), body]
  }
  expect(await optionsOf('/api/dogs')).toEqual([204, 'POST', ''])
  expect(await optionsOf('/api/lost/mine')).toEqual([204, 'GET, HEAD', ''])
  expect(await optionsOf('/api/trpc/dogs.mine,dogs.active?batch=1')).toEqual([204, 'GET, HEAD, POST', ''])
  expect((await optionsOf('/api/nothing'))[0]).toBe(404)
})

describe('refusals', () => {
  test('400 names a field once', async () => {
    const { issues } = expectError(await new Client(app.url).post('/api/forgot', { email: 'x' }), 400)
    expect(issues).toEqual([{ path: ['email'], message: EMAIL_MISSING }])
  })

  test('401 names the way to sign in, except for a failed sign-in', async () => {
    const nobody = new Client(app.url)
    const asked = await nobody.get('/api/my-dogs')
    expectError(asked, 401, 'not-signed-in')
    expect(asked.headers.get('www-authenticate')).toBe('Bearer')
    const failed = await nobody.post('/api/login', { email: `nobody-${unique()}@example.test`, password: PASSWORD })
    expectError(failed, 401, 'wrong-credentials')
    expect(failed.headers.get('www-authenticate')).toBeNull()
  })

  test('input is checked before state', async () => {
    const owner = await signUp(app.url)
    // So is what only the time makes wrong.
    const past = playdateOf('x', -1)
    for (const [path, input, reason] of [
      ['/api/bark', {}, 'invalid-input'],
      ['/api/playdates', { matchId: 'x' }, 'invalid-input'],
      ['/api/messages/some-match', { body: '' }, 'invalid-input'],
      ['/api/playdates', past, 'not-in-future'],
      ['/api/playdates/x/counter', past, 'not-in-future'],
    ] as const)
      expectError(await owner.post(path, input), 400, reason)
    expectError(await owner.post('/api/bark', { toDogId: 'x' }), 409, 'no-active-dog')
  })

  test('every 400 names the invalid fields, with our own messages', async () => {
    const { first, matchId } = await twoMatched(app.url)
    const { owner, dog } = first
    const twoPhotos = new FormData()
    twoPhotos.set('dogId', dog.id)
    for (const name of ['a.png', 'b.png']) twoPhotos.append('photo', new Blob([new Uint8Array(await photo())]), name)
    for (const [answer, reason, field] of [
      [await owner.post<ErrorBody>('/api/dogs', { name: 7 }), 'invalid-input', 'name'],
      [await owner.post<ErrorBody>('/api/playdates', playdateOf(matchId, -24)), 'not-in-future', 'whenTs'],
      [await owner.post<ErrorBody>('/api/bark', { toDogId: dog.id }), 'own-bark', 'toDogId'],
      [await owner.get<ErrorBody>('/api/matches?cursor=nothing'), 'unknown-cursor', 'cursor'],
      [await owner.get<ErrorBody>(`/api/messages/${matchId}?before=nothing`), 'unknown-message', 'before'],
      [await owner.send<ErrorBody>('POST', '/api/photos', twoPhotos), 'malformed-upload', 'photo'],
      [await owner.post<ErrorBody>('/api/reset', { token: 'x', password: 'battery staple' }), 'dead-link', 'token'],
      [await owner.post<ErrorBody>('/api/unsubscribe', { token: 'x' }), 'dead-link', 'token'],
      [await owner.post<ErrorBody>('/api/tokens', { name: 'bot', scope: 'read' }), 'invalid-input', 'scope'],
    ] as const) {
      const { status, body } = answer
      expect([status, body.reason, body.issues?.[0]?.path]).toEqual([400, reason, [field]])
      expect(body.message).not.toMatch(/Invalid input|expected|received|reach|limit|Unrecognized/)
    }
    const broken = await owner.send<ErrorBody>('POST', '/api/dogs', '{')
    expect([broken.status, broken.body.reason, broken.body.issues?.[0]?.path]).toEqual([400, 'malformed-json', []])
    const headers = { 'x-long': 'x'.repeat(20_000) }
    const long = await owner.send<ErrorBody>('GET', '/api/my-dogs', undefined, headers)
    expect([long.status, long.body.reason, long.body.issues?.[0]?.path]).toEqual([431, 'headers-too-large', []])
  })
})

test('headers contain the remaining calls of each limit', async () => {
  const { first, second } = await twoMatched(app.url)
  const { headers } = await first.owner.post('/api/bark', { toDogId: second.dog.id })
  expect(headers.get('ratelimit-policy')).toBe('"calls";q=1200;w=60, "bark";q=60;w=60')
  expect(headers.get('ratelimit')).toMatch(/^"calls";r=\d+;t=\d+, "bark";r=58;t=\d+$/)
  expect((await first.owner.get('/api/my-dogs')).headers.get('ratelimit')).toMatch(/^"calls";r=\d+;t=\d+$/)
  expect((await new Client(app.url).get('/api/health')).headers.get('ratelimit')).toBeNull()
  const guess = { current: 'not this one', password: 'battery staple' }
  const wrong = await first.owner.post<ErrorBody>('/api/account/password', guess)
  expect([wrong.status, wrong.body.reason]).toEqual([403, 'wrong-password'])
  expect(wrong.headers.get('ratelimit')).toMatch(/"signInOfEmail";r=9;t=\d+/)
})

test('headers say when to try again, for each 503', async () => {
  const { status, headers, body } = await new Client(app.url).post<ErrorBody>('/api/forgot', { email: 'a@b.test' })
  expect([status, body.reason, headers.get('retry-after')]).toEqual([503, 'no-mail', '3600'])
  expect((await new Client(app.url).get('/api/forgot')).headers.get('retry-after')).toBe('3600')
  // Nothing is wrong with the database.
  const warn = vi.spyOn(app.services.log, 'warn')
  expect((await (await signUp(app.url)).post('/api/account/verify-email')).status).toBe(503)
  expect(warn).not.toHaveBeenCalled()
})

test('a message over REST is stored once for a clientId, and delivered like any other', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const message = { body: 'woof?', clientId: 'retry-1' }
  const sent = await first.owner.post<Message>(`/api/messages/${matchId}`, message)
  const again = await first.owner.post<Message>(`/api/messages/${matchId}`, message)
  expect([sent.status, again.body]).toEqual([200, sent.body])
  const { body: messages } = await second.owner.get<Message[]>(`/api/messages/${matchId}`)
  expect(messages.map(({ body }) => body)).toEqual(['Woof! 🐕', 'woof?'])
})
