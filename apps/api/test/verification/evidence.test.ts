import { sweepVerifications } from '@barkyard/db/queries/verification/verifications'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { verificationSchema } from '@barkyard/domain/schemas/verification'
import { evidenceKeptSince } from '@barkyard/domain/verification'
import { dayOf } from '@barkyard/domain/verification-days'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAdmin, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { Client, ownerWithDog, PASSWORD, type Person } from '../client.ts'
import { openLive } from '../live.ts'
import { photoFiles } from '../photo-files.ts'
import { expectError, expectShape } from '../shape.ts'
import { DAY } from '../times.ts'
import { makeToken } from '../tokens.ts'
import { verificationCalls } from './calls.ts'

let clock = Date.now()
const app = testApp({}, { now: () => new Date(clock) })
const day = (days: number) => dayOf(new Date(clock + days * DAY))

let admin: Person
let other: Person
beforeAll(async () => {
  admin = await newAdmin(app)
  other = (await ownerWithDog(app.url, { name: 'Other' })).owner
})

let owner: Person
let dog: Dog
beforeEach(async () => {
  clock = Date.now()
  ;({ owner, dog } = await ownerWithDog(app.url, { name: 'Biscuit' }))
})

const calls = verificationCalls(() => ({ owner, dog, admin }))
const { start, send, decide, waiting, approved, mine, queue } = calls
const look = (id: string, person: Client) => person.get(`/api/verifications/${id}/evidence`)
const seen = (person = other) => calls.seen(person)
const keyOf = async (id: string) => {
  const row = app.services.db.selectFrom('verifications').select('evidence_key').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).evidence_key ?? ''
}

test('asking for a photo of one’s own dog gives four words, and the same ones until it is decided', async () => {
  expectError(await start('photo', admin), 403, 'not-your-dog')
  expectError(await owner.post(`/api/dogs/${dog.id}/verifications`, { kind: 'health' }), 400)
  const first = await start('photo')
  expect(first.status).toBe(200)
  expect(first.body.code?.split(' ')).toHaveLength(4)
  expect((await start('photo')).body).toEqual(first.body)
  const record = await start('vaccination')
  expect(record.body).toEqual({ id: expect.any(String), code: null })
  expect(await mine()).toMatchObject([
    { id: record.body.id, kind: 'vaccination', state: 'open', code: null },
    { id: first.body.id, kind: 'photo', state: 'open', code: first.body.code, version: 1, dogId: dog.id },
  ])
  for (const one of await mine()) expectShape(verificationSchema, one)
})

describe('evidence', () => {
  test('is for its owner and admins alone, never cached, and not among the photos', async () => {
    const { id } = await waiting('photo')
    for (const person of [owner, admin]) {
      const answer = await look(id, person)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-type')).toBe('image/webp')
    }
    const { script: ownersScript } = await makeToken(owner)
    const { script: adminsScript } = await makeToken(admin, { isAdmin: true })
    for (const script of [ownersScript, adminsScript]) expect((await look(id, script)).status).toBe(200)
    const [formerAdmin, friend] = [await newAdmin(app), (await ownerWithDog(app.url)).owner]
    await makeAdmin(app, formerAdmin, false)
    await friend.post('/api/bark', { toDogId: dog.id })
    const { script: plainScript } = await makeToken(admin)
    const { script: othersScript } = await makeToken(other)
    for (const person of [other, friend, formerAdmin, plainScript, othersScript])
      expectError(await look(id, person), 404, 'evidence-not-found')
    expectError(await other.send('GET', `/api/verifications/${id}/evidence`, undefined, { 'x-dog': dog.id }), 404)
    const signedOut = Object.assign(new Client(app.url), { cookie: friend.cookie })
    await friend.get('/api/logout')
    for (const person of [signedOut, new Client(app.url)]) expectError(await look(id, person), 401)
    // Nobody learns its file's name, and even with it the file is not served.
    const files = (await photoFiles(app)).filter(name => name.startsWith('evidence-'))
    expect(files.length).toBeGreaterThan(0)
    for (const name of files) expect((await fetch(`${app.url}/photos/${name}`)).status).toBe(404)
    expect(JSON.stringify([await mine(), await queue()])).not.toContain('evidence-')
  })

  test('comes from the owner, as a photo', async () => {
    const { body } = await start('photo')
    for (const person of [other, admin]) expectError(await send(body.id, person), 404, 'verification-not-found')
    expectError(await send('none'), 404)
    expectError(await owner.post(`/api/verifications/${body.id}/evidence`, {}), 415)
    const text = new FormData()
    text.set('photo', new Blob(['no picture']), 'a.png')
    expectError(await owner.send('POST', `/api/verifications/${body.id}/evidence`, text), 415)
    const empty = new FormData()
    empty.set('other', 'x')
    expectError(await owner.send('POST', `/api/verifications/${body.id}/evidence`, empty), 400)
    const acting = await newAdmin(app)
    await acting.post(`/api/admin/impersonate-dog/${dog.id}`)
    expectError(await send(body.id, acting), 403, 'acting-as-another-dog')
    expectError(await look(body.id, owner), 404)
    expect(await mine()).toMatchObject([{ state: 'open' }])
  })

  test('a token sends it only with write, and looks at it only with read', async () => {
    const { body } = await start('photo')
    const { script: reading } = await makeToken(owner, { scopes: ['read'] })
    const { script: writing } = await makeToken(owner, { scopes: ['write'] })
    expectError(await send(body.id, reading), 403, 'scope')
    expect(await mine()).toMatchObject([{ state: 'open' }])
    expect((await send(body.id, writing)).status).toBe(200)
    expectError(await look(body.id, writing), 403, 'scope')
    expect((await look(body.id, reading)).status).toBe(200)
  })

  test('of two uploads at once one stays, and the other’s files go', async () => {
    const { body } = await start('photo')
    const answers = await Promise.all([send(body.id), send(body.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await mine()).toMatchObject([{ state: 'waiting', version: 3 }])
    const key = await keyOf(body.id)
    await app.services.sweeper.settled()
    const others = await app.services.db.selectFrom('verifications').select('evidence_key').execute()
    const known = new Set(others.map(row => row.evidence_key))
    const files = (await photoFiles(app)).filter(name => name.startsWith('evidence-'))
    expect(files.filter(name => name.startsWith(key))).toHaveLength(2)
    expect(files.filter(name => !known.has(name.replace(/-(thumb|large)\.webp$/, '')))).toEqual([])
  })

  test('is deleted at once when it is taken back', async () => {
    const { id } = await waiting('vaccination')
    expect((await owner.delete(`/api/verifications/${id}`)).body).toEqual({ ok: true })
    expectError(await look(id, owner), 404)
    expectError(await look(id, admin), 404)
    expect(await mine()).toMatchObject([{ id, state: 'withdrawn' }])
    expect((await queue()).map(one => one.id)).not.toContain(id)
    for (const answer of [
      await owner.delete(`/api/verifications/${id}`),
      await send(id),
      await decide(id, { approve: true, expiresOn: day(100), version: 2 }),
    ])
      expectError(answer, 409, 'verification-closed')
    expect((await start('vaccination')).body.id).not.toBe(id)
  })

  test.each<[string, () => Promise<{ status: number }>]>([
    ['the dog gets another owner', () => admin.patch(`/api/admin/dogs/${dog.id}/owner`, { userId: other.user.id })],
    ['the dog is deleted', () => owner.delete(`/api/dogs/${dog.id}`)],
    ['the account is deleted', () => owner.delete('/api/account', { password: PASSWORD })],
    ['an admin deletes the account', () => admin.delete('/api/admin/users', { userIds: [owner.user.id] })],
  ])('is deleted at once when %s, and moderators read their queue again', async (_, end) => {
    const { id } = await waiting('photo')
    const key = await keyOf(id)
    const page = await openLive(await newAdmin(app))
    const files = async () => (await photoFiles(app)).filter(name => name.startsWith(key))
    expect(await files()).not.toEqual([])
    expect((await end()).status).toBe(200)
    expectError(await look(id, admin), 404)
    expect(await files()).toEqual([])
    await page.until(events => events.some(({ type }) => type === 'reports'))
    expect((await queue()).map(one => one.id)).not.toContain(id)
  })

  test('is deleted 30 days after the decision', async () => {
    const sweep = () =>
      sweepVerifications(app.services.db, { evidenceSince: evidenceKeptSince(new Date(clock)), since: new Date(0) })
    const { id } = await approved('photo')
    clock += 29 * DAY
    await sweep()
    expect((await look(id, owner)).status).toBe(200)
    clock += 2 * DAY
    await sweep()
    expectError(await look(id, owner), 404)
    await app.services.sweeper.settled()
    expect((await seen()).verified.photo).toBe(true)
  })
})
