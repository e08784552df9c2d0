import { buffer } from 'node:stream/consumers'
import type { AuditEntry } from '@barkyard/domain/schemas/admin'
import type { AdminPark } from '@barkyard/domain/schemas/park'
import { adminParkSchema } from '@barkyard/domain/schemas/park'
import { beforeAll, expect, test } from 'vitest'
import { accountArchive } from '../../src/features/account/archive.ts'
import { auditOf, newAdmin } from '../admin.ts'
import { notificationsOf, PASSWORD, type Person, pagesOf, signUp } from '../client.ts'
import { mailApp } from '../mail-app.ts'
import { expectError, expectShape } from '../shape.ts'
import { makeToken } from '../tokens.ts'
import { unzip } from '../unzip.ts'

const { app, later, verify } = await mailApp()

let admin: Person
let other: Person
beforeAll(async () => {
  admin = await newAdmin(app)
  other = await signUp(app.url)
})

async function verifiedOwner(): Promise<Person> {
  const owner = await signUp(app.url)
  await verify(owner)
  return owner
}

let places = 0
/** A place in Chicago, a kilometre from every other one. */
const place = () => ({ lat: 41.9, lng: -87.6 + places++ / 50 })
const suggest = (owner: Person, more: object = {}) =>
  owner.post<AdminPark>('/api/parks', { name: 'Wiggly Field', ...place(), ...more })
const decide = (park: AdminPark, approve: boolean, reason = 'It is fine') =>
  admin.post<AdminPark>(`/api/admin/parks/${park.id}/decide`, { approve, reason, version: park.version })
const mine = async (owner: Person) => (await owner.get<AdminPark[]>('/api/parks/mine')).body
const entriesOf = async (id: string): Promise<AuditEntry[]> =>
  (await auditOf(admin, '')).filter(({ detail }) => detail.parkId === id)

test('a suggestion is its owner’s and the moderators’ until it is approved where the decider sets it', async () => {
  const owner = await signUp(app.url)
  expectError(await suggest(owner), 403, 'unverified')
  await verify(owner)
  await owner.patch('/api/user/location', { lat: 41.9, lng: -87.6 })
  const { body: park } = await suggest(owner, { facts: { fenced: true } })
  expectShape(adminParkSchema, park)
  const suggested = { state: 'waiting', source: 'owner', timeZone: 'America/Chicago', distance: expect.any(Number) }
  expect(park).toMatchObject({ ...suggested, facts: { fenced: true, water: null } })
  expect(await mine(owner)).toEqual([park])
  expect(await mine(other)).toEqual([])
  const around = () => other.get<AdminPark[]>(`/api/parks?lat=${park.lat}&lng=${park.lng}`)
  expect((await around()).body.filter(({ id }) => id === park.id)).toEqual([])
  for (const person of [owner, other]) expectError(await person.get(`/api/parks/${park.id}`), 404)

  const { body: waiting } = await admin.get<AdminPark[]>('/api/admin/parks?state=waiting')
  expect(waiting).toContainEqual({ ...park, distance: null })
  const lat = park.lat + 0.001
  const moved = await admin.patch<AdminPark>(`/api/admin/parks/${park.id}`, { lat, version: park.version })
  expectError(await decide(park, true), 409, 'stale-park')
  const { script } = await makeToken(admin, { isAdmin: true })
  const decision = { approve: true, version: moved.body.version }
  expectError(await script.post(`/api/admin/parks/${park.id}/decide`, decision), 403, 'token')
  expect((await decide(moved.body, true)).body).toMatchObject({ state: 'open', lat, reason: 'It is fine' })
  expectError(await decide(moved.body, false), 409, 'suggestion-decided')
  expect((await around()).body).toMatchObject([{ id: park.id, source: 'owner' }])
  expect(await notificationsOf(owner)).toMatchObject([
    { kind: 'moderation', title: 'Wiggly Field is a park now', body: 'It is fine', path: `/park/${park.id}` },
  ])
  const entries = await entriesOf(park.id)
  const detail = { fields: ['state', 'reason'], before: { state: 'waiting' }, after: { state: 'open' } }
  expect(entries).toMatchObject([{ action: 'park-approved', detail }, { action: 'park-edited' }])
  // Nothing that others read names who suggested it.
  const others = [entries, (await around()).body, waiting, (await admin.get('/api/admin/parks')).body]
  for (const word of [owner.user.id, owner.user.email]) expect(JSON.stringify(others)).not.toContain(word)
})

test('five wait at most, ten come in 30 days, and none where one was refused', async () => {
  const owner = await verifiedOwner()
  const suggested = await Promise.all(Array.from({ length: 6 }, () => suggest(owner)))
  expect(suggested.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409])
  const [refused, ...rest] = suggested.filter(({ status }) => status === 200).map(({ body }) => body)
  if (!refused) throw new Error('none was suggested')
  await decide(refused, false, 'It is a home')
  const found = (await mine(owner)).find(({ id }) => id === refused.id)
  expect(found).toMatchObject({ state: 'closed', reason: 'It is a home' })
  expectError(await owner.get(`/api/parks/${refused.id}`), 404)
  expect((await entriesOf(refused.id)).map(({ action }) => action)).toEqual(['park-refused'])
  expect(await notificationsOf(owner)).toMatchObject([
    { title: 'Wiggly Field did not become a park', body: 'It is a home' },
  ])
  const someone = await verifiedOwner()
  expectError(await suggest(someone, { lat: refused.lat + 0.001, lng: refused.lng }), 409, 'refused-before')
  expect((await suggest(someone, { lat: refused.lat + 0.002, lng: refused.lng })).status).toBe(200)

  for (const park of rest) await decide(park, true)
  for (let nth = 0; nth < 5; nth++) expect((await suggest(owner)).status).toBe(200)
  for (const park of await mine(owner)) if (park.state === 'waiting') await decide(park, true)
  expectError(await suggest(owner), 409, 'suggestions-full')
  later(31 * 24 * 60)
  expect((await suggest(owner)).status).toBe(200)
})

test('a suggestion is in its owner’s export, and is forgotten with the account; the park stays', async () => {
  const owner = await verifiedOwner()
  const { body: approved } = await suggest(owner, { name: 'Stays' })
  await decide(approved, true)
  const { body: waits } = await suggest(owner, { name: 'Goes' })
  const archive = async ({ user }: Person) => {
    const zip = await accountArchive(app.services, user.id, new Date())
    return zip && (await unzip(await buffer(zip))).get('parks.json')?.toString()
  }
  expect(await archive(owner)).toContain('Goes')
  expect(await archive(other)).not.toMatch(/Goes|Stays/)
  expect((await owner.delete('/api/account', { password: PASSWORD })).status).toBe(200)
  expect((await other.get(`/api/parks/${approved.id}`)).body).toMatchObject({ name: 'Stays', closed: false })
  expectError(await decide(waits, true), 404)
  const rows = await app.services.db.selectFrom('parks').select('suggested_by').where('id', '=', approved.id).execute()
  expect(rows).toEqual([{ suggested_by: null }])
})

test('an admin adds, edits and closes parks by their version, but not those of every installation', async () => {
  const add = () => admin.post<AdminPark>('/api/admin/parks', { name: 'Montrose', ...place(), address: 'Chicago' })
  await admin.patch('/api/user/location', { lat: 52.1, lng: 5.1 })
  const { body: park } = await add()
  expect(park).toMatchObject({ state: 'open', source: 'admin', timeZone: 'America/Chicago', version: 1 })
  const utrecht = { lat: 52.1, lng: 5.1, facts: { leash: 'off' }, version: 1 }
  const edited = await admin.patch<AdminPark>(`/api/admin/parks/${park.id}`, utrecht)
  const facts = { leash: 'off', water: null }
  const there = { timeZone: 'Europe/Amsterdam', facts, address: 'Chicago', version: 2, distance: 1 }
  expect(edited.body).toMatchObject(there)
  const close = (id: string, version: number) =>
    admin.post<AdminPark>(`/api/admin/parks/${id}/close`, { version, reason: 'Built over' })
  expectError(await close(park.id, 1), 409, 'stale-park')
  const closed = { state: 'closed', closed: true, reason: 'Built over', version: 3, distance: 1 }
  expect((await close(park.id, 2)).body).toMatchObject(closed)
  expectError(await close(park.id, 3), 409, 'park-not-open')
  expect((await other.get(`/api/parks/${park.id}`)).body).toMatchObject({ closed: true })
  expect((await entriesOf(park.id)).map(({ action }) => action)).toEqual(['park-closed', 'park-edited', 'park-added'])

  const dolores = '/api/admin/parks/dolores'
  for (const change of [{ name: 'Mission Dolores' }, { lat: 37.76 }])
    expectError(await admin.patch(dolores, { ...change, version: 1 }), 409, 'built-in-park')
  expectError(await close('dolores', 1), 409, 'built-in-park')
  const told = await admin.patch(dolores, { name: 'Dolores Park', facts: { water: true }, version: 1 })
  expect(told.body).toMatchObject({ facts: { water: true } })

  const pages = (await pagesOf<AdminPark>(admin, '/api/admin/parks?limit=3')).flat().map(({ name }) => name)
  expect(pages.length).toBeGreaterThan(8)
  expect(pages).toEqual([...pages].sort((one, two) => one.toLowerCase().localeCompare(two.toLowerCase())))
})
