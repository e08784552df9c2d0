import type { AuditEntry } from '@barkyard/domain/admin'
import { beforeAll, expect, test } from 'vitest'
import { auditOf, newAdmin } from './admin.ts'
import { testApp } from './app.ts'
import { ownerWithDog, type Person } from './client.ts'

const app = testApp()

let admin: Person
beforeAll(async () => {
  admin = await newAdmin(app)
})

test('newest first, in pages', async () => {
  const { dog } = await ownerWithDog(app.url, { name: 'Pager' })
  for (let ageYears = 0; ageYears < 5; ageYears++) await admin.patch(`/api/admin/dogs/${dog.id}`, { ageYears })
  const first = await admin.get<AuditEntry[]>('/api/admin/audit?search=pager&limit=3')
  expect(first.headers.get('x-total-count')).toBe('5')
  const cursor = first.headers.get('x-next-cursor')
  const second = await admin.get<AuditEntry[]>(`/api/admin/audit?search=pager&limit=3&cursor=${cursor}`)
  expect(second.headers.get('x-next-cursor')).toBeNull()
  const times = [...first.body, ...second.body].map(({ at }) => at)
  expect(times).toHaveLength(5)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('is searched by admin, action, dog and owner, not by the words it is stored with', async () => {
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Quotes "and" Ümlauts' })
  await admin.patch(`/api/admin/dogs/${dog.id}`, { breed: 'Spitz' })
  for (const search of [admin.user.email, 'DOG EDITED', 'ümlauts', owner.user.email]) {
    const [entry] = await auditOf(admin, search)
    expect([search, entry?.dogId]).toEqual([search, dog.id])
  }
  for (const search of ['"name"', 'fields', 'detail', '%', '_'])
    expect([search, await auditOf(admin, search)]).toEqual([search, []])
})

test('keeps the names of what is gone', async () => {
  const { owner, dog } = await ownerWithDog(app.url, { name: 'Gone' })
  await admin.delete(`/api/admin/dogs/${dog.id}`)
  await admin.delete('/api/admin/users', { userIds: [owner.user.id] })
  const [users, deleted] = await auditOf(admin, owner.user.email)
  expect(users).toMatchObject({ action: 'users deleted', detail: { dogs: 0 } })
  expect(deleted).toMatchObject({ action: 'dog deleted', detail: { name: 'Gone', owner: owner.user.email } })
})
