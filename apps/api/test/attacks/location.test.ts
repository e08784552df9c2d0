import type { Statement } from '@barkyard/db/open'
import { cellCentre, cellOf, distanceKm, type Place } from '@barkyard/domain/place'
import type { SniffDog } from '@barkyard/domain/schemas/dog'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { notificationsOf, ownerWithDog, type Person } from '../client.ts'
import { type Guess, trilaterate } from './trilateration.ts'

const DAY = 24 * 3_600_000
let clock = Date.UTC(2030, 5, 1, 17)
const statements: Statement[] = []
const app = testApp({}, { now: () => new Date(clock), onStatement: statement => statements.push(statement) })

const centreAt = (lat: number, lng: number) => cellCentre(cellOf({ lat, lng }))
/** A place in the cell of a centre: -1 to 1 from edge to edge. */
const inCell = (centre: Place, lat: number, lng: number): Place => ({
  lat: centre.lat + lat * 0.00499,
  lng: centre.lng + lng * 0.00499,
})
/** Two corners of a cell, which are a kilometre apart. */
const cornersOf = (centre: Place) => [inCell(centre, -0.98, -0.98), inCell(centre, 0.98, 0.98)] as const
const nearTo = (centre: Place) => ({ lat: centre.lat + 0.013, lng: centre.lng - 0.017 })

const CENTRE = centreAt(37.7649, -122.4294)
let searcher: Person
let dogs: { owner: Person; id: string }[]
beforeAll(async () => {
  searcher = (await ownerWithDog(app.url, {}, CENTRE)).owner
  dogs = []
  for (const place of cornersOf(CENTRE)) {
    const { owner, dog } = await ownerWithDog(app.url, { name: 'Twin' }, place)
    dogs.push({ owner, id: dog.id })
  }
})

/** Expects that an attack found the dog's cell, so that it is realistic, and no place in it. */
function expectOnlyCell(guess: Guess, centre: Place): void {
  expect(Math.min(guess.height, guess.width)).toBeGreaterThanOrEqual(0.0099)
  expect(distanceKm(guess, centre)).toBeLessThan(0.5)
}

test('trilateration finds only the cell, and cannot distinguish two dogs in one cell', async () => {
  /** What a searcher can learn about a dog from one place. */
  const looking = (dogId: string) => async (from: Place, radius: number) => {
    await searcher.patch('/api/user/location', from)
    const { body, headers } = await searcher.get<SniffDog[]>(`/api/sniff?distance=${radius}&limit=100`)
    const found = body.find(({ id }) => id === dogId)
    const { body: page } = await searcher.get<SniffDog>(`/api/dogs/${dogId}`)
    const shown = [found !== undefined, found?.distance, found?.compatibility, page.distance, page.compatibility]
    return JSON.stringify([...shown, headers.get('x-total-count')])
  }
  const near = nearTo(CENTRE)
  const guesses: Guess[] = []
  for (const { id } of dogs) guesses.push(await trilaterate(looking(id), near))
  const [one, two] = guesses as [Guess, Guess]
  expectOnlyCell(one, CENTRE)
  expect(one).toEqual(two)
  // It distinguishes the cell from the next but one.
  const elsewhere = centreAt(CENTRE.lat + 0.02, CENTRE.lng - 0.02)
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Farther' }, elsewhere)
  const other = await trilaterate(looking(dog.id), near)
  expect(other.answers).not.toEqual(one.answers)
  expectOnlyCell(other, elsewhere)
  await owner.delete(`/api/dogs/${dog.id}`)
})

async function search(from: Place, query: string) {
  await searcher.patch('/api/user/location', from)
  return searcher.get<SniffDog[]>(`/api/sniff?${query}`)
}

test('two dogs in one cell are on the same side of every page, and of a cursor that is used from another place', async () => {
  const order = dogs.map(({ id }) => id).sort()
  // Whoever moved there last, within the cell, or out of it and back.
  for (const place of [inCell(CENTRE, 0.9, -0.9), { lat: 10, lng: 10 }, inCell(CENTRE, -0.98, -0.98)])
    await dogs[0]?.owner.patch('/api/user/location', place)
  for (const from of [CENTRE, inCell(CENTRE, 0.97, 0.97), { lat: CENTRE.lat + 0.03, lng: CENTRE.lng }]) {
    const first = await search(from, 'distance=25&limit=1')
    expect(first.body.map(({ id }) => id)).toEqual(order.slice(0, 1))
    const cursor = first.headers.get('x-next-cursor')
    for (const elsewhere of [inCell(CENTRE, -0.9, 0.9), { lat: CENTRE.lat - 0.02, lng: CENTRE.lng + 0.02 }]) {
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
  const [southWest, northEast] = cornersOf(CENTRE)
  const [one, two] = [await readWith(southWest), await readWith(northEast)]
  expect(one.searches.length).toBeGreaterThan(0)
  expect(one.rows).toHaveLength(1)
  expect(one).toEqual(two)
})

test('wider searches find only the cell, whatever corner of it a dog lives in', async () => {
  const centre = centreAt(20.005, 30.005)
  const { owner: stalker } = await ownerWithDog(app.url, {}, centre)
  const { owner } = await ownerWithDog(app.url, {}, centre)
  const ask = async (from: Place, radius: number) => {
    await stalker.patch('/api/user/location', from)
    const { body } = await stalker.get(`/api/sniff/wider?distance=${radius}`)
    return JSON.stringify([body === null, body])
  }
  const guesses: Guess[] = []
  for (const corner of cornersOf(centre)) {
    await owner.patch('/api/user/location', corner)
    const guess = await trilaterate(ask, nearTo(centre))
    expectOnlyCell(guess, centre)
    guesses.push(guess)
  }
  expect(guesses[0]).toEqual(guesses[1])
})

test('saved searches answer once for a dog: a searcher who moves from look to look learns nothing more', async () => {
  const answers: string[][] = []
  // In a cell, in its other corner, and two kilometres away.
  for (const place of [0, 1, 2]) {
    const centre = centreAt(30.005, 30.005 + place * 10)
    const lives = cornersOf(centre)[place] ?? { lat: centre.lat + 0.018, lng: centre.lng }
    const { owner: stalker } = await ownerWithDog(app.url, {}, centre)
    await stalker.post('/api/searches', { name: 'Stalk', filters: { distance: 5 } })
    const { owner } = await ownerWithDog(app.url, {}, lives)
    let known = 0
    const ask = async (from: Place) => {
      await stalker.patch('/api/user/location', from)
      clock += DAY
      await app.services.deliveries.run()
      const before = known
      known = (await notificationsOf(stalker)).length
      return JSON.stringify([known > before])
    }
    // The first look finds it, from wherever it is within the radius.
    expect(await ask(centre)).toBe('[true]')
    const guess = await trilaterate(ask, nearTo(centre))
    expect(guess.answers).not.toContain('[true]')
    // Nor does the dog's own moving make it new.
    for (const to of [{ lat: -30, lng: 30 }, lives]) {
      await owner.patch('/api/user/location', to)
      expect(await ask(centre)).toBe('[false]')
    }
    answers.push(guess.answers)
  }
  expect(answers).toEqual([answers[0], answers[0], answers[0]])
})
