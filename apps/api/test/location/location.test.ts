import { addPark } from '@barkyard/db/testing/parks'
import { AROUND_MAX } from '@barkyard/domain/place'
import { type Around, type User, userSchema } from '@barkyard/domain/schemas/user'
import { describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
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

/** Names of the dogs within 25 km of a place. */
async function foundFrom(place: { lat: number; lng: number }): Promise<string[]> {
  const { owner } = await ownerWithDog(app.url, {}, place)
  const found = (await owner.get<{ name: string }[]>('/api/sniff')).body.map(({ name }) => name)
  await owner.patch('/api/user/location', { lat: null, lng: null })
  return found
}
const settler = (name: string) => ownerWithDog(app.url, { name }, null).then(({ owner }) => owner)

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
  for (const [lat, lng] of [
    [90, 180],
    [-90, -180],
    [0, 0],
    [-0, 1e-9],
  ])
    await send(owner, { lat, lng })
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

describe('a city without coordinates', () => {
  test('gets its place from the gazetteer, while lat and lng stay null', async () => {
    const owner = await settler('Rosie')
    expect(await send(owner, { city: 'Boise', lat: null, lng: null })).toEqual(['Boise', null, null])
    expect(await foundFrom({ lat: 43.6135, lng: -116.2035 })).toEqual(['Rosie'])
    await owner.patch('/api/user/location', { city: 'Boise', lat: null, lng: null })
    expect(await foundFrom({ lat: 43.6135, lng: -116.2035 })).toEqual(['Rosie'])
    await owner.patch('/api/user/location', { city: 'Spokane', lat: null, lng: null })
    expect(await foundFrom({ lat: 43.6135, lng: -116.2035 })).toEqual([])
    expect(await foundFrom({ lat: 47.6597, lng: -117.4291 })).toEqual(['Rosie'])
  })

  test('that is unknown is kept as text without a place, even if there was one before', async () => {
    const owner = await settler('Ghost')
    await send(owner, { lat: -20, lng: -20 })
    expect(await send(owner, { city: 'Xyzzyville', lat: null, lng: null })).toEqual(['Xyzzyville', null, null])
    expect(await foundFrom({ lat: -20, lng: -20 })).toEqual([])
    await send(owner, { city: 'Boise', lat: 5, lng: 5 })
    await send(owner, { lat: null, lng: null })
    expect(await foundFrom({ lat: 43.6135, lng: -116.2035 })).toContain('Ghost')
  })

  test('is the place from which its owner searches', async () => {
    const searcher = await settler('Nose')
    await send(searcher, { city: 'Anchorage', lat: null, lng: null })
    await ownerWithDog(app.url, { name: 'Husky' }, { lat: 61.21, lng: -149.9 })
    expect((await searcher.get<{ name: string }[]>('/api/sniff')).body.map(({ name }) => name)).toEqual(['Husky'])
  })
})

test('suggestions contain the region, and choosing one finds exactly that city', async () => {
  const owner = await signUp(app.url)
  const { status, body } =
    await owner.get<{ city: string; region: string; lat: number; lng: number }[]>('/api/places?query=portl')
  expect(status).toBe(200)
  const at = { lat: expect.closeTo(45.5, 0), lng: expect.closeTo(-122.6, 0) }
  expect(body[0]).toMatchObject({ city: 'Portland', region: 'Oregon', ...at })
  expect(body.map(({ region }) => region)).toContain('Maine')
  expect((await owner.get('/api/places?query=')).body).toEqual([])
  expect((await owner.get('/api/places?query=xyzzyville')).body).toEqual([])
  expectError(await owner.get('/api/places'), 400)
  expectError(await owner.get('/api/places?query=a%00'), 400)
  expectError(await owner.get(`/api/places?query=${'a'.repeat(121)}`), 400)
})

describe('the source of a place', () => {
  const ask = async <T>(person: Person, path: string) =>
    (await person.get<{ result: { data: T } }>(`/api/trpc/${path}`)).body.result.data
  const known = (person: Person) => ask<{ from: string }>(person, 'location.known')
  const check = (person: Person, city: string) =>
    ask<{ isKnown: boolean; similar: string[] }>(
      person,
      `location.check?input=${encodeURIComponent(JSON.stringify({ city }))}`,
    )

  test('is coordinates, a known city or none', async () => {
    const owner = await signUp(app.url)
    expect(await known(owner)).toEqual({ from: 'none' })
    await send(owner, { city: 'Xyzzyville', lat: null, lng: null })
    expect(await known(owner)).toEqual({ from: 'none' })
    await send(owner, { city: 'Oakland', lat: null, lng: null })
    expect(await known(owner)).toEqual({ from: 'city' })
    await send(owner, { lat: 1, lng: 2 })
    expect(await known(owner)).toEqual({ from: 'location' })
    // While impersonating it is the admin's own.
    const admin = await newAdmin(app)
    expect((await admin.post(`/api/admin/impersonate-dog/${(await createDog(owner)).id}`)).status).toBe(200)
    expect(await known(admin)).toEqual({ from: 'none' })
  })

  test('for an unknown city includes similar known ones', async () => {
    const owner = await signUp(app.url)
    expect(await check(owner, 'oakland')).toEqual({ isKnown: true, similar: [] })
    const { isKnown, similar } = await check(owner, 'Oaklandd')
    expect([isKnown, similar[0]]).toEqual([false, expect.stringMatching(/^Oakland, California/)])
  })
})

const OMAHA = { lat: 41.2565, lng: -95.9345 }
/** So many km further north. */
const north = (km: number) => ({ ...OMAHA, lat: OMAHA.lat + km / 111.2 })

async function around(person: Person, input: { city?: string } = {}): Promise<Around | null> {
  const answer = await person.get<{ result: { data: Around | null } }>(
    `/api/trpc/location.around?input=${encodeURIComponent(JSON.stringify(input))}`,
  )
  expect(answer.status).toBe(200)
  return answer.body.result.data
}

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
  const whenTs = new Date(Date.now() + 86_400_000).toISOString()
  for (const { owner } of [host, reader]) {
    const walk = { whenTs, parkId, title: 'Slow walk', maxDogs: 3 }
    expect((await owner.post('/api/walks', walk)).status).toBe(200)
  }

  // One's own dogs and walks are not counted.
  const theirs = { parks: 2, dogs: 1, walks: 1 }
  expect(await around(reader.owner)).toEqual(theirs)
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
