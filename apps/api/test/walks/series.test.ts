import { localClock } from '@barkyard/domain/local-time'
import type { AdminPark } from '@barkyard/domain/schemas/park'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { until } from '@barkyard/postgres/testing/until'
import { beforeEach, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { notificationsOf as bell, ownerWithDog, type Person } from '../client.ts'
import { openLive } from '../live.ts'
import { expectError } from '../shape.ts'
import { DAY, HOUR } from '../times.ts'
import { call, walkCalls } from './calls.ts'

const WEEK = 7 * DAY

/** The app's current time. */
let clock = Date.now()
const app = testApp({}, { now: () => new Date(clock) })

let host: Person
let hostDog: string
let start: number
beforeEach(async () => {
  clock = Date.now()
  start = clock + 2 * DAY
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Hetty' })
  ;[host, hostDog] = [owner, dog.id]
})
const { open, opened } = walkCalls(() => ({ host, start }))

const walksOf = (seriesId: string | null) =>
  app.services.db.selectFrom('walks').selectAll().where('series_id', '=', seriesId).orderBy('when_ts').execute()

/** The next walk of a series, once the last of the `made` ones begins. */
async function nextOf({ seriesId }: Walk, made: number) {
  clock = (await walksOf(seriesId)).at(-1)?.when_ts.getTime() ?? 0
  clock++
  app.services.jobs.wakeRunners()
  await until(async () => (await walksOf(seriesId)).length, made + 1)
  const last = (await walksOf(seriesId)).at(-1)
  return (await host.get<Walk>(`/api/walks/${last?.id}`)).body
}
/** What is planned for now has been done. */
async function settled() {
  app.services.jobs.wakeRunners()
  const due = app.services.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'next-walk')
    .where('due_at', '<=', new Date(clock))
  await until(() => due.execute(), [])
}

test('a weekly walk is made 26 times, at the same local time', async () => {
  // Two weeks before the clocks go back; the last are after they went forward again.
  clock = Date.parse('2026-10-18T12:00:00Z')
  const first = await opened({
    whenTs: new Date(clock + 4 * HOUR).toISOString(),
    repeats: 'weekly',
    sizes: ['small'],
    kind: 'calm',
  })
  expect(first).toMatchObject({ repeats: 'weekly', kind: 'calm' })
  for (let made = 1; made < 26; made++) {
    const next = await nextOf(first, made)
    const { seriesId, parkName, title, kind, sizes, maxDogs } = first
    expect(next).toMatchObject({ seriesId, parkName, title, kind, sizes, maxDogs, waiting: null, revision: 1 })
  }
  const made = await walksOf(first.seriesId)
  const times = made.map(({ when_ts }) => localClock('America/Los_Angeles', when_ts))
  expect(new Set(times.map(({ time }) => time))).toEqual(new Set(['09:00:00']))
  expect(new Set(times.map(({ date }) => date)).size).toBe(26)
  const last = (await host.get<Walk>(`/api/walks/${made.at(-1)?.id}`)).body
  expect(last.repeats).toBeNull()
  clock = Date.parse(last.whenTs)
  await settled()
  expect(await walksOf(first.seriesId)).toHaveLength(26)
}, 120_000)

test('who joined the last is told of the next, which is as planned although the last was moved', async () => {
  const first = await opened({ repeats: 'weekly' })
  const { owner, dog } = await ownerWithDog(app.url)
  const grown = await ownerWithDog(app.url)
  for (const person of [owner, grown.owner]) await call(person, first.id, 'join')
  await host.patch(`/api/walks/${first.id}`, { whenTs: new Date(start + HOUR).toISOString(), parkName: 'Crissy Field' })
  await grown.owner.post('/api/blocks', { dogId: hostDog })
  clock = start
  await settled()
  expect(await walksOf(first.seriesId)).toHaveLength(1)
  const page = await openLive(host)
  const next = await nextOf(first, 1)
  await page.until(events => events.some(event => event.type === 'walk' && event.walkId === next.id))
  expect(Math.abs(Date.parse(next.whenTs) - start - WEEK)).toBeLessThanOrEqual(HOUR)
  expect(next).toMatchObject({ parkName: 'Dolores Park', dogs: [{ id: hostDog }] })
  expect((await bell(owner))[0]).toMatchObject({
    path: `/walk/${next.id}`,
    dogId: dog.id,
    title: 'Hetty hosts the walk again',
  })
  expect((await call(owner, next.id, 'join')).status).toBe(200)
  expect((await bell(grown.owner)).map(({ path }) => path)).not.toContain(`/walk/${next.id}`)
  // A walk that is called off is followed by the next one.
  await call(host, next.id, 'cancel')
  expect((await nextOf(first, 2)).cancelledAt).toBeNull()
})

test('a series counts once among the three to come, until its host ends it', async () => {
  const first = await opened({ repeats: 'weekly' })
  const next = await nextOf(first, 1)
  await opened({ whenTs: next.whenTs })
  await opened({ whenTs: next.whenTs })
  expectError(await open({ whenTs: next.whenTs }), 409, 'walks-full')
  // It counts although this one is off.
  await call(host, next.id, 'cancel')
  expectError(await open({ whenTs: next.whenTs }), 409, 'walks-full')
  const { owner } = await ownerWithDog(app.url)
  expectError(await call(owner, first.id, 'end-series'), 403, 'not-host')
  expect((await call(host, first.id, 'end-series')).body).toMatchObject({ seriesId: first.seriesId, repeats: null })
  expect((await call(host, next.id, 'end-series')).status).toBe(200)
  const single = await opened({ whenTs: next.whenTs })
  expect(single).toMatchObject({ seriesId: null, repeats: null })
  expectError(await call(host, single.id, 'end-series'), 409, 'not-a-series')
  clock = Date.parse(next.whenTs)
  await settled()
  expect(await walksOf(first.seriesId)).toHaveLength(2)
})

test('the host’s suspension and deletion end it, and the park’s closing, which leaves the walk to come as it is', async () => {
  const admin = await newAdmin(app)
  const hidden = await opened({ repeats: 'weekly' })
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Gone' })
  const gone = (await open({ repeats: 'weekly' }, owner)).body
  const other = await ownerWithDog(app.url)
  const at = { name: 'Hefflinger Park', lat: 41.2565, lng: -95.9345 }
  const park = (await admin.post<AdminPark>('/api/admin/parks', at)).body
  const closed = (await open({ parkName: undefined, parkId: park.id, repeats: 'weekly' }, other.owner)).body

  await app.services.db.updateTable('dogs').set({ hidden_at: new Date() }).where('id', '=', hostDog).execute()
  expect((await admin.delete(`/api/dogs/${dog.id}`)).status).toBe(200)
  expect((await admin.post(`/api/admin/parks/${park.id}/close`, { version: park.version })).status).toBe(200)
  const left = { cancelledAt: null, parkId: park.id, repeats: null }
  expect((await other.owner.get<Walk>(`/api/walks/${closed.id}`)).body).toMatchObject(left)
  clock = start
  await settled()
  const made = await Promise.all([hidden, gone, closed].map(({ seriesId }) => walksOf(seriesId)))
  expect(made.map(({ length }) => length)).toEqual([1, 0, 1])
  const series = app.services.db.selectFrom('walk_series').select('ended_at').where('host_dog_id', '=', hostDog)
  expect((await series.executeTakeFirstOrThrow()).ended_at).not.toBeNull()
})
