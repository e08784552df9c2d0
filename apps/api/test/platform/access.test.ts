import { inTransaction } from '@barkyard/db/open'
import { suspendOwner } from '@barkyard/db/queries/reports/moderation'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { CALLS, NOBODY, playdateOf, requestOf } from '../calls.ts'
import { openChat } from '../chats.ts'
import { annAndBob, Client, createDog, ownerWithDog, PASSWORD, type Person, photo, signUp } from '../client.ts'
import { expectError } from '../shape.ts'

const app = testApp()

let owner: Person
let ids: { dogs: string; toDogId: string; matchId: string; [name: string]: string }

beforeAll(async () => {
  const { ann, ada, bo, matchId } = await annAndBob(app.url)
  owner = ann
  const added = await owner.upload(ada, await photo())
  const proposed = await owner.post<Playdate>('/api/playdates', playdateOf(matchId))
  ids = { dogs: ada, dogId: ada, toDogId: bo, photoId: added.body.id, matchId, playdates: proposed.body.id }
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

test('a suspended account makes the calls about itself, and no other', async () => {
  const { owner: suspended } = await ownerWithDog(app.url)
  const { id } = suspended.user
  await inTransaction(app.services.db, trx => suspendOwner(trx, id, { now: new Date(), until: null }))
  app.services.sessions.forget([id], [])
  for (const one of CALLS.filter(({ name }) => name !== 'DELETE /account')) {
    const { status, body } = await call(suspended, one)
    const isOfTheAccount = /^\/(auth\/user|account|sessions|notices|appeals)\b/.test(one.path)
    const answered = body.code === 'SUSPENDED' ? `${status} suspended` : 'done'
    expect([one.name, answered]).toEqual([one.name, isOfTheAccount ? 'done' : '403 suspended'])
  }
  expect((await suspended.delete('/api/account', { password: PASSWORD })).status).toBe(200)
})
