import { rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { createDog, ownerWithDog, photo } from '../client.ts'
import { openLive } from '../live.ts'
import { decide, readCase, reportingTo } from '../reports.ts'
import { expectError } from '../shape.ts'

const app = testApp()
const report = reportingTo(app)
const statusOf = async (address: string) => (await fetch(`${app.url}${address}`)).status

test.each(['hide-dog', 'suspend'])(
  '%s gives photos new addresses: the old ones are 404, and nobody learns the new ones',
  async action => {
    const admin = await newAdmin(app)
    const witness = (await ownerWithDog(app.url)).owner
    const { owner, dog } = await ownerWithDog(app.url)
    const second = await createDog(owner, { name: 'Second' })
    const shown = [await owner.upload(dog.id, await photo()), await owner.upload(dog.id, await photo())]
    const other = await owner.upload(second.id, await photo())
    const addresses = shown.flatMap(({ body }) => [body.urlThumb, body.urlLarge])
    expect(await Promise.all(addresses.map(statusOf))).toEqual([200, 200, 200, 200])
    // What a report keeps stays with it.
    const caseId = await report(witness, { dogId: dog.id })
    const live = action === 'hide-dog' ? await openLive(owner) : null
    expect((await decide(admin, caseId, { action })).status).toBe(200)
    expect(await Promise.all(addresses.map(statusOf))).toEqual([404, 404, 404, 404])
    expect(await statusOf(other.body.urlLarge)).toBe(action === 'suspend' ? 404 : 200)

    // Its owner and admins see it at the new ones, and the owner's page reads them.
    const { photos } = (await admin.get<Dog>(`/api/dogs/${dog.id}`)).body
    expect(photos.map(({ id }) => id)).toEqual(shown.map(({ body }) => body.id))
    for (const { urlThumb, urlLarge } of photos) {
      expect(addresses).not.toContain(urlLarge)
      expect([await statusOf(urlThumb), await statusOf(urlLarge)]).toEqual([200, 200])
    }
    if (live) {
      expect((await owner.get<Dog>(`/api/dogs/${dog.id}`)).body.photos).toEqual(photos)
      await live.until(events => events.filter(({ type }) => type === 'refresh').length >= 2)
    }
    expect((await witness.get(`/api/dogs/${dog.id}`)).status).toBe(404)
    const { evidence } = await readCase(admin, caseId)
    expect(evidence.photos).toHaveLength(2)
    for (const { url } of evidence.photos) expect((await admin.get(url)).status).toBe(200)
    for (const table of ['outdated_photos', 'pending_photos'] as const)
      expect(await app.services.db.selectFrom(table).select('key').execute()).toEqual([])
  },
)

test('what a report keeps stays while the disk does not give it, and is served again afterwards', async () => {
  const { db, sweeper } = app.services
  const { owner, dog } = await ownerWithDog(app.url)
  const { urlLarge } = (await owner.upload(dog.id, await photo())).body
  const admin = await newAdmin(app)
  const caseId = await report((await ownerWithDog(app.url)).owner, { dogId: dog.id })
  const name = urlLarge.slice('/photos/'.length)
  const path = join(app.dataDir, 'photos', name.slice(0, 2), name)
  await rename(path, `${path}.away`)
  await symlink(path, path)
  expectError(await owner.get(urlLarge), 503, 'photos-away')
  await owner.delete(`/api/dogs/${dog.id}`)
  const removed = await db.selectFrom('removed_photos').select('key').execute()
  expect(removed.map(({ key }) => name.startsWith(key))).toEqual([true])
  await rename(`${path}.away`, path)
  await sweeper.sweepNow()
  expect(await statusOf(urlLarge)).toBe(404)
  const { evidence } = await readCase(admin, caseId)
  expect((await admin.get(evidence.photos[0]?.url ?? '')).status).toBe(200)
})
