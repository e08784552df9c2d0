import type { AdminLost, OwnLost } from '@barkyard/domain/schemas/lost'
import { adminLostSchema } from '@barkyard/domain/schemas/lost'
import { adminReportDetailsSchema } from '@barkyard/domain/schemas/report'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditOf, giveRole, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { Client, ownerWithDog, type Person, signUp } from '../client.ts'
import { Live } from '../live.ts'
import { picture } from '../pictures.ts'
import { decide, noticesOf, readCase, readQueue } from '../reports.ts'
import { expectError, expectShape } from '../shape.ts'
import { makeToken } from '../tokens.ts'
import { lostCase, seen, sight, sightingsOf, withPhoto } from './calls.ts'

const app = testApp()
let admin: Person
let other: Person
let moderator: Person
beforeAll(async () => {
  admin = await newAdmin(app)
  other = (await ownerWithDog(app.url, { name: 'Otto' })).owner
  moderator = await signUp(app.url)
  await giveRole(app, moderator, 'moderator')
})

type Lost = Awaited<ReturnType<typeof ownerWithDog>> & { id: string; code: string }
const newLost = async (fields: object = {}): Promise<Lost> => {
  const mine = await ownerWithDog(app.url, { name: 'Mochi' })
  return { ...mine, ...(await lostCase(app, mine, { note: 'Call me', wearing: 'A red collar', ...fields })) }
}
let lost: Lost
beforeEach(async () => {
  lost = await newLost()
})

const report = (person: Client, body: object) => person.post<{ id: string }>('/api/reports', { kind: 'scam', ...body })
const queue = async (state: string, person: Client = admin) =>
  (await person.get<AdminLost[]>(`/api/admin/lost?state=${state}&limit=500`)).body
const found = async (state: string, id: string) => (await queue(state)).find(one => one.id === id)
const act = (verb: 'decide' | 'close', id: string, body: object, person: Client = admin) =>
  person.post<AdminLost>(`/api/admin/lost/${id}/${verb}`, { version: 1, ...body })

describe('a report', () => {
  test('of a search is one of its dog, and keeps what it said, never the mark', async () => {
    const { status, body } = await report(other, { lostId: lost.id, note: 'They want money first' })
    expect(status).toBe(200)
    await app.services.db.updateTable('lost_cases').set({ note: 'Nothing to see' }).where('id', '=', lost.id).execute()
    const again = (await ownerWithDog(app.url)).owner
    await report(again, { lostId: lost.id, kind: 'fake' })
    const details = await readCase(admin, body.id)
    expectShape(adminReportDetailsSchema, details)
    expect(details).toMatchObject({
      kind: 'scam',
      about: 'lost',
      reporters: 2,
      dog: { id: lost.dog.id },
      owner: { id: lost.owner.user.id },
      evidence: {
        dog: { id: lost.dog.id },
        lost: [
          { lostId: lost.id, sightingId: null, note: 'Nothing to see' },
          { note: 'Call me', wearing: 'A red collar', phone: '+1 555 0100', photo: null },
        ],
      },
    })
    expect(JSON.stringify(details)).not.toContain('scar')
    expect(await readQueue(admin)).toMatchObject([expect.objectContaining({ id: details.id, about: 'lost' })])
  })

  test('of a sighting is about who sent it, and outlives both', async () => {
    const scammer = (await ownerWithDog(app.url)).owner
    const sent = await sight(
      scammer,
      lost.id,
      await withPhoto(seen({ state: 'holding', note: 'Pay me', phone: '+1 5' })),
    )
    const { status, body } = await report(lost.owner, { sightingId: sent.body.id })
    expect(status).toBe(200)
    expect(await noticesOf(scammer)).toEqual([])
    const details = await readCase(moderator, body.id)
    expect(details).toMatchObject({
      about: 'sighting',
      dog: { name: 'Mochi' },
      owner: { id: scammer.user.id },
      evidence: {
        dog: null,
        photos: [],
        lost: [{ sightingId: sent.body.id, state: 'holding', note: 'Pay me', phone: '+1 5' }],
      },
    })
    expect((await decide(admin, details.id, { action: 'suspend' })).status).toBe(200)
    expect(await noticesOf(scammer)).toMatchObject([{ action: 'suspend' }])
    expectError(await sight(scammer, lost.id), 403)
    await admin.delete('/api/admin/users', { userIds: [scammer.user.id] })
    await app.services.sweeper.settled()
    expect(await sightingsOf(lost.owner, lost.id)).toEqual([])
    const kept = (await readCase(admin, details.id)).evidence.lost[0]
    const photoOf = await admin.get(kept?.photo ?? '')
    expect([photoOf.status, photoOf.headers.get('cache-control')]).toEqual([200, 'no-store'])
    // Of somebody without an account nobody is reported.
    const page = { where: 'Here', ago: 'now', state: 'holding', note: 'Pay me' }
    expect((await new Client(app.url).post(`/api/lost/p/${lost.code}`, page)).status).toBe(200)
    const [unknown] = await sightingsOf(lost.owner, lost.id)
    const second = await report(lost.owner, { sightingId: unknown?.id })
    expect(await readCase(admin, second.body.id)).toMatchObject({
      owner: null,
      evidence: { lost: [{ where: 'Here' }] },
    })
    expectError(await decide(admin, second.body.id, { action: 'warn' }), 409)
  })

  test('names one thing, which its sender sees', async () => {
    const sent = await sight(other, lost.id)
    for (const body of [{}, { lostId: lost.id, dogId: lost.dog.id }, { lostId: lost.id, sightingId: sent.body.id }])
      expect(expectError(await report(other, body), 400).issues).toHaveLength(1)
    expectError(await report(lost.owner, { lostId: lost.id }), 400, 'own-dog')
    expectError(await report(other, { lostId: 'none' }), 404, 'lost-not-found')
    for (const person of [other, moderator])
      expectError(await report(person, { sightingId: sent.body.id }), 404, 'sighting-not-found')
    const waiting = await newLost({ state: 'waiting' })
    expectError(await report(other, { lostId: waiting.id }), 404)
    await lost.owner.post('/api/blocks', { dogId: (await other.get<{ id: string }[]>('/api/my-dogs')).body[0]?.id })
    expectError(await report(other, { lostId: lost.id }), 404, 'lost-not-found')
  })
})

/** An owner says that their dog is lost. */
const open = ({ owner, dog }: Pick<Lost, 'owner' | 'dog'>, fields: object = {}) =>
  owner.post<OwnLost>(`/api/dogs/${dog.id}/lost`, {
    ...{ lastSeenAt: new Date().toISOString(), lat: 37.78, lng: -122.4, approach: 'comes' },
    ...fields,
  })

describe('moderators', () => {
  test('open a search that waits: its times begin then', async () => {
    const waiting = await newLost({ state: 'waiting', ends_at: new Date(Date.now() + 1000) })
    const listed = await found('waiting', waiting.id)
    expectShape(adminLostSchema, listed)
    expect(listed).toMatchObject({
      owner: { id: waiting.owner.user.id },
      casesThisYear: 1,
      phone: '+1 555 0100',
      reportId: null,
    })
    expect(JSON.stringify(listed)).not.toMatch(/scar|@|"code"/)
    expectError(await act('decide', waiting.id, { approve: true, version: 7 }), 409)
    const live = new Live(admin)
    await live.started
    const { status, body } = await act('decide', waiting.id, { approve: true }, moderator)
    // The queue of the others is read again.
    await live.until(events => events.some(({ type }) => type === 'reports'))
    await live.stop()
    expect([status, body.state, body.version]).toEqual([200, 'open', 2])
    expect(Date.parse(body.endsAt) - Date.now()).toBeGreaterThan(71 * 3_600_000)
    expect((await other.get<OwnLost>(`/api/lost/${waiting.id}`)).status).toBe(200)
    expect(await found('waiting', waiting.id)).toBeUndefined()
    expectError(await act('decide', waiting.id, { approve: true, version: 2 }), 409, 'already-decided')
    expect(await auditOf(admin, 'Opened the search')).toMatchObject([{ action: 'lost-approved' }])
    expect(await noticesOf(waiting.owner)).toEqual([])
  })

  test('refuse or close one with a notice, against which its owner appeals', async () => {
    const waiting = await newLost({ state: 'waiting' })
    const unexplained = await newLost({ state: 'waiting' })
    expect((await act('decide', unexplained.id, { approve: false })).body.state).toBe('closed')
    expect(await noticesOf(unexplained.owner)).toMatchObject([
      { action: 'close-lost', statement: 'A moderator decided not to open this search.' },
    ])
    expect((await act('decide', waiting.id, { approve: false, statement: 'Not your dog' })).body.state).toBe('closed')
    expect(await noticesOf(waiting.owner)).toMatchObject([{ action: 'close-lost', statement: 'Not your dog' }])

    const { body } = await act('close', lost.id, { statement: 'A prank' }, moderator)
    expect(body).toMatchObject({ state: 'closed', outcome: null, closedByModerator: true })
    expectError(await act('close', lost.id, { statement: 'Again', version: 2 }), 409, 'case-closed')
    expect((await fetch(`${app.url}/api/lost/p/${lost.code}`)).status).toBe(410)
    const [notice] = await noticesOf(lost.owner)
    expect(notice).toMatchObject({ action: 'close-lost', statement: 'A prank', dogId: lost.dog.id })
    const opening = () =>
      app.services.db
        .selectFrom('lost_openings')
        .select('closed_by_moderator')
        .where('id', '=', lost.id)
        .executeTakeFirst()
    expect(await opening()).toEqual({ closed_by_moderator: true })
    expect((await lost.owner.post('/api/appeals', { noticeId: notice?.id, text: 'She is lost' })).status).toBe(200)
    const appeal = (await readQueue(admin)).find(one => one.kind === 'appeal')
    expect(await readCase(admin, appeal?.id ?? '')).toMatchObject({
      evidence: { lost: [{ lostId: lost.id, note: 'Call me' }] },
    })
    expect((await decide(admin, appeal?.id ?? '', { action: 'reverse' })).status).toBe(200)
    // The next search for this dog does not wait because of it.
    expect(await opening()).toEqual({ closed_by_moderator: false })
    const closings = await auditOf(admin, 'Closed the search')
    expect(closings.filter(({ dogId }) => dogId === lost.dog.id)).toMatchObject([{ action: 'lost-closed' }])
    // A report is not decided that way.
    expectError(await act('close', lost.id, { statement: '' }), 400)
    const { body: reported } = await report(other, { dogId: lost.dog.id })
    expectError(await decide(admin, reported.id, { action: 'close-lost' }), 400)
  })

  test('alone do that, in a session of their own, and not about themselves', async () => {
    const { script } = await makeToken(admin, { isAdmin: true })
    expectError(await act('close', lost.id, { statement: 'No' }, script), 403, 'token')
    for (const person of [other, lost.owner]) {
      expectError(await act('close', lost.id, { statement: 'No' }, person), 403, 'not-admin')
      expectError(await person.get('/api/admin/lost'), 403)
    }
    const acting = await newAdmin(app)
    const mine = await ownerWithDog(app.url)
    await acting.post(`/api/admin/impersonate-dog/${mine.dog.id}`)
    expectError(await act('close', lost.id, { statement: 'No' }, acting), 403)
    const own = await ownerWithDog(app.url)
    await giveRole(app, own.owner, 'admin')
    const { id } = await lostCase(app, own)
    expectError(await act('close', id, { statement: 'No' }, own.owner), 409, 'another-admin')
    expectError(await act('close', id, { statement: 'No' }, moderator), 403, 'not-admin')
    expect((await act('close', id, { statement: 'Yes' })).status).toBe(200)
    await giveRole(app, own.owner, 'owner')
  })

  test('see that the photo of a lost dog is another owner’s', async () => {
    const bytes = await picture()
    const real = await ownerWithDog(app.url, { name: 'Real' })
    await real.owner.upload(real.dog.id, bytes)
    const thief = await ownerWithDog(app.url, { name: 'Fake' })
    await thief.owner.upload(thief.dog.id, bytes)
    const { status, body } = await open(thief, { phone: '+1 555 0111', showPhone: true })
    // A dog that was made today waits, so nobody is told and nobody sends money.
    expect([status, body.state]).toEqual([200, 'waiting'])
    expectError(await other.get(`/api/lost/${body.id}`), 404)
    const listed = await found('waiting', body.id)
    expect(await readCase(admin, listed?.reportId ?? '')).toMatchObject({ kind: 'fake', dog: { id: thief.dog.id } })
  })
})
