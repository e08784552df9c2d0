import { inTransaction } from '@barkyard/db/open'
import { suspendOwner } from '@barkyard/db/queries/reports/moderation'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { CALLS, type Ids, NOBODY, playdateOf } from '../calls.ts'
import { Client, createDog, ownerWithDog, type Person, photo, signUp, twoMatched } from '../client.ts'
import { expectError } from '../shape.ts'
import { openChat, openSocket } from '../socket.ts'

const app = testApp()

let owner: Person
let other: Person
let stranger: Person
let ids: Ids
let png: Buffer

beforeAll(async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  owner = first.owner
  other = second.owner
  stranger = (await ownerWithDog(app.url, { name: 'Cleo' })).owner
  png = await photo()
  const added = await owner.upload(first.dog.id, png)
  const proposed = await owner.post<Playdate>('/api/playdates', playdateOf(matchId))
  ids = {
    dog: first.dog.id,
    otherDog: second.dog.id,
    photo: added.body.id,
    match: matchId,
    playdate: proposed.body.id,
  }
})

const fill = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => Object.entries(ids).find(([key]) => key === name)?.[1] ?? NOBODY)

describe('signed out', () => {
  test.each(CALLS)('$method $path is 401', async ({ method, path, body }) => {
    const answer = await new Client(app.url).send(method, fill(path), body?.(ids))
    expectError(answer, 401, 'UNAUTHORIZED')
  })

  test('an upload is 401 and adds nothing', async () => {
    expectError(await new Client(app.url).upload(ids.dog, png), 401, 'UNAUTHORIZED')
  })

  test('a made-up or changed cookie counts as signed out', async () => {
    const client = new Client(app.url)
    const changed = owner.cookie?.replace(/^session=..../, 'session=AAAA')
    for (const cookie of ['session=abc', 'session=', changed]) {
      client.cookie = cookie
      expectError(await client.get('/api/auth/user'), 401, 'UNAUTHORIZED')
    }
  })

  test('the list of calls is as complete as the document', async () => {
    interface Document {
      paths: Record<string, Record<string, { servers?: unknown }>>
    }
    const { body } = await new Client(app.url).get<Document>('/api/openapi.json')
    const named = Object.entries(body.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(
        ([verb, { servers }]) => `${verb.toUpperCase()} ${servers ? '' : '/api'}${path.replace(/\{\w+\}/g, '{}')}`,
      ),
    )
    const known = new Set(
      CALLS.map(({ method, path }) => `${method} ${path.split('?')[0]?.replace(/\{\w+\}|[\da-f-]{36}/g, '{}')}`).concat(
        [
          ...['GET /api/login', 'POST /api/login', 'POST /api/signup', 'GET /api/logout', 'GET /api/callback'],
          ...['forgot', 'reset', 'verify-email', 'change-email', 'unsubscribe'].flatMap(page => [
            `GET /api/${page}`,
            `POST /api/${page}`,
          ]),
          ...['POST /api/login/demo/{}', 'GET /api/health', 'GET /api/live', 'GET /api/openapi.json', 'GET /api/docs'],
          ...[
            'POST /api/login/passkey',
            'POST /api/login/passkey/options',
            'GET /api/lost/p/{}',
            'POST /api/lost/p/{}',
          ],
          ...['GET /api/asyncapi.json', 'POST /api/vitals', 'GET /photos/{}.webp', 'GET /calendar/{}.ics'],
        ],
      ),
    )
    expect(named.filter(call => !known.has(call) && !/\/admin\b/.test(call))).toEqual([])
  })

  test('sign-in, health, live and the document are open', async () => {
    for (const path of ['/api/login', '/api/health', '/api/live', '/api/openapi.json']) {
      expect([path, (await new Client(app.url).get(path)).status]).toEqual([path, 200])
    }
    expect((await new Client(app.url).get('/api/logout')).status).toBe(302)
  })
})

describe("somebody else's dog and photo", () => {
  test('the dog can be viewed', async () => {
    expect((await stranger.get(`/api/dogs/${ids.dog}`)).status).toBe(200)
  })

  test.each([
    ['DELETE', '/api/dogs/{dog}', undefined],
    ['DELETE', '/api/photos/{photo}', undefined],
    ['POST', '/api/photos/{photo}/restore', undefined],
    ['POST', '/api/active-dog', () => ({ dogId: ids.dog })],
  ])('%s %s is 403 and changes nothing', async (method, path, body) => {
    expectError(await stranger.send(method, fill(path), body?.()), 403, 'FORBIDDEN')
    const [dog] = (await owner.get<{ photos: Photo[] }[]>('/api/my-dogs')).body
    expect(dog?.photos).toHaveLength(1)
    expect((await stranger.get<{ activeDogId: string }>('/api/active-dog')).body.activeDogId).not.toBe(ids.dog)
  })

  test('an upload to it is 403', async () => {
    expectError(await stranger.upload(ids.dog, png), 403, 'FORBIDDEN')
  })

  test.each([
    ['GET', `/api/dogs/${NOBODY}`, undefined],
    ['GET', '/api/dogs/no-id-at-all', undefined],
    ['DELETE', `/api/dogs/${NOBODY}`, undefined],
    ['DELETE', `/api/photos/${NOBODY}`, undefined],
    ['POST', `/api/photos/${NOBODY}/restore`, undefined],
    ['POST', '/api/active-dog', { dogId: NOBODY }],
    ['POST', '/api/bark', { toDogId: NOBODY }],
    ['POST', '/api/bark', { toDogId: 'no-id-at-all' }],
  ])('%s %s of nothing is 404', async (method, path, body) => {
    expectError(await stranger.send(method, path, body), 404, 'NOT_FOUND')
  })

  test('an upload to an unknown dog is 404', async () => {
    expectError(await stranger.upload(NOBODY, png), 404, 'NOT_FOUND')
    expectError(await stranger.upload('no-id-at-all', png), 404, 'NOT_FOUND')
  })
})

describe('a match of other dogs looks like one that does not exist', () => {
  // Except the call that would end the match for its owners.
  const MATCH_CALLS = CALLS.filter(({ method, path }) => path.includes('{match}') && method !== 'DELETE').concat({
    method: 'POST',
    path: '/api/playdates',
    body: ({ match }) => playdateOf(match),
  })

  test.each(MATCH_CALLS)('$method $path', async ({ method, path, body }) => {
    const call = (person: Client, matchId: string) =>
      person.send(method, path.replace('{match}', matchId), body?.({ ...ids, match: matchId }))
    const foreign = await call(stranger, ids.match)
    const missing = await call(stranger, NOBODY)
    expectError(foreign, 404, 'NOT_FOUND')
    expect(foreign.body).toEqual(missing.body)
    expect(foreign.body).toMatchObject({ reason: 'match-not-found' })
    expect((await call(owner, ids.match)).status).toBe(200)
  })

  test('PATCH /api/playdates/{id}', async () => {
    const answer = (playdateId: string) =>
      stranger.patch<ErrorBody>(`/api/playdates/${playdateId}`, { status: 'accepted' })
    expectError(await answer(ids.playdate), 404, 'NOT_FOUND')
    expect((await answer(ids.playdate)).body).toEqual((await answer(NOBODY)).body)
    expect((await other.get<Playdate[]>('/api/playdates')).body[0]?.status).toBe('proposed')
  })

  test('also for an owner of one of its dogs who acts as another dog', async () => {
    const second = await createDog(owner, { name: 'Second' })
    await owner.post('/api/active-dog', { dogId: second.id })
    for (const path of ['matches/{match}', 'messages/{match}', 'matches/{match}/playdates'])
      expectError(await owner.get(fill(`/api/${path}`)), 404, 'NOT_FOUND')
    expect((await owner.get('/api/matches')).body).toEqual([])
    await owner.post('/api/active-dog', { dogId: ids.dog })
    expect((await owner.get(fill('/api/matches/{match}'))).status).toBe(200)
  })

  test('over the socket', async () => {
    const chat = await openChat(stranger)
    const senderDogId = (await stranger.get<{ activeDogId: string }>('/api/active-dog')).body.activeDogId
    for (const matchId of [ids.match, NOBODY, 'no-id-at-all'])
      chat.send({ type: 'message', matchId, senderDogId, body: 'hello', clientId: matchId })
    await chat.until(({ errors }) => errors.length === 3)
    expect(new Set(chat.errors.map(({ message }) => message)).size).toBe(1)
    expect(chat.errors.map(({ clientId }) => clientId).sort()).toEqual([ids.match, NOBODY, 'no-id-at-all'].sort())
    chat.socket.terminate()
  })
})

describe('the acting dog', () => {
  const ACTING = CALLS.filter(({ path }) => /sniff|bark|match(?!es.unread)|messages|playdates/.test(path))

  let newcomer: Person
  beforeAll(async () => {
    newcomer = await signUp(app.url)
  })

  test.each(ACTING)('$method $path without one is 409', async ({ method, path, body }) => {
    const { message } = expectError(await newcomer.send(method, fill(path), body?.(ids)), 409, 'CONFLICT')
    expect(message).toBe('Choose an active dog first')
  })

  test('is not needed for the other calls', async () => {
    expect((await newcomer.get('/api/active-dog')).body).toEqual({ activeDogId: null, dog: null })
    expect((await newcomer.get('/api/my-dogs')).body).toEqual([])
    expect((await newcomer.get(fill('/api/dogs/{dog}'))).body).toMatchObject({ distance: null, compatibility: null })
  })
})

describe('a suspended account', () => {
  const OF_THE_ACCOUNT = /^\/api\/(auth\/user|account|sessions|notices|appeals)\b/

  test('makes the calls about itself, and no other', async () => {
    const { owner: suspended } = await ownerWithDog(app.url)
    const { id } = suspended.user
    await inTransaction(app.services.db, trx => suspendOwner(trx, id, { now: new Date(), until: null }))
    app.services.sessions.forget([id], [])
    const codes: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const { method, path, body } of CALLS.filter(
      call => call.method !== 'DELETE' || call.path !== '/api/account',
    )) {
      const answer = await suspended.send<ErrorBody>(method, fill(path), body?.(ids))
      const call = `${method} ${path}`
      codes[call] = answer.body.code === 'SUSPENDED' ? `${answer.status} suspended` : 'done'
      expected[call] = OF_THE_ACCOUNT.test(path) ? 'done' : '403 suspended'
    }
    expect(codes).toEqual(expected)
    expect((await suspended.delete('/api/account', { password: 'another password' })).status).toBe(200)
  })
})

describe('sockets', () => {
  test('the upgrade without a session is 401', async () => {
    await expect(openSocket(app.url)).rejects.toThrow('401')
    await expect(openSocket(app.url, { cookie: 'session=abc' })).rejects.toThrow('401')
  })
})
