import type { Notification } from '@barkyard/domain/schemas/notification'
import type { Report, StatementTemplate } from '@barkyard/domain/schemas/report'
import { until } from '@barkyard/postgres/testing/until'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditOf, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { Client, ownerWithDog, PASSWORD, type Person, photo } from '../client.ts'
import { Live } from '../live.ts'
import { decide, noticesOf, readCase, readQueue, reportedBy, reportingTo } from '../reports.ts'
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
  const own = await app.services.db
    .selectFrom('reports')
    .select('id')
    .where('case_id', '=', caseId)
    .where('reporter_id', '=', reporter.user.id)
    .executeTakeFirstOrThrow()
  return (await reporter.get<Report[]>('/api/reports')).body.find(({ id }) => id === own.id)
}
const toldOf = async (person: Person) =>
  (await person.get<Notification[]>('/api/notifications')).body.filter(({ kind }) => kind === 'moderation')
const deedsOf = async (dogId: string) =>
  (await auditOf(admin, '')).filter(entry => entry.dogId === dogId).map(({ action }) => action)

describe('a claim', () => {
  test('excludes other admins for 15 minutes, shows the admin’s name, and does not change the version', async () => {
    const { id, dog } = await reported()
    const claimed = await admin.post<{ version: number }>(`/api/admin/reports/${id}/claim`)
    expect(claimed).toMatchObject({ status: 200, body: { id, version: 1, claim: { by: 'Alex Admin', mine: true } } })
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
    expect((await decide(other, id, { action: 'dismiss' })).status).toBe(200)
    expectError(await admin.post(`/api/admin/reports/${id}/claim`), 409, 'already-decided')
    expectError(await admin.post('/api/admin/reports/none/claim'), 404)
  })
})

describe('a decision', () => {
  test('to dismiss does not notify the owner, and tells the reporter that no action was taken', async () => {
    const { owner, dog, id } = await reported()
    expect(await decide(admin, id, { action: 'dismiss', statement: 'Nothing there' })).toMatchObject({
      status: 200,
      body: { id, state: 'decided', claim: null },
    })
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
    const pages = [owner, reporter, other].map(person => new Live(person))
    for (const page of pages) await page.started
    await decide(admin, id, { action: 'warn', statement: 'Be kind' })
    for (const page of pages) {
      await page.until(events => events.some(({ type }) => type === 'reports'))
      await page.stop()
    }
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
    const { owner, dog, id } = await reported()
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
    expectError(await owner.post(path, good), 403)
    const { token } = (await admin.post<{ token: string }>('/api/tokens', { name: 'x', isAdmin: true })).body
    const asScript = await new Client(app.url).send('POST', path, good, { authorization: `Bearer ${token}` })
    expectError(asScript, 403, 'token')
    await other.post(`/api/admin/impersonate-dog/${dog.id}`)
    for (const verb of ['claim', 'decide'])
      expectError(await other.post(`/api/admin/reports/${id}/${verb}`, good), 403, 'acting-as-another-dog')
    await other.post('/api/admin/stop-impersonation')
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
    await decide(admin, id, { action: 'remove-photos', photoIds: [bad?.id] })
    const photosNow = async () => (await reporter.get<{ photos: { id: string }[] }>(`/api/dogs/${dog.id}`)).body.photos
    expect((await photosNow()).map(one => one.id)).toEqual([good?.id])
    await until(async () => (await fetch(`${app.url}${bad?.urlLarge}`)).status, 404)
    const [notice] = await noticesOf(owner)
    await owner.post('/api/appeals', { noticeId: notice?.id, text: 'It is my dog' })
    const appeal = (await readQueue(other)).find(one => one.kind === 'appeal' && one.dog.id === dog.id)
    expect((await readCase(other, appeal?.id ?? '')).evidence.photos).toHaveLength(2)
    await decide(other, appeal?.id ?? '', { action: 'reverse', statement: 'Right you are' })
    expect((await photosNow()).map(one => one.id).sort()).toEqual(pictures.map(one => one.id).sort())
  })

  test('to hide hides the dog from others, and an appeal shows it again', async () => {
    const { owner, dog, id } = await reported()
    await decide(admin, id, { action: 'hide-dog' })
    const row = () => app.services.db.selectFrom('dogs').select('unseen').where('id', '=', dog.id).executeTakeFirst()
    expect(await row()).toEqual({ unseen: true })
    const [notice] = await noticesOf(owner)
    await owner.post('/api/appeals', { noticeId: notice?.id, text: 'Please' })
    const appeal = (await readQueue(other)).find(one => one.kind === 'appeal' && one.dog.id === dog.id)
    await decide(other, appeal?.id ?? '', { action: 'reverse' })
    expect(await row()).toEqual({ unseen: false })
  })

  test('to suspend lasts until its end; to delete removes the account but keeps the case', async () => {
    const { owner, dog, id } = await reported()
    const until = new Date(Date.now() + 86_400_000).toISOString()
    await decide(admin, id, { action: 'suspend', until })
    expect((await noticesOf(owner))[0]).toMatchObject({ action: 'suspend', until })
    expect(await deedsOf(dog.id)).toEqual(['owner-suspended'])
    const next = await report(other, { dogId: (await ownerWithDog(app.url)).dog.id })
    const { owner: doomed } = await readCase(admin, next)
    await decide(admin, next, { action: 'delete-user' })
    expect(await readCase(admin, next)).toMatchObject({ state: 'decided', owner: null, currentDog: null })
    const gone = await app.services.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', doomed?.id ?? '')
      .execute()
    expect(gone).toEqual([])
    // Reports about an account that its owner deletes stay, without a name.
    const { owner: leaving, dog: theirs } = await ownerWithDog(app.url, { name: 'Ghost' })
    const stays = await report(reporter, { dogId: theirs.id, note: 'Look' })
    await leaving.delete('/api/account', { password: PASSWORD })
    const kept = await readCase(admin, stays)
    expect(kept).toMatchObject({ owner: null, evidence: { dog: { name: 'Ghost' } }, notes: [{ text: 'Look' }] })
    expect(JSON.stringify(kept)).not.toContain(leaving.user.email)
    expectError(await decide(admin, stays, { action: 'warn' }), 409, 'no-owner')
    // Admins cannot decide about themselves.
    const { dog: mine } = await ownerWithDog(app.url)
    await admin.patch(`/api/admin/dogs/${mine.id}/owner`, { userId: other.user.id })
    const own = await report(reporter, { dogId: mine.id })
    const decision = { action: 'dismiss', statement: 'Fine', version: 1 }
    const refused = await other.post(`/api/admin/reports/${own}/decide`, decision)
    expectError(refused, 403, 'party-of-case')
    expect((await decide(admin, own, { action: 'dismiss' })).status).toBe(200)
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
  expectError(await reporter.get(path), 403)
  const noted = (await auditOf(admin, 'template')).map(({ action, adminEmail }) => [action, adminEmail])
  expect(noted).toEqual([
    ['statement-template-deleted', admin.user.email],
    ['statement-template-saved', other.user.email],
    ['statement-template-saved', admin.user.email],
  ])
})
