import { inTransaction } from '@barkyard/db/open'
import { suspendOwner } from '@barkyard/db/queries/reports/moderation'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { CALLS, NOBODY, playdateOf, requestOf } from '../calls.ts'
import { openChat } from '../chats.ts'
import { Client, createDog, ownerWithDog, PASSWORD, type Person, photo, signUp, twoMatched } from '../client.ts'
import { expectError } from '../shape.ts'
import { openSocket } from '../socket.ts'

const app = testApp()

let owner: Person
let ids: { dogs: string; toDogId: string; matchId: string; [name: string]: string }
let png: Buffer

beforeAll(async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  owner = first.owner
  png = await photo()
  const added = await owner.upload(first.dog.id, png)
  const proposed = await owner.post<Playdate>('/api/playdates', playdateOf(matchId))
  ids = {
    dogs: first.dog.id,
    dogId: first.dog.id,
    toDogId: second.dog.id,
    photoId: added.body.id,
    matchId,
    playdates: proposed.body.id,
  }
})

const call = (person: Client, one: (typeof CALLS)[number]) => {
  const { method, path, body } = requestOf(one, ids)
  return person.send<ErrorBody>(method, path, body)
}

describe('signed out', () => {
  // Which calls anybody may make: surface.txt.
  test.each(CALLS)('$name is 401', async one => {
    expectError(await call(new Client(app.url), one), 401, 'UNAUTHORIZED')
  })

  test('an upload is 401 and adds nothing', async () => {
    expectError(await new Client(app.url).upload(ids.dogs, png), 401, 'UNAUTHORIZED')
  })

  test('a made-up or changed cookie counts as signed out', async () => {
    const client = new Client(app.url)
    const changed = owner.cookie?.replace(/^session=..../, 'session=AAAA')
    for (const cookie of ['session=abc', 'session=', changed]) {
      client.cookie = cookie
      expectError(await client.get('/api/auth/user'), 401, 'UNAUTHORIZED')
    }
  })

  test('sign-in, health, live and the document are open', async () => {
    for (const path of ['/api/login', '/api/health', '/api/live', '/api/openapi.json']) {
      expect([path, (await new Client(app.url).get(path)).status]).toEqual([path, 200])
    }
    expect((await new Client(app.url).get('/api/logout')).status).toBe(302)
  })
})

describe('a match as whose dog the owner does not act', () => {
  test('is 404, also where another dog of theirs is in it', async () => {
    const second = await createDog(owner, { name: 'Second' })
    await owner.post('/api/active-dog', { dogId: second.id })
    for (const path of ['matches/{match}', 'messages/{match}', 'matches/{match}/playdates'])
      expectError(await owner.get(`/api/${path.replace('{match}', ids.matchId)}`), 404, 'NOT_FOUND')
    expect((await owner.get('/api/matches')).body).toEqual([])
    await owner.post('/api/active-dog', { dogId: ids.dogs })
    expect((await owner.get(`/api/matches/${ids.matchId}`)).status).toBe(200)
  })

  test('over the socket looks like one that does not exist', async () => {
    const { owner: stranger, dog } = await ownerWithDog(app.url)
    const chat = await openChat(stranger)
    const matchIds = [ids.matchId, NOBODY, 'no-id-at-all']
    for (const matchId of matchIds)
      chat.send({ type: 'message', matchId, senderDogId: dog.id, body: 'hello', clientId: matchId })
    await chat.until(({ errors }) => errors.length === 3)
    expect(new Set(chat.errors.map(({ message }) => message)).size).toBe(1)
    expect(chat.errors.map(({ clientId }) => clientId).sort()).toEqual(matchIds.sort())
  })
})

describe('the acting dog', () => {
  const ACTING = CALLS.filter(({ path }) => /sniff|bark|match(?!es.unread)|messages|playdates/.test(path))

  let newcomer: Person
  beforeAll(async () => {
    newcomer = await signUp(app.url)
  })

  test.each(ACTING)('$name without one is 409', async one => {
    const { message } = expectError(await call(newcomer, one), 409, 'CONFLICT')
    expect(message).toBe('Choose an active dog first')
  })

  test('is not needed for the other calls', async () => {
    expect((await newcomer.get('/api/active-dog')).body).toEqual({ activeDogId: null, dog: null })
    expect((await newcomer.get('/api/my-dogs')).body).toEqual([])
    expect((await newcomer.get(`/api/dogs/${ids.dogs}`)).body).toMatchObject({ distance: null, compatibility: null })
  })
})

describe('a suspended account', () => {
  const OF_THE_ACCOUNT = /^\/(auth\/user|account|sessions|notices|appeals)\b/

  test('makes the calls about itself, and no other', async () => {
    const { owner: suspended } = await ownerWithDog(app.url)
    const { id } = suspended.user
    await inTransaction(app.services.db, trx => suspendOwner(trx, id, { now: new Date(), until: null }))
    app.services.sessions.forget([id], [])
    const answers: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const one of CALLS.filter(({ name }) => name !== 'DELETE /account')) {
      const { status, body } = await call(suspended, one)
      answers[one.name] = body.code === 'SUSPENDED' ? `${status} suspended` : 'done'
      expected[one.name] = OF_THE_ACCOUNT.test(one.path) ? 'done' : '403 suspended'
    }
    expect(answers).toEqual(expected)
    expect((await suspended.delete('/api/account', { password: PASSWORD })).status).toBe(200)
  })
})

describe('sockets', () => {
  test('the upgrade without a session is 401', async () => {
    await expect(openSocket(app.url)).rejects.toThrow('401')
    await expect(openSocket(app.url, { cookie: 'session=abc' })).rejects.toThrow('401')
  })
})
