import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Notification } from '@barkyard/domain/schemas/notification'
import type { User } from '@barkyard/domain/schemas/user'
import type { AdminVerification } from '@barkyard/domain/schemas/verification'
import { until } from '@barkyard/postgres/testing/until'
import { beforeAll, expect, test } from 'vitest'
import { auditOf, giveRole, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { type Client, createDog, ownerWithDog, type Person, signUp } from '../client.ts'
import { Live } from '../live.ts'
import { decide, noticesOf, readCase, readQueue, reportingTo } from '../reports.ts'
import { expectError } from '../shape.ts'
import { makeToken } from '../tokens.ts'
import { verificationCalls } from '../verification/calls.ts'

const app = testApp()
const DAY = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const statement = 'Because of what you wrote'

let admin: Person
let moderator: Person
let owner: Person
let dog: Dog
let reporter: Person
beforeAll(async () => {
  admin = await newAdmin(app)
  moderator = await signUp(app.url, { firstName: 'Mo', lastName: 'Derator' })
  await giveRole(app, moderator, 'moderator')
  ;({ owner, dog } = await ownerWithDog(app.url))
  reporter = (await ownerWithDog(app.url)).owner
})

const setRole = (by: Client, { user }: { user: { id: string } }, role: string) =>
  by.patch(`/api/admin/users/${user.id}/role`, { role })
const isRefused = async (answer: Promise<Parameters<typeof expectError>[0]>) =>
  expectError(await answer, 403, 'not-admin')

test('a moderator decides reports and appeals, for 90 days at most, and reads no address', async () => {
  const id = await reportingTo(app)(reporter, { dogId: dog.id, note: 'Look' })
  const [listed] = (await readQueue(moderator)).filter(one => one.id === id)
  expect(listed?.owner).toMatchObject({ id: owner.user.id, email: null })
  expect((await readQueue(admin)).find(one => one.id === id)?.owner?.email).toBe(owner.user.email)
  const details = await readCase(moderator, id)
  expect(JSON.stringify([details, await readQueue(moderator)])).not.toContain('@example.test')
  expect((await moderator.post(`/api/admin/reports/${id}/claim`)).status).toBe(200)
  for (const until of [undefined, null, inDays(91)])
    await isRefused(decide(moderator, id, { action: 'suspend', until }))
  await isRefused(decide(moderator, id, { action: 'delete-user' }))
  expect(details.suspension).toBe(null)
  const end = inDays(89)
  expect((await decide(moderator, id, { action: 'suspend', until: end, statement })).status).toBe(200)
  expect((await readCase(moderator, id)).suspension).toEqual({ until: end })
  const { body: suspended } = await owner.get<User>('/api/auth/user')
  expect(suspended).toMatchObject({ suspended: true, role: 'owner' })
  const [notice] = await noticesOf(owner)
  await owner.post('/api/appeals', { noticeId: notice?.id, text: 'No' })
  const [appeal] = (await readQueue(moderator)).filter(({ kind }) => kind === 'appeal')
  // Who decided first leaves the appeal to another.
  expectError(await decide(moderator, appeal?.id ?? '', { action: 'reverse' }), 409)
  const second = await signUp(app.url)
  await giveRole(app, second, 'moderator')
  expect((await decide(second, appeal?.id ?? '', { action: 'reverse' })).status).toBe(200)
  expect((await owner.get<User>('/api/auth/user')).body.suspended).toBe(false)
  expect((await readCase(moderator, id)).suspension).toBe(null)
})

test('without a report: hides, shows, suspends and lifts', async () => {
  const [user, hidden] = [`/api/admin/users/${owner.user.id}`, `/api/admin/dogs/${dog.id}`]
  await isRefused(moderator.post(`${user}/suspend`, { statement }))
  await isRefused(moderator.post(`${user}/suspend`, { statement, until: inDays(91) }))
  expect((await moderator.post(`${user}/suspend`, { statement, until: inDays(90) })).status).toBe(200)
  expect((await moderator.post(`${user}/lift-suspension`)).status).toBe(200)
  expect((await moderator.post(`${hidden}/hide`, { statement })).status).toBe(200)
  expect((await reporter.get(`/api/dogs/${dog.id}`)).status).toBe(404)
  expect((await moderator.get(`/api/dogs/${dog.id}`)).body).toMatchObject({ hidden: true })
  expect((await moderator.post(`${hidden}/show`)).status).toBe(200)
  // To see is not to change.
  expectError(await moderator.patch(`/api/dogs/${dog.id}`, { name: 'Mine' }), 403)
  expect((await auditOf(admin, 'Showed a hidden dog')).length).toBe(1)
})

test('only admins decide about moderators and admins', async () => {
  const other = await signUp(app.url)
  const theirs = await createDog(other)
  const id = await reportingTo(app)(reporter, { dogId: theirs.id })
  await giveRole(app, other, 'moderator')
  expect((await readQueue(moderator)).map(one => one.id)).not.toContain(id)
  const { version } = await readCase(admin, id)
  for (const person of [other, admin])
    await isRefused(moderator.post(`/api/admin/users/${person.user.id}/suspend`, { statement, until: inDays(1) }))
  await isRefused(moderator.post(`/api/admin/users/${other.user.id}/lift-suspension`))
  for (const verb of ['hide', 'show'])
    await isRefused(moderator.post(`/api/admin/dogs/${theirs.id}/${verb}`, { statement }))
  // Its page knows that before: to them alone.
  const ofStaff = (person: Person) => person.get(`/api/dogs/${theirs.id}`).then(({ body }) => Object(body).ofStaff)
  expect(await Promise.all([moderator, admin, reporter].map(ofStaff))).toEqual([true, undefined, undefined])
  await isRefused(moderator.get(`/api/admin/reports/${id}`))
  await isRefused(moderator.post(`/api/admin/reports/${id}/claim`))
  await isRefused(moderator.post(`/api/admin/reports/${id}/decide`, { action: 'dismiss', statement, version }))
  expect((await decide(admin, id, { action: 'warn' })).status).toBe(200)
  const [notice] = await noticesOf(other)
  await other.post('/api/appeals', { noticeId: notice?.id, text: 'No' })
  const [appeal] = (await readQueue(admin)).filter(({ kind }) => kind === 'appeal')
  const upheld = { action: 'uphold', statement, version: 1 }
  await isRefused(moderator.post(`/api/admin/reports/${appeal?.id}/decide`, upheld))
})

test('decides verifications of owners and sees their evidence, not those of moderators', async () => {
  for (const [who, isOwners] of [
    [owner, true],
    [moderator, false],
  ] as const) {
    const their = isOwners ? dog : await createDog(who)
    const calls = verificationCalls(() => ({ owner: who, dog: their, admin }))
    const { id, version } = await calls.waiting('photo')
    const { body } = await moderator.get<AdminVerification[]>('/api/admin/verifications')
    expect(body.map(one => [one.id, one.owner.email])).toEqual(isOwners ? [[id, null]] : [])
    expect((await moderator.get(`/api/verifications/${id}/evidence`)).status).toBe(200)
    const answer = moderator.post(`/api/admin/verifications/${id}/decide`, { approve: true, version })
    if (isOwners) expect((await answer).status).toBe(200)
    else await isRefused(answer)
  }
})

test('a changed role counts at once: for calls, tokens and open pages; it is told and noted', async () => {
  // With an active dog: who has none is read anew at each call anyway.
  const { owner: person } = await ownerWithDog(app.url)
  const live = new Live(person)
  await live.started
  expectError(await setRole(admin, person, 'king'), 400)
  expectError(await setRole(person, person, 'admin'), 403)
  expectError(await setRole(moderator, person, 'moderator'), 403)
  const { script: admins } = await makeToken(admin, { isAdmin: true })
  expectError(await setRole(admins, person, 'moderator'), 403, 'token')
  expect((await setRole(admin, person, 'moderator')).status).toBe(200)
  expect((await person.get('/api/admin/reports')).status).toBe(200)
  await until(() => live.events.some(({ type }) => type === 'refresh'), true)
  expect((await person.get<User>('/api/auth/user')).body).toMatchObject({ role: 'moderator', isAdmin: false })
  const { body: told } = await person.get<Notification[]>('/api/notifications')
  expect(told).toMatchObject([{ kind: 'account', title: 'You are a moderator now' }])
  const detail = { role: 'moderator', before: { role: 'owner' }, after: { role: 'moderator' } }
  const noted = { action: 'role-changed', userId: person.user.id, detail }
  expect(await auditOf(admin, 'Changed somebody')).toMatchObject([noted])
  // A token has its owner's role, never more.
  const { script } = await makeToken(person, { isAdmin: true })
  const plain = (await makeToken(person)).script
  expect((await script.get('/api/auth/user')).body).toMatchObject({ role: 'moderator', isAdmin: false })
  expect((await plain.get('/api/auth/user')).body).toMatchObject({ role: 'owner' })
  const statuses = async (...calls: [Client, string][]) =>
    Promise.all(calls.map(async ([by, path]) => (await by.get(`/api/admin/${path}`)).status))
  expect(await statuses([script, 'reports'], [script, 'users'])).toEqual([200, 403])
  await setRole(admin, person, 'owner')
  expect(await statuses([person, 'reports'], [script, 'reports'])).toEqual([403, 403])
  // Again granted, the old token has no rights.
  await setRole(admin, person, 'admin')
  expect(await statuses([person, 'users'], [script, 'reports'])).toEqual([200, 403])
  await setRole(admin, person, 'owner')
  expectError(await setRole(admin, { user: { id: dog.id } }, 'owner'), 404)
  await live.stop()
})

test('urgent and other cases are told to moderators, not those about moderators', async () => {
  const titles = async (person: Person) =>
    (await person.get<Notification[]>('/api/notifications')).body
      .map(({ title }) => title)
      .filter(title => title.startsWith('Urgent'))
  const before = (await titles(moderator)).length
  await reportingTo(app)(reporter, { dogId: dog.id, kind: 'danger' })
  expect((await titles(moderator)).length).toBe(before + 1)
  const [own] = (await moderator.get<Dog[]>('/api/my-dogs')).body
  await reportingTo(app)(reporter, { dogId: own?.id ?? '', kind: 'danger' })
  expect((await titles(moderator)).length).toBe(before + 1)
})

test('of the last two admins who give it up at once, one stays', async () => {
  const { db } = app.services
  const second = await newAdmin(app)
  const others = db.updateTable('users').where('id', 'not in', [admin.user.id, second.user.id])
  await others.set({ is_admin: false }).execute()
  const statuses = await Promise.all([setRole(admin, admin, 'owner'), setRole(second, second, 'moderator')])
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const left = await db.selectFrom('users').select('id').where('is_admin', '=', true).execute()
  expect(left.length).toBe(1)
})
