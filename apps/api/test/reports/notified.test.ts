import type { ReportKind } from '@barkyard/domain/report'
import { expect, test } from 'vitest'
import { makeAdmin, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { createDog, notificationsOf, ownerWithDog, type Person } from '../client.ts'
import { reportingTo } from '../reports.ts'

let clock = new Date('2028-05-01T20:00:00Z')
const app = testApp({}, { now: () => clock })
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}

const listOf = async (person: Person) =>
  (await notificationsOf(person)).filter(({ kind }) => kind === 'moderation').map(({ title, path }) => [title, path])
const strangersDog = async () => (await ownerWithDog(app.url)).dog
const reportTo = (person: Person, dogId: string, kind: ReportKind) => reportingTo(app)(person, { dogId, kind })

test('admins are notified of urgent cases at once, and of others once an hour at most', async () => {
  const admin = await newAdmin(app)
  const { owner: reporter } = await ownerWithDog(app.url)
  const dog = await strangersDog()
  const id = await reportTo(reporter, dog.id, 'danger')
  const urgent = [`Urgent report about ${dog.name}: danger`, `/admin/reports/${id}`]
  expect(await listOf(admin)).toEqual([urgent])
  // The same case notifies nobody again.
  await reportTo((await ownerWithDog(app.url)).owner, dog.id, 'child-safety')
  await app.services.deliveries.run()
  expect(await listOf(admin)).toEqual([urgent])

  const waiting = ['New reports or appeals wait for a decision', '/admin/reports']
  const other = await strangersDog()
  const otherId = await reportTo(reporter, other.id, 'rude')
  await app.services.deliveries.run()
  expect(await listOf(admin)).toEqual([waiting, urgent])
  later(59)
  await reportTo(reporter, (await strangersDog()).id, 'spam')
  for (const [minutes, listed] of [
    [0, [waiting, urgent]],
    [2, [waiting, waiting, urgent]],
    // Nothing is new since then.
    [120, [waiting, waiting, urgent]],
  ] as const) {
    later(minutes)
    await app.services.deliveries.run()
    expect(await listOf(admin)).toEqual(listed)
  }
  // A case that becomes urgent.
  await reportTo((await ownerWithDog(app.url)).owner, other.id, 'child-safety')
  expect((await listOf(admin))[0]).toEqual([
    `Urgent report about ${other.name}: a child’s safety`,
    `/admin/reports/${otherId}`,
  ])
})

test('who is reported or reported it learns of no case, nor does who is no admin any more', async () => {
  const [reported, reporter, former, admin] = [
    await newAdmin(app),
    await newAdmin(app),
    await newAdmin(app),
    await newAdmin(app),
  ]
  later(120)
  await app.services.deliveries.run()
  const before = (await listOf(reported)).length
  const dog = await createDog(reported, { name: 'Rumour' })
  await reportTo(reporter, dog.id, 'danger')
  later(120)
  await app.services.deliveries.run()
  for (const party of [reported, reporter]) expect(await listOf(party)).toHaveLength(before)
  for (const other of [former, admin]) expect((await listOf(other))[0]?.[0]).toBe('Urgent report about Rumour: danger')
  await makeAdmin(app, former, false)
  expect(await listOf(former)).toEqual([])
  await reportTo(reporter, (await strangersDog()).id, 'danger')
  expect(await listOf(former)).toEqual([])
})
