import type { AdminLost, OwnLost } from '@barkyard/domain/schemas/lost'
import { adminLostSchema, sightedSchema, sightingSchema } from '@barkyard/domain/schemas/lost'
import { adminReportDetailsSchema } from '@barkyard/domain/schemas/report'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditOf, giveRole, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { LOST } from '../calls.ts'
import { Client, notificationsOf as listed, ownerWithDog, type Person, signUp } from '../client.ts'
import { photoFiles } from '../photo-files.ts'
import { picture } from '../pictures.ts'
import { appeal, decide, noticesOf, readCase, readQueue } from '../reports.ts'
import { expectError, expectShape } from '../shape.ts'
import { endCase, lostCase, seen, sight, sightingsOf, withPhoto } from './calls.ts'

const app = testApp()
let admin: Person
let finder: Person
let moderator: Person
beforeAll(async () => {
  admin = await newAdmin(app)
  finder = (await ownerWithDog(app.url, { name: 'Finn' })).owner
  moderator = await signUp(app.url)
  await giveRole(app, moderator, 'moderator')
})

type Lost = Awaited<ReturnType<typeof ownerWithDog>> & { id: string; code: string }
let lost: Lost
const newLost = async (fields: object = {}): Promise<Lost> => {
  const mine = await ownerWithDog(app.url, { name: 'Mochi' })
  return { ...mine, ...(await lostCase(app, mine, { note: 'Call me', wearing: 'A red collar', ...fields })) }
}
beforeEach(async () => {
  lost = await newLost()
})

const evidenceFiles = async () => (await photoFiles(app)).filter(name => name.startsWith('evidence-'))

describe('a sighting', () => {
  test('is read by the owner of the dog and moderators alone, newest first, with its photo', async () => {
    const first = await sight(finder, lost.id, seen({ note: 'By the water', phone: '+1 555 0199' }))
    expect(first.status).toBe(200)
    expectShape(sightedSchema, first.body)
    const second = await sight(finder, lost.id, await withPhoto(seen({ state: 'injured', phone: '+1 555 0199' })))
    expect(second.status).toBe(200)
    const list = await sightingsOf(lost.owner, lost.id)
    for (const one of list) expectShape(sightingSchema, one)
    expect(list).toMatchObject([
      { id: second.body.id, state: 'injured', phone: '+1 555 0199', photo: `/api/sightings/${second.body.id}/photo` },
      // The phone number of who only saw it stays with them.
      { id: first.body.id, note: 'By the water', phone: null, photo: null, from: { firstName: 'Robin' }, lat: 37.77 },
    ])
    expect(await sightingsOf(admin, lost.id)).toEqual(list)
    const page = await lost.owner.get(`/api/lost/${lost.id}/sightings?limit=1`)
    expect(page.headers.get('x-next-cursor')).not.toBeNull()

    const photo = list[0]?.photo ?? ''
    const seenByOwner = await lost.owner.get(photo)
    expect([seenByOwner.status, seenByOwner.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await admin.get(photo)).status).toBe(200)
    for (const person of [finder, (await newLost()).owner]) {
      expectError(await person.get(`/api/lost/${lost.id}/sightings`), 404, 'lost-not-found')
      // Whether a cursor is one does not depend on the case.
      expectError(await person.get(`/api/lost/${lost.id}/sightings?cursor=nothing`), 400)
      expectError(await person.get(photo), 404, 'photo-not-found')
    }
    expectError(await new Client(app.url).get(photo), 401)
  })

  test('needs a case that its sender sees, and is not about their own, nor by who acts as another dog', async () => {
    expectError(await sight(lost.owner, lost.id), 400, 'own-lost-dog')
    const acting = await newAdmin(app)
    await acting.post(`/api/admin/impersonate-dog/${lost.dog.id}`)
    expectError(await sight(acting, lost.id), 403, 'acting-as-another-dog')
    for (const id of ['none', lost.dog.id]) expectError(await sight(finder, id), 404, 'lost-not-found')
    const waiting = await newLost({ state: 'waiting' })
    expectError(await sight(finder, waiting.id), 404)
    await endCase(app, lost.id)
    expectError(await sight(finder, lost.id), 409, 'case-closed')
    // What is wrong with the input comes before all of that.
    for (const [field, value] of Object.entries({
      at: 'now',
      lat: 91,
      state: 'stolen',
      note: 'x'.repeat(201),
      phone: 'a',
    }))
      expect(expectError(await sight(finder, lost.id, seen({ [field]: value })), 400).issues?.[0]?.path).toEqual([
        field,
      ])
    const old = new Date(Date.now() - 15 * 24 * 60 * 60 * 1000).toISOString()
    expectError(await sight(finder, lost.id, seen({ at: old })), 400)
    const form = await withPhoto(seen({ lat: '' }))
    expect(expectError(await sight(finder, lost.id, form), 400).issues?.[0]?.path).toEqual(['lat'])
  })

  test('tells the owner alone and at once, stays readable after a block, and its sender is thanked once', async () => {
    const { body } = await sight(finder, lost.id, seen({ state: 'holding' }))
    const title = expect.stringContaining('Somebody has')
    expect((await listed(lost.owner))[0]).toMatchObject({ kind: 'lost', title, path: `/lost/${lost.id}` })
    const rows = app.services.db.selectFrom('notifications').select(['user_id', 'is_urgent'])
    const told = rows.where('event', '=', 'sighting').where('user_id', 'in', [finder.user.id, lost.owner.user.id])
    expect(await told.execute()).toEqual([{ user_id: lost.owner.user.id, is_urgent: true }])
    const thank = (person: Person = lost.owner) => person.post<{ thanked: boolean }>(`/api/sightings/${body.id}/thank`)
    expectError(await thank(finder), 404, 'sighting-not-found')
    for (const _ of [1, 2]) expect((await thank()).body).toMatchObject({ id: body.id, thanked: true })
    const thanks = (await listed(finder)).filter(({ path }) => path === `/lost/${lost.id}`)
    expect(thanks.map(({ title }) => title)).toEqual([expect.stringContaining('Thank you')])
    const { body: later } = await sight(finder, lost.id)
    const { body: theirs } = await finder.get<{ id: string }[]>('/api/my-dogs')
    await lost.owner.post('/api/blocks', { dogId: theirs[0]?.id })
    expect((await sightingsOf(lost.owner, lost.id)).map(({ id }) => id)).toEqual([later.id, body.id])
    expectError(await sight(finder, lost.id), 404)
    expect((await lost.owner.post(`/api/sightings/${later.id}/thank`)).status).toBe(200)
    const thanked = rows.where('event', '=', 'sighting-thanked').where('user_id', '=', finder.user.id)
    expect(await thanked.execute()).toHaveLength(1)
  })

  test('goes with its sender’s account, and with the case; its photo too', async () => {
    const gone = (await ownerWithDog(app.url)).owner
    await sight(gone, lost.id, await withPhoto(seen()))
    expect(await sightingsOf(lost.owner, lost.id)).toHaveLength(1)
    const before = await evidenceFiles()
    await admin.delete('/api/admin/users', { userIds: [gone.user.id] })
    await app.services.sweeper.settled()
    expect(await sightingsOf(lost.owner, lost.id)).toEqual([])
    expect(await evidenceFiles()).toHaveLength(before.length - 2)
    await sight((await ownerWithDog(app.url)).owner, lost.id, await withPhoto(seen()))
    await lost.owner.delete(`/api/dogs/${lost.dog.id}`)
    await app.services.sweeper.settled()
    expect(await evidenceFiles()).toHaveLength(before.length - 2)
  })
})

/** A sighting with a photo of who holds the dog. */
const held = async (fields: object = {}) => withPhoto(seen({ state: 'holding', ...fields }))

test('the owner’s phone number is shown to who holds the dog and shows it, in three cases a week, and where the owner does not keep it back', async () => {
  for (const body of [
    seen({ state: 'holding' }),
    await withPhoto(seen({ state: 'holding' }), false),
    await withPhoto(seen()),
  ])
    expect((await sight(finder, lost.id, body)).body.phone).toBeNull()
  const kept = await newLost({ show_phone: false })
  expect((await sight(finder, kept.id, await held())).body.phone).toBeNull()
  const greedy = (await ownerWithDog(app.url)).owner
  const cases = [lost, await newLost(), await newLost(), await newLost()]
  const phones: (string | null)[] = []
  for (const { id } of cases) phones.push((await sight(greedy, id, await held())).body.phone)
  expect(phones).toEqual(['+1 555 0100', '+1 555 0100', '+1 555 0100', null])
  // Those that it was shown of stay open to them.
  expect((await sight(greedy, lost.id, await held({ state: 'injured' }))).body.phone).toBe('+1 555 0100')
})

const report = (person: Client, body: object) => person.post<{ id: string }>('/api/reports', { kind: 'scam', ...body })
/** A search, if it waits for a moderator. */
const waitingOf = async (id: string) =>
  (await admin.get<AdminLost[]>('/api/admin/lost?state=waiting&limit=500')).body.find(one => one.id === id)
const act = (verb: 'decide' | 'close', id: string, body: object, person: Client = admin) =>
  person.post<AdminLost>(`/api/admin/lost/${id}/${verb}`, { version: 1, ...body })

describe('a report', () => {
  test('of a search is one of its dog, and keeps what it said, never the mark', async () => {
    const { status, body } = await report(finder, { lostId: lost.id, note: 'They want money first' })
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
    const sent = await sight(finder, lost.id)
    for (const body of [{}, { lostId: lost.id, dogId: lost.dog.id }, { lostId: lost.id, sightingId: sent.body.id }])
      expect(expectError(await report(finder, body), 400).issues).toHaveLength(1)
    const own = expectError(await report(lost.owner, { lostId: lost.id }), 400, 'own-dog')
    expect(own.issues?.[0]?.path).toEqual(['lostId'])
    expectError(await report(finder, { lostId: 'none' }), 404, 'lost-not-found')
    for (const person of [finder, moderator])
      expectError(await report(person, { sightingId: sent.body.id }), 404, 'sighting-not-found')
    const waiting = await newLost({ state: 'waiting' })
    expectError(await report(finder, { lostId: waiting.id }), 404)
    await lost.owner.post('/api/blocks', { dogId: (await finder.get<{ id: string }[]>('/api/my-dogs')).body[0]?.id })
    expectError(await report(finder, { lostId: lost.id }), 404, 'lost-not-found')
  })
})

describe('moderators', () => {
  test('open a search that waits: its times begin then', async () => {
    const waiting = await newLost({ state: 'waiting', ends_at: new Date(Date.now() + 60_000) })
    const listed = await waitingOf(waiting.id)
    expectShape(adminLostSchema, listed)
    expect(listed).toMatchObject({
      owner: { id: waiting.owner.user.id },
      casesThisYear: 1,
      phone: '+1 555 0100',
      reportId: null,
    })
    expect(JSON.stringify(listed)).not.toMatch(/scar|@|"code"/)
    expectError(await act('decide', waiting.id, { approve: true, version: 7 }), 409)
    const { status, body } = await act('decide', waiting.id, { approve: true }, moderator)
    expect([status, body.state, body.version]).toEqual([200, 'open', 2])
    expect(Date.parse(body.endsAt) - Date.now()).toBeGreaterThan(71 * 3_600_000)
    expect((await finder.get<OwnLost>(`/api/lost/${waiting.id}`)).status).toBe(200)
    expect(await waitingOf(waiting.id)).toBeUndefined()
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
    const opening = app.services.db.selectFrom('lost_openings').select('closed_by_moderator').where('id', '=', lost.id)
    expect(await opening.execute()).toEqual([{ closed_by_moderator: true }])
    const appealed = await appeal(lost.owner, admin)
    expect(await readCase(admin, appealed)).toMatchObject({
      evidence: { lost: [{ lostId: lost.id, note: 'Call me' }] },
    })
    expect((await decide(admin, appealed, { action: 'reverse' })).status).toBe(200)
    // The next search for this dog does not wait because of it.
    expect(await opening.execute()).toEqual([{ closed_by_moderator: false }])
    const closings = await auditOf(admin, 'Closed the search')
    expect(closings.filter(({ dogId }) => dogId === lost.dog.id)).toMatchObject([{ action: 'lost-closed' }])
    // A report is not decided that way.
    expectError(await act('close', lost.id, { statement: '' }), 400)
    const { body: reported } = await report(finder, { dogId: lost.dog.id })
    expectError(await decide(admin, reported.id, { action: 'close-lost' }), 400)
  })

  test('alone do that, and not about themselves', async () => {
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
    const { status, body } = await thief.owner.post<OwnLost>(`/api/dogs/${thief.dog.id}/lost`, LOST)
    // A dog that was made today waits, so nobody is told and nobody sends money.
    expect([status, body.state]).toEqual([200, 'waiting'])
    expectError(await finder.get(`/api/lost/${body.id}`), 404)
    const listed = await waitingOf(body.id)
    expect(await readCase(admin, listed?.reportId ?? '')).toMatchObject({ kind: 'fake', dog: { id: thief.dog.id } })
  })
})
