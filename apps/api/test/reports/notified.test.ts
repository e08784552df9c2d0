import { inTransaction } from '@barkyard/db/open'
import { verifyEmail } from '@barkyard/db/queries/account/links'
import type { ReportKind } from '@barkyard/domain/report'
import { until } from '@barkyard/postgres/testing/until'
import { expect, test } from 'vitest'
import { MAIL } from '../../src/platform/mail/mails.ts'
import { makeAdmin, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { createDog, notificationsOf, ownerWithDog, type Person } from '../client.ts'
import { testMailbox } from '../mailbox.ts'
import { reportingTo } from '../reports.ts'

const mailbox = await testMailbox()
let clock = new Date('2028-05-01T20:00:00Z')
const app = testApp({ SMTP_URL: mailbox.url, PUBLIC_URL: 'https://yard.test' }, { now: () => clock })
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
  await app.services.deliveries.run()
  expect(await listOf(admin)).toEqual([waiting, urgent])
  later(2)
  await app.services.deliveries.run()
  expect(await listOf(admin)).toEqual([waiting, waiting, urgent])
  // Nothing is new since then.
  later(120)
  await app.services.deliveries.run()
  expect(await listOf(admin)).toHaveLength(3)
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

test('the mail to an admin leads to the case', async () => {
  const admin = await newAdmin(app)
  await inTransaction(app.services.db, trx =>
    verifyEmail(trx, { id: '', userId: admin.user.id, email: admin.user.email }, clock),
  )
  const { owner } = await ownerWithDog(app.url)
  const dog = await strangersDog()
  const id = await reportTo(owner, dog.id, 'danger')
  await app.services.deliveries.run()
  app.services.jobs.wake(MAIL)
  const mails = () => mailbox.mails.filter(({ to, subject }) => to === admin.user.email && subject.startsWith('Urgent'))
  await until(mails, list => list.length > 0)
  expect(mails()).toMatchObject([
    {
      subject: `Urgent report about ${dog.name}: danger`,
      link: `https://yard.test/admin/reports/${id}`,
      text: expect.stringContaining('because you are a moderator or an admin'),
    },
  ])
})
