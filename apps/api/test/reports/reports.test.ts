import { EVIDENCE_TITLES } from '@barkyard/domain/report'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import type { Report } from '@barkyard/domain/schemas/report'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { inHours } from '../calls.ts'
import { annAndBob, createDog, ownerWithDog, PASSWORD, pagesOf, photo, twoMatched } from '../client.ts'
import { readCase, readQueue, reportingTo } from '../reports.ts'
import { expectError } from '../shape.ts'
import { openChat } from '../socket.ts'

const app = testApp()
const report = reportingTo(app)

describe('a report', () => {
  test('opens a case for admins with a copy of the dog', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const { body: picture } = await second.owner.upload(second.dog.id, await photo())
    const chat = await openChat(second.owner)
    for (let n = 1; n <= 60; n++) {
      chat.send({ type: 'message', matchId, senderDogId: second.dog.id, body: `message ${n}` })
      await chat.until(({ messages }) => messages.length === n)
    }
    const admin = await newAdmin(app)
    const id = await report(first.owner, {
      dogId: second.dog.id,
      kind: 'danger',
      note: '  He threatened me ',
      photoId: picture.id,
    })
    // Later changes by its owner do not affect it.
    await second.owner.patch(`/api/dogs/${second.dog.id}`, { name: 'Innocent' })

    const found = await readCase(admin, id)
    expect(found).toMatchObject({
      id,
      kind: 'danger',
      state: 'open',
      version: 1,
      reporters: 1,
      claim: null,
      notes: [{ text: 'He threatened me' }],
      dog: { id: second.dog.id, name: 'Bo' },
      owner: { id: second.owner.user.id, email: second.owner.user.email },
      evidence: { dog: { id: second.dog.id, name: 'Bo' }, earlierDogs: [] },
      reportedBy: [{ id: first.owner.user.id, firstName: 'Robin', lastName: 'Hale' }],
      decisions: [],
      earlier: [],
      currentDog: { name: 'Innocent' },
    })
    expect(found.evidence.photos).toEqual([
      { id: picture.id, url: `/api/admin/reports/${id}/photos/${picture.id}`, reported: true, removed: false },
    ])
    const { messages } = found.evidence
    expect(messages.map(({ body }) => body)).toEqual(Array.from({ length: 50 }, (_, n) => `message ${n + 11}`))
    expect(messages[0]).toMatchObject({ matchId, senderDogId: second.dog.id })
    expect((await first.owner.get<Report[]>('/api/reports')).body).toMatchObject([
      { kind: 'danger', state: 'open', outcome: null },
    ])
    expect((await second.owner.get('/api/reports')).body).toEqual([])
  })

  test('about the same dog is added to its case, also from other reporters', async () => {
    const { dog } = await ownerWithDog(app.url)
    const reporters = [await ownerWithDog(app.url), await ownerWithDog(app.url)].map(({ owner }) => owner)
    const [one, two] = reporters
    if (!one || !two) throw new Error('two')
    const admin = await newAdmin(app)
    const id = await report(one, { dogId: dog.id, kind: 'spam', note: 'first' })
    expect(await report(one, { dogId: dog.id, kind: 'other', note: 'second' })).toBe(id)
    expect(await readCase(admin, id)).toMatchObject({ kind: 'spam', version: 2, reporters: 1 })
    expect(await report(two, { dogId: dog.id, kind: 'child-safety', note: 'third' })).toBe(id)
    expect(await readCase(admin, id)).toMatchObject({
      kind: 'child-safety',
      version: 3,
      reporters: 2,
      notes: [{ text: 'first' }, { text: 'second' }, { text: 'third' }],
    })
    // One's own is random, so that it says nothing of the time, the case or other reports.
    const listed = await Promise.all(reporters.map(person => person.get<Report[]>('/api/reports')))
    const own = listed.flatMap(({ body }) => body.map(one => one.id))
    expect(new Set([id, ...own]).size).toBe(3)
    for (const one of own) expect(one[14]).toBe('4')
    // Without anything new, the version stays the same.
    await report(two, { dogId: dog.id, kind: 'rude' })
    expect((await readCase(admin, id)).version).toBe(3)
    expect((await one.get<Report[]>('/api/reports')).body).toMatchObject([{ kind: 'spam' }])
    expect((await two.get<Report[]>('/api/reports')).body).toMatchObject([{ kind: 'child-safety' }])
    // Twenty simultaneous reports are also one case.
    const { dog: other } = await ownerWithDog(app.url)
    const ids = await Promise.all(
      reporters.flatMap(person => Array.from({ length: 5 }, () => report(person, { dogId: other.id }))),
    )
    expect(new Set(ids).size).toBe(1)
  })

  test('is refused for an own dog, a photo of another dog, and an unknown dog; accepted for one that nobody owns, or whose owner is blocked', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const spare = await createDog(owner)
    const other = await ownerWithDog(app.url)
    const { body: own } = await owner.upload(dog.id, await photo())
    expectError(await owner.post('/api/reports', { dogId: spare.id, kind: 'rude' }), 400, 'own-dog')
    const ofAnother = { dogId: other.dog.id, kind: 'photo', photoId: own.id }
    expectError(await owner.post('/api/reports', ofAnother), 400, 'other-photo')
    expectError(await owner.post('/api/reports', { ...ofAnother, photoId: 'none' }), 400)
    for (const dogId of ['none', own.id])
      expectError(await owner.post('/api/reports', { dogId, kind: 'rude' }), 404, 'NOT_FOUND')
    for (const bad of [{ kind: 'boring' }, { note: 'x'.repeat(1001) }, { dogId: undefined }])
      expect(
        expectError(await owner.post('/api/reports', { dogId: other.dog.id, kind: 'rude', ...bad }), 400).issues,
      ).toHaveLength(1)
    const admin = await newAdmin(app)
    expect((await readQueue(admin)).filter(({ dog: { id } }) => [spare.id, other.dog.id].includes(id))).toEqual([])
    await owner.post('/api/blocks', { dogId: other.dog.id })
    await report(owner, { dogId: other.dog.id })
    await admin.patch(`/api/admin/dogs/${spare.id}/owner`, { userId: null })
    const id = await report(owner, { dogId: spare.id, kind: 'welfare' })
    expect(await readCase(admin, id)).toMatchObject({ owner: null, reporters: 1 })
  })
})

test('a reported photo stays available to admins only after its owner deletes it', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const reporter = (await ownerWithDog(app.url)).owner
  const { body: picture } = await owner.upload(dog.id, await photo())
  const publicly = () => fetch(`${app.url}${picture.urlLarge}`)
  const bytes = Buffer.from(await (await publicly()).arrayBuffer())
  const id = await report(reporter, { dogId: dog.id, kind: 'photo' })
  const admin = await newAdmin(app)
  const asAdmin = () =>
    fetch(`${app.url}/api/admin/reports/${id}/photos/${picture.id}`, { headers: { cookie: admin.cookie ?? '' } })
  expect(Buffer.from(await (await asAdmin()).arrayBuffer()).equals(bytes)).toBe(true)

  expect((await owner.delete(`/api/photos/${picture.id}`)).status).toBe(200)
  await until(async () => (await publicly()).status, 404)
  const kept = await asAdmin()
  expect([kept.status, kept.headers.get('content-type'), kept.headers.get('cache-control')]).toEqual([
    ...[200, 'image/webp', 'no-store'],
  ])
  expect(Buffer.from(await kept.arrayBuffer()).equals(bytes)).toBe(true)
  expect((await readCase(admin, id)).evidence.photos).toMatchObject([{ id: picture.id, removed: true }])
  expectError(await admin.get(`/api/admin/reports/${id}/photos/${dog.id}`), 404)
  // It is not available under another case.
  const other = await report(reporter, { dogId: (await ownerWithDog(app.url)).dog.id })
  expectError(await admin.get(`/api/admin/reports/${other}/photos/${picture.id}`), 404)
})

test('the queue lists child safety and danger first, then the oldest, page by page', async () => {
  const reporter = (await ownerWithDog(app.url)).owner
  const admin = await newAdmin(app)
  const kinds = ['spam', 'danger', 'rude', 'child-safety', 'welfare', 'danger'] as const
  const ids: string[] = []
  for (const kind of kinds) ids.push(await report(reporter, { dogId: (await ownerWithDog(app.url)).dog.id, kind }))
  const pages = await pagesOf<{ id: string }>(admin, '/api/admin/reports?limit=2')
  expect(Math.max(...pages.map(({ length }) => length))).toBe(2)
  const total = (await admin.get('/api/admin/reports?limit=2')).headers.get('x-total-count')
  expect(Number(total)).toBeGreaterThanOrEqual(kinds.length)
  const found = pages.flat().map(({ id }) => id)
  expect(found.filter(id => ids.includes(id))).toEqual([1, 3, 5, 0, 2, 4].map(index => ids[index]))
  expect(new Set(found).size).toBe(found.length)
  for (const bad of ['none', ids[0]?.replace(/.$/, 'x')])
    expectError(await admin.get(`/api/admin/reports?cursor=${bad}`), 400)
})

const inDays = (days: number) => inHours(24 * days)
const PARK = { parkName: 'Dolores Park', lat: '0', lng: '0' }

test('a report keeps the titles of playdates and walks with the dogs whose owners wrote them', async () => {
  const { ann, bob, ada, bo, matchId } = await annAndBob(app.url)
  const propose = async (person: typeof ann, days: number, notes: string) =>
    (await person.post<Playdate>('/api/playdates', { matchId, whenTs: inDays(days), ...PARK, notes })).body
  const rude = await propose(bob, 1, 'Come alone')
  // Another time from Ann does not make the title hers.
  await ann.post(`/api/playdates/${rude.id}/counter`, { whenTs: inDays(2) })
  const own = await propose(ann, 3, 'A walk in the sun')
  await bob.patch(`/api/playdates/${own.id}`, { status: 'accepted' })
  await bob.post(`/api/playdates/${own.id}/counter`, { notes: 'Wear something nice' })
  const walk = { whenTs: inDays(4), parkName: 'Crissy Field', title: 'Losers stay at home', maxDogs: 4 }
  const { body: walked } = await bob.post<{ id: string }>('/api/walks', walk)
  await propose(bob, 5, '')

  const id = await report(ann, { dogId: bo })
  const admin = await newAdmin(app)
  const titles = async () =>
    (await readCase(admin, id)).evidence.titles.map(({ kind, title, byDogId }) => ({ kind, title, byDogId }))
  const written = [
    { kind: 'playdate', title: 'Come alone', byDogId: bo },
    { kind: 'playdate', title: 'A walk in the sun', byDogId: ada },
    { kind: 'playdate', title: 'Wear something nice', byDogId: bo },
    { kind: 'walk', title: 'Losers stay at home', byDogId: bo },
  ]
  const kept = await titles()
  expect(kept).toHaveLength(written.length)
  expect(kept).toEqual(expect.arrayContaining(written))
  const { version } = await readCase(admin, id)

  // An agreed change of the title is its author's.
  await ann.post(`/api/playdates/${own.id}/answer-change`, { accept: true })
  await report(ann, { dogId: bo })
  expect(await titles()).toHaveLength(written.length)
  expect((await readCase(admin, id)).version).toBe(version)

  // They stay when the match and the walk are gone. The reporter's own go with the reporter's account.
  await bob.delete(`/api/matches/${matchId}`)
  await bob.post(`/api/walks/${walked.id}/cancel`)
  expect(await titles()).toHaveLength(written.length)
  await ann.delete('/api/account', { password: PASSWORD })
  expect((await titles()).map(({ byDogId }) => byDogId)).toEqual([bo, bo, bo])
})

test('playdates without a title leave the titles of earlier ones in a report', async () => {
  const { ann, bob, bo, matchId } = await annAndBob(app.url)
  const rude = { matchId, whenTs: inDays(1), ...PARK, notes: 'Come alone' }
  await bob.post('/api/playdates', rude)
  await sql`
    INSERT INTO playdates (id, match_id, proposer_dog_id, invited_dog_id, when_ts, park_name, notes, status)
    SELECT gen_random_uuid(), id, dog_a_id, dog_b_id, now() + day * interval '1 day', 'Dolores Park', '', 'declined'
    FROM matches, generate_series(2, ${EVIDENCE_TITLES + 1}) day WHERE id = ${matchId}`.execute(app.services.db)
  const id = await report(ann, { dogId: bo })
  expect((await readCase(await newAdmin(app), id)).evidence.titles.map(({ title }) => title)).toEqual(['Come alone'])
})
