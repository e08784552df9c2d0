import { addPark } from '@barkyard/db/testing/parks'
import { AROUND_MAX } from '@barkyard/domain/place'
import type { Around } from '@barkyard/domain/schemas/user'
import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { ownerWithDog, type Person, signUp } from '../client.ts'

const app = testApp()
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
