import { addPark } from '@barkyard/db/testing/parks'
import { AROUND_MAX } from '@barkyard/domain/place'
import { type Around, type User, userSchema } from '@barkyard/domain/schemas/user'
import { expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { walkOf } from '../calls.ts'
import { createDog, ownerWithDog, type Person, signUp } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()

const send = async (person: Person, location: unknown) => {
  const { status, body } = await person.patch<User>('/api/user/location', location)
  expect(status).toBe(200)
  expectShape(userSchema, body)
  expect((await person.get('/api/auth/user')).body).toEqual(body)
  return [body.city, body.lat, body.lng]
}

/** What a read that pages make alone answers. */
async function ask<T>(person: Person, name: string, input: object = {}): Promise<T> {
  const query = `input=${encodeURIComponent(JSON.stringify(input))}`
  const { status, body } = await person.get<{ result: { data: T } }>(`/api/trpc/${name}?${query}`)
  expect(status).toBe(200)
  return body.result.data
}

/** Names of the dogs within 25 km of a place. */
async function foundFrom(place: { lat: number; lng: number }): Promise<string[]> {
  const { owner } = await ownerWithDog(app.url, {}, place)
  const found = (await owner.get<{ name: string }[]>('/api/sniff')).body.map(({ name }) => name)
  await owner.patch('/api/user/location', { lat: null, lng: null })
  return found
}

test('a location with coordinates keeps the city, with both sets both, and with another city loses its coordinates', async () => {
  const owner = await signUp(app.url)
  expect(await send(owner, { lat: 1.25, lng: -2.5 })).toEqual([null, 1.25, -2.5])
  expect(await send(owner, { city: '  Reno ', lat: 39.5, lng: -119.8 })).toEqual(['Reno', 39.5, -119.8])
  expect(await send(owner, { lat: -1, lng: 1 })).toEqual(['Reno', -1, 1])
  expect(await send(owner, { lat: null, lng: null })).toEqual(['Reno', null, null])
  expect(await send(owner, { city: 'Reno', lat: 3, lng: 4, unknown: true })).toEqual(['Reno', 3, 4])
  expect(await send(owner, { city: ' Reno ', lat: null, lng: null })).toEqual(['Reno', 3, 4])
  expect(await send(owner, { city: 'Denver', lat: null, lng: null })).toEqual(['Denver', null, null])
  // The edges of the world and of what fits.
  for (const place of [
    { lat: 90, lng: 180 },
    { lat: -90, lng: -180 },
    { lat: 0, lng: 0 },
    { lat: -0, lng: 1e-9 },
  ])
    await send(owner, place)
  for (const city of ['a'.repeat(120), `O'Fallon "x" <y>`]) await send(owner, { city, lat: null, lng: null })
})

test('a location is refused for the field that is wrong, and changes nothing', async () => {
  const owner = await signUp(app.url)
  const before = await send(owner, { city: 'Reno', lat: 1, lng: 2 })
  for (const [field, locations] of [
    ['lat', [{ lat: 90.1, lng: 0 }, { lat: -90.1, lng: 0 }, { lat: '1', lng: 0 }, { lng: 1 }, { city: 'Reno' }, {}]],
    ['lng', [{ lat: 1 }, { lat: 0, lng: 180.1 }, { lat: 0, lng: -180.1 }, { lat: 1, lng: null }]],
    ['lng', [{ lat: null, lng: 1 }]],
    ['city', ['', '  ', 'a'.repeat(121), 'a\0', 7].map(city => ({ city, lat: null, lng: null }))],
    ['city', [{ city: null, lat: 1, lng: 1 }]],
  ] as const)
    for (const location of locations) {
      const { issues } = expectError(await owner.patch('/api/user/location', location), 400, 'BAD_REQUEST')
      expect([location, issues?.map(({ path }) => path[0])]).toEqual([location, expect.arrayContaining([field])])
    }
  const { body } = await owner.get<User>('/api/auth/user')
  expect([body.city, body.lat, body.lng]).toEqual(before)
})

test('a city without coordinates gets its place from the gazetteer, from which its owner is found and searches', async () => {
  const BOISE = { lat: 43.6135, lng: -116.2035 }
  const { owner } = await ownerWithDog(app.url, { name: 'Rosie' }, null)
  for (let again = 0; again < 2; again++) {
    expect(await send(owner, { city: 'Boise', lat: null, lng: null })).toEqual(['Boise', null, null])
    expect(await foundFrom(BOISE)).toEqual(['Rosie'])
  }
  await send(owner, { city: 'Spokane', lat: null, lng: null })
  expect(await foundFrom(BOISE)).toEqual([])
  expect(await foundFrom({ lat: 47.6597, lng: -117.4291 })).toEqual(['Rosie'])
  await ownerWithDog(app.url, { name: 'Husky' }, { lat: 47.66, lng: -117.43 })
  expect((await owner.get<{ name: string }[]>('/api/sniff')).body.map(({ name }) => name)).toEqual(['Husky'])
  // One that is unknown is kept as text without a place, even if there was one before.
  await send(owner, { lat: -20, lng: -20 })
  expect(await send(owner, { city: 'Xyzzyville', lat: null, lng: null })).toEqual(['Xyzzyville', null, null])
  expect(await foundFrom({ lat: -20, lng: -20 })).toEqual([])
  await send(owner, { city: 'Boise', lat: 5, lng: 5 })
  await send(owner, { lat: null, lng: null })
  expect(await foundFrom(BOISE)).toEqual(['Rosie'])
})

test('suggestions contain the region, and choosing one finds exactly that city', async () => {
  const owner = await signUp(app.url)
  const { status, body } =
    await owner.get<{ city: string; region: string; lat: number; lng: number }[]>('/api/places?query=portl')
  expect(status).toBe(200)
  const at = { lat: expect.closeTo(45.5, 0), lng: expect.closeTo(-122.6, 0) }
  expect(body[0]).toMatchObject({ city: 'Portland', region: 'Oregon', ...at })
  expect(body.map(({ region }) => region)).toContain('Maine')
  for (const query of ['', 'xyzzyville']) expect((await owner.get(`/api/places?query=${query}`)).body).toEqual([])
  for (const query of ['', '?query=a%00', `?query=${'a'.repeat(121)}`])
    expectError(await owner.get(`/api/places${query}`), 400)
})

test('the source of a place is coordinates, a known city or none; for an unknown city similar ones are known', async () => {
  const known = (person: Person) => ask<{ from: string }>(person, 'location.known')
  const owner = await signUp(app.url)
  expect(await known(owner)).toEqual({ from: 'none' })
  for (const [location, from] of [
    [{ city: 'Xyzzyville', lat: null, lng: null }, 'none'],
    [{ city: 'Oakland', lat: null, lng: null }, 'city'],
    [{ lat: 1, lng: 2 }, 'location'],
  ]) {
    await send(owner, location)
    expect(await known(owner)).toEqual({ from })
  }
  // While impersonating it is the admin's own.
  const admin = await newAdmin(app)
  expect((await admin.post(`/api/admin/impersonate-dog/${(await createDog(owner)).id}`)).status).toBe(200)
  expect(await known(admin)).toEqual({ from: 'none' })
  const check = (city: string) => ask(owner, 'location.check', { city })
  expect(await check('oakland')).toEqual({ isKnown: true, similar: [] })
  const similar = expect.arrayContaining([expect.stringMatching(/^Oakland, California/)])
  expect(await check('Oaklandd')).toEqual({ isKnown: false, similar })
})

const OMAHA = { lat: 41.2565, lng: -95.9345 }
/** So many km further north. */
const north = (km: number) => ({ ...OMAHA, lat: OMAHA.lat + km / 111.2 })

const around = (person: Person, input: { city?: string } = {}) => ask<Around | null>(person, 'location.around', input)

test('parks, dogs and walks within 50 km are counted, as the owner sees them', async () => {
  const newcomer = await signUp(app.url)
  expect(await around(newcomer)).toBeNull()
  expect(await around(newcomer, { city: 'Qqqqqville' })).toBeNull()
  expect(await around(newcomer, { city: 'Omaha, Nebraska' })).toEqual({ parks: 0, dogs: 0, walks: 0 })

  const { db } = app.services
  const parkId = await addPark(db, { name: 'Hefflinger Park', ...OMAHA })
  await addPark(db, { name: 'Near Park', ...north(48) })
  await addPark(db, { name: 'Far Park', ...north(52) })
  await addPark(db, { name: 'Waiting Park', ...OMAHA, state: 'waiting', offered_at: null })
  await addPark(db, { name: 'Closed Park', ...OMAHA, state: 'closed' })
  const host = await ownerWithDog(app.url, { name: 'Hetty' }, north(48))
  await ownerWithDog(app.url, { name: 'Far' }, north(52))
  const reader = await ownerWithDog(app.url, {}, OMAHA)
  for (const { owner } of [host, reader])
    expect((await owner.post('/api/walks', { ...walkOf(), parkId })).status).toBe(200)

  // One's own dogs and walks are not counted.
  expect(await around(reader.owner)).toEqual({ parks: 2, dogs: 1, walks: 1 })
  expect(await around(newcomer, { city: 'Omaha, Nebraska' })).toEqual({ parks: 2, dogs: 2, walks: 2 })
  // A walk that was called off, and a host who blocked, are not there.
  await host.owner.post('/api/blocks', { dogId: reader.dog.id })
  expect(await around(reader.owner)).toEqual({ parks: 2, dogs: 0, walks: 0 })
})

test('counting stops', async () => {
  const { owner } = await ownerWithDog(app.url, {}, { lat: 60, lng: 10 })
  for (let n = 0; n <= AROUND_MAX; n++) await addPark(app.services.db, { name: 'Park', lat: 60, lng: 10 })
  expect(await around(owner)).toEqual({ parks: AROUND_MAX, dogs: 0, walks: 0 })
})
