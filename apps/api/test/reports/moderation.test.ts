import { sweepCases } from '@barkyard/db/queries/reports/decide-case'
import { casesKeptSince } from '@barkyard/domain/report'
import type { Report, StatementTemplate } from '@barkyard/domain/schemas/report'
import type { User } from '@barkyard/domain/schemas/user'
import { until } from '@barkyard/postgres/testing/until'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditOf, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { NOBODY } from '../calls.ts'
import { createDog, notificationsOf, ownerWithDog, PASSWORD, type Person, photo } from '../client.ts'
import { openLive } from '../live.ts'
import { photoFiles } from '../photo-files.ts'
import { appeal, decide, noticesOf, readCase, readQueue, reportedBy, reportingTo } from '../reports.ts'
import { expectError } from '../shape.ts'

const app = testApp()
const report = reportingTo(app)

let admin: Person
let other: Person
let reporter: Person
beforeAll(async () => {
  admin = await newAdmin(app)
  other = await newAdmin(app)
  reporter = (await ownerWithDog(app.url)).owner
})

const reported = () => reportedBy(reporter, app)

/** A case as its reporter reads it. */
const reportOf = async (caseId: string) => {
  const ofCase = app.services.db.selectFrom('reports').select('id').where('case_id', '=', caseId)
  const own = await ofCase.where('reporter_id', '=', reporter.user.id).executeTakeFirstOrThrow()
  return (await reporter.get<Report[]>('/api/reports')).body.find(({ id }) => id === own.id)
}
const toldOf = async (person: Person) => (await notificationsOf(person)).filter(({ kind }) => kind === 'moderation')
const deedsOf = async (dogId: string) =>
  (await auditOf(admin, '')).filter(entry => entry.dogId === dogId).map(({ action }) => action)

test('a claim excludes other admins for 15 minutes, shows the admin’s name, is asked for in the queue, and does not change the version', async () => {
  const [{ id, dog }, { id: theirs }, { id: free }] = [await reported(), await reported(), await reported()]
  const listed = async (claimed: string) =>
    (await readQueue(admin, `?limit=100&claimed=${claimed}`))
      .map(one => one.id)
      .filter(one => [id, theirs, free].includes(one))
  const queues = () => Promise.all(['me', 'others', 'nobody', 'anybody'].map(listed))
  const claimed = await admin.post<{ version: number }>(`/api/admin/reports/${id}/claim`)
  expect(claimed).toMatchObject({ status: 200, body: { id, version: 1, claim: { by: 'Alex Admin', mine: true } } })
  await other.post(`/api/admin/reports/${theirs}/claim`)
  expect(await queues()).toEqual([[id], [theirs], [free], [id, theirs, free]])
  expect((await readCase(other, id)).claim).toMatchObject({ by: 'Alex Admin', mine: false })
  expect(expectError(await other.post(`/api/admin/reports/${id}/claim`), 409)).toMatchObject({
    reason: 'claimed',
    message: 'Alex Admin is working on this case',
  })
  expectError(await decide(other, id, { action: 'dismiss' }), 409, 'claimed')
  expect(await deedsOf(dog.id)).toEqual(['report-claimed'])
  expect((await admin.post(`/api/admin/reports/${id}/claim`)).status).toBe(200)
  // The claim expires.
  const past = { claimed_until: new Date(Date.now() - 1000) }
  await app.services.db.updateTable('report_cases').set(past).where('id', '=', id).execute()
  expect((await readCase(admin, id)).claim).toBeNull()
  expect(await queues()).toEqual([[], [theirs], [id, free], [id, theirs, free]])
  expect((await decide(other, id, { action: 'dismiss' })).status).toBe(200)
  expectError(await admin.post(`/api/admin/reports/${id}/claim`), 409, 'already-decided')
  expectError(await admin.post('/api/admin/reports/none/claim'), 404)
})

describe('a decision', () => {
  test('to dismiss does not notify the owner, and tells the reporter that no action was taken', async () => {
    const { owner, dog, id } = await reported()
    const page = await openLive(owner)
    expect(await decide(admin, id, { action: 'dismiss', statement: 'Nothing there' })).toMatchObject({
      status: 200,
      body: { id, state: 'decided', claim: null },
    })
    app.services.hub.deliver({ userIds: [owner.user.id], dogIds: [] }, { event: { type: 'seen', matchId: id } })
    await page.until(events => events.some(({ type }) => type === 'seen'))
    expect([page.events.map(({ type }) => type), page.bells]).toEqual([['seen'], 0])
    expect(await noticesOf(owner)).toEqual([])
    expect(await toldOf(owner)).toEqual([])
    expect(await reportOf(id)).toMatchObject({ state: 'decided', outcome: 'not acted' })
    expect(await deedsOf(dog.id)).toEqual(['report-dismissed'])
    expect((await readQueue(admin)).map(one => one.id)).not.toContain(id)
    expect((await readQueue(admin, '?state=decided'))[0]?.id).toBe(id)
    // The next report is a new case, which lists this one.
    const next = await report(reporter, { dogId: dog.id })
    expect(next).not.toBe(id)
    expect((await readCase(admin, next)).earlier).toMatchObject([{ id, state: 'decided', action: 'dismiss' }])
  })

  test('to warn sends a notice with the statement, and tells the reporter that action was taken', async () => {
    const { owner, dog, id } = await reported()
    const pages = await Promise.all([owner, reporter, other].map(openLive))
    await decide(admin, id, { action: 'warn', statement: 'Be kind' })
    for (const page of pages) await page.until(events => events.some(({ type }) => type === 'reports'))
    const [notice] = await noticesOf(owner)
    expect(notice).toMatchObject({ action: 'warn', statement: 'Be kind', dogId: dog.id, until: null, appeal: null })
    expect(await toldOf(owner)).toMatchObject([{ body: 'Be kind' }])
    expect(await reportOf(id)).toMatchObject({ state: 'decided', outcome: 'acted' })
    expect((await toldOf(reporter))[0]?.body).toContain('acted')
    expect((await readCase(admin, id)).decisions).toMatchObject([
      { action: 'warn', statement: 'Be kind', by: 'Alex Admin' },
    ])
  })

  test('is refused without effect if the case has changed or was decided', async () => {
    const { owner, dog, id } = await reported()
    const { version } = await readCase(admin, id)
    await report(reporter, { dogId: dog.id, note: 'And this' })
    const path = `/api/admin/reports/${id}/decide`
    const order = { action: 'hide-dog', statement: 'Because', version }
    expectError(await admin.post(path, order), 409, 'stale-case')
    expect((await reporter.get(`/api/dogs/${dog.id}`)).status).toBe(200)
    // Of two simultaneous decisions one succeeds.
    const now = { ...order, version: version + 1 }
    const answers = await Promise.all([admin, other].map(person => person.post(path, now)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await noticesOf(owner)).toHaveLength(1)
    expectError(await admin.post(path, now), 409, 'already-decided')
  })

  test('is refused with the invalid field', async () => {
    const { owner, id } = await reported()
    const stranger = await ownerWithDog(app.url)
    const { body: foreign } = await stranger.owner.upload(stranger.dog.id, await photo())
    const path = `/api/admin/reports/${id}/decide`
    const good = { action: 'warn', statement: 'Because', version: 1 }
    const past = new Date(Date.now() - 1000).toISOString()
    for (const bad of [
      ...[{ action: 'shout' }, { action: 'uphold' }, { statement: ' ' }, { statement: 'x'.repeat(1001) }],
      ...[{ action: 'remove-photos' }, { action: 'remove-photos', photoIds: [] }, { version: undefined }],
      ...[
        { action: 'remove-photos', photoIds: [foreign.id] },
        { action: 'suspend', until: past },
      ],
    ])
      expectError(await admin.post(path, { ...good, ...bad }), 400, 'BAD_REQUEST')
    expectError(await admin.post('/api/admin/reports/none/decide', good), 404)
    expect(await noticesOf(owner)).toEqual([])
  })

  test('to remove photos removes only these, keeps copies, and is undone by an appeal', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const pictures = [
      (await owner.upload(dog.id, await photo())).body,
      (await owner.upload(dog.id, await photo())).body,
    ]
    const [bad, good] = pictures
    const id = await report(reporter, { dogId: dog.id, kind: 'photo', photoId: bad?.id })
    const later = (await owner.upload(dog.id, await photo())).body
    await decide(admin, id, { action: 'remove-photos', photoIds: [bad?.id, later.id] })
    const photosNow = async () => (await reporter.get<{ photos: { id: string }[] }>(`/api/dogs/${dog.id}`)).body.photos
    expect((await photosNow()).map(one => one.id)).toEqual([good?.id])
    await until(async () => (await fetch(`${app.url}${bad?.urlLarge}`)).status, 404)
    const appealed = await appeal(owner, other)
    expect((await readCase(other, appealed)).evidence.photos).toHaveLength(3)
    await decide(other, appealed, { action: 'reverse', statement: 'Right you are' })
    expect((await photosNow()).map(one => one.id).sort()).toEqual([...pictures, later].map(one => one.id).sort())
  })

  test('to hide hides the dog from others, and an appeal shows it again', async () => {
    const { owner, dog, id } = await reported()
    await decide(admin, id, { action: 'hide-dog' })
    const row = () => app.services.db.selectFrom('dogs').select('unseen').where('id', '=', dog.id).executeTakeFirst()
    expect(await row()).toEqual({ unseen: true })
    await decide(other, await appeal(owner, other), { action: 'reverse' })
    expect(await row()).toEqual({ unseen: false })
  })

  test('to delete removes the account but keeps the case, as the owner’s own deletion does', async () => {
    const { owner: doomed, id } = await reported()
    await decide(admin, id, { action: 'delete-user' })
    expect(await readCase(admin, id)).toMatchObject({ state: 'decided', owner: null, currentDog: null })
    const users = app.services.db.selectFrom('users').select('id').where('id', '=', doomed.user.id)
    expect(await users.execute()).toEqual([])
    // Reports about an account that its owner deletes stay, without a name.
    const { owner: leaving, dog: theirs } = await ownerWithDog(app.url, { name: 'Ghost' })
    const stays = await report(reporter, { dogId: theirs.id, note: 'Look' })
    await leaving.delete('/api/account', { password: PASSWORD })
    const kept = await readCase(admin, stays)
    expect(kept).toMatchObject({ owner: null, evidence: { dog: { name: 'Ghost' } }, notes: [{ text: 'Look' }] })
    expect(JSON.stringify(kept)).not.toContain(leaving.user.email)
    expectError(await decide(admin, stays, { action: 'warn' }), 409, 'no-owner')
  })
})

test('admins create, change and delete templates', async () => {
  const path = '/api/admin/statement-templates'
  const fields = { action: 'warn', title: 'Barking', text: 'Please bark less' }
  const { body: made } = await admin.post<StatementTemplate>(path, fields)
  const list = async () => (await other.get<StatementTemplate[]>(path)).body
  expect(await list()).toContainEqual({ id: made.id, ...fields })
  await other.patch(`${path}/${made.id}`, { ...fields, text: 'Please bark more' })
  expect((await list()).find(({ id }) => id === made.id)?.text).toBe('Please bark more')
  expect((await admin.delete(`${path}/${made.id}`)).status).toBe(200)
  expect((await list()).map(({ id }) => id)).not.toContain(made.id)
  expectError(await admin.patch(`${path}/${made.id}`, fields), 404)
  const noted = (await auditOf(admin, 'template')).map(({ action, adminEmail }) => [action, adminEmail])
  expect(noted).toEqual([
    ['statement-template-deleted', admin.user.email],
    ['statement-template-saved', other.user.email],
    ['statement-template-saved', admin.user.email],
  ])
})

test('admins note up to a hundred things about a case for each other, also once it is decided, and nobody else reads or writes them', async () => {
  const party = await newAdmin(app)
  const dog = await createDog(party)
  const id = await report(reporter, { dogId: dog.id })
  const note = (person: Person, text: string) => person.post(`/api/admin/reports/${id}/notes`, { text })
  expect((await note(admin, ' Asked for another photo ')).status).toBe(200)
  await decide(other, id, { action: 'warn' })
  expect((await note(other, 'Warned')).status).toBe(200)
  const { adminNotes, version } = await readCase(admin, id)
  expect(adminNotes.map(({ text, by }) => [text, by])).toEqual([
    ['Asked for another photo', 'Alex Admin'],
    ['Warned', 'Alex Admin'],
  ])
  // Reports and the decision raise it, notes do not.
  expect(version).toBe(2)
  for (const answer of [await party.get('/api/notices'), await reporter.get('/api/reports')])
    expect(JSON.stringify(answer.body)).not.toContain('another photo')
  expect(await deedsOf(dog.id)).toContain('case-note-added')
  expectError(await note(party, 'x'), 403, 'party-of-case')
  expectError(await note(admin, ' '), 400)
  expectError(await admin.post(`/api/admin/reports/${NOBODY}/notes`, { text: 'x' }), 404)
  for (let nth = 2; nth < 100; nth++) await note(other, `Note ${nth}`)
  expectError(await note(other, 'x'), 409, 'case-notes-full')
})

test('a suspension leaves a longer one as it is, and holds once that is reversed', async () => {
  const { owner, id } = await reported()
  const second = await report(reporter, { dogId: (await createDog(owner)).id })
  await decide(admin, id, { action: 'suspend' })
  const forGood = await appeal(owner, other)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await decide(admin, second, { action: 'suspend', until })
  const suspension = async () => (await owner.get<User>('/api/auth/user')).body
  expect(await suspension()).toMatchObject({ suspended: true, suspendedUntil: null })
  await decide(other, forGood, { action: 'reverse' })
  expect(await suspension()).toMatchObject({ suspended: true, suspendedUntil: until })
})

test('an appeal can be made within 180 days, once, by the recipient of the notice, and is decided by another admin', async () => {
  const { owner, dog, id } = await reported()
  await decide(admin, id, { action: 'warn', statement: 'Be kind' })
  const noticeId = (await noticesOf(owner))[0]?.id ?? ''
  const made = { noticeId, text: ' It was a joke ' }
  const decidedOn = (created_at: Date) =>
    app.services.db.updateTable('decisions').set({ created_at }).where('id', '=', noticeId).execute()
  await decidedOn(new Date(Date.now() - 181 * 86_400_000))
  expectError(await owner.post('/api/appeals', made), 409, 'appeal-too-late')
  await decidedOn(new Date())
  expectError(await reporter.post('/api/appeals', made), 404)
  expectError(await owner.post('/api/appeals', { ...made, noticeId: 'none' }), 404)
  for (const text of ['', 'x'.repeat(1001)]) expectError(await owner.post('/api/appeals', { noticeId, text }), 400)
  const answers = await Promise.all([1, 2].map(() => owner.post('/api/appeals', made)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await noticesOf(owner)).toMatchObject([{ appeal: { text: 'It was a joke', state: 'open', statement: null } }])

  const found = (await readQueue(other)).find(one => one.kind === 'appeal' && one.dog.id === dog.id)
  const caseId = found?.id ?? ''
  expect(found).toMatchObject({ notes: [{ text: 'It was a joke' }], owner: { id: owner.user.id }, reporters: 0 })
  expect(await readCase(other, caseId)).toMatchObject({
    evidence: { dog: { id: dog.id } },
    decisions: [{ action: 'warn', statement: 'Be kind', by: 'Alex Admin' }],
  })
  for (const refused of [
    await admin.post(`/api/admin/reports/${caseId}/claim`),
    await decide(admin, caseId, { action: 'uphold' }),
  ])
    expectError(refused, 409, 'another-admin')
  expectError(await decide(other, caseId, { action: 'warn' }), 400)
  await decide(other, caseId, { action: 'uphold', statement: 'It stands' })
  expect((await noticesOf(owner))[0]?.appeal).toMatchObject({ state: 'upheld', statement: 'It stands' })
  expect((await deedsOf(dog.id))[0]).toBe('appeal-upheld')
  expectError(await owner.post('/api/appeals', made), 409, 'already-appealed')
})

test('a case goes 180 days after its decision, with its copies of photos, unless an appeal is open', async () => {
  const reportedWith = async (action: string) => {
    const { owner, dog } = await ownerWithDog(app.url)
    const { body: picture } = await owner.upload(dog.id, await photo())
    const id = await report(reporter, { dogId: dog.id, photoId: picture.id })
    await owner.delete(`/api/photos/${picture.id}`)
    await until(async () => (await fetch(`${app.url}${picture.urlLarge}`)).status, 404)
    await decide(admin, id, { action })
    const kept = app.services.db.selectFrom('report_photos').select('key').where('case_id', '=', id)
    const { key } = await kept.executeTakeFirstOrThrow()
    return { owner, dog, id, key, copy: `/api/admin/reports/${id}/photos/${picture.id}` }
  }
  const [hidden, appealed] = [await reportedWith('hide-dog'), await reportedWith('warn')]
  await appeal(appealed.owner, admin)
  const statusOf = async (path: string) => (await admin.get(path)).status
  const sweepAfter = async (days: number) => {
    await sweepCases(app.services.db, casesKeptSince(new Date(Date.now() + days * 86_400_000)))
    app.services.sweeper.sweepSoon()
  }
  const areKept = async (key: string) => (await photoFiles(app)).some(name => name.includes(key))
  await sweepAfter(179)
  expect(await areKept(hidden.key)).toBe(true)
  expect([await statusOf(hidden.copy), await statusOf(appealed.copy)]).toEqual([200, 200])
  await sweepAfter(181)
  expect([await statusOf(hidden.copy), await statusOf(appealed.copy)]).toEqual([404, 200])
  expectError(await admin.get(`/api/admin/reports/${hidden.id}`), 404)
  expect((await readCase(admin, appealed.id)).evidence.photos).toHaveLength(1)
  await until(() => areKept(hidden.key), false)
  expect(await areKept(appealed.key)).toBe(true)
  // The dog stays hidden, and its owner can still read why.
  expect(await noticesOf(hidden.owner)).toMatchObject([{ action: 'hide-dog', dogId: hidden.dog.id }])
  expectError(await reporter.get(`/api/dogs/${hidden.dog.id}`), 404)
})
