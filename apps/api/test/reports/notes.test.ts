import type { AdminReport } from '@barkyard/domain/schemas/report'
import { expect, test } from 'vitest'
import { auditOf, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { createDog, ownerWithDog, signUp } from '../client.ts'
import { decide, readCase, readQueue, reportedBy, reportingTo } from '../reports.ts'
import { expectError } from '../shape.ts'

const app = testApp()

test('admins note things about a case for each other, also once it is decided, and nobody else reads them', async () => {
  const [admin, other, reporter] = [await newAdmin(app), await newAdmin(app), await signUp(app.url)]
  const { owner, dog, id } = await reportedBy(reporter, app)
  const path = `/api/admin/reports/${id}/notes`
  expect((await admin.post(path, { text: ' Asked for another photo ' })).status).toBe(200)
  await decide(other, id, { action: 'warn' })
  expect((await other.post(path, { text: 'Warned' })).status).toBe(200)
  const { adminNotes, version } = await readCase(admin, id)
  expect(adminNotes.map(({ text, by }) => [text, by])).toEqual([
    ['Asked for another photo', 'Alex Admin'],
    ['Warned', 'Alex Admin'],
  ])
  // Reports and the decision raise it, notes do not.
  expect(version).toBe(2)
  for (const answer of [await owner.get('/api/notices'), await reporter.get('/api/reports')])
    expect(JSON.stringify(answer.body)).not.toContain('another photo')
  expect((await auditOf(admin, dog.name)).map(({ action }) => action)).toContain('case-note-added')
  expectError(await admin.post(path, { text: ' ' }), 400)
  expectError(await admin.post('/api/admin/reports/01890000-0000-7000-8000-000000000000/notes', { text: 'x' }), 404)
})

test('an admin who is a party neither reads nor writes them, and a case takes a hundred', async () => {
  const [reported, other] = [await newAdmin(app), await newAdmin(app)]
  const id = await reportingTo(app)(await signUp(app.url), { dogId: (await createDog(reported)).id })
  const path = `/api/admin/reports/${id}/notes`
  expectError(await reported.post(path, { text: 'x' }), 403, 'party-of-case')
  for (let nth = 0; nth < 100; nth++) await other.post(path, { text: `Note ${nth}` })
  expectError(await other.post(path, { text: 'x' }), 409, 'case-notes-full')
})

test('the queue shows the cases of who claimed them', async () => {
  const [me, other] = [await newAdmin(app), await newAdmin(app)]
  const { owner } = await ownerWithDog(app.url)
  const ids: string[] = []
  for (let nth = 0; nth < 3; nth++) ids.push((await reportedBy(owner, app)).id)
  const [mine, theirs, free] = ids
  await me.post(`/api/admin/reports/${mine}/claim`)
  await other.post(`/api/admin/reports/${theirs}/claim`)
  const listed = async (claimed: string) => {
    const queue: AdminReport[] = await readQueue(me, `?limit=100&claimed=${claimed}`)
    return queue.map(({ id }) => id).filter(id => ids.includes(id))
  }
  expect(await listed('me')).toEqual([mine])
  expect(await listed('others')).toEqual([theirs])
  expect(await listed('nobody')).toEqual([free])
  expect(await listed('anybody')).toEqual(ids)
  // A claim that has ended is nobody's.
  const past = new Date(Date.now() - 1_000)
  await app.services.db
    .updateTable('report_cases')
    .set({ claimed_until: past })
    .where('id', '=', mine ?? '')
    .execute()
  expect(await listed('me')).toEqual([])
  expect(await listed('nobody')).toEqual([mine, free])
})
