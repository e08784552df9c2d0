import { checkData } from '@barkyard/db/check'
import { type Photo, photoSchema } from '@barkyard/domain/schemas/photo'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { auditOf, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { type Client, ownerWithDog, photo } from '../client.ts'
import { photoFiles, photosOf } from '../photo-files.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()

const fetchFile = (url: string) => fetch(`${app.url}${url}`)
const pixels = async (url: string) => sharp(Buffer.from(await (await fetchFile(url)).arrayBuffer()))

/** A multipart body with one part per pair, in this order. */
function formOf(...parts: [string, string | Buffer][]): FormData {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), 'x.bin')
  }
  return form
}

/** A plain lawn with a brown spotted head, centred at these fractions of the picture. */
function lawnWithDog(width: number, height: number, x: number, y: number): Promise<Buffer> {
  const [left, top, r] = [x * width, y * height, Math.min(width, height) / 8]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#8fb08a"/><circle cx="${left}" cy="${top}" r="${r}" fill="#c8853f"/>
    <circle cx="${left - r / 3}" cy="${top}" r="${r / 6}"/><circle cx="${left + r / 3}" cy="${top}" r="${r / 6}"/></svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

describe('an upload', () => {
  test('returns the photo, in either order of the fields', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const png = await photo()
    const added: Photo[] = []
    const parts: [string, string | Buffer][] = [
      ['dogId', dog.id],
      ['photo', png],
    ]
    for (const some of [parts, parts.toReversed()]) {
      const answer = await owner.send('POST', '/api/photos', formOf(...some))
      expect(answer.status).toBe(200)
      added.push(expectShape(photoSchema, answer.body))
    }
    expect(added.map(one => one.dogId)).toEqual([dog.id, dog.id])
    expect(await photosOf(owner, dog.id)).toEqual(added)
  })

  test.each([
    ['its session ends', 401],
    ['its owner is suspended', 403],
  ])('is refused if %s while its files are written, and leaves none', async (cause, status) => {
    const { owner, dog } = await ownerWithDog(app.url)
    const [before, save] = [await photoFiles(app), app.services.photos.save]
    app.services.photos.save = async (key, files) => {
      await save.call(app.services.photos, key, files)
      if (cause === 'its session ends') await owner.get('/api/logout')
      else await (await newAdmin(app)).post(`/api/admin/users/${owner.user.id}/suspend`, { statement: 'Threats' })
    }
    try {
      expectError(await owner.upload(dog.id, await photo()), status)
    } finally {
      app.services.photos.save = save
    }
    expect(await photoFiles(app)).toEqual(before)
  })

  test('accepts PNG, JPEG and WebP whatever the file name, and a file without one', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    for (const format of ['png', 'jpeg', 'webp'] as const)
      expect((await owner.upload(dog.id, await photo(40, 30, format), 'notes.txt')).status).toBe(200)
    for (const type of ['', 'Content-Type: image/png\r\n']) {
      const body = new Blob([
        `--b\r\nContent-Disposition: form-data; name="photo"\r\n${type}\r\n`,
        new Uint8Array(await photo(200, 200)),
        `\r\n--b\r\nContent-Disposition: form-data; name="dogId"\r\n\r\n${dog.id}\r\n--b--\r\n`,
      ])
      const headers = { cookie: owner.cookie ?? '', 'content-type': 'multipart/form-data; boundary=b' }
      expect((await fetch(`${app.url}/api/photos`, { method: 'POST', headers, body })).status).toBe(200)
    }
  })

  test('stores a thumb and a large WebP, never enlarged', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const wide = (await owner.upload(dog.id, await photo(2000, 1000, 'jpeg'))).body
    expect(await (await pixels(wide.urlThumb)).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 })
    expect(await (await pixels(wide.urlLarge)).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 })
    const small = (await owner.upload(dog.id, await photo(30, 200))).body
    for (const url of [small.urlThumb, small.urlLarge])
      expect(await (await pixels(url)).metadata()).toMatchObject({ width: 30, height: 200 })
  })

  test('rotates the photo upright and removes its metadata', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    // Left half red, right half blue; orientation 6 = turn right: red ends on top.
    const red = {
      input: { create: { width: 60, height: 80, channels: 3 as const, background: 'red' } },
      left: 0,
      top: 0,
    }
    const raw = await sharp({ create: { width: 120, height: 80, channels: 3, background: 'blue' } })
      .composite([red])
      .withExif({ IFD0: { Copyright: 'Secret name' }, IFD3: { GPSLatitude: '37/1 46/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'Secret name' } } })
      .jpeg()
      .toBuffer()
    expect(raw.includes('Secret name')).toBe(true)
    const added = (await owner.upload(dog.id, raw)).body
    for (const url of [added.urlThumb, added.urlLarge]) {
      const file = Buffer.from(await (await fetchFile(url)).arrayBuffer())
      expect(file.includes('Secret name')).toBe(false)
      const { exif, xmp, iptc, orientation, width, height } = await sharp(file).metadata()
      expect({ exif, xmp, iptc, orientation, width, height }).toEqual({ width: 80, height: 120 })
      const { data } = await sharp(file)
        .extract({ left: 40, top: 10, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(data[0]).toBeGreaterThan(200)
      expect(data[2]).toBeLessThan(60)
    }
  })

  test('accepts transparent, grey, 16-bit and CMYK photos', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const base = sharp({
      create: { width: 50, height: 40, channels: 4, background: { r: 9, g: 200, b: 9, alpha: 0.5 } },
    })
    const kinds = [
      await base.clone().png().toBuffer(),
      await base.clone().greyscale().png().toBuffer(),
      await base.clone().toColourspace('rgb16').png().toBuffer(),
      await base.clone().flatten().toColourspace('cmyk').jpeg().toBuffer(),
    ]
    for (const kind of kinds) {
      const { status, body } = await owner.upload(dog.id, kind)
      expect(status).toBe(200)
      expect(await (await pixels(body.urlLarge)).metadata()).toMatchObject({ width: 50, height: 40, space: 'srgb' })
    }
    const [transparent, , deep] = (await photosOf(owner, dog.id)) ?? []
    for (const one of [transparent, deep]) {
      const colour = await (await pixels(one?.urlLarge ?? ''))
        .ensureAlpha()
        .extract({ left: 20, top: 20, width: 1, height: 1 })
        .raw()
        .toBuffer()
      expect(Math.abs((colour[1] ?? 0) - 200)).toBeLessThan(12)
      expect(Math.abs((colour[3] ?? 0) - 128)).toBeLessThan(12)
    }
  })
})

test('a JPEG that lacks only its end marker is taken, as browsers show it', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const noise = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, n) => (n * 7919) % 251))
  for (const progressive of [false, true]) {
    const jpeg = await sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
      .jpeg({ progressive })
      .toBuffer()
    expect((await owner.upload(dog.id, jpeg.subarray(0, -2), 'photo.jpg')).status).toBe(200)
    for (const missing of [60, 400, 5_000])
      expectError(await owner.upload(dog.id, jpeg.subarray(0, -missing), 'photo.jpg'), 415)
  }
})

test('an upload of more than 8 MB is 413; exactly 8 MB are accepted', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const png = await photo()
  const ofBytes = (bytes: number) => owner.upload(dog.id, Buffer.concat([png, Buffer.alloc(bytes - png.length)]))
  const most = 8 * 1024 * 1024
  for (const bytes of [most + 1, 30 * 1024 * 1024]) expectError(await ofBytes(bytes), 413, 'PAYLOAD_TOO_LARGE')
  expect((await ofBytes(most)).status).toBe(200)
})

test('an upload needs both fields, and multipart', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const png = await photo()
  const send = (...parts: [string, string | Buffer][]) => owner.send('POST', '/api/photos', formOf(...parts))
  expectError(await send(['dogId', dog.id]), 400)
  expectError(await send(['photo', png]), 400)
  expectError(await send(['photo', 'no file'], ['dogId', dog.id]), 400)
  expectError(await send(['photo', png], ['dogId', 'a\0b']), 404)
  for (const body of [{ dogId: dog.id }, undefined])
    expect(expectError(await owner.post('/api/photos', body), 415).message).toContain('multipart/form-data')
  expectError(await owner.send('POST', '/api/photos', 'x', { 'content-type': 'multipart/form-data' }), 400)
  expect(await photosOf(owner, dog.id)).toEqual([])
})

describe('the focus point of a photo', () => {
  test.each([
    [1600, 900, 0.8, 0.3],
    [900, 1600, 0.5, 0.85],
    [1000, 1000, 0.3, 0.2],
  ])('is guessed at the upload of %i × %i', async (width, height, x, y) => {
    const { owner, dog } = await ownerWithDog(app.url)
    const { body } = await owner.upload(dog.id, await lawnWithDog(width, height, x, y))
    const { focus } = expectShape(photoSchema, body)
    expect(Math.hypot((focus?.x ?? 9) - x, (focus?.y ?? 9) - y)).toBeLessThan(0.12)
    expect(await photosOf(owner, dog.id)).toEqual([body])
  })

  test('is a point that the owner or an admin sets or removes, which is logged, and shown with the dog', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const first = (await owner.upload(dog.id, await photo())).body
    const setFocus = (focus: unknown, person: Client = owner) =>
      person.patch<Photo>(`/api/photos/${first.id}`, { focus })
    for (const focus of [undefined, {}, { x: 0.5 }, { x: 1.01, y: 0 }, { x: 0, y: -0.01 }, { x: '0.5', y: 0.5 }, 7])
      expectError(await setFocus(focus), 400, 'BAD_REQUEST')
    const answer = await setFocus({ x: 0.25, y: 1 / 3 })
    expect(answer.status).toBe(200)
    expect(expectShape(photoSchema, answer.body)).toEqual({ ...first, focus: { x: 0.25, y: 0.333 } })
    expect(await photosOf(owner, dog.id)).toEqual([answer.body])
    const { focus: _, ...plain } = first
    expect((await setFocus(null)).body).toEqual(plain)
    expect(await photosOf(owner, dog.id)).toEqual([plain])
    await setFocus({ x: 0, y: 1 })
    expect((await checkData(app.services.db)).filter(({ wrong }) => wrong > 0)).toEqual([])
    const admin = await newAdmin(app)
    expect((await setFocus({ x: 1, y: 1 }, admin)).status).toBe(200)
    const detail = expect.objectContaining({ fields: ['photos'] })
    expect((await auditOf(admin, ''))[0]).toMatchObject({ action: 'dog-edited', dogId: dog.id, detail })
  })
})
