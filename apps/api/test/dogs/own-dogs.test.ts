import { checkData } from '@barkyard/db/check'
import { explore } from '@barkyard/db/testing/explore'
import { type Dog, dogSchema } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import type { Photo } from '@barkyard/domain/schemas/photo'
import { describe, expect, test } from 'vitest'
import { auditOf, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { NOBODY } from '../calls.ts'
import { A_DOG, createDog, ownerWithDog, type Person, photo, signUp } from '../client.ts'
import { photosOf } from '../photo-files.ts'
import { expectError, expectShape } from '../shape.ts'

const app = testApp()

const order = (person: Person, dogId: string, photoIds: unknown) =>
  person.send<Dog>('PUT', `/api/dogs/${dogId}/photos`, { photoIds })
const idsOf = (photos: readonly Photo[] | undefined) => photos?.map(({ id }) => id)

async function ownerWithPhotos(count: number) {
  const { owner, dog } = await ownerWithDog(app.url)
  const photos: Photo[] = []
  for (let n = 0; n < count; n++) photos.push((await owner.upload(dog.id, await photo())).body)
  return { owner, dog, ids: photos.map(({ id }) => id) }
}

describe('editing', () => {
  test('changes only the sent fields, all or none, by the rules of creating, and returns the dog', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const { status, body } = await owner.patch<Dog>(`/api/dogs/${dog.id}`, { name: '  Waffles ', temperament: [] })
    expect(status).toBe(200)
    expectShape(dogSchema, body)
    expect(body).toEqual({ ...dog, name: 'Waffles', temperament: [] })
    expect((await owner.get<Dog[]>('/api/my-dogs')).body).toEqual([body])
    const looks = { breed: 'Pug', size: 'large', sex: 'male', ageYears: 25 }
    const all = { ...looks, temperament: ['gentle', 'calm'], bio: 'Snores.' }
    expect((await owner.patch(`/api/dogs/${dog.id}`, all)).body).toEqual({ ...body, ...all })
    expect((await owner.patch<Dog>(`/api/dogs/${dog.id}`, { bio: '' })).body.bio).toBeNull()
    const refused = await owner.patch(`/api/dogs/${dog.id}`, {
      sex: 'female',
      breed: ' ',
      temperament: ['calm', 'calm'],
    })
    const fields = expectError(refused, 400, 'BAD_REQUEST').issues?.map(({ path }) => path[0])
    expect(fields).toEqual(['breed', 'temperament'])
    expect((await owner.patch(`/api/dogs/${dog.id}`, {})).body).toEqual({ ...body, ...all, bio: null })
  })

  test('is allowed to admins for any dog, and logged for other owners’ dogs, also while acting as one', async () => {
    const admin = await newAdmin(app)
    const { owner, dog, ids } = await ownerWithPhotos(2)
    await admin.patch(`/api/dogs/${dog.id}`, { name: 'Edited', bio: null })
    await order(admin, dog.id, ids.toReversed())
    expect((await owner.get<Dog[]>('/api/my-dogs')).body[0]).toMatchObject({ name: 'Edited', bio: null })
    const entries = await auditOf(admin, owner.user.email)
    expect(entries.map(({ action, dogId, detail }) => [action, dogId, detail.fields])).toEqual([
      ['dog-edited', dog.id, ['photos']],
      ['dog-edited', dog.id, ['name', 'bio']],
    ])
    expect(entries[1]?.detail).toMatchObject({ before: { name: dog.name }, after: { name: 'Edited' } })
    const own = (await admin.post<Dog>('/api/dogs', A_DOG)).body
    await admin.patch(`/api/dogs/${own.id}`, { name: 'My own' })
    expect((await auditOf(admin, admin.user.email)).filter(({ dogId }) => dogId === own.id)).toEqual([])
    await admin.post(`/api/admin/impersonate-dog/${dog.id}`)
    await admin.patch(`/api/dogs/${dog.id}`, { name: 'As the dog' })
    expect((await auditOf(admin, owner.user.email)).map(({ action }) => action)).toContain('dog-edited-as-dog')
  })
})

describe('the order of photos', () => {
  test('is the requested one everywhere, and a new photo is last', async () => {
    const { owner, dog, ids } = await ownerWithPhotos(3)
    const [one = '', two = '', three = ''] = ids
    const other = await ownerWithDog(app.url)
    await other.owner.post('/api/bark', { toDogId: dog.id })
    const add = async () => (await owner.upload(dog.id, await photo())).body.id
    const shown = async () => idsOf(await photosOf(owner, dog.id))
    const { status, body } = await order(owner, dog.id, [three, one, two])
    expect([status, idsOf(expectShape(dogSchema, body).photos)]).toEqual([200, [three, one, two]])
    const four = await add()
    expect(await shown()).toEqual([three, one, two, four])
    const [match] = (await other.owner.get<Match[]>('/api/matches')).body
    expect(idsOf(match?.otherDog.photos)).toEqual([three, one, two, four])
    await owner.delete(`/api/photos/${three}`)
    // New photos keep their own order after it.
    const five = await add()
    expect(await shown()).toEqual([one, two, four, five])
  })

  test('needs exactly the photos that the dog has, which may be none', async () => {
    const { owner, dog, ids } = await ownerWithPhotos(2)
    const other = await ownerWithPhotos(1)
    const [first = '', second = ''] = ids
    for (const photoIds of [[], [first], [...ids, NOBODY], [first, other.ids[0]], [first, 'nonsense']])
      expectError(await order(owner, dog.id, photoIds), 409, 'CONFLICT')
    const doubled = [
      [first, first],
      [first, second, second],
      [first, first.toUpperCase()],
    ]
    for (const photoIds of [...doubled, undefined, first, [7], null])
      expectError(await order(owner, dog.id, photoIds), 400, 'BAD_REQUEST')
    expect(idsOf(await photosOf(owner, dog.id))).toEqual(ids)
    const bare = await createDog(owner)
    expect((await order(owner, bare.id, [])).body).toEqual(bare)
  })

  test('is one of those sent at once, and stays valid while photos are added and deleted', async () => {
    for (let round = 0; round < explore(2, 20); round++) {
      const { owner, dog, ids } = await ownerWithPhotos(3)
      const [gone = ''] = ids
      const orders = [ids, ids.toReversed(), [ids[1], ids[2], ids[0]]]
      const alone = await Promise.all(orders.map(one => order(owner, dog.id, one)))
      expect(alone.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(orders).toContainEqual(idsOf(await photosOf(owner, dog.id)))
      const [added, removed, ...answers] = await Promise.all([
        owner.upload(dog.id, await photo()),
        owner.delete(`/api/photos/${gone}`),
        ...orders.map(one => order(owner, dog.id, one)),
      ])
      expect([added.status, removed.status]).toEqual([200, 200])
      for (const { status } of answers) expect([200, 409]).toContain(status)
      const left = idsOf(await photosOf(owner, dog.id)) ?? []
      expect(left.toSorted()).toEqual([...ids.slice(1), added.body.id].toSorted())
      // Photos that no order contained come last.
      expect(left.at(-1)).toBe(added.body.id)
    }
    expect((await checkData(app.services.db)).filter(({ wrong }) => wrong > 0)).toEqual([])
  })
})

test('a clientId stands for one dog of its owner, however often and simultaneously it is sent', async () => {
  const owner = await signUp(app.url)
  const dog = { ...A_DOG, clientId: 'draft 1' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => owner.post<Dog>('/api/dogs', dog)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const again = await owner.post<Dog>('/api/dogs', { ...dog, name: 'Typed anew' })
  expect(new Set([...answers, again].map(({ body }) => body.id)).size).toBe(1)
  const dogs = async (person = owner) => (await person.get<Dog[]>('/api/my-dogs')).body
  expect(await dogs()).toEqual([answers[0]?.body])
  // It is forgotten with the dog.
  await owner.delete(`/api/dogs/${again.body.id}`)
  expect((await owner.post<Dog>('/api/dogs', dog)).body.id).not.toBe(again.body.id)
  // Another one, or none, is another dog.
  for (const clientId of ['b', 'x'.repeat(64), undefined, undefined])
    expect((await owner.post('/api/dogs', { ...A_DOG, clientId })).status).toBe(200)
  expect(await dogs()).toHaveLength(5)
  const other = await signUp(app.url)
  await other.post('/api/dogs', dog)
  expect(await dogs(other)).toHaveLength(1)
  for (const clientId of ['', 'x'.repeat(65), 'a\0', 7, null])
    expectError(await owner.post('/api/dogs', { ...A_DOG, clientId }), 400, 'BAD_REQUEST')
})
