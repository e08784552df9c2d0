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
})

test('proposing refuses what is invalid, and names the field', async () => {
  for (const [field, values] of [
    ['whenTs', ['2020-01-01T00:00:00Z', 2211740400000, undefined]],
    ['parkName', ['Central Park', 'dolores park', undefined]],
    ['notes', [7]],
    ['status', ['accepted', 'declined', '', null]],
    ['matchId', [undefined]],
  ] as const)
    for (const value of values) {
      const { issues } = expectError(await propose(ann, { [field]: value }), 400, 'BAD_REQUEST')
      expect([value, issues?.map(({ path }) => path[0])]).toEqual([value, expect.arrayContaining([field])])
    }
  expectError(await propose(ann, { whenTs: inHours(-0.001) }), 400)
  expect(await list(ann)).toEqual([])
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
  await app.services.db
    .updateTable('playdates')
    .set({ when_ts: new Date(Date.now() - 1000) })
    .where('id', '=', past?.id ?? '')
    .execute()
  expect((await propose(bob)).status).toBe(200)
})

test.each(['accepted', 'declined'])('answering is possible only once and for the other dog: %s', async status => {
  const { body } = await propose(ann)
  const answered = await answer(bob, body.id, status)
  expect(answered.status).toBe(200)
  expect(answered.body).toEqual({
    ...body,
    status,
    revision: 2,
    with: status === 'accepted' ? { firstName: 'Robin' } : null,
  })
  expectShape(playdateSchema, answered.body)
  for (const again of ['accepted', 'declined']) expectError(await answer(bob, body.id, again), 409, 'CONFLICT')
  for (const person of [ann, bob]) expect(await list(person)).toEqual([answered.body])
})

test('answering is 403 for the proposer, 404 for others, and 400 with an invalid status', async () => {
  const { body } = await propose(ann)
  expectError(await answer(ann, body.id, 'accepted'), 403, 'FORBIDDEN')
  expectError(await answer(bob, 'no-id-at-all', 'accepted'), 404, 'NOT_FOUND')
  for (const status of ['proposed', 'Accepted', 'maybe', '', null, undefined, 1])
    expectError(await answer(bob, body.id, status), 400)
  expect((await list(bob))[0]?.status).toBe('proposed')
  expect((await bob.send('PATCH', `/api/playdates/${body.id}`, { status: 'accepted', id: 'another' })).status).toBe(200)
})

test('lists contain upcoming playdates by time, of all matches or of one', async () => {
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
  await app.services.db
    .updateTable('playdates')
    .set({ when_ts: new Date(Date.now() - 1000) })
    .where('id', '=', ids.past ?? '')
    .execute()
  const idsOf = (playdates: Playdate[]) => playdates.map(({ id }) => id)
  expect(idsOf(await list(ann))).toEqual([ids.soon, ids.middle, ids.late])
  expect(idsOf(await list(bob))).toEqual([ids.middle, ids.late])
  for (const person of [ann, bob])
    expect(idsOf(await list(person, `/api/matches/${matchId}/playdates`))).toEqual([ids.middle, ids.late])
  expect(idsOf(await list(third.owner))).toEqual([ids.soon])
  expect([await pending(ann), await pending(bob), await pending(third.owner)]).toEqual([1, 1, 1])
})

test('the pending count decreases with each answer, and excludes own proposals', async () => {
  const proposals = [await propose(ann), await propose(ann, { whenTs: inHours(30) }), await propose(bob)]
  expect([await pending(ann), await pending(bob)]).toEqual([1, 2])
  await answer(bob, proposals[0]?.body.id ?? '', 'accepted')
  expect([await pending(ann), await pending(bob)]).toEqual([1, 1])
  await answer(bob, proposals[1]?.body.id ?? '', 'declined')
  expect([await pending(ann), await pending(bob)]).toEqual([1, 0])
})
