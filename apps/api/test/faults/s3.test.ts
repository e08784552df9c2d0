import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { newId } from '@barkyard/db/queries/ids'
import { newPhotoKey } from '@barkyard/db/queries/photos/photo-keys'
import { createTestDatabase, openPatiently } from '@barkyard/db/testing/database'
import { addDog, addRow } from '@barkyard/db/testing/owners'
import { freePort } from '@barkyard/postgres/testing/free-port'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { removeDeletedPhotos } from '../../src/features/photos/index.ts'
import { movePhotos } from '../../src/features/photos/move.ts'
import type { PhotoStorage } from '../../src/platform/storage/photo-storage.ts'
import { bytesOf, diskStorage } from '../../src/platform/storage/photo-storage.ts'
import { s3Storage } from '../../src/platform/storage/s3.ts'
import { testApp } from '../app.ts'
import { ownerWithDog, photo } from '../client.ts'
import { expectError } from '../shape.ts'
import { testFolder } from './folder.ts'
import { runProgram } from './processes.ts'
import { startS3 } from './s3-server.ts'

const s3 = await startS3()
afterAll(() => s3.remove())

/** The keys whose files exist in a storage. */
async function thereOf(keys: readonly string[], storage: PhotoStorage): Promise<string[]> {
  const there = await Promise.all(keys.map(key => storage.has(key)))
  return keys.filter((_, index) => there[index])
}
const textOf = async (from: PhotoStorage, name: string) => (await bytesOf(from, name))?.toString()

describe('an app with its photos in a bucket', () => {
  const app = testApp(s3.env)

  test('serves them under the same addresses, immutable, and deletes them with their dog', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const { urlThumb, urlLarge } = (await owner.upload(dog.id, await photo(400, 300))).body
    for (const url of [urlThumb, urlLarge]) {
      const response = await fetch(`${app.url}${url}`)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(response.headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/)
      expect(Number(response.headers.get('content-length'))).toBe((await response.arrayBuffer()).byteLength)
    }
    await owner.delete(`/api/dogs/${dog.id}`)
    await app.services.sweeper.settled()
    for (const url of [urlThumb, urlLarge, `/photos/${newPhotoKey()}-thumb.webp`])
      expect((await fetch(`${app.url}${url}`)).status).toBe(404)
  })

  test('answers 503 while the bucket is unavailable, keeps no row, and recovers by itself', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const before = await owner.upload(dog.id, await photo())
    await s3.stop()
    const refused = await owner.upload(dog.id, await photo())
    expectError(refused, 503, 'SERVICE_UNAVAILABLE')
    expect(refused.headers.get('retry-after')).toBe('2')
    const missing = await fetch(`${app.url}${before.body.urlThumb}`)
    expect(missing.status).toBe(503)
    expect(missing.headers.get('cache-control') ?? '').not.toContain('immutable')
    await s3.start()
    expect((await fetch(`${app.url}${before.body.urlThumb}`)).status).toBe(200)
    expect((await owner.upload(dog.id, await photo())).status).toBe(200)
    const { body } = await owner.get<{ id: string; photos: unknown[] }[]>('/api/my-dogs')
    expect(body[0]?.photos).toHaveLength(2)
  })
})

const lines: string[] = []
const wrong = testApp(
  { ...s3.env, S3_ACCESS_KEY_ID: 'nobody', LOG_LEVEL: 'error' },
  { logTo: { write: line => void lines.push(line) } },
)
test('a bucket that does not know our credentials makes photos answer 503, and the log says why', async () => {
  const { owner, dog } = await ownerWithDog(wrong.url)
  expectError(await owner.upload(dog.id, await photo()), 503, 'SERVICE_UNAVAILABLE')
  expect((await fetch(`${wrong.url}/photos/${newPhotoKey()}-thumb.webp`)).status).toBe(503)
  expect(lines.join('')).toContain('InvalidAccessKeyId')
  expect(lines.join('')).not.toContain(s3.env.S3_SECRET_ACCESS_KEY)
})

const port = await freePort()
describe('a faulty bucket', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  const bucket = createServer((request, response) => answer(request, response)).listen(port, '127.0.0.1')
  const app = testApp({ ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${port}` })
  afterAll(() => {
    bucket.closeAllConnections()
    bucket.close()
  })

  test('that does not answer makes photos answer 503; stopping halfway breaks the connection, so that clients notice', async () => {
    const halved = newPhotoKey()
    answer = ({ url }, response) =>
      url?.includes(halved) && response.writeHead(200, { 'content-length': '1000' }).write('half')
    const get = (key: string) => fetch(`${app.url}/photos/${key}-thumb.webp`)
    const silent = get(newPhotoKey())
    const photo = await get(halved)
    expect(photo.status).toBe(200)
    await expect(photo.text()).rejects.toThrow()
    expect((await silent).status).toBe(503)
  })

  test('that fails to delete a file is asked again for this file only', async () => {
    const [kept, gone] = [newPhotoKey(), newPhotoKey()].sort()
    if (!kept || !gone) throw new Error('two keys')
    const asked: string[] = []
    const fault = (key: string) => `<Error><Key>${key}</Key><Code>InternalError</Code><Message>Oh</Message></Error>`
    let isWell = false
    answer = async (request, response) => {
      const body = await text(request)
      asked.push(...[kept, gone].filter(key => body.includes(key)))
      const faults = !isWell && body.includes(kept) ? fault(`${kept}-thumb.webp`) : ''
      response.writeHead(200, { 'content-type': 'application/xml' }).end(`<DeleteResult>${faults}</DeleteResult>`)
    }
    await sql`INSERT INTO removed_photos (key) VALUES (${kept}), (${gone})`.execute(app.services.db)
    await expect(removeDeletedPhotos(app.services)).rejects.toThrow()
    isWell = true
    await removeDeletedPhotos(app.services)
    await removeDeletedPhotos(app.services)
    expect(asked.sort()).toEqual([kept, kept, gone].sort())
  })
})

describe('moving', async () => {
  const config = readConfig({ ...s3.env, S3_BUCKET: 'moves', SESSION_SECRET: 'x'.repeat(32) }).s3
  if (!config) throw new Error('no settings')
  const storage = s3Storage(config, console)
  const folder = await testFolder('photos')
  const { url } = await createTestDatabase()
  const db = openPatiently(url)
  afterAll(() => db.destroy())
  const count = 12
  const keys = Array.from({ length: count }, newPhotoKey)
  /** A photo of another installation, in both storages. */
  const foreign = newPhotoKey()
  const disk = diskStorage(join(folder, 'photos'))
  const still = { remove: false, progress: () => {} }
  const save = (key: string) => disk.save(key, { thumb: Buffer.from(`t${key}`), large: Buffer.from(`large ${key}`) })
  async function deletePhoto(key: string, photos: PhotoStorage): Promise<void> {
    await db.deleteFrom('photos').where('key', '=', key).execute()
    await removeDeletedPhotos({ db, photos })
  }
  beforeAll(async () => {
    const { id: dog_id } = await addDog(db, null, 'Rex')
    await addRow(
      db,
      'photos',
      keys.map(key => ({ id: newId(), dog_id, key })),
    )
    for (const key of [...keys, foreign]) await save(key)
  })

  test('to S3, interrupted and repeated, copies everything once, and moving back removes it there', async () => {
    const [torn = '', whole = ''] = keys
    await rm(join(folder, 'photos', torn.slice(0, 2), `${torn}-large.webp`))
    let saved = 0
    const failing: PhotoStorage = {
      ...storage,
      save: (key, files) => (++saved > 4 ? Promise.reject(new Error('pulled the plug')) : storage.save(key, files)),
    }
    await expect(movePhotos(db, disk, failing, still)).rejects.toThrow('pulled the plug')
    const half = (await thereOf(keys, storage)).length
    expect(half).toBeGreaterThan(0)
    expect(half).toBeLessThan(count - 1)
    expect(await movePhotos(db, disk, storage, still)).toMatchObject({
      copied: count - 1 - half,
      there: half,
      incomplete: 1,
    })
    expect(await thereOf([...keys, foreign], storage)).toEqual(keys.slice(1))
    expect(await textOf(storage, `${whole}-large.webp`)).toBe(`large ${whole}`)

    for (const key of keys) await disk.remove(key)
    const back = await movePhotos(db, storage, disk, { ...still, remove: true })
    expect(back).toMatchObject({ copied: count - 1, there: 0, incomplete: 1 })
    expect(await thereOf(keys, storage)).toEqual([])
    expect(await thereOf([...keys, foreign], disk)).toEqual([...keys.slice(1), foreign])
    expect(await textOf(disk, `${whole}-thumb.webp`)).toBe(`t${whole}`)
  })

  test('also deletes photos that were deleted after they were copied, or while they are', async () => {
    const [meanwhile = '', deleted = ''] = keys.slice(-2)
    await movePhotos(db, disk, storage, still)
    await deletePhoto(deleted, disk)
    expect(await storage.has(deleted)).toBe(true)
    await movePhotos(db, disk, storage, { ...still, remove: true })
    expect(await storage.has(deleted)).toBe(false)
    expect(await thereOf([...keys, foreign], disk)).toEqual([foreign])
    await movePhotos(db, storage, disk, still)

    await storage.remove(meanwhile)
    const racing: PhotoStorage = {
      ...storage,
      async save(key, files) {
        await deletePhoto(key, storage)
        await storage.save(key, files)
      },
    }
    await movePhotos(db, disk, racing, { ...still, remove: true })
    expect(await storage.has(meanwhile)).toBe(false)
    await movePhotos(db, storage, disk, still)
  })

  test('works by the command', async () => {
    const command = (...args: string[]) =>
      runProgram('commands/photos', args, { ...s3.env, DATABASE_URL: url, S3_BUCKET: 'command', DATA_DIR: folder })
    expect((await command('to-s3')).stdout).toContain(`${count - 3} copied`)
    expect((await command('to-s3')).stdout).toContain(`${count - 3} were there already`)
    await expect(command('to-mars')).rejects.toMatchObject({ code: 2 })
  })
})
