import type { ChatPlaydate, PastPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { chatPlaydateSchema, pastPlaydateSchema, playdateSchema } from '@barkyard/domain/schemas/playdate'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { annAndBob, notificationsOf, ownerWithDog, type Person } from '../client.ts'
import { openLive } from '../live.ts'
import { expectError, expectShape } from '../shape.ts'
import { iso as at, DAY, HOUR, MINUTE } from '../times.ts'

let clock = Date.now()
const app = testApp({}, { now: () => new Date(clock) })

let ann: Person
let bob: Person
let ada: string
let bo: string
let matchId: string
let start: number
beforeEach(async () => {
  clock = Date.now()
  start = clock + 2 * DAY
  ;({ ann, bob, ada, bo, matchId } = await annAndBob(app.url))
})

async function propose(person = ann, whenTs = at(start)): Promise<Playdate> {
  const { status, body } = await person.post<Playdate>('/api/playdates', { matchId, whenTs, parkName: 'Dolores Park' })
  expect(status).toBe(200)
  return body
}
const call = (person: Person, id: string, verb: string, body?: object) =>
  person.post<Playdate>(`/api/playdates/${id}/${verb}`, body)
const answer = (person: Person, id: string, body: object) => person.patch<Playdate>(`/api/playdates/${id}`, body)
const past = async (person: Person) => (await person.get<PastPlaydate[]>('/api/playdates/past')).body
const list = async (person: Person) => (await person.get<Playdate[]>('/api/playdates')).body
const pending = async (person: Person) =>
  (await person.get<{ count: number }>('/api/playdates/pending-count')).body.count

async function agreed(): Promise<Playdate> {
  const { id } = await propose()
  const { body } = await answer(bob, id, { status: 'accepted' })
  return body
}

test('other terms for a proposal swap its sides, for an agreed playdate wait for the other side', async () => {
  const { id } = await propose()
  const whenTs = at(start + HOUR)
  const countered = await call(bob, id, 'counter', { whenTs })
  expect(countered.body).toMatchObject({ id, whenTs, parkName: 'Dolores Park', status: 'proposed', changes: null })
  expectShape(playdateSchema, countered.body)
  expect([countered.body.proposerDogId, countered.body.revision]).toEqual([bo, 2])
  for (const person of [ann, bob]) expect(await list(person)).toEqual([countered.body])
  expect([await pending(ann), await pending(bob)]).toEqual([1, 0])
  expectError(await answer(bob, id, { status: 'accepted' }), 403, 'not-invited')
  for (const terms of [{}, { whenTs: 'soon' }, { notes: 7 }]) expectError(await call(ann, id, 'counter', terms), 400)
  await answer(ann, id, { status: 'accepted' })
  const asked = await call(ann, id, 'counter', { parkName: 'Crissy Field', notes: ' Beach ' })
  expect(asked.body).toMatchObject({ whenTs, parkName: 'Dolores Park', status: 'accepted', proposerDogId: bo })
  expect(asked.body.changes).toMatchObject({ parkName: 'Crissy Field', notes: 'Beach', byDogId: ada })
  const agreed = await call(bob, id, 'answer-change', { accept: true })
  expect(agreed.body).toMatchObject({ parkName: 'Crissy Field', lat: '37.8039', notes: 'Beach', changes: null })
})

test('a playdate is cancelled for one of four reasons', async () => {
  for (const reason of ['weather', 'unwell', 'busy', 'other'])
    expect((await call(bob, (await agreed()).id, 'cancel', { reason })).body).toMatchObject({ cancelReason: reason })
  const { id } = await agreed()
  for (const reason of ['rain', '', null, undefined]) expectError(await call(ann, id, 'cancel', { reason }), 400)
})

test('a revision that is outdated is refused by each write, without changes', async () => {
  const { id, revision } = await agreed()
  const { body } = await call(ann, id, 'counter', { notes: 'Ball games' })
  for (const [verb, fields] of Object.entries({
    counter: { notes: 'Stale' },
    'answer-change': { accept: true },
    cancel: { reason: 'busy' },
    late: { minutes: 5 },
    here: {},
    recap: { met: true, again: true },
  }))
    expectError(await call(bob, id, verb, { ...fields, revision }), 409, 'stale-revision')
  const proposed = await propose()
  await call(ann, proposed.id, 'counter', { notes: 'Read me' })
  const stale = await answer(bob, proposed.id, { status: 'accepted', revision: proposed.revision })
  expectError(stale, 409, 'stale-revision')
  expect((await list(bob)).find(one => one.id === id)).toEqual(body)
  for (const bad of [0, '1', 1.5]) expectError(await call(bob, id, 'here', { revision: bad }), 400)
  expect((await call(bob, id, 'answer-change', { accept: true, revision: body.revision })).status).toBe(200)
})

test('a playdate that has begun is listed, newest first, and gets a recap that is hidden from the other side until both want to meet again', async () => {
  const ids: string[] = []
  for (const hours of [3, 1, 2]) ids.push((await propose(ann, at(clock + hours * HOUR))).id)
  clock += 2.5 * HOUR
  const begun = await past(bob)
  expect(begun.map(one => [one.id, one.started])).toEqual([
    [ids[2], true],
    [ids[1], false],
  ])
  for (const one of begun) expectShape(pastPlaydateSchema, one)
  const { id } = await agreed()
  const later = await agreed()
  const recapOf = async (person: Person) => (await past(person)).find(one => one.id === id)?.recap
  const recap = (person: Person, again: boolean) =>
    person.post<PastPlaydate>(`/api/playdates/${id}/recap`, { met: true, again })
  expectError(await recap(ann, true), 409, 'not-begun')
  clock = start + HOUR
  const theirs = await openLive(bob)
  expectShape(pastPlaydateSchema, (await recap(ann, true)).body)
  expect(await recapOf(ann)).toEqual({ met: true, again: true, bothAgain: false })
  expect(await recapOf(bob)).toBeNull()
  expect((await recap(bob, false)).body.recap).toEqual({ met: true, again: false, bothAgain: false })
  const mine = await openLive(ann)
  expect((await recap(bob, true)).body.recap?.bothAgain).toBe(true)
  await mine.until(events => events.some(event => event.type === 'playdate'))
  expect(JSON.stringify([...mine.events, ...theirs.events])).not.toContain('recap')
  // Each side gets a notification, and none was sent after Ann's recap alone.
  await theirs.until(events => events.length === 2)
  expect((await recapOf(ann))?.bothAgain).toBe(true)
  // Said once more, it is news to nobody who has read it.
  await bob.post('/api/notifications/seen', { upTo: (await notificationsOf(bob))[0]?.id })
  const read = await notificationsOf(bob)
  expect(read[0]?.seenAt).not.toBeNull()
  expect((await recap(ann, true)).body.recap?.bothAgain).toBe(true)
  expect(await notificationsOf(bob)).toEqual(read)
  expect((await past(ann)).map(one => one.id)).toEqual([later.id, id, ids[0], ids[2], ids[1]])
  expect(await past((await ownerWithDog(app.url)).owner)).toEqual([])
  expect((await ann.get<PastPlaydate[]>('/api/playdates/past?again=yes&limit=1')).body.map(one => one.id)).toEqual([id])
})

test('overlapping playdates of all matches are listed, without the playdate itself', async () => {
  const third = await ownerWithDog(app.url)
  const other = (await ann.post<{ matchId: string }>('/api/bark', { toDogId: third.dog.id })).body.matchId
  const { id } = await agreed()
  const elsewhere = { matchId: other, whenTs: at(start + HOUR - 1), parkName: 'Crissy Field' }
  const { body } = await third.owner.post<Playdate>('/api/playdates', elsewhere)
  await propose(ann, at(start + HOUR))
  const declined = await propose(ann, at(start + 1))
  await answer(bob, declined.id, { status: 'declined' })
  const overlapping = async (query: string) =>
    (await ann.get<Playdate[]>(`/api/playdates/overlapping?whenTs=${at(start)}${query}`)).body.map(one => one.id)
  expect(await overlapping('')).toEqual([id, body.id])
  expect(await overlapping(`&exceptId=${id}`)).toEqual([body.id])
  expect(await overlapping('&exceptId=nothing')).toEqual([id, body.id])
})

test('both sides receive each change at once, with the name of the other, and others receive nothing', async () => {
  await ann.patch('/api/account', { firstName: 'Ann' })
  await bob.patch('/api/account', { firstName: 'Bob' })
  const third = await ownerWithDog(app.url)
  const [mine, theirs, others] = [await openLive(ann), await openLive(bob), await openLive(third.owner)]
  const { id } = await agreed()
  await call(ann, id, 'counter', { notes: 'Ball games' })
  await call(bob, id, 'answer-change', { accept: true })
  clock = start - MINUTE
  await call(ann, id, 'here')
  await call(bob, id, 'cancel', { reason: 'unwell' })
  for (const [person, live, dogId, firstName] of [
    [ann, mine, ada, 'Bob'],
    [bob, theirs, bo, 'Ann'],
  ] as const) {
    const heard = () => live.events.flatMap(event => (event.type === 'playdate' ? [event] : []))
    await live.until(() => heard().length === 6)
    expect(heard().map(({ playdate }) => playdate.with)).toEqual([null, ...Array(4).fill({ firstName }), null])
    expect(heard().at(-1)).toEqual({ type: 'playdate', dogId, matchId, playdate: (await list(person))[0] })
  }
  expect(others.events).toEqual([])
})

test('the plans of a chat are those to come and past, each at its last change, which signals are not', async () => {
  const plans = async (person: Person) => {
    const input = encodeURIComponent(JSON.stringify({ matchId }))
    return person.get<{ result: { data: ChatPlaydate[] } }>(`/api/trpc/playdates.ofChat?input=${input}`)
  }
  const { id } = await propose()
  const states = async () => (await plans(bob)).body.result.data
  const [first] = await states()
  expect(first?.changedAt).toBe(first?.proposedAt)
  clock += HOUR
  await answer(bob, id, { status: 'accepted' })
  const answeredAt = at(clock)
  expect(await states()).toMatchObject([{ playdate: { id, status: 'accepted' }, changedAt: answeredAt }])
  clock += HOUR
  await call(ann, id, 'counter', { whenTs: at(start + HOUR) })
  expect(await states()).toMatchObject([{ changedAt: at(clock) }])
  clock = start - MINUTE
  await call(ann, id, 'late', { minutes: 10 })
  // A change that waits for an answer never moves up.
  expect(await states()).toMatchObject([{ changedAt: at(clock) }])
  await call(ann, id, 'answer-change', { accept: false })
  clock = start + 3 * HOUR
  expect(await states()).toMatchObject([{ playdate: { id, signals: [{ kind: 'late' }] }, changedAt: answeredAt }])
  for (const one of await states()) expectShape(chatPlaydateSchema, one)
  // They are for the two sides alone.
  const stranger = await ownerWithDog(app.url)
  expect((await plans(stranger.owner)).status).toBe(404)
  await ann.post('/api/blocks', { dogId: bo })
  expect((await plans(bob)).status).toBe(404)
})
