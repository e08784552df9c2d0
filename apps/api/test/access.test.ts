import { suspendOwner } from '@barkyard/db/queries/moderation'
import { inTransaction } from '@barkyard/db/transaction'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from './app.ts'
import { A_DOG, Client, createDog, ownerWithDog, PASSWORD, type Person, photo, signUp, twoMatched } from './client.ts'
import { expectError } from './shape.ts'
import { openChat, openSocket } from './socket.ts'

const app = testApp()

/** An id that no row has. */
const NOBODY = '01890000-0000-7000-8000-000000000000'

let owner: Person
let other: Person
let stranger: Person
let ids: { dog: string; otherDog: string; photo: string; match: string; playdate: string }
let png: Buffer

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
const playdateOf = (matchId: string) => ({ matchId, whenTs: tomorrow(), parkName: 'Dolores Park', notes: 'Ball games' })

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

interface Call {
  method: string
  /** May contain ids in braces. */
  path: string
  body?: (matchId: string) => unknown
}

const fill = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => Object.entries(ids).find(([key]) => key === name)?.[1] ?? NOBODY)

/** All calls that need a session or token. */
const CALLS: Call[] = [
  { method: 'GET', path: '/api/auth/user' },
  { method: 'PATCH', path: '/api/account', body: () => ({ firstName: 'Kim' }) },
  { method: 'DELETE', path: '/api/account', body: () => ({ password: PASSWORD }) },
  { method: 'POST', path: '/api/account/verify-email' },
  { method: 'POST', path: '/api/account/password', body: () => ({ current: PASSWORD, password: 'another password' }) },
  { method: 'POST', path: '/api/account/email', body: () => ({ password: PASSWORD, email: 'new@example.test' }) },
  { method: 'POST', path: '/api/account/export', body: () => ({ password: PASSWORD }) },
  { method: 'GET', path: '/api/sessions' },
  { method: 'DELETE', path: '/api/sessions' },
  { method: 'DELETE', path: `/api/sessions/${NOBODY}` },
  { method: 'GET', path: '/api/active-dog' },
  { method: 'POST', path: '/api/active-dog', body: () => ({ dogId: ids.dog }) },
  { method: 'GET', path: '/api/my-dogs' },
  { method: 'POST', path: '/api/dogs', body: () => A_DOG },
  { method: 'GET', path: '/api/dogs/{dog}' },
  { method: 'PATCH', path: '/api/dogs/{dog}', body: () => ({ name: 'Mine now' }) },
  { method: 'PUT', path: '/api/dogs/{dog}/photos', body: () => ({ photoIds: [ids.photo] }) },
  { method: 'DELETE', path: '/api/dogs/{dog}' },
  { method: 'POST', path: '/api/photos' },
  { method: 'PATCH', path: '/api/photos/{photo}', body: () => ({ focus: null }) },
  { method: 'DELETE', path: '/api/photos/{photo}' },
  { method: 'PATCH', path: '/api/user/location', body: () => ({ lat: 1, lng: 1 }) },
  { method: 'GET', path: '/api/places?query=Port' },
  { method: 'GET', path: '/api/sniff' },
  { method: 'POST', path: '/api/bark', body: () => ({ toDogId: ids.otherDog }) },
  { method: 'GET', path: '/api/matches' },
  { method: 'GET', path: '/api/matches/{match}' },
  { method: 'GET', path: '/api/messages/{match}' },
  { method: 'POST', path: '/api/messages/{match}/mark-seen' },
  { method: 'GET', path: '/api/barks/new-count' },
  { method: 'GET', path: '/api/notifications' },
  { method: 'GET', path: '/api/notifications/unseen-count' },
  { method: 'POST', path: '/api/notifications/seen', body: () => ({ upTo: NOBODY }) },
  { method: 'GET', path: '/api/preferences' },
  { method: 'PATCH', path: '/api/preferences', body: () => ({ digest: 'daily' }) },
  { method: 'GET', path: '/api/push/key' },
  { method: 'POST', path: '/api/push/endpoints', body: () => ({}) },
  { method: 'DELETE', path: `/api/push/endpoints/${NOBODY}` },
  { method: 'GET', path: '/api/playdates' },
  { method: 'GET', path: '/api/playdates/pending-count' },
  { method: 'GET', path: '/api/matches/{match}/playdates' },
  { method: 'POST', path: '/api/playdates', body: playdateOf },
  { method: 'PATCH', path: '/api/playdates/{playdate}', body: () => ({ status: 'accepted' }) },
  { method: 'POST', path: '/api/playdates/{playdate}/counter', body: () => ({ notes: 'Bring a ball' }) },
  { method: 'POST', path: '/api/playdates/{playdate}/answer-change', body: () => ({ accept: true }) },
  { method: 'POST', path: '/api/playdates/{playdate}/cancel', body: () => ({ reason: 'busy' }) },
  { method: 'POST', path: '/api/playdates/{playdate}/late', body: () => ({ minutes: 5 }) },
  { method: 'POST', path: '/api/playdates/{playdate}/here', body: () => ({}) },
  { method: 'POST', path: '/api/playdates/{playdate}/recap', body: () => ({ met: true, again: true }) },
  { method: 'GET', path: '/api/playdates/past' },
  { method: 'GET', path: `/api/playdates/overlapping?whenTs=${tomorrow()}` },
  { method: 'GET', path: '/api/playdates/{playdate}/ics' },
  { method: 'POST', path: '/api/calendar-feed' },
  { method: 'DELETE', path: '/api/calendar-feed' },
  { method: 'POST', path: '/api/messages/{match}', body: () => ({ body: 'woof' }) },
  { method: 'DELETE', path: '/api/matches/{match}' },
  { method: 'GET', path: '/api/blocks' },
  { method: 'POST', path: '/api/blocks', body: () => ({ dogId: ids.otherDog }) },
  { method: 'DELETE', path: `/api/blocks/${NOBODY}` },
  { method: 'POST', path: '/api/reports', body: () => ({ dogId: ids.otherDog, kind: 'rude' }) },
  { method: 'GET', path: '/api/reports' },
  { method: 'GET', path: '/api/notices' },
  { method: 'POST', path: '/api/appeals', body: () => ({ noticeId: NOBODY, text: 'No' }) },
  { method: 'GET', path: '/api/parks' },
  { method: 'GET', path: '/api/events' },
]

describe('signed out', () => {
  test.each(CALLS)('$method $path is 401', async ({ method, path, body }) => {
    const answer = await new Client(app.url).send(method, fill(path), body?.(ids.match))
    expectError(answer, 401, 'UNAUTHORIZED')
  })

  test('an upload is 401 and adds nothing', async () => {
    expectError(await new Client(app.url).upload(ids.dog, png), 401, 'UNAUTHORIZED')
  })

  test('invalid input is 401 too, so that it reveals nothing about the shape', async () => {
    expectError(await new Client(app.url).post('/api/dogs', { name: 1 }), 401, 'UNAUTHORIZED')
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
      paths: Record<string, Record<string, unknown>>
    }
    const { body } = await new Client(app.url).get<Document>('/api/openapi.json')
    const named = Object.entries(body.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map(
        verb => `${verb.toUpperCase()} /api${path.replace(/^\/api/, '').replace(/\{\w+\}/g, '{}')}`,
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
          'GET /api/asyncapi.json',
        ],
      ),
    )
    expect(named.filter(call => !known.has(call) && !/\/(admin|tokens)\b/.test(call))).toEqual([])
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
    body: playdateOf,
  })

  test.each(MATCH_CALLS)('$method $path', async ({ method, path, body }) => {
    const call = (person: Client, matchId: string) =>
      person.send(method, path.replace('{match}', matchId), body?.(matchId))
    const foreign = await call(stranger, ids.match)
    const missing = await call(stranger, NOBODY)
    expectError(foreign, 404, 'NOT_FOUND')
    expect(foreign.body).toEqual(missing.body)
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
  const ACTING = CALLS.filter(({ path }) => /sniff|bark|match|messages|playdates/.test(path))

  test.each(ACTING)('$method $path without one is 409', async ({ method, path, body }) => {
    const newcomer = await signUp(app.url)
    const { message } = expectError(await newcomer.send(method, fill(path), body?.(ids.match)), 409, 'CONFLICT')
    expect(message).toBe('Choose an active dog first')
  })

  test('is not needed for the other calls', async () => {
    const newcomer = await signUp(app.url)
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
      const answer = await suspended.send<ErrorBody>(method, fill(path), body?.(ids.match))
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
