import type { Notification } from '@barkyard/domain/schemas/notification'
import type { ChatPlaydate, PastPlaydate, Playdate } from '@barkyard/domain/schemas/playdate'
import { chatPlaydateSchema, pastPlaydateSchema, playdateSchema } from '@barkyard/domain/schemas/playdate'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditOf, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { annAndBob, ownerWithDog, type Person } from '../client.ts'
import { Live } from '../live.ts'
import { expectError, expectShape } from '../shape.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The app's current time. */
let clock = Date.now()
const app = testApp({}, { now: () => new Date(clock) })
const at = (ms: number) => new Date(ms).toISOString()

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

describe('other terms for a proposal', () => {
  test('swap its sides: the invited dog becomes the proposer', async () => {
    const { id } = await propose()
    const whenTs = at(start + HOUR)
    const countered = await call(bob, id, 'counter', { whenTs })
    expect(countered.body).toMatchObject({ id, whenTs, parkName: 'Dolores Park', status: 'proposed', changes: null })
    expectShape(playdateSchema, countered.body)
    expect([countered.body.proposerDogId, countered.body.revision]).toEqual([bo, 2])
    for (const person of [ann, bob]) expect(await list(person)).toEqual([countered.body])
    expect([await pending(ann), await pending(bob)]).toEqual([1, 0])
    expectError(await answer(bob, id, { status: 'accepted' }), 403, 'not-invited')
    expect((await answer(ann, id, { status: 'accepted' })).body).toMatchObject({ status: 'accepted', whenTs })
  })

  test('from the proposer keep its sides', async () => {
    const { id } = await propose()
    const { body } = await call(ann, id, 'counter', { parkName: 'Crissy Field', notes: ' Beach ' })
    expect(body).toMatchObject({ parkName: 'Crissy Field', lat: '37.8039', notes: 'Beach', proposerDogId: ada })
  })

  test('must differ, be in the future, and belong to an upcoming playdate', async () => {
    const { id } = await propose()
    const invalid = [{}, { whenTs: at(clock - 1) }, { whenTs: 'soon' }, { parkName: 'Central Park' }, { notes: 7 }]
    for (const fields of invalid) {
      const { issues } = expectError(await call(bob, id, 'counter', fields), 400, 'BAD_REQUEST')
      expect(issues?.[0]?.path[0]).toBe(Object.keys(fields)[0] ?? 'whenTs')
    }
    expectError(await call(bob, id, 'counter', { whenTs: at(start) }), 409, 'same-terms')
    clock = start + 1
    expectError(await call(bob, id, 'counter', { whenTs: at(start + HOUR) }), 409, 'has-begun')
    expectError(await call((await ownerWithDog(app.url)).owner, id, 'counter', { notes: 'x' }), 404, 'NOT_FOUND')
  })
})

describe('other terms for an agreed playdate', () => {
  test('are a suggestion: the agreed ones stay valid until the other side accepts', async () => {
    const { id } = await agreed()
    const wish = { whenTs: at(start + HOUR), parkName: 'Crissy Field', notes: '' }
    const countered = await call(bob, id, 'counter', { whenTs: wish.whenTs, parkName: wish.parkName })
    expect(countered.body).toMatchObject({ whenTs: at(start), status: 'accepted', proposerDogId: ada, revision: 3 })
    expect(countered.body.changes).toMatchObject({ ...wish, byDogId: bo })
    expectError(await call(bob, id, 'answer-change', { accept: true }), 403, 'own-change')
    const accepted = await call(ann, id, 'answer-change', { accept: true })
    expect(accepted.body).toMatchObject({ ...wish, status: 'accepted', changes: null, revision: 4 })
    expectError(await call(ann, id, 'answer-change', { accept: true }), 409, 'no-change')
  })
})

describe('cancelling', () => {
  test('is possible for both sides, for each of the four reasons', async () => {
    for (const [person, reason] of [
      [ann, 'weather'],
      [bob, 'unwell'],
      [ann, 'busy'],
      [bob, 'other'],
    ] as const) {
      const { id } = await agreed()
      await call(ann, id, 'counter', { notes: 'Ball games' })
      const { body } = await call(person, id, 'cancel', { reason })
      expect(body).toMatchObject({ status: 'declined', cancelReason: reason, cancelledAt: at(clock), changes: null })
      expect(body.cancelledByDogId).toBe(person === ann ? ada : bo)
      expectError(await call(person, id, 'cancel', { reason }), 409, 'already-cancelled')
      expectError(await call(person, id, 'counter', { notes: 'Again' }), 409, 'CONFLICT')
    }
    const { id } = await agreed()
    for (const reason of ['rain', '', null, undefined]) expectError(await call(ann, id, 'cancel', { reason }), 400)
  })
})

describe('a revision', () => {
  test('that is outdated is refused by each write, without changes', async () => {
    const { id, revision } = await agreed()
    const { body } = await call(ann, id, 'counter', { notes: 'Ball games' })
    const writes: [string, object][] = [
      ['counter', { notes: 'Stale' }],
      ['answer-change', { accept: true }],
      ['cancel', { reason: 'busy' }],
      ['late', { minutes: 5 }],
      ['here', {}],
      ['recap', { met: true, again: true }],
    ]
    for (const [verb, fields] of writes)
      expect([verb, expectError(await call(bob, id, verb, { ...fields, revision }), 409).reason]).toEqual([
        verb,
        'stale-revision',
      ])
    const proposed = await propose()
    await call(ann, proposed.id, 'counter', { notes: 'Read me' })
    const stale = await answer(bob, proposed.id, { status: 'accepted', revision: proposed.revision })
    expectError(stale, 409, 'stale-revision')
    expect((await list(bob)).find(one => one.id === id)).toEqual(body)
    for (const bad of [0, '1', 1.5]) expectError(await call(bob, id, 'here', { revision: bad }), 400)
    expect((await call(bob, id, 'answer-change', { accept: true, revision: body.revision })).status).toBe(200)
  })
})

describe('a playdate that has begun', () => {
  test('is listed as past, newest first, and as started for an hour', async () => {
    const ids: string[] = []
    for (const hours of [3, 1, 2]) ids.push((await propose(ann, at(clock + hours * HOUR))).id)
    clock += 2.5 * HOUR
    const found = await past(bob)
    expect(found.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    expect(found.map(({ started }) => started)).toEqual([true, false])
    for (const one of found) expectShape(pastPlaydateSchema, one)
    expect(await past((await ownerWithDog(app.url)).owner)).toEqual([])
  })

  test('gets a recap that is hidden from the other side until both want to meet again', async () => {
    const { id } = await agreed()
    const later = await agreed()
    const recapOf = async (person: Person) => (await past(person)).find(one => one.id === id)?.recap
    const recap = (person: Person, again: boolean) =>
      person.post<PastPlaydate>(`/api/playdates/${id}/recap`, { met: true, again })
    expectError(await recap(ann, true), 409, 'not-begun')
    clock = start + HOUR
    const theirs = new Live(bob)
    await theirs.started
    expectShape(pastPlaydateSchema, (await recap(ann, true)).body)
    expect(await recapOf(ann)).toEqual({ met: true, again: true, bothAgain: false })
    expect(await recapOf(bob)).toBeNull()
    expect((await recap(bob, false)).body.recap).toEqual({ met: true, again: false, bothAgain: false })
    const mine = new Live(ann)
    await mine.started
    expect((await recap(bob, true)).body.recap?.bothAgain).toBe(true)
    await mine.until(events => events.some(event => event.type === 'playdate'))
    expect(JSON.stringify([...mine.events, ...theirs.events])).not.toContain('recap')
    // Each side gets a notification, and none was sent after Ann's recap alone.
    await theirs.until(events => events.length === 2)
    expect((await recapOf(ann))?.bothAgain).toBe(true)
    // Said once more, it is news to nobody who has read it.
    const bell = async () => (await bob.get<Notification[]>('/api/notifications')).body
    await bob.post('/api/notifications/seen', { upTo: (await bell())[0]?.id })
    const read = await bell()
    expect(read[0]?.seenAt).not.toBeNull()
    expect((await recap(ann, true)).body.recap?.bothAgain).toBe(true)
    expect(await bell()).toEqual(read)
    expect((await past(ann)).map(one => one.id)).toEqual([later.id, id])
    expect((await ann.get<PastPlaydate[]>('/api/playdates/past?again=yes&limit=1')).body.map(one => one.id)).toEqual([
      id,
    ])
    clock = start + 14 * DAY + 1
    expectError(await recap(ann, false), 409, 'recap-closed')
    await Promise.all([mine.stop(), theirs.stop()])
  })
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

test('both sides receive each change at once, and others receive nothing', async () => {
  const { id } = await agreed()
  const third = await ownerWithDog(app.url)
  const [mine, theirs, others] = [new Live(ann), new Live(bob), new Live(third.owner)]
  await Promise.all([mine.started, theirs.started, others.started])
  await call(ann, id, 'counter', { notes: 'Ball games' })
  await call(bob, id, 'answer-change', { accept: true })
  clock = start - MINUTE
  await call(ann, id, 'here')
  const { body } = await call(bob, id, 'cancel', { reason: 'unwell' })
  for (const [live, dogId] of [
    [mine, ada],
    [theirs, bo],
  ] as const) {
    await live.until(events => events.length === 4)
    expect(live.events.at(-1)).toEqual({ type: 'playdate', dogId, matchId: body.matchId, playdate: body })
  }
  expect(others.events).toEqual([])
  await Promise.all([mine.stop(), theirs.stop(), others.stop()])
})

test('an admin’s moves as somebody else’s dog are logged', async () => {
  const admin = await newAdmin(app)
  await admin.post(`/api/admin/impersonate-dog/${ada}`)
  const { id } = await agreed()
  await call(admin, id, 'counter', { notes: 'Ball games' })
  await call(admin, id, 'answer-change', { accept: false })
  await call(admin, id, 'cancel', { reason: 'other' })
  const noted = (await auditOf(admin, 'playdate')).map(({ action }) => action)
  expect(noted.slice(0, 3)).toEqual([
    'playdate-cancelled-as-dog',
    'playdate-answered-as-dog',
    'playdate-changed-as-dog',
  ])
})

describe('the plans of a chat', () => {
  const plans = async (person: Person) => {
    const input = encodeURIComponent(JSON.stringify({ matchId }))
    return person.get<{ result: { data: ChatPlaydate[] } }>(`/api/trpc/playdates.ofChat?input=${input}`)
  }

  test('are those to come and past, each at its last change, which signals are not', async () => {
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
  })

  test('are for the two sides alone', async () => {
    await propose()
    const stranger = await ownerWithDog(app.url)
    expect((await plans(stranger.owner)).status).toBe(404)
    await ann.post('/api/blocks', { dogId: bo })
    expect((await plans(bob)).status).toBe(404)
  })
})
