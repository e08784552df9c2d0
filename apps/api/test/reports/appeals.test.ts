import { sweepCases } from '@barkyard/db/queries/reports/decide-case'
import { casesKeptSince } from '@barkyard/domain/report'
import type { User } from '@barkyard/domain/schemas/user'
import { until } from '@barkyard/postgres/testing/until'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditOf, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { createDog, ownerWithDog, type Person, photo } from '../client.ts'
import { photoFiles } from '../photo-files.ts'
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

const deedsOf = async (dogId: string) =>
  (await auditOf(admin, '')).filter(entry => entry.dogId === dogId).map(({ action }) => action)

test('a suspension leaves a longer one as it is, and holds once that is reversed', async () => {
  const { owner, id } = await reported()
  const second = await report(reporter, { dogId: (await createDog(owner)).id })
  await decide(admin, id, { action: 'suspend' })
  const [forGood] = await noticesOf(owner)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await decide(admin, second, { action: 'suspend', until })
  const suspension = async () => (await owner.get<User>('/api/auth/user')).body
  expect(await suspension()).toMatchObject({ suspended: true, suspendedUntil: null })
  await owner.post('/api/appeals', { noticeId: forGood?.id, text: 'Not for good' })
  const appeal = (await readQueue(other)).find(one => one.kind === 'appeal' && one.owner?.id === owner.user.id)
  await decide(other, appeal?.id ?? '', { action: 'reverse' })
  expect(await suspension()).toMatchObject({ suspended: true, suspendedUntil: until })
})

describe('an appeal', () => {
  test('can be made once, by the recipient of the notice, and is decided by another admin', async () => {
    const { owner, dog, id } = await reported()
    await decide(admin, id, { action: 'warn', statement: 'Be kind' })
    const noticeId = (await noticesOf(owner))[0]?.id
    const appeal = { noticeId, text: ' It was a joke ' }
    expectError(await reporter.post('/api/appeals', appeal), 404)
    expectError(await owner.post('/api/appeals', { ...appeal, noticeId: 'none' }), 404)
    for (const text of ['', 'x'.repeat(1001)]) expectError(await owner.post('/api/appeals', { noticeId, text }), 400)
    const answers = await Promise.all([1, 2].map(() => owner.post('/api/appeals', appeal)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await noticesOf(owner)).toMatchObject([
      { appeal: { text: 'It was a joke', state: 'open', statement: null } },
    ])

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
    expectError(await owner.post('/api/appeals', appeal), 409, 'already-appealed')
  })

  test('is refused after 180 days', async () => {
    const { owner, id } = await reported()
    await decide(admin, id, { action: 'warn' })
    const noticeId = (await noticesOf(owner))[0]?.id ?? ''
    const then = new Date(Date.now() - 181 * 86_400_000)
    await app.services.db.updateTable('decisions').set({ created_at: then }).where('id', '=', noticeId).execute()
    expectError(await owner.post('/api/appeals', { noticeId, text: 'Late' }), 409, 'appeal-too-late')
  })
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
  const [notice] = await noticesOf(appealed.owner)
  await appealed.owner.post('/api/appeals', { noticeId: notice?.id, text: 'Please look again' })
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
