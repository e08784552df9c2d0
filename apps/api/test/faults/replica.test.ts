import { setAdmin } from '@barkyard/db/queries/users'
import { createTestDatabase } from '@barkyard/db/testing'
import type { SniffDog } from '@barkyard/domain/dog'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerWithDog, type Person } from '../client.ts'
import { type StartedApp, startApp } from './start-app.ts'
import { until } from './until.ts'

/** A database that never hears of anything: the most that a replica can lag. */
let replica: { url: string; drop(): Promise<void> }
let app: StartedApp
let ann: Person
let bo: string

beforeAll(async () => {
  replica = await createTestDatabase()
  app = await startApp((await createTestDatabase()).url, { DATABASE_REPLICA_URL: replica.url })
  ann = (await ownerWithDog(app.url)).owner
  bo = (await ownerWithDog(app.url)).dog.id
})
afterAll(() => app.stop())

const found = async (person: Person, query = '') => {
  const { status, body } = await person.get<SniffDog[]>(`/api/sniff${query}`)
  expect(status).toBe(200)
  return body.map(({ id }) => id)
}

test('searches read the replica; the rest, the searcher included, the primary', async () => {
  expect(await found(ann)).toEqual([])
  expect((await ann.get(`/api/dogs/${bo}`)).status).toBe(200)
  expect((await ann.get('/api/my-dogs')).body).toHaveLength(1)
})

test('a cursor that the replica does not know yet is looked up on the primary', async () => {
  expect(await found(ann, `?cursor=${bo}`)).toEqual([])
  expect((await ann.get('/api/sniff?cursor=nothing')).status).toBe(400)
})

test('admins, who change anybody’s dogs, read the primary', async () => {
  await setAdmin(app.parts.db, ann.user.email ?? '', true)
  app.parts.sessions.forget([ann.user.id], [])
  expect(await found(ann)).toEqual([bo])
  await setAdmin(app.parts.db, ann.user.email ?? '', false)
  app.parts.sessions.forget([ann.user.id], [])
  expect(await found(ann)).toEqual([])
})

test('while the replica is away the primary answers', async () => {
  await replica.drop()
  await until(async () => (await found(ann)).length === 1)
})
