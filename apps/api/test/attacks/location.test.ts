import type { Statement } from '@barkyard/db/open'
import { cellCentre, cellOf, distanceKm, type Place } from '@barkyard/domain/place'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { ownerWithDog, type Person } from '../client.ts'
import { RINGS, trilaterate } from './trilateration.ts'

const statements: Statement[] = []
const app = testApp({}, { onStatement: statement => statements.push(statement) })
const CENTRE = cellCentre(cellOf({ lat: 37.7649, lng: -122.4294 }))
/** A place in the same cell: -1 to 1 from edge to edge. */
const inCell = (lat: number, lng: number): Place => ({
  lat: CENTRE.lat + lat * 0.00499,
  lng: CENTRE.lng + lng * 0.00499,
})

let searcher: Person
let dogs: { owner: Person; id: string; place: Place }[]
beforeAll(async () => {
  searcher = (await ownerWithDog(app.url, {}, CENTRE)).owner
  dogs = []
  for (const place of [inCell(-0.98, -0.98), inCell(0.98, 0.98)]) {
    const { owner, dog } = await ownerWithDog(app.url, { name: 'Twin' }, place)
    dogs.push({ owner, id: dog.id, place })
  }
})

test('trilateration finds only the cell, and cannot distinguish two dogs in one cell', async () => {
  const near = { lat: CENTRE.lat + 0.013, lng: CENTRE.lng - 0.017 }
  const guesses = []
  for (const { id, place } of dogs) {
    const guess = await trilaterate(searcher, id, near)
    const [km, off] = [guess.height * 111.195, distanceKm(guess, place)]
    console.log(
      `${guess.calls} calls, ${RINGS} rings: the dog is somewhere in ${guess.height.toFixed(3)}° × ${guess.width.toFixed(3)}° (${km.toFixed(2)} km high); the middle of it is ${Math.round(off * 1000)} m from where it lives`,
    )
    expect(guess.height).toBeGreaterThanOrEqual(0.0099)
    expect(guess.width).toBeGreaterThanOrEqual(0.0099)
    guesses.push(guess)
  }
  const [one, two] = guesses
  expect(one?.answers).toEqual(two?.answers)
  expect([one?.lat, one?.lng, one?.height, one?.width]).toEqual([two?.lat, two?.lng, two?.height, two?.width])
  // The attack is realistic: it does find the cell, and distinguishes it from the next but one.
  expect(distanceKm(one ?? CENTRE, CENTRE)).toBeLessThan(0.5)
  const elsewhere = cellCentre(cellOf({ lat: CENTRE.lat + 0.02, lng: CENTRE.lng - 0.02 }))
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Farther' }, elsewhere)
  const other = await trilaterate(searcher, dog.id, near)
  expect(other.answers).not.toEqual(one?.answers)
  expect(distanceKm(other, elsewhere)).toBeLessThan(0.5)
  await owner.delete(`/api/dogs/${dog.id}`)
})

/** All results of a search from a place, in order. */
async function search(from: Place, query: string): Promise<SniffDog[]> {
  await searcher.patch('/api/user/location', from)
  return (await searcher.get<SniffDog[]>(`/api/sniff?${query}`)).body
}

describe('two dogs in one cell', () => {
  test('keep their order, whoever moved there first', async () => {
    const order = dogs.map(({ id }) => id).sort()
    // Moving within the cell, or out of it and back, changes nothing.
    const [first] = dogs
    for (const place of [inCell(0.9, -0.9), { lat: 10, lng: 10 }, inCell(-0.98, -0.98)])
      await first?.owner.patch('/api/user/location', place)
    expect((await search(inCell(0.5, 0.5), 'distance=5')).map(({ id }) => id)).toEqual(order)
  })

  test('are on the same side of every page, and of a cursor that is used from another place', async () => {
    const order = dogs.map(({ id }) => id).sort()
    for (const from of [CENTRE, inCell(0.97, 0.97), { lat: CENTRE.lat + 0.03, lng: CENTRE.lng }]) {
      await searcher.patch('/api/user/location', from)
      const first = await searcher.get<SniffDog[]>('/api/sniff?distance=25&limit=1')
      expect(first.body.map(({ id }) => id)).toEqual(order.slice(0, 1))
      const cursor = first.headers.get('x-next-cursor')
      for (const elsewhere of [inCell(-0.9, 0.9), { lat: CENTRE.lat - 0.02, lng: CENTRE.lng + 0.02 }]) {
        const rest = await search(elsewhere, `distance=25&cursor=${cursor}`)
        expect(rest.map(({ id }) => id)).toEqual(order.slice(1))
      }
    }
  })

  test('and one in the next cell, a few metres away, are a whole cell apart', async () => {
    const across = { lat: CENTRE.lat + 0.00501, lng: CENTRE.lng + 0.0049 }
    const { owner, dog } = await ownerWithDog(app.url, { name: 'Neighbour' }, across)
    const [, near] = dogs
    expect(distanceKm(across, near?.place ?? CENTRE)).toBeLessThan(0.02)
    // The neighbour's position in its own cell changes nothing.
    const seen = async () => {
      const found = []
      for (let step = -6; step <= 6; step++)
        found.push(
          (await search({ lat: CENTRE.lat + step * 0.007, lng: CENTRE.lng }, 'distance=5')).map(({ id, distance }) => [
            id,
            distance,
          ]),
        )
      return found
    }
    const before = await seen()
    await owner.patch('/api/user/location', { lat: CENTRE.lat + 0.01499, lng: CENTRE.lng - 0.0049 })
    expect(await seen()).toEqual(before)
    await owner.delete(`/api/dogs/${dog.id}`)
  })
})

test('a search reads the same wherever in its cell a dog is, so its time tells nothing either', async () => {
  const [first] = dogs
  const readWith = async (place: Place) => {
    await first?.owner.patch('/api/user/location', place)
    statements.length = 0
    await searcher.get('/api/sniff?distance=5')
    // Others run in the background.
    const searches = statements.filter(({ sql }) => sql.includes('sniff_cells'))
    const rows = await sql`SELECT * FROM sniff_dogs JOIN sniff_cells USING (cell) WHERE dog_id = ${first?.id}`.execute(
      app.services.db,
    )
    return { searches, rows: rows.rows }
  }
  const [one, two] = [await readWith(inCell(-0.98, -0.98)), await readWith(inCell(0.98, 0.98))]
  expect(one.searches.length).toBeGreaterThan(0)
  expect(one.rows).toHaveLength(1)
  expect(one).toEqual(two)
})
