import { addPark } from '@barkyard/db/testing/parks'
import { PARKS } from '@barkyard/domain/parks'
import { cellCentre, cellOf, distanceKm } from '@barkyard/domain/place'
import { type Park, parkSchema } from '@barkyard/domain/schemas/park'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { ownerWithDog, type Person, pagesOf, twoMatched } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()

const OMAHA = { lat: 41.2565, lng: -95.9345 }
/** A degree of latitude is about 111 km. */
const north = (place: typeof OMAHA, km: number) => ({ ...place, lat: place.lat + km / 111.195 })
const namesOf = (parks: readonly Park[]) => parks.map(({ name }) => name)
const parksOf = async (person: Person, query = '') => (await person.get<Park[]>(`/api/parks${query}`)).body
const everyName = async (person: Person, query: string, limit: number) =>
  namesOf((await pagesOf<Park>(person, `/api/parks?${query}&limit=${limit}`)).flat())

let omaha: Person
beforeAll(async () => {
  ;({ owner: omaha } = await ownerWithDog(app.url, {}, OMAHA))
  const { db } = app.services
  // Two at one place: their order is still one.
  for (const km of [30, 5, 5, 90, 120, 11])
    await addPark(db, { name: `Heartland ${km}`, ...north(OMAHA, km), attribution: '© Somebody', water: true })
  await addPark(db, { name: 'Heartland waiting', ...OMAHA, state: 'waiting', offered_at: null, source: 'owner' })
  await addPark(db, { name: 'Heartland closed', ...OMAHA, id: 'closed-one', state: 'closed' })
  await addPark(db, { name: 'Heartland refused', ...OMAHA, id: 'refused-one', state: 'closed', offered_at: null })
})

test('without parameters they are those from the start, in their order', async () => {
  const { owner } = await ownerWithDog(app.url, {}, null)
  const parks = await parksOf(owner)
  for (const park of parks) expectShape(parkSchema, park)
  expect(parks.map(({ id, name, lat, lng, address }) => ({ id, name, lat, lng, address }))).toEqual(PARKS)
  expect(parks[0]).toMatchObject({
    timeZone: 'America/Los_Angeles',
    source: 'built-in',
    facts: { fenced: null, water: null, smallDogs: null, leash: null },
    attribution: null,
    distance: null,
    closed: false,
  })
  expect(await everyName(owner, '', 3)).toEqual(PARKS.map(({ name }) => name))
})

test('near ones come by distance from the snapped place, page by page', async () => {
  const near = await parksOf(omaha, '?near=yes')
  expect(namesOf(near)).toEqual(['Heartland 5', 'Heartland 5', 'Heartland 11'])
  const snapped = cellCentre(cellOf(OMAHA))
  expect(near.map(({ distance }) => distance)).toEqual(near.map(park => Math.round(distanceKm(snapped, park))))
  expect(near[2]).toMatchObject({ timeZone: 'America/Chicago', attribution: '© Somebody', facts: { water: true } })
  const all = ['Heartland 5', 'Heartland 5', 'Heartland 11', 'Heartland 30', 'Heartland 90']
  expect(await everyName(omaha, 'near=yes&distance=100', 1)).toEqual(all)
  expect(await everyName(omaha, 'near=yes&distance=100&query=LAND%209', 1)).toEqual(['Heartland 90'])
  const { owner } = await ownerWithDog(app.url, {}, null)
  expectError(await owner.get('/api/parks?near=yes'), 409, 'no-place')
  const { lat, lng } = north(OMAHA, 100)
  expect(namesOf(await parksOf(owner, `?lat=${lat}&lng=${lng}&distance=21`))).toEqual(['Heartland 90', 'Heartland 120'])
  const byName = [11, 120, 30, 5, 5, 90].map(km => `Heartland ${km}`)
  expect(await everyName(owner, 'query=heartland', 2)).toEqual(byName)
  expect(namesOf(await parksOf(owner, '?query=dolores'))).toEqual(['Dolores Park'])
})

test.each([
  ['near=yes&lat=1&lng=1', ['near', 'lat', 'lng']],
  ['lat=1', ['lng']],
  ['lng=1', ['lat']],
  ['lat=91&lng=1', ['lat']],
  ['near=yes&distance=4', ['distance']],
  ['near=yes&distance=101', ['distance']],
  ['near=yes&cursor=nothing', ['cursor']],
  ['limit=0', ['limit']],
])('%s is refused', async (query, fields) => {
  const { issues } = expectError(await omaha.get(`/api/parks?${query}`), 400)
  expect(issues?.map(({ path }) => path[0])).toEqual(fields)
})

test('a cursor belongs to its list and its reader', async () => {
  const { owner } = await ownerWithDog(app.url, {}, OMAHA)
  const cursor = (await omaha.get('/api/parks?near=yes&limit=1')).headers.get('x-next-cursor')
  for (const list of ['query=heart&', '']) expectError(await omaha.get(`/api/parks?${list}cursor=${cursor}`), 400)
  expectError(await owner.get(`/api/parks?near=yes&cursor=${cursor}`), 400)
})

test('one is read alone, also after it was closed, but not before it was approved', async () => {
  expect((await omaha.get<Park>('/api/parks/closed-one')).body).toMatchObject({ closed: true, distance: 1 })
  expect((await omaha.get<Park>('/api/parks/dolores')).body).toMatchObject({ name: 'Dolores Park', closed: false })
  for (const id of ['refused-one', 'nothing']) expectError(await omaha.get(`/api/parks/${id}`), 404)
})

test('for a match they are those of both, the own ones nearest first and the others by name', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const offered = async (person: Person) => (await person.get<Park[]>(`/api/matches/${matchId}/parks`)).body
  const builtIn = PARKS.map(({ id }) => id)
  const ids = (parks: readonly Park[]) => parks.map(({ id }) => id)
  const near = await offered(first.owner)
  expect(ids(near)).not.toEqual(builtIn)
  expect(ids(near).sort()).toEqual([...builtIn].sort())
  await first.owner.patch('/api/user/location', OMAHA)
  const own = ['Heartland 5', 'Heartland 5', 'Heartland 11', 'Heartland 30']
  const byName = PARKS.map(({ name }) => name).sort()
  const parks = await offered(first.owner)
  expect(namesOf(parks)).toEqual([...own, ...byName])
  for (const park of parks) expectShape(parkSchema, park)
  const others = [11, 30, 5, 5].map(km => `Heartland ${km}`)
  expect(namesOf(await offered(second.owner)).slice(8)).toEqual(others)
  await second.owner.patch('/api/user/location', { lat: 0, lng: -30 })
  expect(namesOf(await offered(first.owner))).toEqual(own)
  await first.owner.patch('/api/user/location', { lat: 0, lng: -30 })
  expect(ids(await offered(first.owner))).toEqual(builtIn)
  // Without a place one is told nothing of the other's.
  await second.owner.patch('/api/user/location', OMAHA)
  await first.owner.patch('/api/user/location', { lat: null, lng: null })
  expect(ids(await offered(first.owner))).toEqual(builtIn)
  expectError(await omaha.get(`/api/matches/${matchId}/parks`), 404)
})
