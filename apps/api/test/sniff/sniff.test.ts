import type { NewDog, SniffDog } from '@barkyard/domain/schemas/dog'
import { type Wider, widerSchema } from '@barkyard/domain/schemas/sniff'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../app.ts'
import { createDog, ownerWithDog, type Person, pagesOf, signUp } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()
const HOME = { lat: 40.005, lng: -100.005 }
/** A place `km` north of home. */
const north = (km: number) => ({ lat: HOME.lat + km / 111.195, lng: HOME.lng })

async function dogAt(place: { lat: number; lng: number } | null, fields: Partial<NewDog> = {}) {
  const owner = await signUp(app.url)
  if (place) await owner.patch('/api/user/location', place)
  return { owner, dog: await createDog(owner, fields) }
}

const sniff = async (person: Person, query = '') => {
  const answer = await person.get<SniffDog[]>(`/api/sniff${query}`)
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return {
    dogs: answer.body,
    names: answer.body.map(dog => dog.name),
    next: answer.headers.get('x-next-cursor'),
    total: Number(answer.headers.get('x-total-count')),
  }
}

test('matched=no leaves out the dogs that the acting dog has a match with', async () => {
  const place = { lat: 60.005, lng: 60.005 }
  const { owner } = await ownerWithDog(app.url, {}, place)
  const { dog: near } = await dogAt(place)
  const { dog: far } = await dogAt({ ...place, lat: place.lat + 0.1 })
  await owner.post('/api/bark', { toDogId: near.id })
  const found = async (query: string) => (await sniff(owner, query)).dogs.map(({ id }) => id)
  expect(await found('?matched=no&limit=1')).toEqual([far.id])
  expect((await sniff(owner, '?matched=no')).total).toBe(1)
  expect(await found('?matched=yes')).toEqual([near.id, far.id])
})

describe('filters', () => {
  let searcher: Person
  let own: string
  beforeAll(async () => {
    const mine = await ownerWithDog(app.url, { name: 'Own' }, HOME)
    ;[searcher, own] = [mine.owner, mine.dog.id]
    await createDog(searcher, { name: 'Own too' })
    const dogs: [string, number, Partial<NewDog>][] = [
      ['Pup', 2, { ageYears: 0, size: 'small', temperament: ['playful', 'shy'] }],
      ['Mid', 8, { ageYears: 7, size: 'medium', sex: 'male', temperament: ['calm'] }],
      ['Old', 24, { ageYears: 25, size: 'large', temperament: ['friendly', 'protective'] }],
      ['Far', 80, { ageYears: 7, size: 'medium', temperament: [] }],
      ['Out', 130, { ageYears: 7, size: 'medium', temperament: ['calm'] }],
    ]
    for (const [name, km, fields] of dogs) await dogAt(north(km), { name, ...fields })
    await dogAt(null, { name: 'Nowhere' })
    const { dog: unowned } = await dogAt(north(2), { name: 'Unowned' })
    await app.services.db.updateTable('dogs').set({ user_id: null }).where('id', '=', unowned.id).execute()
  })

  test.each([
    ['', ['Pup', 'Mid', 'Old']],
    ['?distance=100', ['Pup', 'Mid', 'Old', 'Far']],
    ['?ageMin=7&ageMax=7', ['Mid']],
    ['?sizes=small,large', ['Pup', 'Old']],
    ['?sizes=small&sizes=large', ['Pup', 'Old']],
    ['?sex=male', ['Mid']],
    ['?temperaments=shy,calm', ['Pup', 'Mid']],
    ['?sizes=&temperaments=', ['Pup', 'Mid', 'Old']],
    ['?sizes=small,medium&temperaments=calm,protective&ageMax=10', ['Mid']],
  ])('%s finds %j', async (query, names) => {
    const found = await sniff(searcher, query)
    expect(found.names).toEqual(names)
    expect(found.total).toBe(names.length)
    expect(found.next).toBeNull()
  })

  test('results have distances in whole km, nearest first, and compatibility, as a single dog has them', async () => {
    const { dogs } = await sniff(searcher, '?distance=100')
    expect(dogs.map(dog => dog.distance)).toEqual([2, 8, 24, 80])
    for (const dog of dogs) expect(dog.compatibility?.score).toBeGreaterThanOrEqual(0)
    expect((await searcher.get(`/api/dogs/${dogs[1]?.id}`)).body).toEqual(dogs[1])
    expect((await searcher.get(`/api/dogs/${own}`)).body).toMatchObject({ distance: null, compatibility: null })
  })

  test.each([
    ['distance', ['4', '101', '25.5', 'near', '']],
    ['ageMin', ['-1', '101', '1.5', '9&ageMax=8']],
    ['ageMax', ['-1', '101', '1.5', 'x']],
    ['sizes', ['huge', 'small,huge']],
    ['temperaments', ['grumpy', 'Playful', 'calm%00']],
    ['verified', ['healthy']],
    ['limit', ['0', '101', '1.5', '5&limit=6']],
    ['order', ['newest']],
    [
      'cursor',
      ['x', ...['', 'no-id-at-all', '01890000-0000-7000-8000-000000000000', 'a%00b'].map(of => `sniff.search.${of}`)],
    ],
  ])('%s=%j is 400', async (name, values) => {
    for (const value of values) {
      const { issues } = expectError(await searcher.get(`/api/sniff?${name}=${value}`), 400, 'BAD_REQUEST')
      if (name !== 'cursor') expect(issues?.map(({ path }) => path[0])).toContain(name)
    }
  })

  test('accept the extreme allowed values, and 50 of a list at most', async () => {
    const queries = 'order=nearest distance=5 distance=100 limit=1 limit=100 ageMin=0 ageMin=100 ageMax=0 ageMax=100'
    for (const query of queries.split(' ')) expect((await searcher.get(`/api/sniff?${query}`)).status).toBe(200)
    expectError(await searcher.get(`/api/sniff?sizes=${Array(51).fill('small')}`), 400)
  })
})

describe('pages', () => {
  type Found = Awaited<ReturnType<typeof dogAt>>
  let searcher: Person
  let searcherDog: string
  const place = (n: number) => ({ lat: -30.005 + n * 0.01, lng: 20.005 })
  beforeAll(async () => {
    const { owner, dog } = await ownerWithDog(app.url, {}, place(0))
    ;[searcher, searcherDog] = [owner, dog.id]
    // Three dogs of one owner share a cell, so that pages break inside cells too.
    for (let cell = 1; cell <= 4; cell++) {
      const { owner } = await dogAt(place(cell), { name: `${cell}-1` })
      await createDog(owner, { name: `${cell}-2` })
      await createDog(owner, { name: `${cell}-3` })
    }
  })

  test('add up to the complete list, each dog once', async () => {
    const whole = await sniff(searcher)
    expect(whole.names).toEqual([1, 2, 3, 4].flatMap(cell => [1, 2, 3].map(dog => `${cell}-${dog}`)))
    for (const limit of [1, 5, 12]) {
      const pages = await pagesOf<SniffDog>(searcher, `/api/sniff?limit=${limit}`)
      expect(pages.flat()).toEqual(whole.dogs)
      expect((await sniff(searcher, `?limit=${limit}`)).total).toBe(12)
    }
  })

  test.each([
    ['moved away', ({ owner }: Found) => owner.patch('/api/user/location', { lat: 40, lng: 40 })],
    ['moved nearer', ({ owner }: Found) => owner.patch('/api/user/location', place(0))],
    ['been deleted', ({ owner, dog }: Found) => owner.delete(`/api/dogs/${dog.id}`)],
    ['been paused', ({ owner, dog }: Found) => owner.patch(`/api/dogs/${dog.id}`, { paused: true })],
    ['blocked the searcher', ({ owner }: Found) => owner.post('/api/blocks', { dogId: searcherDog })],
  ])('go on where they ended, also if their last dog has %s', async (_, change) => {
    const last = await dogAt({ ...place(1), lng: 20.015 }, { name: 'Last' })
    const first = await sniff(searcher, '?limit=4')
    expect(first.names).toEqual(['1-1', '1-2', '1-3', 'Last'])
    expect((await change(last)).status).toBe(200)
    expect((await sniff(searcher, `?limit=3&cursor=${first.next}`)).names).toEqual(['2-1', '2-2', '2-3'])
    await last.owner.delete(`/api/dogs/${last.dog.id}`)
  })

  test('have cursors that tell nothing, and are good for their searcher alone', async () => {
    const one = await sniff(searcher, '?limit=1')
    const two = await sniff(searcher, '?limit=1')
    expect(one.next).not.toBe(two.next)
    const { owner: stranger } = await ownerWithDog(app.url, {}, place(0))
    expectError(await stranger.get(`/api/sniff?cursor=${one.next}`), 400)
    for (const cursor of [one.next?.slice(0, -2), `sniff.search.${'x'.repeat(2_001)}`])
      expectError(await searcher.get(`/api/sniff?cursor=${cursor}`), 400)
  })
})

describe('a searcher without a place', () => {
  const other: TestApp = testApp()

  test('gets all dogs, newest first, without distances, page by page, and a total of at most 1000', async () => {
    const { owner: searcher } = await ownerWithDog(other.url, {}, null)
    const { owner, dog } = await ownerWithDog(other.url, { name: 'First' })
    await ownerWithDog(other.url, { name: 'Second' }, null)
    const whole = await sniff(searcher, '?distance=5')
    expect(whole).toMatchObject({ names: ['Second', 'First'], total: 2 })
    expect(whole.dogs.map(({ distance }) => distance)).toEqual([null, null])
    const { names, next } = await sniff(searcher, '?limit=1')
    expect(names).toEqual(['Second'])
    expect(await sniff(searcher, `?limit=1&cursor=${next}`)).toMatchObject({ names: ['First'], next: null, total: 2 })

    const { breed, size, sex } = dog
    const copy = { user_id: owner.user.id, name: 'Copy', breed, size, sex, age_years: 1, temperament: [], bio: null }
    const copies = Array.from({ length: 1000 }, () => ({ id: crypto.randomUUID(), ...copy }))
    await other.services.db.insertInto('dogs').values(copies).execute()
    const { owner: near } = await ownerWithDog(other.url)
    for (const person of [searcher, near]) expect((await sniff(person)).total).toBe(1000)
  })
})

describe('a wider search', () => {
  const HOME = { lat: 41.2565, lng: -95.9345 }
  const north = (km: number) => ({ lat: HOME.lat + km / 111.195, lng: HOME.lng })

  let owner: Person
  let far: string
  beforeAll(async () => {
    ;({ owner } = await ownerWithDog(app.url, {}, HOME))
    const found = await ownerWithDog(app.url, { size: 'small', ageYears: 3, temperament: ['calm'] }, north(37))
    far = found.dog.id
    await ownerWithDog(app.url, { size: 'large', ageYears: 12, temperament: ['calm', 'shy'] }, north(37))
  })

  test.each<[string, Wider | null]>([
    // The next step of the distance at which somebody is found.
    ['', { distance: 40, total: 2 }],
    ['?distance=7', { distance: 40, total: 2 }],
    ['?sizes=small', { distance: 40, total: 1 }],
    ['?distance=35', { distance: 40, total: 2 }],
    // It finds somebody as it is.
    ['?distance=40', null],
    // The filter without which most are found, if no distance helps.
    ['?distance=50&sizes=medium', { drop: 'sizes', total: 2 }],
    ['?distance=50&temperaments=playful', { drop: 'temperaments', total: 2 }],
    ['?distance=50&ageMin=20', { drop: 'age', total: 2 }],
    ['?distance=50&sizes=small&ageMin=10', { drop: 'sizes', total: 1 }],
    ['?distance=50&sizes=small&temperaments=shy&ageMin=20', null],
  ])('than %j: %j', async (query, wider) => {
    const { body } = await owner.get<Wider | null>(`/api/sniff/wider${query}`)
    expect(expectShape(widerSchema.nullable(), body)).toEqual(wider)
  })

  test('of two filters that help, the one without which more are found', async () => {
    const place = { lat: -41.29, lng: 174.78 }
    const { owner: searcher } = await ownerWithDog(app.url, {}, place)
    await ownerWithDog(app.url, { size: 'medium', ageYears: 20 }, place)
    await ownerWithDog(app.url, { size: 'small', ageYears: 3 }, place)
    await ownerWithDog(app.url, { size: 'large', ageYears: 3 }, place)
    const hiding = async (query: string) => (await searcher.get<Wider | null>(`/api/sniff/wider?${query}`)).body
    // Any size would bring the old dog, any age the small and the large one.
    expect(await hiding('sizes=small,large&ageMin=15')).toEqual({ drop: 'age', total: 2 })
    expect(await hiding('sizes=medium&ageMax=5')).toEqual({ drop: 'sizes', total: 2 })
  })

  test('counts nobody whom the searcher does not see, and is refused like sniff', async () => {
    const { owner: shy } = await ownerWithDog(app.url, {}, north(70))
    const wider = async (query = '') => shy.get<Wider | null>(`/api/sniff/wider${query}`)
    expect((await wider()).body).toEqual({ distance: 35, total: 2 })
    await shy.post('/api/blocks', { dogId: far })
    expect((await wider()).body).toEqual({ distance: 35, total: 1 })
    for (const query of ['?distance=4', '?ageMin=5&ageMax=4']) expectError(await wider(query), 400)
  })
})
