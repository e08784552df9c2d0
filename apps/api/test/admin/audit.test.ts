import { untilBlocked } from '@barkyard/db/testing/blocked'
import type { AuditEntry } from '@barkyard/domain/schemas/admin'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { hourlySweep } from '../../src/features/index.ts'
import { auditOf, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { ownerWithDog, type Person, pagesOf, unique } from '../client.ts'

const app = testApp()

let admin: Person
beforeAll(async () => {
  admin = await newAdmin(app)
})

test('newest first, in pages', async () => {
  const { dog } = await ownerWithDog(app.url, { name: 'Pager' })
  for (let ageYears = 0; ageYears < 5; ageYears++) await admin.patch(`/api/admin/dogs/${dog.id}`, { ageYears })
  expect((await admin.get('/api/admin/audit?search=pager')).headers.get('x-total-count')).toBe('5')
  const pages = await pagesOf<AuditEntry>(admin, '/api/admin/audit?search=pager&limit=3')
  expect(pages.map(page => page.length)).toEqual([3, 2])
  const times = pages.flat().map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('is searched by admin, action, dog and owner, but not by the stored codes', async () => {
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Quotes "and" Ümlauts' })
  await admin.patch(`/api/admin/dogs/${dog.id}`, { breed: 'Spitz' })
  for (const search of [admin.user.email, 'EDITED A DOG', 'dog-edited', 'a dog ümlauts edited', owner.user.email]) {
    const [entry] = await auditOf(admin, search)
    expect([search, entry?.dogId]).toEqual([search, dog.id])
  }
  for (const search of ['"name"', 'fields', 'detail', '%', '_'])
    expect([search, await auditOf(admin, search)]).toEqual([search, []])
})

test('names and addresses are deleted with the user, but the actions stay', async () => {
  const [from, to] = [await ownerWithDog(app.url, { name: 'Moving' }), await ownerWithDog(app.url)]
  const doer = await newAdmin(app)
  const moved = `Moved ${unique()}`
  await doer.patch(`/api/admin/dogs/${from.dog.id}`, { name: moved })
  const [edited] = await auditOf(admin, moved)
  expect(edited?.detail).toMatchObject({ before: { name: 'Moving' }, after: { name: moved } })
  await doer.patch(`/api/admin/dogs/${from.dog.id}/owner`, { userId: to.owner.user.id })
  await doer.post(`/api/admin/impersonate-dog/${to.dog.id}`)
  for (const userId of [from.owner.user.id, to.owner.user.id, doer.user.id])
    await admin.delete('/api/admin/users', { userIds: [userId] })
  const entries = (await admin.get<AuditEntry[]>('/api/admin/audit')).body.filter(
    ({ action, dogId }) => action !== 'users-deleted' && (dogId === from.dog.id || dogId === to.dog.id),
  )
  expect(entries.map(({ action, adminEmail, userId, detail }) => [action, adminEmail, userId, detail])).toEqual([
    ['impersonation-stopped', null, to.owner.user.id, {}],
    ['impersonation-started', null, to.owner.user.id, {}],
    ['dog-transferred', null, to.owner.user.id, { fromId: from.owner.user.id }],
    ['dog-edited', null, from.owner.user.id, { fields: ['name'] }],
  ])
  const stored = await app.services.db.selectFrom('audit_log').selectAll().execute()
  for (const gone of [from.owner, to.owner, doer]) expect(JSON.stringify(stored)).not.toContain(gone.user.email)
  const deletions = (await auditOf(admin, 'deleted users')).slice(0, 3)
  const gone = [doer, to.owner, from.owner].map(({ user }) => [user.id])
  expect(deletions.map(({ detail }) => detail.userIds)).toEqual(gone)
})

test('an admin’s action is logged even if their account is deleted at that moment', async () => {
  const { dog } = await ownerWithDog(app.url, { name: `Last ${unique()}` })
  const doer = await newAdmin(app)
  const { db, presence } = app.services
  // The caller is already identified when the account is deleted, and noted as seen, which would wait too.
  await doer.get('/api/auth/user')
  await presence.flush()
  await db.transaction().execute(async trx => {
    await trx.deleteFrom('users').where('id', '=', doer.user.id).execute()
    const editing = doer.patch(`/api/admin/dogs/${dog.id}`, { breed: 'Spitz' })
    await untilBlocked(db)
    void editing.then(answer => expect(answer.status).toBe(200))
  })
  await until(
    () => auditOf(admin, dog.name),
    list => expect(list).toMatchObject([{ action: 'dog-edited', adminEmail: null, dogId: dog.id }]),
  )
})

test('entries are removed after two years, by the hourly sweep', async () => {
  const { dog } = await ownerWithDog(app.url, { name: `Old ${unique()}` })
  await admin.patch(`/api/admin/dogs/${dog.id}`, { breed: 'Spitz' })
  const { db } = app.services
  // A day that each year has.
  await sql`UPDATE audit_log SET at = '2027-01-15T12:00:00Z' WHERE dog_id = ${dog.id}`.execute(db)
  const twoYearsOn = new Date('2029-01-15T12:00:00Z')
  await hourlySweep(app.services, twoYearsOn)
  // By then the admin's session has ended too.
  const left = () => db.selectFrom('audit_log').selectAll().where('dog_id', '=', dog.id).execute()
  expect(await left()).toHaveLength(1)
  await hourlySweep(app.services, new Date(twoYearsOn.getTime() + 1000))
  expect(await left()).toEqual([])
})
