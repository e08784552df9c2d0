import type { Statement } from '@barkyard/db/open'
import { cellCentre, cellOf, distanceKm, type Place } from '@barkyard/domain/place'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { ownerWithDog, type Person } from '../client.ts'
import { trilaterate } from './trilateration.ts'

const statements: Statement[] = []
const app = testApp({}, { onStatement: statement => statements.push(statement) })
const CENTRE = cellCentre(cellOf({ lat: 37.7649, lng: -122.4294 }))
/** A place in the same cell: -1 to 1 from edge to edge. */
const inCell = (lat: number, lng: number): Place => ({
  lat: CENTRE.lat + lat * 0.00499,
  lng: CENTRE.lng + lng * 0.00499,
})

let searcher: Person
let dogs: { owner: Person; id: string }[]
beforeAll(async () => {
  searcher = (await ownerWithDog(app.url, {}, CENTRE)).owner
  dogs = []
  for (const place of [inCell(-0.98, -0.98), inCell(0.98, 0.98)]) {
    const { owner, dog } = await ownerWithDog(app.url, { name: 'Twin' }, place)
    dogs.push({ owner, id: dog.id })
  }
})

test('trilateration finds only the cell, and cannot distinguish two dogs in one cell', async () => {
  const near = { lat: CENTRE.lat + 0.013, lng: CENTRE.lng - 0.017 }
  const guesses = []
  for (const { id } of dogs) {
    const guess = await trilaterate(searcher, id, near)
    expect(guess.height).toBeGreaterThanOrEqual(0.0099)
    expect(guess.width).toBeGreaterThanOrEqual(0.0099)
    guesses.push(guess)
  }
  const [one, two] = guesses
  expect(one).toEqual(two)
  // The attack is realistic: it does find the cell, and distinguishes it from the next but one.
  expect(distanceKm(one ?? CENTRE, CENTRE)).toBeLessThan(0.5)
  const elsewhere = cellCentre(cellOf({ lat: CENTRE.lat + 0.02, lng: CENTRE.lng - 0.02 }))
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Farther' }, elsewhere)
  const other = await trilaterate(searcher, dog.id, near)
  expect(other.answers).not.toEqual(one?.answers)
  expect(distanceKm(other, elsewhere)).toBeLessThan(0.5)
  await owner.delete(`/api/dogs/${dog.id}`)
})

async function search(from: Place, query: string) {
  await searcher.patch('/api/user/location', from)
  return searcher.get<SniffDog[]>(`/api/sniff?${query}`)
}

test('two dogs in one cell are on the same side of every page, and of a cursor that is used from another place', async () => {
  const order = dogs.map(({ id }) => id).sort()
  // Whoever moved there last, within the cell, or out of it and back.
  for (const place of [inCell(0.9, -0.9), { lat: 10, lng: 10 }, inCell(-0.98, -0.98)])
    await dogs[0]?.owner.patch('/api/user/location', place)
  for (const from of [CENTRE, inCell(0.97, 0.97), { lat: CENTRE.lat + 0.03, lng: CENTRE.lng }]) {
    const first = await search(from, 'distance=25&limit=1')
    expect(first.body.map(({ id }) => id)).toEqual(order.slice(0, 1))
    const cursor = first.headers.get('x-next-cursor')
    for (const elsewhere of [inCell(-0.9, 0.9), { lat: CENTRE.lat - 0.02, lng: CENTRE.lng + 0.02 }]) {
      const rest = await search(elsewhere, `distance=25&cursor=${cursor}`)
      expect(rest.body.map(({ id }) => id)).toEqual(order.slice(1))
    }
  }
})

test('a search reads the same wherever in its cell a dog is, so its time tells nothing either', async () => {
  const [first] = dogs
  const readWith = async (place: Place) => {
    await first?.owner.patch('/api/user/location', place)
    statements.length = 0
    await searcher.get('/api/sniff?distance=5')
    // Others run in the background.
    const searches = statements.filter(({ sql }) => sql.includes('sniff_cells'))
    const { rows } = await sql`
      SELECT * FROM sniff_dogs JOIN sniff_cells USING (cell) WHERE dog_id = ${first?.id}`.execute(app.services.db)
    return { searches, rows }
  }
  const [one, two] = [await readWith(inCell(-0.98, -0.98)), await readWith(inCell(0.98, 0.98))]
  expect(one.searches.length).toBeGreaterThan(0)
  expect(one.rows).toHaveLength(1)
  expect(one).toEqual(two)
})
