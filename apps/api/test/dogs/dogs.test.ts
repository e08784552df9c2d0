import { checkData } from '@barkyard/db/check'
import { ALL_TEMPERAMENTS } from '@barkyard/domain/dog'
import { type ActiveDog, activeDogSchema, type Dog, dogSchema } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import type { User } from '@barkyard/domain/schemas/user'
import { beforeAll, describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { NOBODY, playdateOf } from '../calls.ts'
import {
  A_DOG,
  createDog,
  eightAtOnce,
  notificationsOf,
  ownerWithDog,
  PASSWORD,
  type Person,
  photo,
  signUp,
  twoMatched,
} from '../client.ts'
import { openLive } from '../live.ts'
import { withPhoto } from '../lost/calls.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()

describe('creating', () => {
  let owner: Person
  beforeAll(async () => {
    owner = await signUp(app.url)
  })

  const NEW = { photos: [], careful: [], neutered: null, verified: { photo: false, vaccinatedUntil: null } }

  test('returns the trimmed dog, which does not become active', async () => {
    const owner = await signUp(app.url)
    const { status, body } = await owner.post<Dog>('/api/dogs', {
      ...A_DOG,
      name: '  Biscuit\n',
      breed: ' Corgi ',
      bio: ' Short legs ',
    })
    expect(status).toBe(200)
    expectShape(dogSchema, body)
    expect(body).toEqual({ ...A_DOG, id: body.id, name: 'Biscuit', breed: 'Corgi', bio: 'Short legs', ...NEW })
    expect((await owner.get<ActiveDog>('/api/active-dog')).body).toEqual({ activeDogId: null, dog: null })
    expect((await owner.get<Dog[]>('/api/my-dogs')).body).toEqual([body])
  })

  test('takes what fits, with any characters', async () => {
    const name = `Ωμέγα 🐕 <b>"'; DROP TABLE dogs; --`
    const most = { name, breed: 'b'.repeat(80), ageYears: 25, size: 'large', sex: 'male', bio: 'c'.repeat(1000) }
    const { body } = await owner.post<Dog>('/api/dogs', { ...most, temperament: ALL_TEMPERAMENTS })
    expect(body).toEqual({ ...most, temperament: ALL_TEMPERAMENTS, id: body.id, ...NEW })
    for (const bio of ['', undefined]) {
      const { body: bare } = await owner.post<Dog>('/api/dogs', { ...A_DOG, bio, temperament: undefined })
      expect(bare).toMatchObject({ bio: null, temperament: [] })
    }
  })

  test('refuses what does not, names the fields and adds nothing', async () => {
    const dogs = (await owner.get('/api/my-dogs')).body
    const named = async (body: object) =>
      expectError(await owner.post('/api/dogs', body), 400, 'BAD_REQUEST').issues?.map(({ path }) => path[0])
    const wrong = { name: '\u200b\u202e\u3164', breed: 7, ageYears: 1e300, size: 'huge', sex: 'other' }
    for (const [field, value] of Object.entries({ ...wrong, temperament: null, bio: 'c\0' }))
      expect(new Set(await named({ ...A_DOG, [field]: value }))).toEqual(new Set([field]))
    expect((await named({}))?.sort()).toEqual(['ageYears', 'breed', 'name', 'sex', 'size'])
    expect((await owner.get('/api/my-dogs')).body).toEqual(dogs)
  })

  test('is limited to 50 dogs per user, even for simultaneous requests, but a clientId finds its dog', async () => {
    const owner = await signUp(app.url)
    const { body: kept } = await owner.post<Dog>('/api/dogs', { ...A_DOG, clientId: 'kept' })
    const answers = await eightAtOnce(59, () => owner.post('/api/dogs', A_DOG))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49)
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 409, 'CONFLICT')
    expect((await owner.post('/api/dogs', { ...A_DOG, clientId: 'kept' })).body).toEqual(kept)
    expectError(await owner.post('/api/dogs', { ...A_DOG, clientId: 'new' }), 409, 'CONFLICT')
    const dogs = (await owner.get<Dog[]>('/api/my-dogs')).body
    expect(dogs).toHaveLength(50)
    await owner.delete(`/api/dogs/${dogs[0]?.id}`)
    expect((await owner.post('/api/dogs', A_DOG)).status).toBe(200)
    expectError(await owner.post('/api/dogs', A_DOG), 409)
    expect((await (await signUp(app.url)).post('/api/dogs', A_DOG)).status).toBe(200)
  })
})

describe('the active dog', () => {
  test('is the chosen one, with its photos, also in the user, and survives signing out', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const second = await createDog(owner, { name: 'Second' })
    await owner.upload(second.id, await photo())
    const { status, body } = await owner.post<ActiveDog>('/api/active-dog', { dogId: second.id })
    expect(status).toBe(200)
    expectShape(activeDogSchema, body)
    expect(body.activeDogId).toBe(second.id)
    expect(body.dog?.photos).toHaveLength(1)
    expect((await owner.get('/api/active-dog')).body).toEqual(body)
    expect((await owner.get<User>('/api/auth/user')).body.dog).toEqual(body.dog)
    await owner.get('/api/logout')
    await owner.post('/api/login', { email: owner.user.email, password: PASSWORD })
    expect((await owner.get<ActiveDog>('/api/active-dog')).body.activeDogId).toBe(second.id)
    await owner.post('/api/active-dog', { dogId: dog.id })
    expect((await owner.get<ActiveDog>('/api/active-dog')).body.activeDogId).toBe(dog.id)
  })

  test('is null after its deletion, but not after that of another dog, or a choice of none', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    for (const body of [{}, { dogId: null }, { dogId: '' }, { dogId: 7 }, undefined])
      expectError(await owner.post('/api/active-dog', body), 400)
    const second = await createDog(owner)
    await owner.delete(`/api/dogs/${second.id}`)
    expect((await owner.get<ActiveDog>('/api/active-dog')).body.activeDogId).toBe(dog.id)
    expect((await owner.delete(`/api/dogs/${dog.id}`)).body).toEqual({ ok: true })
    expect((await owner.get('/api/active-dog')).body).toEqual({ activeDogId: null, dog: null })
    expect((await owner.get<User>('/api/auth/user')).body.dog).toBeNull()
    expectError(await owner.get('/api/sniff'), 409, 'CONFLICT')
  })
})

test('deleting a dog works while its owner moves, chats and creates dogs, and takes its match and playdates along', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  await second.owner.post('/api/playdates', playdateOf(matchId))
  // All wait for one owner's lock: of more, the last would wait longer than a call may on a busy machine.
  const dogs = await Promise.all([1, 2, 3].map(() => createDog(first.owner)))
  const answers = await Promise.all([
    ...dogs.map(dog => first.owner.delete(`/api/dogs/${dog.id}`)),
    ...dogs.map((_, n) => first.owner.patch('/api/user/location', { lat: n, lng: n })),
    ...dogs.map(() => first.owner.post('/api/dogs', A_DOG)),
    ...dogs.map(() => second.owner.post('/api/bark', { toDogId: first.dog.id })),
    ...dogs.map(() => first.owner.post(`/api/messages/${matchId}/mark-seen`)),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect((await first.owner.delete(`/api/dogs/${first.dog.id}`)).status).toBe(200)
  expectError(await first.owner.delete(`/api/dogs/${first.dog.id}`), 404, 'NOT_FOUND')
  for (const list of ['playdates', 'matches']) expect((await second.owner.get(`/api/${list}`)).body).toEqual([])
  const { db } = app.services
  for (const table of ['match_dogs', 'messages', 'playdates'] as const)
    expect(await db.selectFrom(table).selectAll().where('match_id', '=', matchId).execute()).toEqual([])
  expect((await checkData(db)).filter(({ wrong }) => wrong > 0)).toEqual([])
})

/** An owner of two dogs, of which the first is active, and another owner's dog. */
async function twoDogs() {
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Ada' })
  const second = await createDog(owner, { name: 'Bo' })
  const other = await ownerWithDog(app.url, { name: 'Cleo' })
  return { owner, dog, second, other, asSecond: { 'x-dog': second.id } }
}

describe('X-Dog', () => {
  test('a call acts as the named dog, and the active dog stays', async () => {
    const { owner, dog, second, other, asSecond } = await twoDogs()
    const barked = await owner.send<{ matchId: string }>('POST', '/api/bark', { toDogId: other.dog.id }, asSecond)
    expect(barked.status).toBe(200)
    const [match] = (await owner.send<Match[]>('GET', '/api/matches', undefined, asSecond)).body
    expect([match?.ownDogId, match?.otherDog.id]).toEqual([second.id, other.dog.id])
    expect((await owner.get<Match[]>('/api/matches')).body).toEqual([])
    const activeDog = async (headers: Record<string, string> = {}) =>
      (await owner.send<ActiveDog>('GET', '/api/active-dog', undefined, headers)).body.activeDogId
    for (const headers of [asSecond, { 'x-dog': second.id.toUpperCase() }])
      expect(await activeDog(headers)).toBe(second.id)
    expect(await activeDog()).toBe(dog.id)
    const typed = await owner.send('POST', `/api/messages/${barked.body.matchId}`, { body: 'woof' }, asSecond)
    expect(typed.status).toBe(200)
    expectError(await owner.post(`/api/messages/${barked.body.matchId}`, { body: 'woof' }), 404)
    const form = await withPhoto({ dogId: second.id })
    expect((await owner.send('POST', '/api/photos', form, asSecond)).status).toBe(200)
  })

  test('another’s dog, and none, are 404 on any call', async () => {
    const { owner, other } = await twoDogs()
    for (const id of [other.dog.id, NOBODY, 'x', '']) {
      const headers = { 'x-dog': id }
      expectError(await owner.send('GET', '/api/my-dogs', undefined, headers), 404, 'dog-not-found')
      expectError(await owner.send('POST', '/api/bark', { toDogId: other.dog.id }, headers), 404)
      const trpc = await owner.send('GET', '/api/trpc/dogs.mine', undefined, headers)
      expect([trpc.status, trpc.body]).toMatchObject([404, { error: { data: { reason: 'dog-not-found' } } }])
      expectError(await owner.send('GET', '/api/auth/user', undefined, headers), 404)
    }
    expect((await owner.send('GET', '/api/health', undefined, { 'x-dog': 'x' })).status).toBe(200)
  })

  test('an admin who acts as somebody else’s dog cannot name one', async () => {
    const { other } = await twoDogs()
    const admin = await newAdmin(app)
    const own = await createDog(admin)
    await admin.post(`/api/admin/impersonate-dog/${other.dog.id}`)
    const refused = await admin.send('GET', '/api/matches', undefined, { 'x-dog': own.id })
    expectError(refused, 403, 'acting-as-another-dog')
  })
})

test('events and notifications name the own dog', async () => {
  const { owner, second, other } = await twoDogs()
  const live = await openLive(owner)
  const { body } = await other.owner.post<{ matchId: string }>('/api/bark', { toDogId: second.id })
  await live.until(events => events.length > 0)
  expect(live.events[0]).toMatchObject({ type: 'message', dogId: second.id, matchId: body.matchId })
  expect((await notificationsOf(owner))[0]).toMatchObject({ dogId: second.id, matchId: body.matchId })
  await owner.send('POST', `/api/messages/${body.matchId}/mark-seen`, undefined, { 'x-dog': second.id })
  await live.until(events => events.length > 1)
  expect(live.events[1]).toMatchObject({ type: 'seen', dogId: second.id, matchId: body.matchId })
})
