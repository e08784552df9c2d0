import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTransaction } from '@barkyard/db/open'
import { newPhotoKey, recordPhotoKeys } from '@barkyard/db/queries/photos/photo-keys'
import { addPhoto } from '@barkyard/db/queries/photos/photos'
import { createTestDatabase } from '@barkyard/db/testing/database'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { abandonUploads, removeDeletedPhotos } from '../../src/features/photos/index.ts'
import { bytesOf, diskStorage, fileNames } from '../../src/platform/storage/photo-storage.ts'
import { startApp, testApp } from '../app.ts'
import { createDog, ownerWithDog, photo } from '../client.ts'
import { photoFiles, photosOf } from '../photo-files.ts'
import { expectError } from '../shape.ts'

const app = testApp()

const inTwoHours = () => new Date(Date.now() + 2 * 60 * 60 * 1000)
const fetchFile = (url: string) => fetch(`${app.url}${url}`)

test('six photos are the limit: of ten simultaneous uploads six are kept, with only their files', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const before = (await photoFiles(app)).length
  const pngs = await Promise.all(Array.from({ length: 10 }, () => photo(200, 100)))
  const answers = await Promise.all(pngs.map(png => owner.upload(dog.id, png)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(6).fill(200), ...Array(4).fill(409)])
  for (const answer of answers) if (answer.status === 409) expectError(answer, 409, 'CONFLICT')
  expect(await photosOf(owner, dog.id)).toHaveLength(6)
  await app.services.sweeper.settled()
  expect((await photoFiles(app)).length).toBe(before + 12)
  expectError(await owner.upload(dog.id, pngs[0] ?? Buffer.alloc(0)), 409)
  // The file is judged first, as far as that costs nothing.
  expectError(await owner.upload(dog.id, Buffer.from('hello')), 415)
  const [first] = (await photosOf(owner, dog.id)) ?? []
  await owner.delete(`/api/photos/${first?.id}`)
  expect((await owner.upload(dog.id, await photo())).status).toBe(200)
})

describe('files', () => {
  test('are served to everybody as immutable, closed to other accounts of the machine, and a missing one is 404', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const { urlThumb, urlLarge } = (await owner.upload(dog.id, await photo())).body
    for (const url of [urlThumb, urlLarge]) {
      const response = await fetchFile(url)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(Number(response.headers.get('content-length'))).toBe((await response.arrayBuffer()).byteLength)
      expect((await fetch(`${app.url}${url}`, { method: 'HEAD' })).status).toBe(200)
    }
    const root = join(app.dataDir, 'photos')
    for (const path of [root, ...(await readdir(root, { recursive: true })).map(name => join(root, name))])
      expect([path, (await stat(path)).mode & 0o077]).toEqual([path, 0])
    for (const path of [
      'nothing.webp',
      '..%2f..%2fsession-secret',
      '%00',
      '%2f',
      'x%00.webp',
      urlThumb.slice(8).replace(/^...../, 'AAAAA'),
    ]) {
      const missing = await fetchFile(`/photos/${path}`)
      expect(missing.status).toBe(404)
      expect(missing.headers.get('cache-control') ?? '').not.toContain('immutable')
    }
  })

  test('are gone when the deletion of their photo or their dog is answered', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const other = await createDog(owner)
    const [one, two] = [
      (await owner.upload(dog.id, await photo())).body,
      (await owner.upload(dog.id, await photo())).body,
    ]
    const kept = (await owner.upload(other.id, await photo())).body
    // Of three deletions at once one finds it.
    const deletions = await Promise.all([1, 2, 3].map(() => owner.delete(`/api/photos/${one.id}`)))
    expect(deletions.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await fetchFile(one.urlLarge)).status).toBe(404)
    expect((await fetchFile(two.urlLarge)).status).toBe(200)
    expect(await photosOf(owner, dog.id)).toEqual([two])
    await owner.delete(`/api/dogs/${dog.id}`)
    for (const url of [two.urlThumb, two.urlLarge]) expect((await fetchFile(url)).status).toBe(404)
    expect((await fetchFile(kept.urlThumb)).status).toBe(200)
  })

  test('of a photo that the database refuses are deleted soon', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const before = (await photoFiles(app)).length
    await sql`ALTER TABLE photos ADD CONSTRAINT none CHECK (false) NOT VALID`.execute(app.services.db)
    expectError(await owner.upload(dog.id, await photo()), 500)
    await sql`ALTER TABLE photos DROP CONSTRAINT none`.execute(app.services.db)
    await app.services.sweeper.settled()
    expect((await photoFiles(app)).length).toBe(before)
    expect(await photosOf(owner, dog.id)).toEqual([])
  })

  test('of an interrupted upload are swept after an hour, including partially written ones', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const { urlThumb } = (await owner.upload(dog.id, await photo())).body
    const { db } = app.services
    const [lost, half] = [newPhotoKey(), newPhotoKey()]
    await recordPhotoKeys(db, [lost, half])
    await app.services.photos.save(lost, { thumb: Buffer.from('t'), large: Buffer.from('l') })
    await mkdir(join(app.dataDir, 'photos', half.slice(0, 2)), { recursive: true })
    await writeFile(join(app.dataDir, 'photos', half.slice(0, 2), `${half}-large.webp.part`), 'x')
    const left = async () => (await photoFiles(app)).filter(name => name.startsWith(lost) || name.startsWith(half))
    await abandonUploads(db)
    await removeDeletedPhotos(app.services)
    expect(await left()).toHaveLength(3)
    await abandonUploads(db, inTwoHours())
    // An upload that was given up gets no row.
    const given = { dogId: dog.id, key: lost, focus: null, hash: null }
    const add = inTransaction(db, trx => addPhoto(trx, { kind: 'admin' }, given, { atMost: 6, now: new Date() }))
    expect(await add).toBe('too-busy')
    await removeDeletedPhotos(app.services)
    expect(await left()).toEqual([])
    expect((await fetchFile(urlThumb)).status).toBe(200)
  })

  test('are not deleted by another database on the same directory', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const { urlThumb, urlLarge } = (await owner.upload(dog.id, await photo())).body
    const database = await createTestDatabase()
    const other = await startApp(database.url, { DATA_DIR: app.dataDir })
    const theirs = await ownerWithDog(other.url)
    expect((await theirs.owner.upload(theirs.dog.id, await photo())).status).toBe(200)
    await abandonUploads(other.services.db, inTwoHours())
    await removeDeletedPhotos(other.services)
    await theirs.owner.delete(`/api/dogs/${theirs.dog.id}`)
    await other.services.sweeper.settled()
    for (const url of [urlThumb, urlLarge]) expect((await fetchFile(url)).status).toBe(200)
    await other.stop()
    await database.drop()
  })
})

test('a file that is deleted while it is opened is there, or not there, and never an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'barkyard-files-'))
  const storage = diskStorage(folder)
  const key = randomUUID()
  await storage.save(key, { thumb: Buffer.from('thumb'), large: Buffer.from('large') })
  const reading = bytesOf(storage, fileNames(key).large)
  // Another thread looks for the file meanwhile. Its result cannot be awaited: this thread must be the first to act on it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  rmSync(folder, { recursive: true })
  expect(['large', undefined]).toContain((await reading)?.toString())
})
