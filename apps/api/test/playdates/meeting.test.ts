import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { playdateSchema } from '@barkyard/domain/schemas/playdate'
import { beforeEach, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { annAndBob, type Client, noon, notificationsOf, type Person } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'
import { iso as at, DAY, HOUR, MINUTE } from '../times.ts'

let clock = noon()
const app = testApp({}, { now: () => new Date(clock) })

let ann: Person
let bob: Person
let ada: string
let bo: string
let matchId: string
let start: number
beforeEach(async () => {
  clock = noon()
  start = clock + 3 * DAY
  ;({ ann, bob, ada, bo, matchId } = await annAndBob(app.url))
  await ann.patch('/api/account', { firstName: 'Ann', lastName: 'Ash' })
  await bob.patch('/api/account', { firstName: 'Bob', lastName: 'Birch' })
})

const proposed = async () =>
  (await ann.post<Playdate>('/api/playdates', { matchId, whenTs: at(start), parkName: 'Dolores Park' })).body
async function agreed(): Promise<Playdate> {
  const { id } = await proposed()
  return (await bob.patch<Playdate>(`/api/playdates/${id}`, { status: 'accepted' })).body
}
const call = (person: Client, id: string, verb: string, body?: object) =>
  person.post<Playdate>(`/api/playdates/${id}/${verb}`, body)
const say = (person: Client, id: string, phrase: string, more: object = {}) =>
  call(person, id, 'phrase', { phrase, ...more })

test('each side reads the other’s first name from accepting until a day after the start, unless it is kept back', async () => {
  const names = async (person: Person) => {
    const paths = ['playdates', 'playdates/past', `matches/${matchId}/playdates`]
    const lists = await Promise.all(paths.map(path => person.get<Playdate[]>(`/api/${path}`)))
    return lists.flatMap(({ body }) => body.map(one => one.with))
  }
  expect((await proposed()).with).toBeNull()
  expect(await names(bob)).toEqual([null, null])
  expect((await agreed()).with).toEqual({ firstName: 'Ann' })
  expect(await names(ann)).toContainEqual({ firstName: 'Bob' })
  expect(JSON.stringify(await names(ann))).not.toContain('Birch')
  expect((await ann.get<{ showFirstName: boolean }>('/api/preferences')).body.showFirstName).toBe(true)
  await ann.patch('/api/preferences', { showFirstName: false })
  const kept = await agreed()
  expect(expectShape(playdateSchema, kept).with).toBeNull()
  expect(await names(bob)).not.toContainEqual({ firstName: 'Ann' })
  expect(await names(ann)).toContainEqual({ firstName: 'Bob' })
  await ann.patch('/api/preferences', { showFirstName: true })
  expect(await names(bob)).toContainEqual({ firstName: 'Ann' })
  clock = start + 24 * HOUR
  expect(await names(ann)).toContainEqual({ firstName: 'Bob' })
  clock += MINUTE
  expect(await names(ann)).not.toContainEqual({ firstName: 'Bob' })
})

test('phrases are signals that the other side hears, of the list and ten a side, and leave the revision', async () => {
  const { id, revision } = await agreed()
  clock = start - 2 * HOUR
  const { status, body } = await say(ann, id, 'by-the-water', { revision })
  expect(status).toBe(200)
  expectError(await say(ann, id, 'hello there'), 400)
  for (const minutes of [0, 7, 60, '10', null, undefined]) expectError(await call(ann, id, 'late', { minutes }), 400)
  expectError(await say(ann, id, 'thank-you', { revision: 1 }), 409)
  expect(body).toMatchObject({
    revision,
    signals: [{ dogId: ada, kind: 'phrase', minutes: null, phrase: 'by-the-water', at: at(clock) }],
  })
  // A reminder may have come meanwhile.
  const said = { kind: 'playdate', dogId: bo, title: 'Ada says: By the water' }
  expect(await notificationsOf(bob)).toContainEqual(expect.objectContaining(said))
  clock = start
  await bob.post(`/api/playdates/${id}/here`, {})
  await say(bob, id, 'on-the-lawn')
  const { body: past } = await ann.get<Playdate[]>('/api/playdates')
  expect(past[0]?.signals.map(({ kind, phrase }) => [kind, phrase])).toEqual([
    ['phrase', 'by-the-water'],
    ['here', null],
    ['phrase', 'on-the-lawn'],
  ])
  for (let n = 1; n < 10; n++) expect((await say(ann, id, 'see-you-soon')).status).toBe(200)
  expectError(await say(ann, id, 'see-you-soon'), 409, 'phrases-full')
  expect((await say(bob, id, 'see-you-soon')).status).toBe(200)
})

test('good to know is told by the owner, and by no admin who acts as the dog, and read by everybody', async () => {
  const edit = (person: Client, body: object) => person.patch<Dog>(`/api/dogs/${ada}`, body)
  const { body: before } = await bob.get<SniffDog>(`/api/dogs/${ada}`)
  expect(before).toMatchObject({ neutered: null, careful: [] })
  const facts = { neutered: true, careful: ['bikes', 'small dogs'] }
  expect(await edit(ann, facts)).toMatchObject({ status: 200, body: facts })
  expect((await bob.get(`/api/dogs/${ada}`)).body).toMatchObject(facts)
  expect(await edit(ann, { neutered: null })).toMatchObject({ body: { neutered: null, careful: facts.careful } })
  for (const wrong of [{ careful: ['cats'] }, { careful: ['men', 'men'] }, { neutered: 'yes' }, { paused: 'no' }])
    expectError(await edit(ann, wrong), 400)
  const admin = await newAdmin(app)
  await admin.post(`/api/admin/impersonate-dog/${ada}`)
  for (const body of [{ paused: true }, { neutered: false }, { careful: ['men'] }])
    expectError(await edit(admin, body), 403, 'acting-as-another-dog')
  expect((await edit(admin, { name: 'Ada' })).status).toBe(200)
})

test('a paused dog is in nobody’s search, while its page, matches and plans go on', async () => {
  const found = async () => (await bob.get<SniffDog[]>('/api/sniff?limit=100')).body.some(({ id }) => id === ada)
  const total = async () => Number((await bob.get('/api/sniff')).headers.get('x-total-count'))
  const before = await total()
  expect(await found()).toBe(true)
  expect((await ann.patch<Dog>(`/api/dogs/${ada}`, { paused: true })).body.paused).toBe(true)
  expect(await found()).toBe(false)
  expect(await total()).toBe(before - 1)
  // It stays paused when its owner moves.
  await ann.patch('/api/user/location', { lat: 37.78, lng: -122.42 })
  expect(await found()).toBe(false)
  const { status, body } = await bob.get<SniffDog>(`/api/dogs/${ada}`)
  expect(status).toBe(200)
  expect(body).not.toHaveProperty('paused')
  expect((await bob.get<unknown[]>('/api/matches')).body).toHaveLength(1)
  expect((await agreed()).status).toBe('accepted')
  expect((await ann.get<SniffDog>(`/api/dogs/${ada}`)).body.paused).toBe(true)
  const admin = await newAdmin(app)
  expect((await admin.get<SniffDog>(`/api/dogs/${ada}`)).body).not.toHaveProperty('paused')
  // Nor is it told to an admin who changes the dog.
  const edited = await admin.patch<Dog>(`/api/dogs/${ada}`, { name: 'Adele' })
  expect([edited.status, edited.body.name, 'paused' in edited.body]).toEqual([200, 'Adele', false])
  expect((await ann.patch<Dog>(`/api/dogs/${ada}`, { name: 'Ada' })).body.paused).toBe(true)
  expect((await ann.patch<Dog>(`/api/dogs/${ada}`, { paused: false })).body).not.toHaveProperty('paused')
  expect(await found()).toBe(true)
})

test('active lately: within seven days, to the day', async () => {
  const isActive = async () => (await bob.get<SniffDog>(`/api/dogs/${ada}`)).body.activeLately
  expect(await isActive()).toBe(true)
  clock += 7 * DAY
  expect(await isActive()).toBe(true)
  clock += DAY
  expect(await isActive()).toBe(false)
  await ann.get('/api/matches')
  await app.services.deliveries.run()
  expect(await isActive()).toBe(true)
})
