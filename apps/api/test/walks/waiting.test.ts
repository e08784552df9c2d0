import { explore } from '@barkyard/db/testing/explore'
import type { Walk } from '@barkyard/domain/schemas/walk'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { notificationsOf as bell, ownerWithDog, type Person } from '../client.ts'
import { openLive } from '../live.ts'
import { expectError } from '../shape.ts'
import { HOUR } from '../times.ts'
import { call, walkCalls } from './calls.ts'

/** The app's current time. */
let clock = Date.now()
const app = testApp({}, { now: () => new Date(clock) })

let host: Person
let start: number
beforeEach(async () => {
  clock = Date.now()
  start = clock + 48 * HOUR
  host = (await ownerWithDog(app.url, { name: 'Hetty' })).owner
})
const { opened } = walkCalls(() => ({ host, start }))

type Joiner = Awaited<ReturnType<typeof ownerWithDog>>
type Joiners = [Joiner, Joiner, Joiner, Joiner, Joiner, Joiner]

const join = (person: Person, id: string, wait = true) => call(person, id, 'join', { wait })
const get = async (person: Person, id: string) => (await person.get<Walk>(`/api/walks/${id}`)).body
const idsOf = (walk: Walk) => walk.dogs.map(({ id }) => id)
/** At most six. */
const owners = async (count: number, fields = {}) =>
  (await Promise.all(Array.from({ length: count }, () => ownerWithDog(app.url, fields)))) as Joiners
const titles = async (person: Person) => (await bell(person)).map(({ title }) => title)

/** Asks until the answer is so. A job does it. */
async function untilOn(person: Person, id: string, dogId: string) {
  app.services.jobs.wakeRunners()
  await until(async () => idsOf(await get(person, id)).includes(dogId))
}

test('a place that is given up goes to the first who waits, who is told and may leave', async () => {
  const { id } = await opened({ maxDogs: 2 })
  const [first, second, third, fourth] = await owners(4)
  expect((await join(first.owner, id)).body).toMatchObject({ waiting: null })
  expectError(await join(second.owner, id, false), 409, 'walk-full')
  for (const [position, { owner }] of [second, third, fourth].entries()) {
    expect((await join(owner, id)).body.waiting).toBe(position + 1)
    expect((await join(owner, id)).body.waiting).toBe(position + 1)
  }
  expect((await get(first.owner, id)).waiting).toBeNull()
  expect((await get(host, id)).waiting).toBeNull()
  expect((await second.owner.get<Walk[]>('/api/walks?mine=yes')).body.map(walk => walk.id)).toContain(id)
  await host.patch(`/api/walks/${id}`, { parkName: 'Crissy Field' })
  expect((await bell(third.owner)).map(({ path }) => path)).toEqual([`/walk/${id}`])
  await call(third.owner, id, 'leave')
  expect([await get(second.owner, id), await get(fourth.owner, id)].map(({ waiting }) => waiting)).toEqual([1, 2])
  const left = await call(first.owner, id, 'leave')
  expect(idsOf(left.body)).toEqual([left.body.hostDog.id, second.dog.id])
  expect(await get(second.owner, id)).toMatchObject({ waiting: null })
  expect((await get(fourth.owner, id)).waiting).toBe(1)
  expect((await titles(second.owner))[0]).toContain('A place is free')
  expect((await titles(host))[0]).toContain('joins the walk')
  await call(second.owner, id, 'leave')
  expect(idsOf(await get(host, id))).toContain(fourth.dog.id)
  expect((await call(fourth.owner, id, 'leave')).status).toBe(200)
})

test('who waits is judged when there is a place: by blocks, size and age', async () => {
  const { id } = await opened({ maxDogs: 2, kind: 'puppies', sizes: ['small'] })
  const [first, grown, older, blocked, last] = await owners(5, { ageYears: 1 })
  const [old] = await owners(1, { ageYears: 2 })
  expectError(await join(old.owner, id), 409, 'too-old')
  for (const { owner } of [first, grown, older, blocked, last]) expect((await join(owner, id)).status).toBe(200)
  await grown.owner.patch(`/api/dogs/${grown.dog.id}`, { size: 'large' })
  await older.owner.patch(`/api/dogs/${older.dog.id}`, { ageYears: 2 })
  await blocked.owner.post('/api/blocks', { dogId: (await get(host, id)).hostDog.id })
  // Those whom one blocks do not count, neither before one nor on the walk.
  await last.owner.post('/api/blocks', { dogId: grown.dog.id })
  expect((await get(last.owner, id)).waiting).toBe(2)
  await call(first.owner, id, 'leave')
  expect(idsOf(await get(host, id)).slice(1)).toEqual([last.dog.id])
})

test('fifty dogs wait at most', async () => {
  const { id } = await opened({ maxDogs: 2 })
  const [onIt, last, late] = await owners(3)
  await join(onIt.owner, id)
  await sql`
    WITH others AS (
      INSERT INTO dogs (id, name, breed, age_years, size, sex, temperament)
      SELECT gen_random_uuid(), 'Dog', 'Corgi', 3, 'small', 'male', '{calm}' FROM generate_series(1, 49) RETURNING id
    )
    INSERT INTO walk_waiting (walk_id, dog_id, since, place)
    SELECT ${id}::uuid, id, now(), row_number() OVER () FROM others`.execute(app.services.db)
  expect((await join(last.owner, id)).status).toBe(200)
  expectError(await join(late.owner, id), 409, 'walk-full')
})

test('until two hours before the start, whatever frees the place', async () => {
  const { id } = await opened({ maxDogs: 2 })
  const [first, second, third, fourth] = await owners(4)
  for (const { owner } of [first, second, third]) await join(owner, id)
  const page = await openLive(second.owner)
  await first.owner.delete(`/api/dogs/${first.dog.id}`)
  await untilOn(host, id, second.dog.id)
  await page.until(events => events.some(event => event.type === 'walk' && event.walkId === id))
  await app.services.db.updateTable('dogs').set({ hidden_at: new Date() }).where('id', '=', second.dog.id).execute()
  await untilOn(host, id, third.dog.id)
  await join(fourth.owner, id)
  clock = start - 2 * HOUR + 1
  await call(third.owner, id, 'leave')
  const late = await ownerWithDog(app.url)
  expect((await get(fourth.owner, id)).waiting).toBe(1)
  // Then a place is for whoever comes.
  expect((await join(late.owner, id)).body.dogs).toHaveLength(2)
  expectError(await join((await ownerWithDog(app.url)).owner, id), 409, 'walk-full')
})

test('of several at once for the last place, who waits comes first, in order, every time', async () => {
  const [onIt, ...others] = await owners(6)
  const { id } = await opened({ maxDogs: 2 })
  await join(onIt.owner, id)
  let current = onIt
  let rest: Joiner[] = others
  for (let round = 0; round < explore(16, 200); round++) {
    const [first, second, ...rivals] = rest as [Joiner, Joiner, ...Joiner[]]
    await join(first.owner, id)
    await join(second.owner, id)
    const answers = await Promise.all([
      call(current.owner, id, 'leave'),
      ...rivals.map(({ owner }, index) => join(owner, id, index > 0)),
      ...(round % 2 ? [call(first.owner, id, 'leave')] : []),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const walk = await get(host, id)
    const next = rest.find(({ dog }) => idsOf(walk).includes(dog.id))
    if (!next) throw new Error('nobody got the place')
    // Whoever left before the place was given up was not first.
    expect(round % 2 ? [first.dog.id, second.dog.id] : [first.dog.id]).toContain(next.dog.id)
    expect(idsOf(walk)).toHaveLength(2)
    const positions = await Promise.all(rest.map(async ({ owner }) => (await get(owner, id)).waiting))
    const waiting = positions.filter(position => position !== null).sort()
    expect(waiting).toEqual(waiting.map((_, index) => index + 1))
    for (const { owner } of rest) if (owner !== next.owner) await call(owner, id, 'leave')
    rest = [...rest.filter(one => one !== next), current]
    current = next
  }
}, 240_000)
