import { SKIPS_MAX } from '@barkyard/domain/paging'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { type Skip, skipSchema } from '@barkyard/domain/schemas/skip'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { type Client, createDog, ownerWithDog, PASSWORD, type Person, signUp } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()
let owner: Person
let own: string
let other: Person
let dogId: string
let place = { lat: 10, lng: -100 }
beforeEach(async () => {
  place = { ...place, lat: place.lat + 2 }
  const [one, two] = [await ownerWithDog(app.url, {}, place), await ownerWithDog(app.url, { name: 'Rex' }, place)]
  ;[owner, other] = [one.owner, two.owner]
  ;[own, dogId] = [one.dog.id, two.dog.id]
})
const skip = (person: Client = owner, id = dogId) => person.post<Skip>('/api/skips', { dogId: id })
const list = async (person = owner) => (await person.get<Skip[]>('/api/skips')).body
const finds = async (person = owner) => (await person.get<SniffDog[]>('/api/sniff')).body.map(({ id }) => id)

test('a skipped dog is not found any more, until it is undone; twice is once', async () => {
  expect(await finds()).toEqual([dogId])
  const { status, body } = await skip()
  expect(status).toBe(200)
  expectShape(skipSchema, body)
  expect(body).toMatchObject({ dog: { id: dogId, name: 'Rex', breed: 'Corgi', photos: [] } })
  expect((await skip()).body).toEqual(body)
  expect(await list()).toEqual([body])
  expect(await finds()).toEqual([])
  expect(Number((await owner.get('/api/sniff')).headers.get('x-total-count'))).toBe(0)
  // The other side finds as before, and the page stays.
  expect(await finds(other)).toEqual([own])
  expect((await owner.get(`/api/dogs/${dogId}`)).status).toBe(200)
  expect((await owner.delete(`/api/skips/${body.id}`)).body).toEqual({ ok: true })
  expect(await finds()).toEqual([dogId])
  expectError(await owner.delete(`/api/skips/${body.id}`), 404)
})

test('it belongs to the acting dog, of which there must be one, and is of another owner’s dog', async () => {
  const { body } = await skip()
  const second = await createDog(owner, { name: 'Second' })
  await owner.post('/api/active-dog', { dogId: second.id })
  expect(await finds()).toEqual([dogId])
  expect(await list()).toEqual([])
  expectError(await owner.delete(`/api/skips/${body.id}`), 404, 'skip-not-found')
  expectError(await skip(await signUp(app.url)), 409, 'no-active-dog')
  expectError(await skip(owner, second.id), 400, 'own-dog')
  expectError(await skip(owner, 'none'), 404, 'dog-not-found')
  expectError(await owner.post('/api/skips', {}), 400)
})

test('a blocked owner’s dog leaves the list, and its skip is not there to undo, like that of a deleted dog', async () => {
  const { body } = await skip()
  const blocked = await other.post<{ id: string }>('/api/blocks', { dogId: own })
  expect(await list()).toEqual([])
  const refused = await owner.delete(`/api/skips/${body.id}`)
  expectError(refused, 404)
  await other.delete(`/api/blocks/${blocked.body.id}`)
  expect(await list()).toEqual([body])
  await other.delete(`/api/dogs/${dogId}`)
  expect((await owner.delete(`/api/skips/${body.id}`)).body).toEqual(refused.body)
})

test('the search goes on after its last dog was skipped', async () => {
  const third = await ownerWithDog(app.url, { name: 'Third' }, null)
  await sql`UPDATE users SET cell = other.cell FROM users other
    WHERE users.id = ${third.owner.user.id} AND other.id = ${owner.user.id}`.execute(app.services.db)
  const first = await owner.get<SniffDog[]>('/api/sniff?limit=1')
  await skip(owner, first.body[0]?.id ?? '')
  const next = await owner.get<SniffDog[]>(`/api/sniff?limit=1&cursor=${first.headers.get('x-next-cursor')}`)
  expect(next.status).toBe(200)
  expect(next.body).toHaveLength(1)
})

const skipStrays = (ownDogId: string, count: number) =>
  sql`
    WITH more AS (
      INSERT INTO dogs (id, name, breed, age_years, size, sex, temperament)
      SELECT gen_random_uuid(), 'Dog ' || n, 'Mix', 1, 'small', 'male', '{}' FROM generate_series(1, ${count}::int) n RETURNING id)
    INSERT INTO skips (id, dog_id, other_dog_id, created_at) SELECT gen_random_uuid(), ${ownDogId}::uuid, id, now() FROM more
  `.execute(app.services.db)

test(`at most ${SKIPS_MAX} for a dog; one whose owner blocks it leaves room for another, like one that is deleted`, async () => {
  const room = async (leave: (other: Person, dogId: string) => Promise<unknown>) => {
    const { owner, dog } = await ownerWithDog(app.url)
    const skipped = await ownerWithDog(app.url)
    await skip(owner, skipped.dog.id)
    await skipStrays(dog.id, SKIPS_MAX - 1)
    expectError(await skip(owner), 409, 'skips-full')
    await leave(skipped.owner, dog.id)
    return (await skip(owner)).status
  }
  expect(await room(person => person.delete('/api/account', { password: PASSWORD }))).toBe(200)
  expect(await room((person, id) => person.post('/api/blocks', { dogId: id }))).toBe(200)
})
