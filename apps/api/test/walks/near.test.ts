import type { Preferences } from '@barkyard/domain/schemas/preferences'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { notificationsOf as bell, createDog, ownerWithDog, type Person } from '../client.ts'
import { expectError } from '../shape.ts'
import { DAY } from '../times.ts'
import { walkCalls } from './calls.ts'

const OMAHA = { lat: 41.2565, lng: -95.9345 }
/** So many km further north. */
const north = (km: number) => ({ ...OMAHA, lat: OMAHA.lat + km / 111.2 })

/** The app's current time. */
let clock = Date.now()
const app = testApp({}, { now: () => new Date(clock) })

/** Each test has its own valley, 1,000 km from the next one. */
let valley = 0
let host: Person
let start: number
beforeAll(async () => {
  await app.services.db
    .insertInto('parks')
    .values(
      [
        { id: 'omaha', name: 'Hefflinger Park', ...OMAHA, state: 'open' as const },
        { id: 'lincoln', name: 'Rickman’s Run', ...north(45), state: 'closed' as const },
        { id: 'far', name: 'Far Park', ...north(60), state: 'open' as const },
      ].map(park => ({ ...park, time_zone: 'America/Chicago', source: 'admin' as const, offered_at: new Date() })),
    )
    .execute()
})
beforeEach(async () => {
  // A week later, what was told before counts no longer.
  clock = Date.now() + 8 * DAY * valley++
  start = clock + 2 * DAY
  host = (await ownerWithDog(app.url, { name: 'Hetty' }, OMAHA)).owner
})
const { open, opened } = walkCalls(() => ({ host, start }))
const at = (parkId: string, fields: object = {}) => opened({ parkName: undefined, parkId, ...fields })

/** Until everybody was told of what is new. */
async function told() {
  app.services.jobs.wakeRunners()
  const jobs = app.services.db.selectFrom('jobs').select('id').where('kind', '=', 'tell-of-walk')
  await until(() => jobs.execute(), [])
}
const news = async (person: Person) => (await bell(person)).filter(({ kind }) => kind === 'walk')

test('near walks are those within 50 km of one’s place, with how far they are, wherever one lives', async () => {
  const { id } = await at('omaha')
  const other = await ownerWithDog(app.url, {}, OMAHA)
  const { body: far } = await open({ parkName: undefined, parkId: 'far' }, other.owner)
  const closed = await open({ parkName: undefined, parkId: 'omaha' }, other.owner)
  await app.services.db
    .updateTable('walks')
    .set({ park_id: 'lincoln', park_name: 'Rickman’s Run', park_lat: north(45).lat, park_lng: OMAHA.lng })
    .where('id', '=', closed.body.id)
    .execute()
  const { body: found } = await host.get<Walk[]>('/api/walks?near=yes')
  expect(found.map(walk => [walk.id, walk.distance, walk.timeZone])).toEqual([
    [id, 1, 'America/Chicago'],
    [closed.body.id, 45, 'America/Chicago'],
  ])
  expect((await host.get<Walk>(`/api/walks/${far.id}`)).body.distance).toBe(60)
  const francisco = await ownerWithDog(app.url)
  expect((await francisco.owner.get<Walk[]>('/api/walks?near=yes')).body).toEqual([])
  expect((await francisco.owner.get<Walk>(`/api/walks/${id}`)).body.distance).toBe(2295)
  const nowhere = await ownerWithDog(app.url, {}, null)
  expect((await nowhere.owner.get<Walk[]>('/api/walks?near=yes')).body).toEqual([])
  expect((await nowhere.owner.get<Walk>(`/api/walks/${id}`)).body.distance).toBeNull()
  expectError(await nowhere.owner.get('/api/walks?near=yes&cursor=nothing'), 400)
  // A page is of walks that are near and can be joined, however many others come before.
  for (let n = 0; n < 2; n++) await open({ maxDogs: 2, whenTs: new Date(start - DAY).toISOString() }, francisco.owner)
  expect((await host.get<Walk[]>('/api/walks?near=yes&joinable=yes&limit=1')).body.map(walk => walk.id)).toEqual([
    closed.body.id,
  ])
})

test('a new walk is told to who lives near and may join it, and not the next one of the series', async () => {
  const near = await ownerWithDog(app.url, {}, north(8))
  const further = await ownerWithDog(app.url, {}, north(20))
  const off = await ownerWithDog(app.url, {}, OMAHA)
  const blocked = await ownerWithDog(app.url, {}, OMAHA)
  const grown = await ownerWithDog(app.url, { ageYears: 2 }, OMAHA)
  const paused = await ownerWithDog(app.url, { ageYears: 1 }, OMAHA)
  const wide = await ownerWithDog(app.url, { ageYears: 1 }, north(20))
  await off.owner.patch('/api/preferences', { walksNearKm: null })
  expectError(await wide.owner.patch('/api/preferences', { walksNearKm: 11 }), 400)
  expect((await wide.owner.get<Preferences>('/api/preferences')).body.walksNearKm).toBe(10)
  await wide.owner.patch('/api/preferences', { walksNearKm: 25 })
  await paused.owner.patch(`/api/dogs/${paused.dog.id}`, { paused: true })
  const puppy = await createDog(near.owner, { ageYears: 1, name: 'Pip' })
  const walk = await at('omaha', { kind: 'puppies', repeats: 'weekly' })
  await blocked.owner.post('/api/blocks', { dogId: walk.hostDog.id })
  await told()
  expect(await news(near.owner)).toMatchObject([
    { title: 'Hetty hosts a walk near you', path: `/walk/${walk.id}`, dogId: puppy.id },
  ])
  expect(await news(wide.owner)).toHaveLength(1)
  for (const { owner } of [further, off, blocked, grown, paused, { owner: host }]) expect(await news(owner)).toEqual([])
  // The next one of the series is news only to who came along.
  clock = start + 1
  app.services.jobs.wakeRunners()
  const made = app.services.db.selectFrom('walks').select('id').where('series_id', '=', walk.seriesId)
  await until(async () => (await made.execute()).length, 2)
  await told()
  expect(await news(near.owner)).toHaveLength(1)
  // Whoever is blocked later sees it no more.
  await near.owner.post('/api/blocks', { dogId: walk.hostDog.id })
  expect(await news(near.owner)).toEqual([])
})

test('three a week at most, and one of each host, whichever process tells', async () => {
  const reader = await ownerWithDog(app.url, {}, OMAHA)
  const hosts = await Promise.all(Array.from({ length: 5 }, () => ownerWithDog(app.url, {}, OMAHA)))
  const opening = hosts.flatMap(({ owner }) => [1, 2].map(() => open({ parkName: undefined, parkId: 'omaha' }, owner)))
  for (const { status } of await Promise.all(opening)) expect(status).toBe(200)
  await told()
  const first = await news(reader.owner)
  expect(first).toHaveLength(3)
  const tellings = app.services.db.selectFrom('walk_tellings').where('user_id', '=', reader.owner.user.id)
  expect(await tellings.select('host_id').distinct().execute()).toHaveLength(3)
  const { owner } = await ownerWithDog(app.url, {}, OMAHA)
  clock += 7 * DAY + 1
  start = clock + DAY
  await open({ parkName: undefined, parkId: 'omaha' }, owner)
  await told()
  expect(await news(reader.owner)).toHaveLength(4)
})

test('pieces of 500 dogs reach everybody nearby', async () => {
  const { db } = app.services
  const cell = db.selectFrom('users').select('cell').where('id', '=', host.user.id)
  await sql`WITH made AS (
      INSERT INTO users (id, first_name, last_name, cell) SELECT gen_random_uuid(), 'N', '', (${cell}) FROM generate_series(1, 700)
      RETURNING id)
    INSERT INTO dogs (id, user_id, name, breed, size, sex, age_years, temperament)
    SELECT gen_random_uuid(), id, 'N', 'Mix', 'small', 'male', 2, '{}' FROM made`.execute(db)
  await at('omaha')
  await told()
  const tellings = db.selectFrom('walk_tellings').select('user_id').where('host_id', '=', host.user.id)
  expect((await tellings.execute()).length).toBeGreaterThanOrEqual(700)
})
