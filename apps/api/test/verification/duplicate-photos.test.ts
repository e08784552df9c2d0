import { PHOTO_RESTORE_MS } from '@barkyard/domain/photo'
import type { AdminReport } from '@barkyard/domain/schemas/report'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { HASH_OLD_PHOTOS, PURGE_PHOTO } from '../../src/features/photos/jobs.ts'
import { newJob } from '../../src/platform/jobs/jobs.ts'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { createDog, notificationsOf, ownerWithDog, PASSWORD, type Person, photo } from '../client.ts'
import { photoFiles } from '../photo-files.ts'
import { picture } from '../pictures.ts'
import { decide, readCase, readQueue } from '../reports.ts'
import { expectError } from '../shape.ts'

/** How far the app's clock is ahead, in ms. */
let ahead = 0
const app = testApp({}, { now: () => new Date(Date.now() + ahead) })
/** Until nobody can restore a deleted photo any more. */
async function aMinuteLater() {
  ahead += PHOTO_RESTORE_MS
  app.services.jobs.wake(PURGE_PHOTO)
  const deleted = app.services.db.selectFrom('photos').select('id').where('deleted_at', 'is not', null)
  await until(async () => (await deleted.execute()).length === 0)
  await app.services.sweeper.settled()
}
let admin: Person
beforeAll(async () => {
  admin = await newAdmin(app)
})

/** Two owners, and a picture of the first one's dog that the second's gets, too. @param alter makes the copy. */
async function copied(alter = async (bytes: Buffer) => bytes) {
  const [first, thief] = [await ownerWithDog(app.url, { name: 'First' }), await ownerWithDog(app.url)]
  const original = await picture()
  const shown = (await first.owner.upload(first.dog.id, original)).body
  const copy = (await thief.owner.upload(thief.dog.id, await alter(original))).body
  const [opened] = await casesOf(thief.dog.id)
  if (!opened) throw new Error('a copy opens a case')
  return { first, thief, original, shown, copy, opened }
}
const casesOf = async (dogId: string): Promise<AdminReport[]> =>
  (await readQueue(admin)).filter(({ dog }) => dog.id === dogId)

test('a photo of another owner’s dog is taken, and opens a case without a reporter that shows both', async () => {
  const smaller = (bytes: Buffer) => sharp(bytes).resize(420).jpeg({ quality: 60 }).toBuffer()
  const { first, thief, shown, copy, opened } = await copied(smaller)
  expect(opened).toMatchObject({ kind: 'fake', state: 'open', reporters: 0, notes: [] })
  const details = await readCase(admin, opened.id)
  const other = { photoId: shown.id, dogId: first.dog.id, dogName: 'First', removed: false }
  expect(details.evidence.twins).toMatchObject([{ photoId: copy.id, other }])
  expect(details.evidence.photos.map(({ id }) => id)).toEqual([copy.id])
  const url = details.evidence.twins[0]?.other.url ?? ''
  expect((await admin.get(url)).status).toBe(200)
  // Neither owner is told.
  for (const person of [first.owner, thief.owner]) expect(await notificationsOf(person)).toEqual([])
  expect(await casesOf(first.dog.id)).toEqual([])

  // A decision removes no photo of the other owner, whose account takes the copy along.
  const { id } = opened
  const refused = await decide(admin, id, { action: 'remove-photos', photoIds: [shown.id] })
  expect(expectError(refused, 400).reason).toBe('other-photo')
  expect((await admin.get(url)).status).toBe(200)

  expect((await first.owner.delete('/api/account', { password: PASSWORD })).status).toBe(200)
  expectError(await admin.get(url), 404)
  expect((await readCase(admin, id)).evidence.twins).toMatchObject([{ other: { dogName: '', url: null } }])
  const { rows } = await sql`SELECT key FROM removed_photos`.execute(app.services.db)
  expect(rows).toEqual([])
})

test('once a dog and photo, until a decision deletes the account', async () => {
  const { first, thief, original, copy, opened } = await copied()
  await decide(admin, opened.id, { action: 'dismiss' })
  await thief.owner.delete(`/api/photos/${copy.id}`)
  await thief.owner.upload(thief.dog.id, original)
  expect(await casesOf(thief.dog.id)).toEqual([])
  // Another photo joins the open case.
  const [one, two] = [await picture(), await picture()]
  for (const each of [one, two]) await first.owner.upload(first.dog.id, each)
  for (const each of [one, two]) await thief.owner.upload(thief.dog.id, each)
  const cases = await casesOf(thief.dog.id)
  expect(cases).toHaveLength(1)
  const id = cases[0]?.id ?? ''
  expect((await readCase(admin, id)).evidence.twins).toHaveLength(2)
  // The decided case stays.
  expect((await decide(admin, id, { action: 'delete-user' })).status).toBe(200)
  expect((await readCase(admin, id)).decisions.map(({ action }) => action)).toEqual(['delete-user'])
})

test('one owner’s photo on dog after dog opens one case, which goes with its dog', async () => {
  const first = await ownerWithDog(app.url)
  const { owner, dog } = await ownerWithDog(app.url)
  const original = await picture()
  await first.owner.upload(first.dog.id, original)
  const before = (await photoFiles(app)).length
  const second = await createDog(owner)
  for (const dogId of [dog.id, second.id]) await owner.upload(dogId, original)
  expect(await casesOf(dog.id)).toHaveLength(1)
  expect(await casesOf(second.id)).toEqual([])
  for (const dogId of [dog.id, second.id]) await owner.delete(`/api/dogs/${dogId}`)
  for (let round = 0; round < 3; round++) {
    const again = await createDog(owner)
    await owner.upload(again.id, original)
    expect(await casesOf(again.id)).toHaveLength(1)
    await owner.delete(`/api/dogs/${again.id}`)
    expect(await casesOf(again.id)).toEqual([])
  }
  expect(await casesOf(dog.id)).toEqual([])
  await until(async () => (await photoFiles(app)).length === before)
})

test('ten photos a day open cases or join them', async () => {
  const first = await ownerWithDog(app.url)
  const thief = await ownerWithDog(app.url)
  const [other, another] = [await createDog(first.owner), await createDog(thief.owner)]
  for (const [from, to] of [
    [first.dog, thief.dog],
    [other, another],
  ])
    for (let n = 0; n < 6; n++) {
      const original = await picture()
      await first.owner.upload(from?.id ?? '', original)
      await thief.owner.upload(to?.id ?? '', original)
    }
  const twins: number[] = []
  for (const { id } of [thief.dog, another])
    for (const opened of await casesOf(id)) twins.push((await readCase(admin, opened.id)).evidence.twins.length)
  expect(twins).toEqual([6, 4])
})

test('a photo that its owner deleted is kept for a person’s report alone', async () => {
  await aMinuteLater()
  const first = await ownerWithDog(app.url)
  const before = (await photoFiles(app)).length
  const [original, reported] = [await picture(), await picture()]
  const shown: string[] = []
  for (const each of [original, reported]) shown.push((await first.owner.upload(first.dog.id, each)).body.id)
  const thief = await ownerWithDog(app.url)
  const liar = await ownerWithDog(app.url)
  const copy = await thief.owner.upload(thief.dog.id, original)
  const lie = await liar.owner.upload(liar.dog.id, reported)
  const { body } = await first.owner.post<{ id: string }>('/api/reports', { dogId: liar.dog.id, kind: 'fake' })
  const urlOf = async (dogId: string) => {
    const [opened] = await casesOf(dogId)
    return (await readCase(admin, opened?.id ?? '')).evidence.twins[0]?.other.url
  }
  for (const id of shown) await first.owner.delete(`/api/photos/${id}`)
  await aMinuteLater()
  expect(await urlOf(thief.dog.id)).toBeNull()
  await until(async () => (await admin.get((await urlOf(liar.dog.id)) ?? '')).status === 200)
  // The case goes with the last photo that equals another one, unless somebody has reported the dog.
  await thief.owner.delete(`/api/photos/${copy.body.id}`)
  await liar.owner.delete(`/api/photos/${lie.body.id}`)
  await aMinuteLater()
  expect(await casesOf(thief.dog.id)).toEqual([])
  expect((await readCase(admin, body.id)).evidence.photos).toHaveLength(1)
  // Two photos of the reported case are left, in two sizes each.
  await until(async () => (await photoFiles(app)).length === before + 4)
})

test('a photo that a decision removed is recognised, also after it is gone', async () => {
  const first = await ownerWithDog(app.url, { name: 'Removed' })
  const reporter = (await ownerWithDog(app.url)).owner
  const original = await picture()
  const { body: shown } = await first.owner.upload(first.dog.id, original)
  const { body } = await reporter.post<{ id: string }>('/api/reports', { dogId: first.dog.id, kind: 'photo' })
  const removal = { action: 'remove-photos', photoIds: [shown.id] }
  expect((await decide(admin, body.id, removal)).status).toBe(200)
  // By the same owner, too.
  const again = await first.owner.upload(first.dog.id, original)
  expect(again.status).toBe(200)
  const [opened] = await casesOf(first.dog.id)
  const { evidence } = await readCase(admin, opened?.id ?? '')
  expect(evidence.twins).toMatchObject([{ photoId: again.body.id, other: { photoId: shown.id, removed: true } }])
  expect((await admin.get(evidence.twins[0]?.other.url ?? '')).status).toBe(200)
})

test('one’s own dogs, other pictures and plain ones open nothing', async () => {
  const one = await ownerWithDog(app.url)
  const other = await ownerWithDog(app.url)
  const own = await createDog(one.owner)
  const original = await picture()
  await one.owner.upload(one.dog.id, original)
  await one.owner.upload(own.id, original)
  await other.owner.upload(other.dog.id, await picture())
  for (const { owner, dog } of [one, other]) await owner.upload(dog.id, await photo(600, 400))
  for (const dogId of [one.dog.id, own.id, other.dog.id]) expect(await casesOf(dogId)).toEqual([])
})

test('of two equal photos that arrive at once one is found', async () => {
  for (let round = 0; round < 3; round++) {
    const [a, b] = [await ownerWithDog(app.url), await ownerWithDog(app.url)]
    const original = await picture()
    await Promise.all([a.owner.upload(a.dog.id, original), b.owner.upload(b.dog.id, original)])
    expect([...(await casesOf(a.dog.id)), ...(await casesOf(b.dog.id))]).toHaveLength(1)
  }
})

test('photos from before there were hashes are hashed by jobs, and later uploads are compared with them', async () => {
  const { db, jobs } = app.services
  const first = await ownerWithDog(app.url, { name: 'Old' })
  const original = await picture()
  const { body: shown } = await first.owner.upload(first.dog.id, original)
  const { body: lost } = await first.owner.upload(first.dog.id, await picture())
  await db.deleteFrom('photo_hashes').where('photo_id', 'in', [shown.id, lost.id]).execute()
  const { key } = await db.selectFrom('photos').select('key').where('id', '=', lost.id).executeTakeFirstOrThrow()
  // Its files are missing.
  await app.services.photos.remove(key)

  await jobs.put(db, [newJob(HASH_OLD_PHOTOS, { after: null })])
  jobs.wake(HASH_OLD_PHOTOS)
  const hashed = () => db.selectFrom('photo_hashes').select('photo_id').where('photo_id', '=', shown.id).execute()
  await until(async () => (await hashed()).length, 1)
  await until(() => db.selectFrom('jobs').select('id').where('kind', '=', HASH_OLD_PHOTOS.name).execute(), [])

  const thief = await ownerWithDog(app.url, { name: 'Thief' })
  await thief.owner.upload(thief.dog.id, original)
  expect(await casesOf(first.dog.id)).toEqual([])
  expect(await casesOf(thief.dog.id)).toHaveLength(1)
})
