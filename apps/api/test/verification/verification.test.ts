import { sweepVerifications } from '@barkyard/db/queries/verification/verifications'
import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { Notification } from '@barkyard/domain/schemas/notification'
import type { AdminVerification, Verification } from '@barkyard/domain/schemas/verification'
import { adminVerificationSchema, verificationSchema } from '@barkyard/domain/schemas/verification'
import { evidenceKeptSince } from '@barkyard/domain/verification'
import { dayOf } from '@barkyard/domain/verification-days'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditOf, makeAdmin, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { Client, createDog, ownerWithDog, type Person, photo } from '../client.ts'
import { photoFiles } from '../photo-files.ts'
import { expectError, expectShape } from '../shape.ts'
import { bearer, makeToken } from '../tokens.ts'

const DAY = 24 * 60 * 60 * 1000
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

const start = (kind: 'photo' | 'vaccination', person: Client = owner, dogId = dog.id) =>
  person.post<{ id: string; code: string | null }>(`/api/dogs/${dogId}/verifications`, { kind })
async function evidenceForm(): Promise<FormData> {
  const form = new FormData()
  form.set('photo', new Blob([new Uint8Array(await photo())]), 'paper.png')
  return form
}
const send = async (id: string, person: Client = owner) =>
  person.send<Verification>('POST', `/api/verifications/${id}/evidence`, await evidenceForm())
const look = (id: string, person: Client) => person.get(`/api/verifications/${id}/evidence`)
const mine = async (person = owner) => (await person.get<Verification[]>('/api/verifications')).body
const queue = async (state = 'waiting') =>
  (await admin.get<AdminVerification[]>(`/api/admin/verifications?state=${state}&limit=100`)).body
const decide = (id: string, body: object, person: Client = admin) =>
  person.post<AdminVerification>(`/api/admin/verifications/${id}/decide`, body)
const seen = async (person = other) => (await person.get<SniffDog>(`/api/dogs/${dog.id}`)).body

/** A verification with its evidence. */
async function waiting(kind: 'photo' | 'vaccination'): Promise<Verification> {
  const { body } = await start(kind)
  return (await send(body.id)).body
}
async function approved(kind: 'photo' | 'vaccination', expiresOn?: string): Promise<AdminVerification> {
  const { id, version } = await waiting(kind)
  const { status, body } = await decide(id, { approve: true, expiresOn, version })
  expect(status).toBe(200)
  return body
}

describe('asking', () => {
  test('for a photo gives four words, and the same ones until it is decided', async () => {
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

  test('is for one’s own dogs', async () => {
    expectError(await start('photo', new Client(app.url)), 401)
    expect(expectError(await start('photo', other), 403).reason).toBe('not-your-dog')
    expect(expectError(await start('photo', admin), 403).reason).toBe('not-your-dog')
    expect(expectError(await start('photo', owner, 'none'), 404).reason).toBe('dog-not-found')
    expectError(await owner.post(`/api/dogs/${dog.id}/verifications`, { kind: 'health' }), 400)
  })

  test('an admin who acts as the dog can neither ask, nor send, nor take back, nor decide', async () => {
    const { id, version } = await waiting('photo')
    const acting = await newAdmin(app)
    await acting.post(`/api/admin/impersonate-dog/${dog.id}`)
    for (const answer of [
      await start('vaccination', acting),
      await send(id, acting),
      await acting.delete(`/api/verifications/${id}`),
      await decide(id, { approve: true, version }, acting),
    ])
      expect(expectError(answer, 403).reason).toBe('acting-as-another-dog')
  })
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
      expect(expectError(await look(id, person), 404).reason).toBe('evidence-not-found')
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
    for (const person of [other, admin])
      expect(expectError(await send(body.id, person), 404).reason).toBe('verification-not-found')
    expectError(await send(body.id, new Client(app.url)), 401)
    expectError(await send('none'), 404)
    expectError(await owner.post(`/api/verifications/${body.id}/evidence`, {}), 415)
    const text = new FormData()
    text.set('photo', new Blob(['no picture']), 'a.png')
    expectError(await owner.send('POST', `/api/verifications/${body.id}/evidence`, text), 415)
    const empty = new FormData()
    empty.set('other', 'x')
    expectError(await owner.send('POST', `/api/verifications/${body.id}/evidence`, empty), 400)
    expectError(await look(body.id, owner), 404)
    expect(await mine()).toMatchObject([{ state: 'open' }])
  })

  test('a token sends it only with write, and looks at it only with read', async () => {
    const { body } = await start('photo')
    const path = `/api/verifications/${body.id}/evidence`
    const { token: reading } = await makeToken(owner, { scopes: ['read'] })
    const { token: writing } = await makeToken(owner, { scopes: ['write'] })
    const post = async (token: string) =>
      new Client(app.url).send<Verification>('POST', path, await evidenceForm(), bearer(token))
    expect(expectError(await post(reading), 403).reason).toBe('scope')
    expect(await mine()).toMatchObject([{ state: 'open' }])
    expect((await post(writing)).status).toBe(200)
    const get = (token: string) => new Client(app.url).send('GET', path, undefined, bearer(token))
    expect(expectError(await get(writing), 403).reason).toBe('scope')
    expect((await get(reading)).status).toBe(200)
  })

  test('of two uploads at once one stays, and the other’s files go', async () => {
    const { body } = await start('photo')
    const answers = await Promise.all([send(body.id), send(body.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await mine()).toMatchObject([{ state: 'waiting', version: 3 }])
    const { evidence_key: key } = await app.services.db
      .selectFrom('verifications')
      .select('evidence_key')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    await app.services.sweeper.settled()
    const others = await app.services.db.selectFrom('verifications').select('evidence_key').execute()
    const known = new Set(others.map(row => row.evidence_key))
    const files = (await photoFiles(app)).filter(name => name.startsWith('evidence-'))
    expect(files.filter(name => name.startsWith(key ?? ''))).toHaveLength(2)
    expect(files.filter(name => !known.has(name.replace(/-(thumb|large)\.webp$/, '')))).toEqual([])
  })

  test('is deleted at once when it is taken back', async () => {
    const { id } = await waiting('vaccination')
    expectError(await other.delete(`/api/verifications/${id}`), 404)
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
      expect(expectError(answer, 409).reason).toBe('verification-closed')
    expect((await start('vaccination')).body.id).not.toBe(id)
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

  test('goes with the dog and with the account', async () => {
    const { id } = await waiting('photo')
    expect((await owner.delete(`/api/dogs/${dog.id}`)).status).toBe(200)
    expectError(await look(id, admin), 404)
    const gone = await ownerWithDog(app.url)
    const started = await start('photo', gone.owner, gone.dog.id)
    await send(started.body.id, gone.owner)
    expect((await admin.delete('/api/admin/users', { userIds: [gone.owner.user.id] })).status).toBe(200)
    expectError(await look(started.body.id, admin), 404)
  })
})

describe('a decision', () => {
  test('shows the badge to everybody, tells the owner, and is noted', async () => {
    expect((await seen()).verified).toEqual({ photo: false, vaccinatedUntil: null })
    const { id, version } = await waiting('photo')
    const waits = (await queue()).find(one => one.id === id)
    expectShape(adminVerificationSchema, waits)
    expect(waits).toMatchObject({ state: 'waiting', version, owner: { id: owner.user.id, email: owner.user.email } })
    const decided = await decide(id, { approve: true, version, reason: 'A fine dog' })
    expect(decided).toMatchObject({ status: 200, body: { id, state: 'approved', reason: 'A fine dog' } })
    expect((await seen()).verified).toEqual({ photo: true, vaccinatedUntil: null })
    expect((await mine())[0]).toMatchObject({ state: 'approved', reason: 'A fine dog' })
    expect((await queue('decided'))[0]).toMatchObject({ id })
    const { body: notifications } = await owner.get<Notification[]>('/api/notifications')
    expect(notifications).toMatchObject([
      { kind: 'moderation', title: 'Biscuit’s photo was checked', path: `/dog/${dog.id}` },
    ])
    const actions = (await auditOf(admin, '')).filter(entry => entry.dogId === dog.id)
    expect(actions.map(({ action }) => action)).toEqual(['verification-approved'])
  })

  test('to refuse shows nothing and says why; another one can be asked for', async () => {
    const { id, version } = await waiting('photo')
    expect((await decide(id, { approve: false, reason: 'The words are missing', version })).body.state).toBe('refused')
    expect((await seen()).verified.photo).toBe(false)
    expect((await mine())[0]).toMatchObject({ state: 'refused', reason: 'The words are missing' })
    expect((await start('photo')).body.id).not.toBe(id)
  })

  test('is for admins who sign in', async () => {
    const { id, version } = await waiting('photo')
    const body = { approve: true, version }
    expectError(await decide(id, body, new Client(app.url)), 401)
    expectError(await decide(id, body, owner), 403)
    expectError(await owner.get('/api/admin/verifications'), 403)
    expectError(await new Client(app.url).get('/api/admin/verifications'), 401)
    const { token } = await makeToken(admin, { isAdmin: true })
    const byToken = await new Client(app.url).send('POST', `/api/admin/verifications/${id}/decide`, body, bearer(token))
    expect(expectError(byToken, 403).reason).toBe('token')
    expectError(await decide('none', body), 404)
  })

  test('needs evidence, the version that was read, and the last day of a vaccination record', async () => {
    const { body } = await start('photo')
    expect(expectError(await decide(body.id, { approve: true, version: 1 }), 409).reason).toBe('no-evidence')
    const record = await waiting('vaccination')
    const noEnd = expectError(await decide(record.id, { approve: true, version: record.version }), 400)
    expect(noEnd.issues?.[0]?.path).toEqual(['expiresOn'])
    const over = await decide(record.id, { approve: true, expiresOn: day(-1), version: record.version })
    expect(expectError(over, 400).issues?.[0]?.path).toEqual(['expiresOn'])
    expectError(await decide(record.id, { approve: true, expiresOn: '1 June', version: record.version }), 400)
    await send(record.id)
    const stale = await decide(record.id, { approve: true, expiresOn: day(1), version: record.version })
    expect(expectError(stale, 409).reason).toBe('stale-verification')
    expect((await decide(record.id, { approve: false, version: record.version + 1 })).status).toBe(200)
  })

  test('is stale once the dog has changed', async () => {
    const { id, version } = await waiting('photo')
    await owner.patch(`/api/dogs/${dog.id}`, { breed: 'Beagle' })
    expectError(await decide(id, { approve: true, version }), 409)
    expect((await decide(id, { approve: true, version: version + 1 })).status).toBe(200)
  })

  test('about one’s own dog is left to another admin', async () => {
    const moderator = await newAdmin(app)
    const own = await createDog(moderator)
    const { body } = await start('photo', moderator, own.id)
    const { body: sent } = await send(body.id, moderator)
    const refused = await decide(sent.id, { approve: true, version: sent.version }, moderator)
    expect(expectError(refused, 409).reason).toBe('another-admin')
    // An admin who is suspended is nobody who could decide.
    const others = () => app.services.db.updateTable('users').where('id', '!=', moderator.user.id)
    await others().where('is_admin', '=', true).set({ suspended_at: new Date() }).execute()
    expect((await decide(sent.id, { approve: true, version: sent.version }, moderator)).status).toBe(200)
    await others().set({ suspended_at: null }).execute()
  })

  test('and a withdrawal at once: one of them holds, and nothing is between', async () => {
    for (let round = 0; round < 6; round++) {
      const { id, version } = await waiting('photo')
      const [decided, withdrawn] = await Promise.all([
        decide(id, { approve: true, version }),
        owner.delete(`/api/verifications/${id}`),
      ])
      expect([decided.status, withdrawn.status].sort()).toEqual([200, 409])
      const isApproved = decided.status === 200
      expect((await seen()).verified.photo).toBe(isApproved)
      expect((await look(id, owner)).status).toBe(isApproved ? 200 : 404)
      expect((await mine()).find(one => one.id === id)?.state).toBe(isApproved ? 'approved' : 'withdrawn')
      // For the next round.
      await owner.patch(`/api/dogs/${dog.id}`, { breed: `Breed ${round}` })
    }
  })

  test('of two admins at once is one decision', async () => {
    const second = await newAdmin(app)
    const { id, version } = await waiting('photo')
    const answers = await Promise.all([
      decide(id, { approve: true, version }),
      decide(id, { approve: false, version }, second),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('the photo badge', () => {
  const isChecked = async () => (await seen()).verified.photo
  test('falls when the breed changes, not with other fields', async () => {
    await approved('photo')
    await owner.patch(`/api/dogs/${dog.id}`, { name: 'Toffee', ageYears: 4, bio: 'Hello' })
    expect(await isChecked()).toBe(true)
    await owner.patch(`/api/dogs/${dog.id}`, { breed: 'Poodle' })
    expect(await isChecked()).toBe(false)
  })

  test('falls when the main photo changes, not with another photo', async () => {
    const first = (await owner.upload(dog.id, await photo())).body
    await approved('photo')
    const second = (await owner.upload(dog.id, await photo())).body
    await owner.patch(`/api/photos/${first.id}`, { focus: { x: 0.5, y: 0.5 } })
    expect(await isChecked()).toBe(true)
    await owner.send('PUT', `/api/dogs/${dog.id}/photos`, { photoIds: [second.id, first.id] })
    expect(await isChecked()).toBe(false)
    await owner.send('PUT', `/api/dogs/${dog.id}/photos`, { photoIds: [first.id, second.id] })
    expect(await isChecked()).toBe(false)
    await approved('photo')
    await owner.delete(`/api/photos/${first.id}`)
    expect(await isChecked()).toBe(false)
  })

  test('falls with the owner, and what was undecided is taken back', async () => {
    await approved('photo')
    const { id } = await waiting('vaccination')
    const heir = (await ownerWithDog(app.url)).owner
    const moved = await admin.patch(`/api/admin/dogs/${dog.id}/owner`, { userId: heir.user.id })
    expect(moved.status).toBe(200)
    expect(await isChecked()).toBe(false)
    expect((await mine()).find(one => one.id === id)?.state).toBe('withdrawn')
    expectError(await look(id, owner), 404)
  })
})

describe('a vaccination record', () => {
  const until = async () => (await seen()).verified.vaccinatedUntil
  test('counts through its last day, in answers and in searches', async () => {
    await approved('vaccination', day(10))
    const last = day(10)
    const found = async () =>
      (await other.get<SniffDog[]>('/api/sniff?verified=vaccination&limit=100')).body.some(({ id }) => id === dog.id)
    expect(await until()).toBe(last)
    expect(await found()).toBe(true)
    clock += 10 * DAY
    expect(await until()).toBe(last)
    expect(await found()).toBe(true)
    clock += DAY
    expect(await until()).toBeNull()
    expect(await found()).toBe(false)
    expect((await owner.get<Dog[]>('/api/my-dogs')).body[0]?.verified.vaccinatedUntil).toBeNull()
  })

  test('has its reminder once, 30 days before, and none if a newer one replaced it', async () => {
    const reminders = async () => {
      await app.services.deliveries.run()
      const { body } = await owner.get<Notification[]>('/api/notifications')
      return body.filter(({ kind }) => kind === 'reminder')
    }
    await approved('vaccination', day(60))
    clock += 29 * DAY
    expect(await reminders()).toEqual([])
    clock += DAY
    expect(await reminders()).toMatchObject([{ dogId: dog.id, path: `/dog/${dog.id}`, kind: 'reminder' }])
    await approved('vaccination', day(365))
    clock += 40 * DAY
    expect(await reminders()).toHaveLength(1)
  })
})

test('a filter finds the dogs that have everything asked for', async () => {
  const found = async (verified: string) => {
    const { body } = await other.get<SniffDog[]>(`/api/sniff?limit=100&verified=${verified}`)
    return body.some(({ id }) => id === dog.id)
  }
  await approved('photo')
  expect([await found('photo'), await found('vaccination'), await found('photo,vaccination')]).toEqual([
    ...[true, false, false],
  ])
  await approved('vaccination', day(10))
  expect(await found('photo,vaccination')).toBe(true)
  expect(await found('photo&verified=vaccination')).toBe(true)
  expectError(await other.get('/api/sniff?verified=healthy'), 400)
})

test('lists are paged', async () => {
  const one = await start('photo')
  const two = await start('vaccination')
  const page = await owner.get<Verification[]>('/api/verifications?limit=1')
  expect(page.body.map(({ id }) => id)).toEqual([two.body.id])
  const next = await owner.get<Verification[]>(`/api/verifications?limit=1&cursor=${page.headers.get('x-next-cursor')}`)
  expect(next.body.map(({ id }) => id)).toEqual([one.body.id])
  expectError(await other.get(`/api/verifications?cursor=${one.body.id}`), 400)
  await send(one.body.id)
  await send(two.body.id)
  const first = await admin.get<AdminVerification[]>('/api/admin/verifications?limit=1')
  expect(Number(first.headers.get('x-total-count'))).toBeGreaterThanOrEqual(2)
  const cursor = first.headers.get('x-next-cursor')
  const second = await admin.get<AdminVerification[]>(`/api/admin/verifications?limit=1&cursor=${cursor}`)
  expect(second.body[0]?.id).not.toBe(first.body[0]?.id)
})
