import { addPark } from '@barkyard/db/testing/parks'
import { type Playdate, playdateSchema } from '@barkyard/domain/schemas/playdate'
import { type Walk, walkSchema } from '@barkyard/domain/schemas/walk'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { inHours } from '../calls.ts'
import { annAndBob, type Person } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()
const OMAHA = { lat: 41.2565, lng: -95.9345 }
const north = (km: number) => ({ ...OMAHA, lat: OMAHA.lat + km / 111.195 })
const DOLORES = { parkId: 'dolores', parkName: 'Dolores Park', lat: '37.7596', timeZone: 'America/Los_Angeles' }

let ann: Person
let bob: Person
let matchId: string
let heartland: string
let elsewhere: string
let closed: string
let waiting: string
beforeAll(async () => {
  ;({ ann, bob, matchId } = await annAndBob(app.url))
  const { db } = app.services
  heartland = await addPark(db, { name: 'Heartland', ...OMAHA })
  elsewhere = await addPark(db, { name: 'Dolores Park', ...north(20) })
  closed = await addPark(db, { name: 'Gone', ...north(1), state: 'closed' })
  waiting = await addPark(db, { name: 'Maybe', ...north(2), state: 'waiting', offered_at: null })
})

let hours = 24
const propose = (park: object) => ann.post<Playdate>('/api/playdates', { matchId, whenTs: inHours(hours++), ...park })
const host = (park: object) =>
  ann.post<Walk>('/api/walks', { whenTs: inHours(hours++), title: 'A walk', maxDogs: 4, ...park })

test('a plan takes the id of a park, which counts before a name', async () => {
  const omaha = { parkId: heartland, parkName: 'Heartland', lat: '41.2565', timeZone: 'America/Chicago' }
  const { body: playdate } = await propose({ parkId: heartland, parkName: 'Dolores Park' })
  expect(expectShape(playdateSchema, playdate)).toMatchObject(omaha)
  const { body: walk } = await host({ parkId: heartland })
  expect(expectShape(walkSchema, walk)).toMatchObject(omaha)
  const moved = await ann.patch<Walk>(`/api/walks/${walk.id}`, { parkId: 'dolores' })
  expect(moved.body).toMatchObject({ ...DOLORES, revision: 2 })
  const there = (parkId: string) => ann.get<Walk[]>(`/api/walks?parkId=${parkId}`)
  expect((await there('dolores')).body.map(({ id }) => id)).toEqual([walk.id])
  expect((await there(heartland)).body).toEqual([])
  await ann.post(`/api/walks/${walk.id}/cancel`, {})
})

test('a name with a point means the open park of that name within 300 m, else one of the first eight that park', async () => {
  const parkName = 'Dolores Park'
  const same = { parkId: elsewhere, parkName, timeZone: 'America/Chicago' }
  for (const [named, park] of [
    [{ parkName }, DOLORES],
    [{ parkName, lat: 'here', lng: null }, DOLORES],
    [{ parkName, lat: '37.7596', lng: '-122.4269' }, DOLORES],
    [{ parkName, ...north(0) }, DOLORES],
    [{ parkName, ...north(20.1) }, same],
    [{ parkName: 'Heartland', ...north(0.29) }, { parkId: heartland }],
  ] as const) {
    const { body } = await host(named)
    expect([named, body]).toEqual([named, expect.objectContaining(park)])
    await ann.post(`/api/walks/${body.id}/cancel`, {})
  }
})

test('anything else is refused, by naming the field', async () => {
  const refused = [
    [{ parkId: 'nothing' }, 'parkId'],
    [{ parkId: 'a\0' }, 'parkId'],
    [{ parkId: waiting }, 'parkId'],
    [{}, 'parkName'],
    [{ parkName: '' }, 'parkName'],
    [{ parkName: 'Heartland' }, 'parkName'],
    [{ parkName: 'dolores park' }, 'parkName'],
    [{ parkName: 'Heartland', ...north(0.31) }, 'parkName'],
    [{ parkName: 'Gone', ...north(1) }, 'parkName'],
  ] as const
  const { body: playdate } = await propose({ parkId: heartland })
  const { body: walk } = await host({ parkId: heartland })
  const changes = (park: object) => [
    ...(Object.keys(park).length > 0
      ? [ann.post(`/api/playdates/${playdate.id}/counter`, park), ann.patch(`/api/walks/${walk.id}`, park)]
      : []),
    propose(park),
    host(park),
  ]
  for (const [park, field] of refused)
    for (const answer of await Promise.all(changes(park))) {
      const { issues, reason } = expectError(answer, 400)
      expect([park, issues?.map(({ path }) => path[0]), reason]).toEqual([park, [field], 'invalid-input'])
    }
  expect((await ann.get('/api/walks?parkId=a%00')).body).toEqual([])
  expectError(await ann.get('/api/parks/a%00'), 404, 'park-not-found')
  for (const answer of await Promise.all(changes({ parkId: closed }))) expectError(answer, 409, 'park-closed')
})

test('another park is suggested and agreed, and what becomes of a park changes no plan', async () => {
  const { db } = app.services
  const { body: playdate } = await propose({ parkName: 'Dolores Park', notes: 'Fetch' })
  const path = `/api/playdates/${playdate.id}`
  await bob.patch(path, { status: 'accepted' })
  const asked = await ann.post<Playdate>(`${path}/counter`, { parkId: heartland })
  const { whenTs } = playdate
  const changes = { whenTs, parkName: 'Heartland', parkId: heartland, timeZone: 'America/Chicago', notes: 'Fetch' }
  expect(expectShape(playdateSchema, asked.body)).toMatchObject({ ...DOLORES, changes })
  expectError(await ann.post(`${path}/counter`, { parkId: 'dolores' }), 409, 'same-terms')
  await db.updateTable('parks').set({ name: 'Renamed', lat: 0, state: 'closed' }).where('id', '=', heartland).execute()
  const agreed = await bob.post<Playdate>(`${path}/answer-change`, { accept: true })
  expect(agreed.body).toMatchObject({ ...changes, lat: '41.2565', changes: null })
  expect((await bob.get(path)).body).toMatchObject({ parkId: heartland, parkName: 'Heartland' })
  const later = await ann.post<Playdate>(`${path}/counter`, { notes: 'Frisbee' })
  expect(later.body.changes).toMatchObject({ parkId: heartland, notes: 'Frisbee' })
})

test('rows of an older release are those of the first eight', async () => {
  const { db } = app.services
  const { body: playdate } = await propose({ parkName: 'Dolores Park' })
  const old = { park_id: null, park_lat: null, park_lng: null, time_zone: null }
  const was = JSON.stringify({ whenTs: playdate.whenTs, parkName: 'Crissy Field', notes: '' })
  const changed = (values: object) => db.updateTable('playdates').set(values).where('id', '=', playdate.id).execute()
  await changed({ ...old, was })
  const read = await bob.get<Playdate>(`/api/playdates/${playdate.id}`)
  expect(expectShape(playdateSchema, read.body)).toMatchObject({ ...DOLORES, was: { parkId: 'crissy-field' } })
  // It knows nothing of the new columns, and changes the name alone.
  await changed({ park_id: 'crissy-field' })
  expect((await bob.get(`/api/playdates/${playdate.id}`)).body).toMatchObject(DOLORES)
})
