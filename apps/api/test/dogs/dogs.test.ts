import { ALL_TEMPERAMENTS } from '@barkyard/domain/dog'
import { type ActiveDog, activeDogSchema, type Dog, dogSchema } from '@barkyard/domain/schemas/dog'
import type { User } from '@barkyard/domain/schemas/user'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { A_DOG, createDog, eightAtOnce, ownerWithDog, type Person, photo, signUp, twoMatched } from '../client.ts'
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

  test('refuses what does not, names the field and adds nothing', async () => {
    const dogs = (await owner.get('/api/my-dogs')).body
    const wrong = { name: '\u200b\u202e\u3164', breed: 7, ageYears: 1e300, size: 'huge', sex: 'other' }
    for (const [field, value] of Object.entries({ ...wrong, temperament: null, bio: 'c\0' })) {
      const { issues } = expectError(await owner.post('/api/dogs', { ...A_DOG, [field]: value }), 400, 'BAD_REQUEST')
      expect(new Set(issues?.map(({ path }) => path[0]))).toEqual(new Set([field]))
    }
    expect((await owner.get('/api/my-dogs')).body).toEqual(dogs)
  })

  test('refuses what is no dog, and names every invalid field', async () => {
    for (const body of [null, [], 'text', 7, true])
      expectError(await owner.send('POST', '/api/dogs', JSON.stringify(body)), 400, 'BAD_REQUEST')
    const { body } = await owner.post<{ issues: { path: string[] }[] }>('/api/dogs', {})
    const named = body.issues.map(({ path }) => path[0])
    expect(named.sort()).toEqual(['ageYears', 'breed', 'name', 'sex', 'size'])
  })

  test('is limited to 50 dogs per user, even for simultaneous requests', async () => {
    const owner = await signUp(app.url)
    const answers = await eightAtOnce(60, () => owner.post('/api/dogs', A_DOG))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 409, 'CONFLICT')
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
    await owner.post('/api/login', { email: owner.user.email, password: 'correct horse battery' })
    expect((await owner.get<ActiveDog>('/api/active-dog')).body.activeDogId).toBe(second.id)
    await owner.post('/api/active-dog', { dogId: dog.id })
    expect((await owner.get<ActiveDog>('/api/active-dog')).body.activeDogId).toBe(dog.id)
  })

  test('is null after its deletion, but not after the deletion of another dog', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const second = await createDog(owner)
    await owner.delete(`/api/dogs/${second.id}`)
    expect((await owner.get<ActiveDog>('/api/active-dog')).body.activeDogId).toBe(dog.id)
    expect((await owner.delete(`/api/dogs/${dog.id}`)).body).toEqual({ ok: true })
    expect((await owner.get('/api/active-dog')).body).toEqual({ activeDogId: null, dog: null })
    expect((await owner.get<User>('/api/auth/user')).body.dog).toBeNull()
    expectError(await owner.get('/api/sniff'), 409, 'CONFLICT')
  })

  test('needs a dogId', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    for (const body of [{}, { dogId: null }, { dogId: '' }, { dogId: 7 }, undefined])
      expectError(await owner.post('/api/active-dog', body), 400)
    expect((await owner.get<ActiveDog>('/api/active-dog')).body.activeDogId).toBe(dog.id)
  })
})

describe('deleting', () => {
  test('also deletes photos, matches, messages and playdates', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    await first.owner.upload(first.dog.id, await photo())
    await second.owner.post('/api/playdates', {
      matchId,
      whenTs: new Date(Date.now() + 86_400_000).toISOString(),
      parkName: 'Crissy Field',
    })
    expect((await first.owner.delete(`/api/dogs/${first.dog.id}`)).status).toBe(200)
    expect((await second.owner.get('/api/playdates')).body).toEqual([])
    expect((await second.owner.get('/api/matches')).body).toEqual([])
    const { db } = app.services
    const ofDog = await Promise.all([
      db.selectFrom('photos').select('id').where('dog_id', '=', first.dog.id).execute(),
      db.selectFrom('messages').select('id').where('match_id', '=', matchId).execute(),
      db.selectFrom('match_dogs').select('dog_id').where('match_id', '=', matchId).execute(),
      db.selectFrom('playdates').select('id').where('match_id', '=', matchId).execute(),
      db.selectFrom('sniff_dogs').select('dog_id').where('dog_id', '=', first.dog.id).execute(),
    ])
    expect(ofDog.flat()).toEqual([])
    expectError(await first.owner.delete(`/api/dogs/${first.dog.id}`), 404, 'NOT_FOUND')
  })

  test('works while its owner moves, chats and creates dogs', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
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
    const cells = await app.services.db.selectFrom('sniff_cells').select(['cell', 'dogs']).orderBy('cell').execute()
    const counted = await app.services.db
      .selectFrom('sniff_dogs')
      .select(['cell', eb => eb.fn.countAll<number>().as('dogs')])
      .groupBy('cell')
      .orderBy('cell')
      .execute()
    expect(cells).toEqual(counted)
  })
})
