import type { Dog } from '@barkyard/domain/schemas/dog'
import { type Photo, photoSchema } from '@barkyard/domain/schemas/photo'
import { until } from '@barkyard/postgres/testing/until'
import { beforeEach, describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { ownerWithDog, type Person, photo } from '../client.ts'
import { photoFiles, photosOf } from '../photo-files.ts'
import { expectError, expectShape } from '../shape.ts'

const clock = { now: new Date() }
const app = testApp({}, { now: () => clock.now })
beforeEach(() => {
  clock.now = new Date()
})
const later = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}

const statusOf = async (address: string) => (await fetch(`${app.url}${address}`)).status
const statusesOf = ({ urlThumb, urlLarge }: Photo) => Promise.all([urlThumb, urlLarge].map(statusOf))
const restore = (person: Person, { id }: Photo) => person.post<Photo>(`/api/photos/${id}/restore`)
const remove = async (person: Person, { id }: Photo) =>
  expect((await person.delete(`/api/photos/${id}`)).status).toBe(200)
const idsOf = async (person: Person, dog: Dog) => (await photosOf(person, dog.id))?.map(({ id }) => id)

async function withPhotos(count: number) {
  const { owner, dog } = await ownerWithDog(app.url)
  const photos: Photo[] = []
  for (let nth = 0; nth < count; nth++) photos.push((await owner.upload(dog.id, await photo())).body)
  return { owner, dog, photos: photos as [Photo, ...Photo[]] }
}

describe('within a minute', () => {
  test('a deleted photo returns to its place, at addresses that work', async () => {
    const { owner, dog, photos } = await withPhotos(3)
    const [first, second, third] = photos.map(({ id }) => id)
    const photoIds = [third, first, second]
    await owner.send('PUT', `/api/dogs/${dog.id}/photos`, { photoIds })
    await owner.send('PATCH', `/api/photos/${first}`, { focus: { x: 0.25, y: 0.5 } })
    await remove(owner, photos[0])
    expect(await statusesOf(photos[0])).toEqual([404, 404])
    expect(await idsOf(owner, dog)).toEqual([third, second])
    later(59)
    const answer = await restore(owner, photos[0])
    const back = expectShape(photoSchema, answer.body)
    expect(back).toMatchObject({ id: first, dogId: dog.id, focus: { x: 0.25, y: 0.5 } })
    expect(await statusesOf(back)).toEqual([200, 200])
    expect(await idsOf(owner, dog)).toEqual(photoIds)
    expect((await photosOf(owner, dog.id))?.[1]).toEqual(back)
    expect((await restore(owner, photos[0])).body).toEqual(back)

    // It can be deleted and restored again, in the same minute too, also if the others are moved meanwhile.
    await remove(owner, photos[0])
    expect(await statusesOf(back)).toEqual([404, 404])
    await owner.send('PUT', `/api/dogs/${dog.id}/photos`, { photoIds: [second, third] })
    later(59)
    expect((await restore(owner, photos[0])).status).toBe(200)
    expect(await idsOf(owner, dog)).toEqual([second, first, third])

    // Two beside each other come back so.
    for (const gone of photos.slice(0, 2)) await remove(owner, gone)
    await owner.send('PUT', `/api/dogs/${dog.id}/photos`, { photoIds: [third] })
    for (const gone of photos.slice(0, 2)) await restore(owner, gone)
    expect(await idsOf(owner, dog)).toEqual([second, first, third])
  })

  test('it is not there for anything else, and a dog that has six others by now keeps them', async () => {
    const { owner, dog, photos } = await withPhotos(6)
    const [gone, ...kept] = photos
    await remove(owner, gone)
    expectError(await owner.delete(`/api/photos/${gone.id}`), 404, 'NOT_FOUND')
    expectError(await owner.send('PATCH', `/api/photos/${gone.id}`, { focus: null }), 404, 'NOT_FOUND')
    const order = (some: Photo[]) =>
      owner.send('PUT', `/api/dogs/${dog.id}/photos`, { photoIds: some.map(({ id }) => id) })
    expectError(await order([...kept, gone]), 409, 'CONFLICT')
    expect((await order(kept)).status).toBe(200)
    const reporter = (await ownerWithDog(app.url)).owner
    const report = { dogId: dog.id, kind: 'photo', photoId: gone.id }
    expectError(await reporter.post('/api/reports', report), 400, 'BAD_REQUEST')

    expect((await owner.upload(dog.id, await photo())).status).toBe(200)
    const before = await idsOf(owner, dog)
    expectError(await restore(owner, gone), 409, 'photos-full')
    expect(await idsOf(owner, dog)).toEqual(before)
  })

  test('who deleted it restores it, nobody else', async () => {
    const { owner, dog, photos } = await withPhotos(1)
    const stranger = (await ownerWithDog(app.url)).owner
    const admin = await newAdmin(app)
    await remove(owner, photos[0])
    expectError(await restore(stranger, photos[0]), 403, 'FORBIDDEN')
    expectError(await restore(admin, photos[0]), 404, 'NOT_FOUND')
    expect((await restore(owner, photos[0])).status).toBe(200)
    // What an admin takes away, its owner does not take back.
    await remove(admin, photos[0])
    expectError(await restore(owner, photos[0]), 404, 'NOT_FOUND')
    expect((await restore(admin, photos[0])).status).toBe(200)
    expect(await idsOf(owner, dog)).toEqual([photos[0].id])
  })
})

test('it is gone with its files after a minute, and at once with its dog', async () => {
  const { owner, dog, photos } = await withPhotos(1)
  const [one, two] = [photos[0], (await owner.upload(dog.id, await photo())).body]
  /** Deletes a photo. @returns the names of its files until they are gone. */
  const hide = async (gone: Photo) => {
    const before = await photoFiles(app)
    await remove(owner, gone)
    const hidden = (await photoFiles(app)).filter(name => !before.includes(name))
    expect(hidden).toHaveLength(2)
    return async () => (await photoFiles(app)).filter(name => hidden.includes(name))
  }
  const left = await hide(one)
  later(60)
  expectError(await restore(owner, one), 404, 'NOT_FOUND')
  app.services.jobs.wake({ name: 'purge-photo' })
  await until(left, [])
  expectError(await restore(owner, one), 404, 'NOT_FOUND')
  expect(await idsOf(owner, dog)).toEqual([two.id])

  const leftOfTwo = await hide(two)
  expect((await owner.delete(`/api/dogs/${dog.id}`)).status).toBe(200)
  expectError(await restore(owner, two), 404, 'NOT_FOUND')
  expect(await leftOfTwo()).toEqual([])
})
