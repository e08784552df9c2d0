import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dog } from '@barkyard/domain/dog'
import type { Photo } from '@barkyard/domain/photo'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sweepOrphans } from '../src/storage/sweep.ts'
import { testApp } from './app.ts'
import { createDog, ownerWithDog, photo } from './client.ts'
import { photoFiles, photosOf } from './photo-files.ts'
import { expectError } from './shape.ts'

const app = testApp()

const fetchFile = (url: string) => fetch(`${app.url}${url}`)

describe('six photos', () => {
  test('of ten at once exactly six are kept, with their files alone', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const before = (await photoFiles(app)).length
    const pngs = await Promise.all(Array.from({ length: 10 }, () => photo(200, 100)))
    const answers = await Promise.all(pngs.map(png => owner.upload(dog.id, png)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(6).fill(200), ...Array(4).fill(409)])
    for (const answer of answers) if (answer.status === 409) expectError(answer, 409, 'CONFLICT')
    expect(await photosOf(owner, dog.id)).toHaveLength(6)
    expect((await photoFiles(app)).length).toBe(before + 12)
    expectError(await owner.upload(dog.id, pngs[0] ?? Buffer.alloc(0)), 409)
    const [first] = (await photosOf(owner, dog.id)) ?? []
    await owner.delete(`/api/photos/${first?.id}`)
    expect((await owner.upload(dog.id, await photo())).status).toBe(200)
  })

  test('are listed oldest first everywhere', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await owner.upload(dog.id, await photo())).body.id)
    const idsOf = (body: { photos: Photo[] } | null | undefined) => body?.photos.map(({ id }) => id)
    expect(idsOf((await owner.get<Dog>(`/api/dogs/${dog.id}`)).body)).toEqual(ids)
    expect(idsOf((await owner.get<{ dog: Dog }>('/api/active-dog')).body.dog)).toEqual(ids)
    expect(idsOf((await owner.get<{ dog: Dog }>('/api/auth/user')).body.dog)).toEqual(ids)
  })
})

describe('files', () => {
  test('are served for good, to anybody, and a missing one is 404', async () => {
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
    for (const path of [
      'nothing.webp',
      '..%2f..%2fsession-secret',
      '%00',
      urlThumb.slice(8).replace(/^...../, 'AAAAA'),
    ]) {
      const missing = await fetchFile(`/photos/${path}`)
      expect(missing.status).toBe(404)
      expect(missing.headers.get('cache-control') ?? '').not.toContain('immutable')
    }
  })

  test('go with their photo and with their dog', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const other = await createDog(owner)
    const [one, two] = [
      (await owner.upload(dog.id, await photo())).body,
      (await owner.upload(dog.id, await photo())).body,
    ]
    const kept = (await owner.upload(other.id, await photo())).body
    expect((await owner.delete(`/api/photos/${one.id}`)).body).toEqual({ ok: true })
    await app.parts.sweeper.settled()
    expect((await fetchFile(one.urlLarge)).status).toBe(404)
    expect((await fetchFile(two.urlLarge)).status).toBe(200)
    expect(await photosOf(owner, dog.id)).toEqual([two])
    expectError(await owner.delete(`/api/photos/${one.id}`), 404)
    await owner.delete(`/api/dogs/${dog.id}`)
    await app.parts.sweeper.settled()
    for (const url of [two.urlThumb, two.urlLarge]) expect((await fetchFile(url)).status).toBe(404)
    expect((await fetchFile(kept.urlThumb)).status).toBe(200)
  })

  test('of a photo that the database refuses go at once', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const before = (await photoFiles(app)).length
    await sql`ALTER TABLE photos ADD CONSTRAINT none CHECK (false) NOT VALID`.execute(app.parts.db)
    expectError(await owner.upload(dog.id, await photo()), 500)
    await sql`ALTER TABLE photos DROP CONSTRAINT none`.execute(app.parts.db)
    expect((await photoFiles(app)).length).toBe(before)
    expect(await photosOf(owner, dog.id)).toEqual([])
  })

  test('without a row are swept after an hour, half-written ones too; others stay', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const { urlThumb } = (await owner.upload(dog.id, await photo())).body
    const name = urlThumb.replace('/photos/', '')
    const folder = join(app.dataDir, 'photos', name.slice(0, 2))
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000)
    const lost = `${name.slice(0, 2)}${'x'.repeat(22)}`
    const orphans = [`${lost}-thumb.webp`, `${lost}-large.webp`, `${name.slice(0, 2)}${'y'.repeat(22)}-large.webp.part`]
    const fresh = `${name.slice(0, 2)}${'z'.repeat(22)}-thumb.webp`
    for (const file of [...orphans, fresh]) await writeFile(join(folder, file), 'x')
    for (const file of [...orphans, name]) await utimes(join(folder, file), old, old)
    await sweepOrphans(app.parts)
    const left = await readdir(folder)
    expect(left).toEqual(expect.arrayContaining([name, fresh]))
    for (const orphan of orphans) expect(left).not.toContain(orphan)
  })
})
