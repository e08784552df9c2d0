import { explore } from '@barkyard/db/testing/explore'
import { type Walk, walkSchema } from '@barkyard/domain/schemas/walk'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { notificationsOf as bell, createDog, ownerWithDog, type Person } from '../client.ts'
import { openLive } from '../live.ts'
import { expectError, expectShape } from '../shape.ts'
import { iso as at, DAY, HOUR, MINUTE } from '../times.ts'
import { call, walkCalls } from './calls.ts'

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
const get = (person: Person, id: string) => person.get<Walk>(`/api/walks/${id}`)
const list = async (person: Person, query = '') => (await person.get<Walk[]>(`/api/walks${query}`)).body
const idsOf = (walk: Walk) => walk.dogs.map(({ id }) => id)

describe('a walk', () => {
  test('is hosted by the acting dog, which stands first, and is found by others by time', async () => {
    const later = await opened({ whenTs: at(start + HOUR), sizes: ['small', 'medium'], title: ' Later ' })
    const walk = await opened()
    expectShape(walkSchema, walk)
    expect(walk).toMatchObject({
      whenTs: at(start),
      parkName: 'Dolores Park',
      lat: '37.7596',
      lng: '-122.4269',
      title: 'Slow walk',
      sizes: [],
      maxDogs: 3,
      revision: 1,
      cancelledAt: null,
      hostDog: { id: hostDog },
    })
    expect(idsOf(walk)).toEqual([hostDog])
    expect(later).toMatchObject({ title: 'Later', sizes: ['small', 'medium'] })
    const { owner, dog } = await ownerWithDog(app.url, {}, null)
    const joined = await call(owner, walk.id, 'join')
    expect(idsOf(joined.body)).toEqual([hostDog, dog.id])
    expect((await list(owner)).map(({ id }) => id).filter(id => [walk.id, later.id].includes(id))).toEqual([
      walk.id,
      later.id,
    ])
    expect((await list(owner, '?mine=yes')).map(({ id }) => id)).toEqual([walk.id])
    expect((await get(host, walk.id)).body).toEqual({ ...joined.body, distance: 2 })
    clock = start + 1
    expect((await list(owner)).map(({ id }) => id)).not.toContain(walk.id)
    expect((await list(owner, '?mine=yes')).map(({ id }) => id)).toEqual([walk.id])
    expect((await get(owner, walk.id)).status).toBe(200)
  })

  test('is offered to join, however many full and unfit ones come before it, if joining succeeds', async () => {
    // After the walks of all other tests.
    clock += 7 * DAY
    const soon = { whenTs: at(clock + HOUR), maxDogs: 2 }
    const later = { whenTs: at(clock + 2 * HOUR), maxDogs: 2 }
    const small = await ownerWithDog(app.url)
    const blocked = await ownerWithDog(app.url)
    const hidden = await ownerWithDog(app.url)
    const large = await ownerWithDog(app.url, { size: 'large' })
    await large.owner.post('/api/blocks', { dogId: blocked.dog.id })
    for (let n = 0; n < 3; n++) await call(small.owner, (await opened(soon)).id, 'join')
    for (let n = 0; n < 2; n++) await open({ ...soon, sizes: ['small'] }, small.owner)
    await open(soon, large.owner)
    await open(soon, blocked.owner)
    await open(soon, hidden.owner)
    await app.services.db.updateTable('dogs').set({ hidden_at: new Date() }).where('id', '=', hidden.dog.id).execute()
    // Full for everybody but the owner who does not see the dog that has the last place.
    const next = (await open(later, small.owner)).body
    await call(blocked.owner, next.id, 'join')
    expect((await list(large.owner, '?joinable=yes&limit=1')).map(({ id }) => id)).toEqual([next.id])
    for (const { owner, dog } of [small, blocked, hidden, large]) {
      const offered = (await list(owner, '?joinable=yes&limit=100')).map(({ id }) => id)
      const joinable: string[] = []
      for (const walk of await list(owner, '?limit=100')) {
        if (idsOf(walk).includes(dog.id) || (await call(owner, walk.id, 'join')).status !== 200) continue
        joinable.push(walk.id)
        await call(owner, walk.id, 'leave')
      }
      expect(offered).toEqual(joinable)
    }
  })

  test('is refused with the invalid field', async () => {
    for (const [field, values] of [
      ['whenTs', ['soon', at(Date.now() - DAY)]],
      ['parkName', ['Central Park']],
      ['title', [' ', 'x'.repeat(201)]],
      ['maxDogs', [1, 13]],
      ['sizes', [['huge'], ['small', 'small']]],
    ] as const)
      for (const value of values) {
        const { issues } = expectError(await open({ [field]: value }), 400, 'BAD_REQUEST')
        expect([value, issues?.[0]?.path[0]]).toEqual([value, field])
      }
  })

  test('needs an acting dog that is not hidden, and an owner hosts at most three to come, of many at once too', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const other = await createDog(owner)
    const { id } = await opened()
    const hide = (hidden_at: Date | null) =>
      app.services.db.updateTable('dogs').set({ hidden_at }).where('id', '=', dog.id).execute()
    await hide(new Date())
    for (const refused of [await open({}, owner), await call(owner, id, 'join')])
      expectError(refused, 403, 'dog-hidden')
    await hide(null)
    const answers = await Promise.all(Array.from({ length: 8 }, () => open({}, owner)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(200), ...Array(5).fill(409)])
    const hosted = answers.flatMap(({ status, body }) => (status === 200 ? [body.id] : []))
    await call(owner, hosted[0] ?? '', 'cancel')
    await owner.post('/api/active-dog', { dogId: other.id })
    expect((await open({}, owner)).status).toBe(200)
    expectError(await open({}, owner), 409, 'walks-full')
    await owner.delete(`/api/dogs/${other.id}`)
    for (const refused of [await open({}, owner), await owner.get('/api/walks')])
      expectError(refused, 409, 'no-active-dog')
  })
})

describe('joining', () => {
  test('takes dogs of the asked sizes, until the walk is full; twice is once', async () => {
    const { id } = await opened({ sizes: ['small'], maxDogs: 2 })
    const large = await ownerWithDog(app.url, { size: 'large' })
    expectError(await call(large.owner, id, 'join'), 409, 'wrong-size')
    const small = await ownerWithDog(app.url, { size: 'small' })
    const { body } = await call(small.owner, id, 'join')
    expect((await call(small.owner, id, 'join')).body).toEqual(body)
    expect((await call(host, id, 'join')).body).toEqual(body)
    const late = await ownerWithDog(app.url, { size: 'small' })
    expectError(await call(late.owner, id, 'join'), 409, 'walk-full')
    expect(idsOf((await call(small.owner, id, 'leave')).body)).toEqual([hostDog])
    expect((await call(small.owner, id, 'leave')).status).toBe(200)
    expect((await call(late.owner, id, 'join')).status).toBe(200)
    expectError(await call(host, id, 'leave'), 409, 'host-stays')
  })

  test('of several at once for the last place, one succeeds, every time', async () => {
    const rivals = await Promise.all(Array.from({ length: 4 }, () => ownerWithDog(app.url)))
    const { id } = await opened({ maxDogs: 2 })
    for (let round = 0; round < explore(40, 1_000); round++) {
      const answers = await Promise.all(rivals.map(({ owner }) => call(owner, id, 'join')))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const winner = rivals[answers.findIndex(({ status }) => status === 200)]
      expect(idsOf((await get(host, id)).body)).toEqual([hostDog, winner?.dog.id])
      if (winner) await call(winner.owner, id, 'leave')
    }
  }, 240_000)
})

test('the host alone moves the walk: everybody stays and is notified, and what was said is forgotten; and calls it off, once', async () => {
  const { id } = await opened()
  const { owner, dog } = await ownerWithDog(app.url)
  const { owner: late } = await ownerWithDog(app.url)
  await call(owner, id, 'join')
  clock = start - 30 * MINUTE
  await call(owner, id, 'late', { minutes: 10 })
  const move = (fields: object, person = host) => person.patch<Walk>(`/api/walks/${id}`, fields)
  const moved = await move({ parkName: 'Crissy Field', revision: 1 })
  expect(moved.body).toMatchObject({ parkName: 'Crissy Field', whenTs: at(start), revision: 2, signals: [] })
  expect(idsOf(moved.body)).toEqual([hostDog, dog.id])
  expect((await bell(owner))[0]).toMatchObject({ kind: 'playdate', path: `/walk/${id}`, dogId: dog.id })
  expectError(await move({ parkName: 'Fort Funston', revision: 1 }), 409, 'stale-revision')
  expect((await move({ parkName: 'Crissy Field' })).body.revision).toBe(2)
  expectError(await move({}), 400)
  expectError(await move({ whenTs: at(clock) }), 400)
  expectError(await move({ parkName: 'Fort Funston' }, owner), 403, 'not-host')
  clock = start + 1
  expectError(await move({ whenTs: at(start + DAY) }), 409, 'has-begun')
  expectError(await call(late, id, 'join'), 409, 'has-begun')

  clock = start - MINUTE
  expectError(await call(owner, id, 'cancel'), 403, 'not-host')
  const { body } = await call(host, id, 'cancel')
  expect(body).toMatchObject({ cancelledAt: at(clock), revision: 3 })
  expect((await get(owner, id)).body).toEqual(body)
  expectError(await call(host, id, 'cancel'), 409, 'already-cancelled')
  expectError(await call(late, id, 'join'), 409, 'already-cancelled')
  expect((await list(owner)).map(one => one.id)).not.toContain(id)
  expect((await list(owner, '?mine=yes')).map(one => one.id)).toContain(id)
  expect((await bell(owner))[0]?.title).toBe('Hetty called off a walk')
})

test('late and here are said by dogs on the walk, from an hour before to an hour after the start', async () => {
  const { id } = await opened()
  const { owner, dog } = await ownerWithDog(app.url)
  clock = start
  expectError(await call(owner, id, 'here'), 409, 'not-on-walk')
  clock = start - DAY
  await call(owner, id, 'join')
  for (const [time, status] of [
    [start - HOUR - 1, 409],
    [start - HOUR, 200],
    [start + HOUR, 200],
    [start + HOUR + 1, 409],
  ] as const) {
    clock = time
    expect([time - start, (await call(owner, id, 'late', { minutes: 10 })).status]).toEqual([time - start, status])
  }
  clock = start
  await call(host, id, 'here')
  const { body } = await call(owner, id, 'late', { minutes: 20 })
  expect(body.signals).toEqual([
    { dogId: hostDog, kind: 'here', minutes: null, at: at(start) },
    { dogId: dog.id, kind: 'late', minutes: 20, at: at(start) },
  ])
  expectError(await call(owner, id, 'late', { minutes: 7 }), 400)
  expect((await bell(owner)).map(({ title }) => title)).toContain('Hetty is at Dolores Park')
  expect((await bell(host)).filter(({ title }) => title.includes('minutes late'))).toHaveLength(1)
})

test('a block between two on a walk: each sees the walk without the other, and neither learns of it', async () => {
  const { id } = await opened({ maxDogs: 3 })
  const one = await ownerWithDog(app.url, { name: 'One' })
  const two = await ownerWithDog(app.url, { name: 'Two' })
  const three = await ownerWithDog(app.url, { name: 'Three' })
  await one.owner.post('/api/blocks', { dogId: two.dog.id })
  await call(one.owner, id, 'join')
  const before = (await get(two.owner, id)).body
  expect(idsOf(before)).toEqual([hostDog])
  const live = await openLive(one.owner)
  await call(three.owner, id, 'join')
  await live.until(events => events.some(event => event.type === 'walk' && event.dogId === one.dog.id))
  const count = live.events.length
  // For each of them there is a place left, as if the other did not exist.
  expect(idsOf((await get(two.owner, id)).body)).toEqual([hostDog, three.dog.id])
  expect((await call(two.owner, id, 'join')).status).toBe(200)
  expect(idsOf((await get(one.owner, id)).body)).toEqual([hostDog, one.dog.id, three.dog.id])
  expect(idsOf((await get(two.owner, id)).body)).toEqual([hostDog, three.dog.id, two.dog.id])
  expect(idsOf((await get(host, id)).body)).toEqual([hostDog, one.dog.id, three.dog.id, two.dog.id])
  expectError(await call((await ownerWithDog(app.url)).owner, id, 'join'), 409)
  clock = start
  await call(two.owner, id, 'here')
  await call(three.owner, id, 'here')
  expect((await get(one.owner, id)).body.signals.map(({ dogId }) => dogId)).toEqual([three.dog.id])
  await live.until(events => events.length > count)
  // Three's arrival alone was sent: nothing of what Two did.
  expect(live.events.length).toBe(count + 1)
  expect((await bell(one.owner)).map(({ title }) => title).join()).not.toContain('Two')
  // Whom the host blocks is off the walk.
  await host.post('/api/blocks', { dogId: one.dog.id })
  expect(idsOf((await get(host, id)).body)).toEqual([hostDog, three.dog.id, two.dog.id])
})

test('reminders come a day and two hours before, once for all dogs of an owner, and again for a new time', async () => {
  const { id } = await opened({ maxDogs: 4 })
  const { owner } = await ownerWithDog(app.url)
  await call(owner, id, 'join')
  const second = await createDog(owner)
  expect((await owner.send('POST', `/api/walks/${id}/join`, {}, { 'x-dog': second.id })).status).toBe(200)
  const reminders = async (person: Person) => {
    await app.services.deliveries.run()
    return (await bell(person)).filter(({ kind }) => kind === 'reminder').length
  }
  expect(await reminders(owner)).toBe(0)
  clock = start - DAY + MINUTE
  expect([await reminders(owner), await reminders(host)]).toEqual([1, 1])
  const late = await ownerWithDog(app.url)
  await call(late.owner, id, 'join')
  expect(await reminders(late.owner)).toBe(0)
  clock = start - 2 * HOUR + MINUTE
  expect([await reminders(owner), await reminders(owner), await reminders(late.owner)]).toEqual([2, 2, 1])
  // The new time leaves less than a day, and everybody was just notified of it.
  const moved = clock + 20 * HOUR
  expect((await host.patch(`/api/walks/${id}`, { whenTs: at(moved) })).status).toBe(200)
  expect([await reminders(owner), await reminders(late.owner)]).toEqual([2, 1])
  clock = moved - HOUR
  expect([await reminders(owner), await reminders(late.owner)]).toEqual([3, 2])
})

test('a walk is in the calendar of those who come, and in a file', async () => {
  const { id } = await opened({ title: 'Walk, with a comma' })
  const { owner } = await ownerWithDog(app.url)
  await call(owner, id, 'join')
  const { body } = await owner.post<{ url: string }>('/api/calendar-feed')
  const feed = async () => (await fetch(`${app.url}${new URL(body.url).pathname}`)).text()
  for (const text of [await feed(), String((await owner.get(`/api/walks/${id}/ics`)).body)]) {
    expect(text).toContain(`UID:walk-${id}@`)
    expect(text).toContain('SUMMARY:Walk\\, with a comma')
    expect(text).toContain('SEQUENCE:1')
  }
  await call(host, id, 'cancel')
  expect(await feed()).not.toContain(id)
  expect(String((await owner.get(`/api/walks/${id}/ics`)).body)).toContain('STATUS:CANCELLED')
})
