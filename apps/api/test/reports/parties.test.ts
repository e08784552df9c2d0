import { expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { createDog, ownerWithDog, type Person, photo } from '../client.ts'
import { appeal, decide, readQueue, report } from '../reports.ts'
import { expectError } from '../shape.ts'

const app = testApp()

const caseOf = (dogId: string) => {
  const cases = app.services.db.selectFrom('report_cases').select(['id', 'version']).where('dog_id', '=', dogId)
  return cases.executeTakeFirstOrThrow()
}

const decision = (action: string, version: number) => ({ action, statement: 'Because', version })
const queueOf = async (admin: Person) => (await readQueue(admin, '?limit=100')).map(one => one.id)

test('an admin who is reported or reported it neither reads nor decides a case while there is another', async () => {
  const [reported, reporter] = [await newAdmin(app), await newAdmin(app)]
  const dog = await createDog(reported)
  const { body: picture } = await reported.upload(dog.id, await photo())
  await report(reporter, { dogId: dog.id, note: 'I saw it myself' })
  const { id, version } = await caseOf(dog.id)
  // The two are the only admins, so the one has to who is not reported.
  const keptPhoto = `/api/admin/reports/${id}/photos/${picture.id}`
  expect((await reporter.get(keptPhoto)).status).toBe(200)
  for (const path of [`/api/admin/reports/${id}`, keptPhoto])
    expectError(await reported.get(path), 403, 'party-of-case')

  const other = await newAdmin(app)
  for (const party of [reported, reporter]) {
    expect(await queueOf(party)).not.toContain(id)
    for (const refused of [
      await party.get(`/api/admin/reports/${id}`),
      await party.get(keptPhoto),
      await party.post(`/api/admin/reports/${id}/claim`),
      await party.post(`/api/admin/reports/${id}/decide`, decision('dismiss', version)),
    ])
      expectError(refused, 403, 'party-of-case')
  }
  expect(await queueOf(other)).toContain(id)
  expect((await other.get(keptPhoto)).status).toBe(200)
  expect((await other.post(`/api/admin/reports/${id}/decide`, decision('dismiss', version))).status).toBe(200)
  expectError(await reported.get(`/api/admin/reports/${id}`), 403)

  // An admin who is suspended is nobody who could decide.
  await app.services.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', other.user.id).execute()
  expect((await reporter.get(`/api/admin/reports/${id}`)).status).toBe(200)
})

test('the appeal is left to who decided first, if every other admin is a party of it or appeals', async () => {
  await app.services.db.updateTable('users').set({ is_admin: false }).execute()
  const [decider, reporter] = [await newAdmin(app), await newAdmin(app)]
  const { owner, dog } = await ownerWithDog(app.url)
  await report(reporter, { dogId: dog.id })
  expect((await decide(decider, (await caseOf(dog.id)).id, { action: 'warn' })).status).toBe(200)
  const appealed = await appeal(owner, decider)
  expectError(await reporter.post(`/api/admin/reports/${appealed}/claim`), 403)
  expect((await decide(decider, appealed, { action: 'uphold' })).status).toBe(200)

  // Against the other of two, who also reported it.
  const own = await createDog(decider)
  await report(reporter, { dogId: own.id })
  expect((await decide(reporter, (await caseOf(own.id)).id, { action: 'warn' })).status).toBe(200)
  const appealedToo = await appeal(decider, reporter)
  expectError(await decider.post(`/api/admin/reports/${appealedToo}/decide`, decision('reverse', 1)), 403)
  expect((await decide(reporter, appealedToo, { action: 'uphold' })).status).toBe(200)
})

test('of two admins who suspend each other at once, one succeeds', async () => {
  const admins = [await newAdmin(app), await newAdmin(app)] as const
  const { owner } = await ownerWithDog(app.url)
  const cases = await Promise.all(
    admins.map(async admin => {
      const dog = await createDog(admin)
      await report(owner, { dogId: dog.id })
      return caseOf(dog.id)
    }),
  )
  const answers = await Promise.all(
    admins.map((admin, nth) => {
      const other = cases[1 - nth]
      const suspend = { ...decision('suspend', other?.version ?? 1), until: null }
      return admin.post(`/api/admin/reports/${other?.id}/decide`, suspend)
    }),
  )
  expect(answers.map(({ status }) => status).filter(status => status === 200)).toHaveLength(1)
})
