import { readdir } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { PHOTO_RESTORE_MS } from '@barkyard/domain/photo'
import { until } from '@barkyard/postgres/testing/until'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { PURGE_PHOTO } from '../../src/features/photos/jobs.ts'
import { testApp } from '../app.ts'
import { ownerWithDog, type Person, photo } from '../client.ts'
import { photoFiles } from '../photo-files.ts'
import { chunk, PNG_SIGNATURE } from '../pictures.ts'
import { expectError } from '../shape.ts'

/** By how much the app's clock is ahead, in ms. */
let ahead = 0
const app = testApp({}, { now: () => new Date(Date.now() + ahead) })
const MEGABYTE = 1024 * 1024
let owner: Person
let dogId: string
beforeAll(async () => {
  const made = await ownerWithDog(app.url)
  owner = made.owner
  dogId = made.dog.id
  // The first photo loads the decoder, whose memory does not count for the attacks.
  const other = await ownerWithDog(app.url)
  await other.owner.upload(other.dog.id, await photo(2000, 2000))
  await other.owner.delete(`/api/dogs/${other.dog.id}`)
  await until(() => photoFiles(app), [])
})

/** A PNG of one bit a pixel, all black: 24 MB of rows deflate to next to nothing. */
function png(width: number, height: number, before: Buffer[] = [], rows = height): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const data = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))))
  const chunks = [chunk('IHDR', head), ...before, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([PNG_SIGNATURE, ...chunks])
}

/** Runs something and returns the growth of the process (MB). */
async function cost<T>(work: () => Promise<T>): Promise<{ result: T; megabytes: number }> {
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  const result = await work()
  clearInterval(watch)
  return { result, megabytes: Math.round((most - before) / MEGABYTE) }
}

/** Expects that an upload was refused, or taken and then deleted for good, and left no file, no partial file and no row. */
async function expectNothingLeft(taken?: Awaited<ReturnType<Person['upload']>>): Promise<void> {
  if (taken?.status === 200) {
    await owner.delete(`/api/photos/${taken.body.id}`)
    ahead += PHOTO_RESTORE_MS
    app.services.jobs.wake(PURGE_PHOTO)
    await until(() => photoFiles(app), [])
  }
  expect(await photoFiles(app)).toEqual([])
  expect(await app.services.db.selectFrom('photos').select('id').execute()).toEqual([])
  expect((await owner.get<{ photos: unknown[] }>(`/api/dogs/${dogId}`)).body.photos).toEqual([])
}

describe('bombs', () => {
  test('of 14,000 × 14,000 pixels are refused before they are decoded, with constant memory', async () => {
    const bomb = png(14_000, 14_000)
    expect(bomb.length).toBeLessThan(100_000)
    const { megabytes } = await cost(async () => {
      for (let n = 0; n < 4; n++) expectError(await owner.upload(dogId, bomb), 413)
    })
    expect(megabytes).toBeLessThan(60)
    await expectNothingLeft()
  })

  test('that declare pixels which are missing are refused', async () => {
    expectError(await owner.upload(dogId, png(7_000, 7_000, [], 3)), 415)
    // More than 50 megapixels: what is missing is not even looked for.
    expectError(await owner.upload(dogId, png(7_200, 7_200, [], 3)), 413, 'PAYLOAD_TOO_LARGE')
    expect([413, 415]).toContain((await owner.upload(dogId, png(2 ** 31 - 1, 1))).status)
    expectError(await owner.upload(dogId, png(0, 0)), 415)
    await expectNothingLeft()
  })

  test('in a text chunk are not decompressed', async () => {
    const packed = deflateSync(Buffer.alloc(200 * MEGABYTE))
    for (const [type, head] of Object.entries({ zTXt: 'k\0\0', iTXt: 'k\0\x01\0\0\0', iCCP: 'icc\0\0' })) {
      const data = Buffer.concat([Buffer.from(head, 'latin1'), packed])
      const bomb = png(64, 64, Array(4).fill(chunk(type, data)))
      const { result, megabytes } = await cost(() => owner.upload(dogId, bomb))
      expect([200, 415]).toContain(result.status)
      expect(megabytes).toBeLessThan(150)
      await expectNothingLeft(result)
    }
  })

  test('of a thousand frames are decoded as one picture', async () => {
    const frames = await sharp(Buffer.alloc(100 * 100_000 * 3), {
      raw: { width: 100, height: 100_000, channels: 3, pageHeight: 100 },
    })
      .webp({ loop: 0, delay: 20, effort: 0 })
      .toBuffer()
    const { result, megabytes } = await cost(() => owner.upload(dogId, frames))
    expect([200, 415]).toContain(result.status)
    expect(megabytes).toBeLessThan(150)
    await expectNothingLeft(result)
  })
})

describe('files with a wrong type', () => {
  const text = (...lines: string[]) => Buffer.from(lines.join('\n'))
  const SVG =
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>'
  const HTML = '<!doctype html><script>alert(document.cookie)</script>'

  test.each([
    ['an SVG', text(SVG)],
    ['an SVG behind a declaration', text('<?xml version="1.0"?>', SVG)],
    ['HTML', text(HTML)],
    ['HTML behind the first bytes of a JPEG', Buffer.concat([Buffer.from('ffd8ff', 'hex'), text(HTML)])],
    ['HTML behind the first bytes of a PNG', Buffer.concat([PNG_SIGNATURE, text(HTML)])],
    ['HTML in a WebP’s clothes', Buffer.concat([text('RIFF'), Buffer.alloc(4), text('WEBP'), text(HTML)])],
    ['a PDF', text('%PDF-1.7')],
    ['an ImageMagick script', text('push graphic-context', "fill 'url(https://evil.test/x)'")],
    ['a PostScript program', text('%!PS', 'quit')],
    ['nothing', Buffer.alloc(0)],
    ['NULs', Buffer.alloc(1000)],
  ])('%s is 415 whatever its name', async (_, bytes) => {
    for (const name of ['photo.png', 'photo.jpg', 'photo.svg', 'photo.html'])
      expect([400, 415]).toContain((await owner.upload(dogId, bytes, name)).status)
    await expectNothingLeft()
  })

  test('TIFF, AVIF and GIF, which the decoder could read, are 415', async () => {
    const image = sharp(await photo())
    for (const format of ['tiff', 'avif', 'gif'] as const)
      expectError(await owner.upload(dogId, await image.clone().toFormat(format).toBuffer(), 'a.png'), 415)
    await expectNothingLeft()
  })

  test('a photo that is truncated anywhere is 415', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const whole = await photo(640, 480, format)
      for (const share of [0.02, 0.3, 0.9])
        expectError(await owner.upload(dogId, whole.subarray(0, Math.floor(whole.length * share))), 415)
    }
    await expectNothingLeft()
  })

  test('data appended to a real photo (a page, an archive, metadata) is removed, and the photo is served only as an image', async () => {
    const marks = ['<script>alert(1)</script>', 'PK\x03\x04secret.zip', 'GPSLatitude 48.1234']
    const real = await sharp(await photo(64, 64, 'jpeg'))
      .withExif({ IFD0: { Copyright: marks[2] ?? '' } })
      .jpeg()
      .toBuffer()
    const whole = Buffer.concat([real, ...marks.map(mark => Buffer.from(mark))])
    const taken = await owner.upload(dogId, whole, 'x.html')
    expect(taken.status).toBe(200)
    for (const url of [taken.body.urlThumb, taken.body.urlLarge]) {
      const answer = await fetch(`${app.url}${url}`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
      for (const mark of marks) expect(bytes.includes(mark)).toBe(false)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    }
    await expectNothingLeft(taken)
  })

  test.each([
    '../../../evil.png',
    '/etc/passwd',
    '..\\..\\evil.png',
    'a\0b.png',
    'con',
    'x'.repeat(2000),
    '%2e%2e%2fevil.png',
    '.htaccess',
  ])('a name like %j is nobody’s path', async name => {
    const answer = await owner.upload(dogId, await photo(), name)
    expect([200, 400]).toContain(answer.status)
    const all = await readdir(app.dataDir, { recursive: true, withFileTypes: true })
    const files = all.filter(entry => entry.isFile()).map(entry => entry.name)
    expect(files.filter(file => !/^([\w-]{24}-(thumb|large)\.webp|session-secret)$/.test(file))).toEqual([])
    await expectNothingLeft(answer)
  })
})

describe('malformed forms', () => {
  const TYPE = 'multipart/form-data; boundary=b'
  const part = (name: string, value: string, more = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`

  test.each<[string, string, string?]>([
    ['no end', part('dogId', 'x')],
    ['no boundary', 'x'],
    ['a part without a name', '--b\r\n\r\nx\r\n--b--\r\n'],
    ['a field named __proto__', `${part('__proto__', 'x')}--b--\r\n`],
    ['a hundred fields', `${Array.from({ length: 100 }, (_, n) => part(`f${n}`, 'x')).join('')}--b--\r\n`],
    ['a field of a megabyte', `${part('dogId', 'x'.repeat(MEGABYTE))}--b--\r\n`],
    ['a hundred files', `${Array.from({ length: 100 }, () => part('photo', 'x', '; filename="x"')).join('')}--b--\r\n`],
    ['a header of a megabyte', `${part('dogId', 'x', `; x="${'y'.repeat(MEGABYTE)}"`)}--b--\r\n`],
    ['the dog as a file', `${part('dogId', 'x', '; filename="x"')}${part('photo', 'x', '; filename="x"')}--b--\r\n`],
    ['an empty boundary', part('dogId', 'x'), 'multipart/form-data; boundary='],
    ['a long boundary', part('dogId', 'x'), `multipart/form-data; boundary=${'x'.repeat(5000)}`],
  ])('with %s are refused', async (_, body, type = TYPE) => {
    const { status } = await owner.send('POST', '/api/photos', body, { 'content-type': type })
    expect([400, 404, 413, 415]).toContain(status)
    await expectNothingLeft()
  })
})
