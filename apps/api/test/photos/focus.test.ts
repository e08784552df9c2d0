import { checkData } from '@barkyard/db/check'
import { type Photo, photoSchema } from '@barkyard/domain/schemas/photo'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { auditOf, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { type Client, ownerWithDog, photo } from '../client.ts'
import { photosOf } from '../photo-files.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()

/** A plain lawn with a brown spotted head, centred at these fractions of the picture. */
function lawnWithDog(width: number, height: number, x: number, y: number): Promise<Buffer> {
  const [left, top, r] = [x * width, y * height, Math.min(width, height) / 8]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#8fb08a"/><circle cx="${left}" cy="${top}" r="${r}" fill="#c8853f"/>
    <circle cx="${left - r / 3}" cy="${top}" r="${r / 6}"/><circle cx="${left + r / 3}" cy="${top}" r="${r / 6}"/></svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

const setFocus = (owner: Client, photoId: string, focus: unknown) =>
  owner.patch<Photo>(`/api/photos/${photoId}`, { focus })

async function ownerWithPhoto() {
  const { owner, dog } = await ownerWithDog(app.url)
  return { owner, dog, photo: (await owner.upload(dog.id, await photo())).body }
}

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

  test('is set and removed by the owner, and shown with the dog', async () => {
    const { owner, dog, photo: first } = await ownerWithPhoto()
    const answer = await setFocus(owner, first.id, { x: 0.25, y: 1 / 3 })
    expect(answer.status).toBe(200)
    expect(expectShape(photoSchema, answer.body)).toEqual({ ...first, focus: { x: 0.25, y: 0.333 } })
    expect(await photosOf(owner, dog.id)).toEqual([answer.body])
    const { focus: _, ...plain } = first
    expect((await setFocus(owner, first.id, null)).body).toEqual(plain)
    expect(await photosOf(owner, dog.id)).toEqual([plain])
    await setFocus(owner, first.id, { x: 0, y: 1 })
    expect((await checkData(app.services.db)).filter(({ wrong }) => wrong > 0)).toEqual([])
  })

  test('is a point of the photo', async () => {
    const { owner, photo: first } = await ownerWithPhoto()
    for (const focus of [undefined, {}, { x: 0.5 }, { x: 1.01, y: 0 }, { x: 0, y: -0.01 }, { x: '0.5', y: 0.5 }, 7])
      expectError(await setFocus(owner, first.id, focus), 400, 'BAD_REQUEST')
  })

  test('can otherwise be set only by an admin, which is logged', async () => {
    const { owner, dog, photo: first } = await ownerWithPhoto()
    const { owner: other } = await ownerWithDog(app.url)
    expectError(await setFocus(other, first.id, null), 403, 'FORBIDDEN')
    expectError(await setFocus(owner, 'nothing', null), 404, 'NOT_FOUND')
    const admin = await newAdmin(app)
    expect((await setFocus(admin, first.id, { x: 1, y: 1 })).status).toBe(200)
    expect(await auditOf(admin, '')).toContainEqual(
      expect.objectContaining({
        action: 'dog-edited',
        dogId: dog.id,
        detail: expect.objectContaining({ fields: ['photos'] }),
      }),
    )
  })
})
