import { type Wider, widerSchema } from '@barkyard/domain/schemas/sniff'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { ownerWithDog, type Person } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()
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

const wider = async (query = '') => (await owner.get<Wider | null>(`/api/sniff/wider${query}`)).body

test('the next step of the distance at which somebody is found', async () => {
  expect(expectShape(widerSchema, await wider())).toEqual({ distance: 40, total: 2 })
  expect(await wider('?distance=7')).toEqual({ distance: 40, total: 2 })
  expect(await wider('?sizes=small')).toEqual({ distance: 40, total: 1 })
  expect(await wider('?distance=35')).toEqual({ distance: 40, total: 2 })
})

test('null if the search finds somebody, or nothing helps', async () => {
  expect(await wider('?distance=40')).toBeNull()
  const { owner: alone } = await ownerWithDog(app.url, {}, { lat: -60, lng: 0 })
  expect((await alone.get('/api/sniff/wider')).body).toBeNull()
})

test('the filter without which most are found, if no distance helps', async () => {
  expect(await wider('?distance=50&sizes=medium')).toEqual({ drop: 'sizes', total: 2 })
  expect(await wider('?distance=50&temperaments=playful')).toEqual({ drop: 'temperaments', total: 2 })
  expect(await wider('?distance=50&ageMin=20')).toEqual({ drop: 'age', total: 2 })
  expect(await wider('?distance=50&sizes=small&ageMin=10')).toEqual({ drop: 'sizes', total: 1 })
  expect(await wider('?distance=50&sizes=small&temperaments=shy&ageMin=20')).toBeNull()
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

test('counts nobody whom the searcher does not see', async () => {
  const { owner: shy } = await ownerWithDog(app.url, {}, north(70))
  expect((await shy.get<Wider | null>('/api/sniff/wider')).body).toEqual({ distance: 35, total: 2 })
  await shy.post('/api/blocks', { dogId: far })
  expect((await shy.get<Wider | null>('/api/sniff/wider')).body).toEqual({ distance: 35, total: 1 })
})

test('is refused like sniff', async () => {
  expectError(await owner.get('/api/sniff/wider?distance=4'), 400)
  expectError(await owner.get('/api/sniff/wider?ageMin=5&ageMax=4'), 400)
  const { owner: none, dog } = await ownerWithDog(app.url)
  await none.delete(`/api/dogs/${dog.id}`)
  expectError(await none.get('/api/sniff/wider'), 409, 'no-active-dog')
})
