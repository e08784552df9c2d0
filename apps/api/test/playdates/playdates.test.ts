import { PARKS } from '@barkyard/domain/parks'
import { type Playdate, playdateSchema } from '@barkyard/domain/schemas/playdate'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { inHours } from '../calls.ts'
import { annAndBob, eightAtOnce, ownerWithDog, type Person } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()

let ann: Person
let bob: Person
let ada: string
let matchId: string
beforeEach(async () => {
  ;({ ann, bob, ada, matchId } = await annAndBob(app.url))
})

const propose = (person: Person, fields: Record<string, unknown> = {}) =>
  person.post<Playdate>('/api/playdates', { matchId, whenTs: inHours(24), parkName: 'Dolores Park', ...fields })
const answer = (person: Person, id: string, status: unknown) =>
  person.patch<Playdate>(`/api/playdates/${id}`, { status })
const pending = async (person: Person) =>
  (await person.get<{ count: number }>('/api/playdates/pending-count')).body.count
const begin = (id: string) =>
  app.services.db
    .updateTable('playdates')
    .set({ when_ts: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()
const list = async (person: Person, path = '/api/playdates') => (await person.get<Playdate[]>(path)).body

test('proposing returns the playdate with the park’s coordinates, whatever was sent', async () => {
  const whenTs = '2040-06-01T09:00:00.123456-07:00'
  const { status, body } = await propose(ann, {
    whenTs,
    lat: '1',
    lng: 'x',
    notes: '  Ball games ',
    status: 'proposed',
  })
  expect(status).toBe(200)
  expectShape(playdateSchema, body)
  expect(body).toEqual({
    ...{ id: body.id, matchId, whenTs: '2040-06-01T16:00:00.123Z', notes: 'Ball games', status: 'proposed' },
    ...{ parkName: 'Dolores Park', parkId: 'dolores', timeZone: 'America/Los_Angeles' },
    ...{ lat: '37.7596', lng: '-122.4269', proposerDogId: ada, revision: 1, started: false, changes: null },
    ...{ cancelledAt: null, cancelReason: null, cancelledByDogId: null, was: null, signals: [], with: null },
  })
  for (const person of [ann, bob]) expect(await list(person)).toEqual([body])
  for (const wrong of [{ status: 'declined' }, { status: '' }, { status: null }, { matchId: undefined }, { notes: 7 }])
    expectError(await propose(ann, wrong), 400)
})

test('a match can have at most 20 open proposals, even if 40 arrive at once from both sides', async () => {
  const answers = await eightAtOnce(40, n => propose(n % 2 ? ann : bob, { parkName: PARKS[n % 8]?.name }))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(20)
  for (const one of refused) expectError(one, 409, 'CONFLICT')
  const proposals = await list(ann)
  expect(proposals).toHaveLength(20)
  expect(new Set(proposals.map(({ parkId }) => parkId)).size).toBe(PARKS.length)
  const third = await ownerWithDog(app.url)
  const other = (await ann.post<{ matchId: string }>('/api/bark', { toDogId: third.dog.id })).body.matchId
  expect((await propose(ann, { matchId: other })).status).toBe(200)

  // Answered and past ones do not count.
  const [answered, past] = proposals.filter(({ proposerDogId }) => proposerDogId === ada)
  await answer(bob, answered?.id ?? '', 'declined')
  expect((await propose(ann)).status).toBe(200)
  expectError(await propose(bob), 409)
  await begin(past?.id ?? '')
  expect((await propose(bob)).status).toBe(200)
})

test.each(['accepted', 'declined'] as const)('a proposal is answered once: %s', async status => {
  const { body } = await propose(ann)
  for (const wrong of ['proposed', 'Accepted', 'maybe', '', null, undefined, 1])
    expectError(await answer(bob, body.id, wrong), 400)
  expect((await list(bob))[0]?.status).toBe('proposed')
  // What else is sent is ignored.
  const answered = await bob.patch<Playdate>(`/api/playdates/${body.id}`, { status, id: 'another' })
  expect(answered.status).toBe(200)
  const told = status === 'accepted' ? { firstName: 'Robin' } : null
  expect(expectShape(playdateSchema, answered.body)).toEqual({ ...body, status, revision: 2, with: told })
  for (const again of ['accepted', 'declined']) expectError(await answer(bob, body.id, again), 409, 'CONFLICT')
  for (const person of [ann, bob]) expect(await list(person)).toEqual([answered.body])
})

test('lists contain upcoming playdates by time, of all matches or of one, and those to answer are counted', async () => {
  const third = await ownerWithDog(app.url)
  const other = (await ann.post<{ matchId: string }>('/api/bark', { toDogId: third.dog.id })).body.matchId
  const ids: Record<string, string> = {}
  for (const [name, hours, match] of [
    ['late', 72, matchId],
    ['soon', 1, other],
    ['middle', 48, matchId],
    ['past', 2, matchId],
  ] as const)
    ids[name] = (await propose(name === 'middle' ? bob : ann, { whenTs: inHours(hours), matchId: match })).body.id
  await begin(ids.past ?? '')
  const idsOf = (playdates: Playdate[]) => playdates.map(({ id }) => id)
  expect(idsOf(await list(ann))).toEqual([ids.soon, ids.middle, ids.late])
  expect(idsOf(await list(bob))).toEqual([ids.middle, ids.late])
  for (const person of [ann, bob])
    expect(idsOf(await list(person, `/api/matches/${matchId}/playdates`))).toEqual([ids.middle, ids.late])
  expect(idsOf(await list(third.owner))).toEqual([ids.soon])
  const counts = async () => [await pending(ann), await pending(bob), await pending(third.owner)]
  expect(await counts()).toEqual([1, 1, 1])
  await answer(bob, ids.late ?? '', 'accepted')
  await answer(ann, ids.middle ?? '', 'declined')
  expect(await counts()).toEqual([0, 0, 1])
})
