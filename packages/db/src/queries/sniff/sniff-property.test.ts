import { ALL_TEMPERAMENTS, SEXES, SIZES, type Temperament } from '@barkyard/domain/dog'
import { cellCentre, cellOf, distanceKm, type Place } from '@barkyard/domain/place'
import { VERIFICATION_KINDS, type VerificationKind } from '@barkyard/domain/verification'
import { ownerAs } from '@barkyard/domain/visibility'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { explore, SEED } from '../../../testing/explore.ts'
import { addRow } from '../../../testing/owners.ts'
import { checkData } from '../../check.ts'
import { newId } from '../ids.ts'
import { type SniffPosition, type SniffSearch, sniffPage } from './sniff.ts'

/**
 * Compares the search with a simple one that looks at every dog. The places are chosen where grids, flat maps and angles
 * go wrong. The search shifts its place by half a metre (see sniff.ts), so it may differ by that at the boundary.
 */
const TOLERANCE_KM = 0.002
const OWNERS = 400
const TODAY = '2030-01-01'

/** By an id's last digit, which is random. */
const sexOf = (id: string) => ((id.at(-1) ?? '') < '8' ? SEXES[0] : SEXES[1])

const CENTRES: Place[] = [
  { lat: 37.7749, lng: -122.4194 },
  { lat: 0, lng: 0 },
  { lat: 0, lng: 180 },
  { lat: -16.8, lng: -179.98 },
  { lat: 65.5, lng: 179.99 },
  { lat: 89.9, lng: 10 },
  { lat: 90, lng: -180 },
  { lat: -89.95, lng: -120 },
  { lat: -90, lng: 0 },
  { lat: 51.4779, lng: -0.001 },
]
const clampLat = (lat: number) => Math.max(-90, Math.min(90, lat))
const wrapLng = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180

const upTo = (most: number) => fc.double({ min: -most, max: most, noNaN: true })

/** Near one of the centres (by distance on the ground, so that places near the poles spread all round), or anywhere. */
const placeArbitrary = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.tuple(fc.constantFrom(...CENTRES), upTo(1), upTo(1)).map(([centre, north, east]) => {
      const lat = clampLat(centre.lat + north)
      return { lat, lng: wrapLng(centre.lng + east / Math.max(0.005, Math.cos((lat * Math.PI) / 180))) }
    }),
  },
  { weight: 1, arbitrary: fc.record({ lat: upTo(90), lng: upTo(180) }) },
)
/** By the names of the columns. */
const dogArbitrary = fc.record({
  age_years: fc.integer({ min: 0, max: 25 }),
  size: fc.constantFrom(...SIZES),
  temperament: fc.uniqueArray(fc.constantFrom(...ALL_TEMPERAMENTS), { maxLength: 4 }),
  photo_checked: fc.boolean(),
  vaccinated_until: fc.constantFrom(null, '2029-12-31', TODAY, '2030-01-02'),
  paused: fc.integer({ min: 0, max: 9 }).map(n => n === 0),
})
const ownerArbitrary = fc.record({
  place: fc.option(placeArbitrary, { freq: 15 }),
  dogs: fc.array(dogArbitrary, { minLength: 1, maxLength: 12 }),
})

type Known =
  typeof dogArbitrary extends fc.Arbitrary<infer D> ? D & { id: string; user_id: string; cell: number | null } : never

const db = await openTestDatabase()
const known: Known[] = []
/** The dogs that the first one has left out. */
let skipped: Known[]

beforeAll(async () => {
  const owners = fc.sample(ownerArbitrary, { numRuns: OWNERS, seed: 7 }).map(owner => ({ ...owner, id: newId() }))
  const cellAt = (place: Place | null) => place && cellOf(place)
  // Some dogs exist before their owners have a place, others are added later. Both must fill the search tables.
  const settledLater = owners.slice(OWNERS / 2)
  const users = owners.map(owner => {
    const cell = settledLater.includes(owner) ? null : cellAt(owner.place)
    return { id: owner.id, email: `${owner.id}@example.test`, first_name: 'A', last_name: 'B', cell }
  })
  await addRow(db, 'users', users)
  for (const { id: user_id, place, dogs } of owners) {
    const made = dogs.map(dog => ({ ...dog, id: newId(), user_id }))
    const traits = { name: 'Dog', breed: 'Mix', bio: null }
    const rows = made.map(dog => ({ ...dog, ...traits, sex: sexOf(dog.id) }))
    await addRow(db, 'dogs', rows)
    known.push(...made.map(dog => ({ ...dog, cell: cellAt(place) })))
  }
  for (const { id, place } of settledLater)
    await sql`UPDATE users SET cell = ${cellAt(place)} WHERE id = ${id}`.execute(db)
  skipped = known.slice(1).filter((_, index) => index % 3 === 0)
  const skip = { dog_id: known[0]?.id ?? '', created_at: new Date() }
  const skips = skipped.map(({ id }) => ({ ...skip, id: newId(), other_dog_id: id }))
  await addRow(db, 'skips', skips)
})

const ofOwner = (search: SniffSearch, dog: Known) =>
  dog.user_id !== search.viewer.userId &&
  !dog.paused &&
  (!search.verified.includes('photo') || dog.photo_checked) &&
  (!search.verified.includes('vaccination') || (dog.vaccinated_until ?? '') >= TODAY) &&
  (search.viewer.kind === 'owner' || !skipped.includes(dog)) &&
  (search.sex === undefined || search.sex === sexOf(dog.id)) &&
  dog.age_years >= (search.ageMin ?? 0) &&
  dog.age_years <= (search.ageMax ?? 1000) &&
  (search.sizes.length === 0 || search.sizes.includes(dog.size)) &&
  (search.temperaments.length === 0 || search.temperaments.some(trait => dog.temperament.includes(trait)))

/** The dogs on all pages of a search. */
async function everyPage(search: SniffSearch): Promise<string[]> {
  const ids: string[] = []
  let after: SniffPosition | undefined
  for (;;) {
    const page = await sniffPage(db, { ...search, after })
    expect(page.dogs.length).toBeLessThanOrEqual(search.limit)
    ids.push(...page.dogs.map(({ dog }) => dog.id))
    const last = page.dogs.at(-1)
    if (!last || page.dogs.length < search.limit) return ids
    after = { dogId: last.dog.id, cell: last.cell }
  }
}

const totalOf = async (search: SniffSearch, countTo: number) => (await sniffPage(db, { ...search, countTo })).total

const filterArbitrary = fc.record({
  distance: fc.integer({ min: 5, max: 100 }),
  ages: fc.option(
    fc.tuple(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: 25 })).map(pair => pair.sort((a, b) => a - b)),
  ),
  sizes: fc.subarray([...SIZES]),
  temperaments: fc.oneof(fc.constant([] as Temperament[]), fc.subarray([...ALL_TEMPERAMENTS])),
  limit: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(100)),
  verified: fc.oneof(fc.constant([] as VerificationKind[]), fc.subarray([...VERIFICATION_KINDS])),
  sex: fc.option(fc.constantFrom(...SEXES), { nil: undefined }),
  owner: fc.nat({ max: 3000 }),
  skips: fc.boolean(),
})
const searchOf = (
  { ages, owner, skips, ...rest }: Parameters<Parameters<typeof filterArbitrary.map>[0]>[0],
  cell: number | null,
): SniffSearch => ({
  ...rest,
  ...(ages && { ageMin: ages[0], ageMax: ages[1] }),
  viewer: ownerAs(known[owner % known.length]?.user_id ?? newId(), skips ? (known[0]?.id ?? null) : null),
  cell,
  today: TODAY,
})

test('any search finds exactly the dogs within the radius, nearest first, each once, with any filter and page size', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(placeArbitrary, filterArbitrary, async (place, filter) => {
      const here = cellCentre(cellOf(place))
      const search = searchOf(filter, cellOf(place))
      const near = known.flatMap(dog =>
        dog.cell === null || !ofOwner(search, dog) ? [] : [{ dog, km: distanceKm(here, cellCentre(dog.cell)) }],
      )
      const surely = near.filter(({ km }) => km <= search.distance - TOLERANCE_KM).map(({ dog }) => dog.id)
      const perhaps = new Map(
        near.filter(({ km }) => km <= search.distance + TOLERANCE_KM).map(({ dog, km }) => [dog.id, km]),
      )
      const ids = await everyPage(search)
      expect(new Set(ids).size).toBe(ids.length)
      expect(surely.filter(id => !ids.includes(id))).toEqual([])
      expect(ids.filter(id => !perhaps.has(id))).toEqual([])
      const kms = ids.map(id => perhaps.get(id) ?? Number.NaN)
      for (const [index, km] of kms.entries()) expect(km).toBeGreaterThanOrEqual((kms[index - 1] ?? 0) - TOLERANCE_KM)
      expect(await everyPage({ ...search, limit: 100 })).toEqual(ids)
      expect(await totalOf(search, 1000)).toBe(Math.min(1000, ids.length))
      expect(await totalOf(search, 3)).toBe(Math.min(3, ids.length))
      found += ids.length
    }),
    { numRuns: explore(50, 1_000), seed: SEED },
  )
  // The test would prove nothing if searches found nothing.
  expect(found).toBeGreaterThan(1000)
})

test('without a place a search finds all dogs, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(filterArbitrary, async filter => {
      const search = { ...searchOf(filter, null), limit: filter.limit * 8 }
      const expected = known.filter(dog => ofOwner(search, dog)).map(({ id }) => id)
      expect(await everyPage(search)).toEqual(expected.sort().reverse())
      expect(await totalOf(search, 1000)).toBe(Math.min(1000, expected.length))
    }),
    { numRuns: explore(5, 100), seed: SEED },
  )
})

test('the search tables stay right while owners move and dogs change owners', async () => {
  const someone = known.find(dog => dog.cell !== null)
  const other = known.find(dog => dog.cell === null)
  if (!someone || !other) throw new Error('the sample has both')
  const dogs = db.updateTable('dogs')
  const changes = [
    dogs.set({ user_id: null }).where('id', '=', someone.id),
    dogs.set({ user_id: someone.user_id, age_years: 25 }).where('id', '=', someone.id),
    dogs.set({ user_id: someone.user_id }).where('id', '=', other.id),
    db.updateTable('users').set({ cell: 5 }).where('id', '=', someone.user_id),
    db.deleteFrom('users').where('id', '=', someone.user_id),
  ]
  const rows = () => db.selectFrom('sniff_dogs').selectAll().where('dog_id', 'in', [someone.id, other.id]).execute()
  for (const change of changes) {
    const before = await rows()
    await change.execute()
    expect(await rows()).not.toEqual(before)
    const checked = (await checkData(db)).filter(({ what }) => /^search (rows|cells)/.test(what))
    expect(checked).toMatchObject([{ wrong: 0 }, { wrong: 0 }])
  }
})
