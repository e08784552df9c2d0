import type { Dog, SniffDog } from '@barkyard/domain/schemas/dog'
import type { Photo } from '@barkyard/domain/schemas/photo'
import type { AdminVerification } from '@barkyard/domain/schemas/verification'
import { adminVerificationSchema } from '@barkyard/domain/schemas/verification'
import { dayOf } from '@barkyard/domain/verification-days'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditOf, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { type Client, createDog, noon, notificationsOf, ownerWithDog, type Person, photo } from '../client.ts'
import { expectError, expectShape } from '../shape.ts'
import { DAY } from '../times.ts'
import { verificationCalls } from './calls.ts'

let clock = noon()
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
  clock = noon()
  ;({ owner, dog } = await ownerWithDog(app.url, { name: 'Biscuit' }))
})

const calls = verificationCalls(() => ({ owner, dog, admin }))
const { start, send, decide, waiting, approved, mine, queue } = calls
const look = (id: string, person: Client) => person.get(`/api/verifications/${id}/evidence`)
const seen = (person = other) => calls.seen(person)

describe('a decision', () => {
  test('to refuse shows nothing and says why; to approve shows the badge to everybody; the owner is told, and it is noted', async () => {
    const first = await waiting('photo')
    const refusal = { approve: false, reason: 'The words are missing', version: first.version }
    expect((await decide(first.id, refusal)).body.state).toBe('refused')
    expect((await mine())[0]).toMatchObject({ state: 'refused', reason: 'The words are missing' })
    expect((await seen()).verified).toEqual({ photo: false, vaccinatedUntil: null })
    // Another one can be asked for.
    const { id, version } = await waiting('photo')
    expect(id).not.toBe(first.id)
    const waits = (await queue()).find(one => one.id === id)
    expectShape(adminVerificationSchema, waits)
    expect(waits).toMatchObject({ state: 'waiting', version, owner: { id: owner.user.id, email: owner.user.email } })
    const decided = await decide(id, { approve: true, version, reason: 'A fine dog' })
    expect(decided).toMatchObject({ status: 200, body: { id, state: 'approved', reason: 'A fine dog' } })
    expect((await seen()).verified).toEqual({ photo: true, vaccinatedUntil: null })
    expect((await mine())[0]).toMatchObject({ state: 'approved', reason: 'A fine dog' })
    expect((await queue('decided'))[0]).toMatchObject({ id })
    expect((await notificationsOf(owner))[0]).toMatchObject({
      kind: 'moderation',
      title: 'Biscuit’s photo was checked',
      path: `/dog/${dog.id}`,
    })
    const actions = (await auditOf(admin, '')).filter(entry => entry.dogId === dog.id)
    expect(actions.map(({ action }) => action)).toEqual(['verification-approved', 'verification-refused'])
  })

  test('needs evidence, the version that was read, and the last day of a vaccination record; of two at once one holds', async () => {
    const { body } = await start('photo')
    expectError(await decide('none', { approve: true, version: 1 }), 404)
    expectError(await decide(body.id, { approve: true, version: 1 }), 409, 'no-evidence')
    const record = await waiting('vaccination')
    const noEnd = expectError(await decide(record.id, { approve: true, version: record.version }), 400)
    expect(noEnd.issues?.[0]?.path).toEqual(['expiresOn'])
    const over = await decide(record.id, { approve: true, expiresOn: day(-1), version: record.version })
    expect(expectError(over, 400).issues?.[0]?.path).toEqual(['expiresOn'])
    expectError(await decide(record.id, { approve: true, expiresOn: '1 June', version: record.version }), 400)
    await send(record.id)
    const stale = await decide(record.id, { approve: true, expiresOn: day(1), version: record.version })
    expectError(stale, 409, 'stale-verification')
    // A photo also is, once the dog has changed.
    const { version } = (await send(body.id)).body
    await owner.patch(`/api/dogs/${dog.id}`, { breed: 'Beagle' })
    expectError(await decide(body.id, { approve: true, version }), 409)
    const second = await newAdmin(app)
    const answers = await Promise.all([
      decide(body.id, { approve: true, version: version + 1 }),
      decide(body.id, { approve: false, version: version + 1 }, second),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('about one’s own dog is left to another admin', async () => {
    const moderator = await newAdmin(app)
    const own = await createDog(moderator)
    const { body } = await start('photo', moderator, own.id)
    const { body: sent } = await send(body.id, moderator)
    const refused = await decide(sent.id, { approve: true, version: sent.version }, moderator)
    expectError(refused, 409, 'another-admin')
    // An admin who is suspended is nobody who could decide.
    const others = () => app.services.db.updateTable('users').where('id', '!=', moderator.user.id)
    await others().where('is_admin', '=', true).set({ suspended_at: new Date() }).execute()
    expect((await decide(sent.id, { approve: true, version: sent.version }, moderator)).status).toBe(200)
    await others().set({ suspended_at: null }).execute()
  })

  test('and a withdrawal at once: one of them holds, and nothing is between', async () => {
    for (let round = 0; round < 4; round++) {
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
})

describe('the photo badge', () => {
  const isChecked = async () => (await seen()).verified.photo
  test('falls when the breed or the main photo changes, not with other fields or photos', async () => {
    const first = (await owner.upload(dog.id, await photo())).body
    await approved('photo')
    await owner.patch(`/api/dogs/${dog.id}`, { name: 'Toffee', ageYears: 4, bio: 'Hello' })
    const second = (await owner.upload(dog.id, await photo())).body
    await owner.patch(`/api/photos/${first.id}`, { focus: { x: 0.5, y: 0.5 } })
    expect(await isChecked()).toBe(true)
    const order = (...photos: Photo[]) =>
      owner.send('PUT', `/api/dogs/${dog.id}/photos`, { photoIds: photos.map(({ id }) => id) })
    for (const photos of [
      [second, first],
      [first, second],
    ]) {
      await order(...photos)
      expect(await isChecked()).toBe(false)
    }
    for (const change of [
      () => owner.patch(`/api/dogs/${dog.id}`, { breed: 'Poodle' }),
      () => owner.delete(`/api/photos/${first.id}`),
    ]) {
      await approved('photo')
      expect((await change()).status).toBe(200)
      expect(await isChecked()).toBe(false)
    }
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
      return (await notificationsOf(owner)).filter(({ kind }) => kind === 'reminder')
    }
    await approved('vaccination', day(60))
    clock += 29 * DAY
    expect(await reminders()).toEqual([])
    clock += DAY
    expect(await reminders()).toMatchObject([{ dogId: dog.id, path: `/dog/${dog.id}`, kind: 'reminder' }])
    await approved('vaccination', day(60))
    await approved('vaccination', day(365))
    clock += 40 * DAY
    expect(await reminders()).toHaveLength(1)
  })
})

test('the queue is paged, and an id is no cursor of a list', async () => {
  const one = await start('photo')
  const two = await start('vaccination')
  expectError(await other.get(`/api/verifications?cursor=verifications.list.${one.body.id}`), 400)
  // Another photo keeps its place in the queue.
  for (const { body } of [one, two, one]) {
    await send(body.id)
    clock += 1_000
  }
  const ids = [one.body.id, two.body.id]
  expect((await queue()).map(({ id }) => id).filter(id => ids.includes(id))).toEqual(ids)
  const first = await admin.get<AdminVerification[]>('/api/admin/verifications?limit=1')
  expect(Number(first.headers.get('x-total-count'))).toBeGreaterThanOrEqual(2)
  const cursor = first.headers.get('x-next-cursor')
  const second = await admin.get<AdminVerification[]>(`/api/admin/verifications?limit=1&cursor=${cursor}`)
  expect(second.body[0]?.id).not.toBe(first.body[0]?.id)
})
