import type { AdminUserDetails, DayNumbers } from '@barkyard/domain/schemas/admin'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditOf, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { Client, createDog, ownerWithDog, PASSWORD, type Person, signUp, twoMatched } from '../client.ts'
import { testMailbox } from '../mailbox.ts'
import { noticesOf, readCase, readQueue, reportingTo } from '../reports.ts'
import { expectError } from '../shape.ts'

const mailbox = await testMailbox()
const app = testApp({ SMTP_URL: mailbox.url })
const report = reportingTo(app)
const detailsOf = async (admin: Person, { user }: Person) =>
  (await admin.get<AdminUserDetails>(`/api/admin/users/${user.id}`)).body
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

test('the numbers of two weeks count what happened on each day in San Francisco', async () => {
  const admin = await newAdmin(app)
  const read = async () => (await admin.get<DayNumbers[]>('/api/admin/numbers')).body
  const [before] = (await read()).slice(-1) as [DayNumbers]
  const { first, second, matchId } = await twoMatched(app.url)
  await first.owner.post(`/api/messages/${matchId}`, { body: 'woof' })
  await report(first.owner, { dogId: second.dog.id })
  const days = await read()
  expect(days).toHaveLength(14)
  const [today] = days.slice(-1) as [DayNumbers]
  const day = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' })
  const { signUps, messages, reports, playdates, barks } = before
  expect(today).toMatchObject({ day, signUps: signUps + 2, messages: messages + 1, reports: reports + 1, playdates })
  expect(today.barks).toBeGreaterThan(barks)
  // Five days ago, an hour after midnight there.
  const at = new Date(Date.parse(`${days.at(-6)?.day}T09:00:00Z`))
  await sql`UPDATE users SET created_at = ${at} WHERE id = ${first.owner.user.id}`.execute(app.services.db)
  const moved = await read()
  expect([moved.at(-6)?.signUps, moved.at(-1)?.signUps]).toEqual([1, today.signUps - 1])
})

test('a user’s page has dogs, sessions, and the reports made and suffered, but no place', async () => {
  const admin = await newAdmin(app)
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Rex' }, { lat: 72.34567, lng: 176.54321 })
  const { owner: other, dog: otherDog } = await ownerWithDog(app.url, { name: 'Bo' })
  const about = await report(other, { dogId: dog.id, kind: 'spam' })
  const made = await report(owner, { dogId: otherDog.id, kind: 'rude' })
  const details = await detailsOf(admin, owner)
  expect(details).toMatchObject({
    id: owner.user.id,
    email: owner.user.email,
    suspended: false,
    suspendedUntil: null,
    dogs: [{ id: dog.id, name: 'Rex', hidden: false }],
    sessions: [{ lastUsedAt: expect.any(String) }],
    reportsAbout: [{ id: about, kind: 'spam', state: 'open', dogName: 'Rex', action: null }],
    reportsMade: [{ id: made, kind: 'rude', dogName: 'Bo' }],
  })
  expect(JSON.stringify(details)).not.toMatch(/72\.34|176\.54|lat"|lng"|hash/)
})

test('an admin who is reported does not learn it, or by whom, from anybody’s page', async () => {
  const [reported, other] = [await newAdmin(app), await newAdmin(app)]
  const reporter = await signUp(app.url)
  const caseId = await report(reporter, { dogId: (await createDog(reported)).id, kind: 'rude' })
  expect((await detailsOf(other, reporter)).reportsMade.map(({ id }) => id)).toEqual([caseId])
  expect((await detailsOf(other, reported)).reportsAbout.map(({ id }) => id)).toEqual([caseId])
  expect((await detailsOf(reported, reporter)).reportsMade).toEqual([])
  expect((await detailsOf(reported, reported)).reportsAbout).toEqual([])
})

test('a user is suspended without a report, reads why, can appeal, and the suspension is lifted', async () => {
  const [admin, other] = [await newAdmin(app), await newAdmin(app)]
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Rex' })
  const reporter = await signUp(app.url)
  const open = await report(reporter, { dogId: dog.id, kind: 'spam' })
  const path = `/api/admin/users/${owner.user.id}`
  const until = inAnHour()
  expect((await admin.post(`${path}/suspend`, { statement: 'Threats', until })).status).toBe(200)
  expectError(await owner.get('/api/sniff'), 403)
  expect(await noticesOf(owner)).toMatchObject([{ action: 'suspend', statement: 'Threats', dogName: 'Rex', until }])
  expect(await detailsOf(admin, owner)).toMatchObject({ suspended: true, suspendedUntil: until })
  expect((await reporter.get(`/api/dogs/${dog.id}`)).status).toBe(404)
  // What others had reported stays open.
  expect((await readQueue(admin, '?limit=100')).map(({ id }) => id)).toContain(open)
  const [mine] = (await detailsOf(admin, owner)).reportsAbout
  expect(mine).toMatchObject({ kind: 'other', state: 'decided', action: 'suspend' })
  expect((await readCase(admin, mine?.id ?? '')).evidence.dog).toMatchObject({ name: 'Rex' })

  const [notice] = await noticesOf(owner)
  const appeal = await owner.post('/api/appeals', { noticeId: notice?.id, text: 'It was a joke' })
  expect(appeal.status).toBe(200)
  // As everywhere, somebody else decides it.
  const [asked] = (await readQueue(other, '?limit=100')).filter(({ kind }) => kind === 'appeal')
  const decision = { action: 'uphold', statement: 'No', version: 1 }
  expectError(await admin.post(`/api/admin/reports/${asked?.id}/decide`, decision), 409)

  const lift = async () => {
    expect((await other.post(`${path}/lift-suspension`)).status).toBe(200)
    return noticesOf(owner)
  }
  const ended = await lift()
  expect((await owner.get('/api/sniff')).status).toBe(200)
  expect((await reporter.get(`/api/dogs/${dog.id}`)).status).toBe(200)
  const actions = (await auditOf(admin, owner.user.email)).map(entry => [entry.action, entry.adminEmail])
  expect(actions).toEqual([
    ['suspension-lifted', other.user.email],
    ['owner-suspended', admin.user.email],
  ])
  // The end of a later one leaves this one's as it was.
  await admin.post(`${path}/suspend`, { statement: 'Again', until })
  expect((await lift()).slice(1)).toEqual(ended)
})

test('a user without a dog is suspended too, for good, and oneself is not', async () => {
  const admin = await newAdmin(app)
  const owner = await signUp(app.url)
  const statement = 'Spam'
  expect((await admin.post(`/api/admin/users/${owner.user.id}/suspend`, { statement })).status).toBe(200)
  expect(await noticesOf(owner)).toMatchObject([{ action: 'suspend', dogId: null, dogName: '', until: null }])
  expectError(await admin.post(`/api/admin/users/${admin.user.id}/suspend`, { statement }), 400)
  const past = { statement, until: '2020-01-01T00:00:00Z' }
  expectError(await admin.post(`/api/admin/users/${owner.user.id}/suspend`, past), 400)
  expectError(await admin.post(`/api/admin/users/${owner.user.id}/suspend`, { statement: ' ' }), 400)
})

test('a dog is hidden without a report, and shown again', async () => {
  const admin = await newAdmin(app)
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Rex' })
  const stranger = await signUp(app.url)
  const statement = 'This is a cat'
  const hide = () => admin.post(`/api/admin/dogs/${dog.id}/hide`, { statement })
  // Of two moderators at once one decides.
  expect((await Promise.all([hide(), hide()])).map(({ status }) => status).toSorted()).toEqual([200, 409])
  expectError(await hide(), 409, 'already-decided')
  expect((await stranger.get(`/api/dogs/${dog.id}`)).status).toBe(404)
  expect(await noticesOf(owner)).toMatchObject([{ action: 'hide-dog', statement, dogId: dog.id }])
  expect((await detailsOf(admin, owner)).dogs).toMatchObject([{ hidden: true }])
  expect((await admin.post(`/api/admin/dogs/${dog.id}/show`)).status).toBe(200)
  // Twice is once.
  expect((await admin.post(`/api/admin/dogs/${dog.id}/show`)).status).toBe(200)
  expect((await stranger.get(`/api/dogs/${dog.id}`)).status).toBe(200)
  const actions = (await auditOf(admin, owner.user.email)).map(({ action }) => action)
  expect(actions).toEqual(['dog-shown', 'dog-hidden'])
})

test('an admin’s own dog that another admin has hidden is shown by another one', async () => {
  const [owner, admin] = [await newAdmin(app), await newAdmin(app)]
  const dog = await createDog(owner)
  expect((await admin.post(`/api/admin/dogs/${dog.id}/hide`, { statement: 'This is a cat' })).status).toBe(200)
  expectError(await owner.post(`/api/admin/dogs/${dog.id}/show`), 409, 'another-admin')
  expect((await admin.get<Dog>(`/api/dogs/${dog.id}`)).body.hidden).toBe(true)
  expect((await admin.post(`/api/admin/dogs/${dog.id}/show`)).status).toBe(200)
})

test('a user gets a link to choose a new password, and until then nothing changes', async () => {
  const admin = await newAdmin(app)
  const owner = await signUp(app.url)
  expect((await admin.post(`/api/admin/users/${owner.user.id}/reset-password`)).status).toBe(200)
  const { link } = await mailbox.mailTo(owner.user.email, { subject: /^Reset/ })
  expect((await owner.get('/api/auth/user')).status).toBe(200)
  const token = new URL(link).searchParams.get('token')
  expect((await new Client(app.url).post('/api/reset', { token, password: 'battery staple horse' })).status).toBe(200)
  expect((await owner.get('/api/auth/user')).status).toBe(401)
  const { email } = owner.user
  expect((await new Client(app.url).post('/api/login', { email, password: PASSWORD })).status).toBe(401)
  expect((await auditOf(admin, email)).map(({ action }) => action)).toEqual(['password-reset-sent'])
  const again = await signUp(app.url)
  const path = `/api/admin/users/${again.user.id}/reset-password`
  await app.services.db.updateTable('users').set({ is_demo: true }).where('id', '=', again.user.id).execute()
  expectError(await admin.post(path), 403, 'demo')
})

test('the demo’s owner is not deleted by accident: neither in bulk, nor by Select All, nor by a decision', async () => {
  const admin = await newAdmin(app)
  const { owner, dog } = await ownerWithDog(app.url)
  const bystander = await signUp(app.url)
  const id = owner.user.id
  const demo = { email: 'owner@demo.test', is_demo: true }
  await app.services.db.updateTable('users').set(demo).where('id', '=', id).execute()
  const both = { userIds: [bystander.user.id, id] }
  expectError(await admin.delete('/api/admin/users', both), 403, 'demo')
  expect((await bystander.get('/api/auth/user')).status).toBe(200)
  const { body } = await admin.get<{ result: { data: { id: string }[] } }>('/api/trpc/admin.selection?input={}')
  const chosen = body.result.data.map(user => user.id)
  expect(chosen).toContain(bystander.user.id)
  expect(chosen).not.toContain(id)
  expect((await admin.get('/api/admin/users?search=owner@demo.test')).body).toMatchObject([{ id, demo: true }])
  const caseId = await report(bystander, { dogId: dog.id })
  const decision = { action: 'delete-user', statement: 'No', version: (await readCase(admin, caseId)).version }
  expectError(await admin.post(`/api/admin/reports/${caseId}/decide`, decision), 403, 'demo')
  expect((await admin.get(`/api/admin/users/${id}`)).status).toBe(200)
})
