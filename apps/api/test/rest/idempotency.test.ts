import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import { anotherBrowser, createDog, ownerWithDog, type Person, photo, signUp, twoMatched } from '../client.ts'
import { Script } from '../tokens.ts'

const HOUR_MS = 60 * 60 * 1000
let now = new Date()
const app = testApp({}, { now: () => now })

const DOG = { name: 'Ada', breed: 'Corgi', ageYears: 3, size: 'small', sex: 'female', temperament: [] }
const post = <T>(owner: Person, path: string, body: unknown, key: string) =>
  owner.send<T & ErrorBody>('POST', path, body, { 'idempotency-key': key })
function formOf(picture: Uint8Array, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  form.set('photo', new Blob([new Uint8Array(picture)]), 'a.png')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
function expectReused({ status, body }: { status: number; body: ErrorBody }) {
  expect([status, body.code, body.reason]).toEqual([422, 'UNPROCESSABLE_CONTENT', 'idempotency-key-reused'])
}
/** The second of two answers is the first one again. */
function expectRepeated(answers: Awaited<ReturnType<typeof post>>[]) {
  const [first, again] = answers
  expect([first?.status, again?.status, again?.body]).toEqual([200, 200, first?.body])
  expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
}
const dogsOf = async (owner: Person) => (await owner.get<{ id: string }[]>('/api/my-dogs')).body

describe('a call with an Idempotency-Key', () => {
  test('is made once, and answered the same each time', async () => {
    const owner = await signUp(app.url)
    const first = await post<{ id: string }>(owner, '/api/dogs', DOG, 'a-dog')
    expectRepeated([first, await post(owner, '/api/dogs', DOG, '"a-dog"')])
    expect(await dogsOf(owner)).toHaveLength(1)
    // Another key, and another user's same key, are other calls.
    await post(owner, '/api/dogs', DOG, 'another-dog')
    const other = await signUp(app.url)
    const theirs = await post<{ id: string }>(other, '/api/dogs', DOG, 'a-dog')
    expect((await post(other, '/api/dogs', DOG, 'a-dog')).body).toEqual(theirs.body)
    expect((await post(owner, '/api/dogs', DOG, 'a-dog')).body).toEqual(first.body)
    expect([(await dogsOf(owner)).length, (await dogsOf(other)).length]).toEqual([2, 1])
  })

  test('with another request, or of another session, is refused', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const elsewhere = await anotherBrowser(owner)
    await post(owner, '/api/dogs', DOG, 'key')
    expectReused(await post(owner, '/api/dogs', { ...DOG, name: 'Bo' }, 'key'))
    expectReused(await post(owner, '/api/active-dog', { dogId: dog.id }, 'key'))
    expectReused(await post(elsewhere, '/api/dogs', DOG, 'key'))
    expect(await dogsOf(owner)).toHaveLength(2)
  })

  test('as another dog is another request', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const second = await createDog(owner)
    const { dog: other } = await ownerWithDog(app.url)
    const barkAs = (dogId: string) =>
      owner.send<ErrorBody>('POST', '/api/bark', { toDogId: other.id }, { 'idempotency-key': 'a-bark', 'x-dog': dogId })
    const first = await barkAs(dog.id)
    expectReused(await barkAs(second.id))
    expectRepeated([first, await barkAs(dog.id)])
    // A call that chooses the dog comes from another one when it is sent again.
    const choose = () => post(owner, '/api/active-dog', { dogId: second.id }, 'a-choice')
    expectRepeated([await choose(), await choose()])
  })

  test('of ten at once runs one; the others wait or get its answer', async () => {
    const { first, matchId } = await twoMatched(app.url)
    const plan = playdateOf(matchId, 24, now)
    const send = () => post<Playdate>(first.owner, '/api/playdates', plan, 'plan')
    const answers = await Promise.all(Array.from({ length: 10 }, send))
    for (const { status, body, headers } of answers)
      if (status !== 200)
        expect([status, body.reason, headers.get('retry-after')]).toEqual([409, 'idempotency-key-in-use', '1'])
    expect((await first.owner.get<Playdate[]>('/api/playdates')).body).toHaveLength(1)
    expect((await send()).status).toBe(200)
  })

  test('that uploads a photo stores it once; with another photo, or for another dog, it is another call', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const second = await createDog(owner)
    const bytes = await photo()
    // As long as the other one.
    const changed = new Uint8Array(bytes).with(-1, (bytes.at(-1) ?? 0) ^ 1)
    const upload = (dogId: string, content: Uint8Array) =>
      post<{ id: string }>(owner, '/api/photos', formOf(content, { dogId }), 'picture')
    const first = await upload(dog.id, bytes)
    for (const attempt of [upload(second.id, bytes), upload(dog.id, changed)]) expectReused(await attempt)
    expectRepeated([first, await upload(dog.id, bytes)])
    const { body } = await owner.get<{ photos: unknown[] }>(`/api/dogs/${dog.id}`)
    expect(body.photos).toHaveLength(1)
  })

  test('that sends evidence is made once, and with another picture it is another call', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const { id } = (await owner.post<{ id: string }>(`/api/dogs/${dog.id}/verifications`, { kind: 'photo' })).body
    const send = (content: Uint8Array) =>
      post<{ version: number }>(owner, `/api/verifications/${id}/evidence`, formOf(content), 'evidence')
    const bytes = await photo()
    expectRepeated([await send(bytes), await send(bytes)])
    expectReused(await send(await photo()))
  })

  test('over tRPC too, alone and in a batch, of which the refused part is kept with what was done', async () => {
    const owner = await signUp(app.url)
    const create = (query: string, body: unknown, key: string) =>
      post(owner, `/api/trpc/dogs.create${query}`, body, key)
    expectRepeated([await create('', DOG, 'key'), await create('', DOG, 'key')])
    const batch = [',dogs.create?batch=1', { 0: DOG, 1: { ...DOG, name: '' } }, 'batch'] as const
    const [whole, repeated] = [await create(...batch), await create(...batch)]
    expect([whole.status, repeated.status, repeated.body]).toEqual([207, 207, whole.body])
    // The same call over REST is another request.
    const others = [await create('', { ...DOG, name: 'Bo' }, 'key'), await post(owner, '/api/dogs', DOG, 'key')]
    expect(others.map(({ status }) => status)).toEqual([422, 422])
    expect(others[0]?.body).toMatchObject({ error: { data: { reason: 'idempotency-key-reused' } } })
    expect(await dogsOf(owner)).toHaveLength(2)
    // What was refused is free again, corrected or not.
    for (const over of ['/api/trpc/dogs.create', '/api/dogs']) {
      for (const body of ['{', { ...DOG, name: '' }]) expect((await post(owner, over, body, over)).status).toBe(400)
      expect((await post(owner, over, DOG, over)).status).toBe(200)
    }
  })

  test('is free again after 24 hours, and after ten minutes where its process died', async () => {
    const owner = await signUp(app.url)
    await post(owner, '/api/dogs', DOG, 'key')
    now = new Date(now.getTime() + 23 * HOUR_MS)
    await post(owner, '/api/dogs', DOG, 'key')
    expect(await dogsOf(owner)).toHaveLength(1)
    now = new Date(now.getTime() + 2 * HOUR_MS)
    await post(owner, '/api/dogs', DOG, 'key')
    expect(await dogsOf(owner)).toHaveLength(2)
    const keys = app.services.db.updateTable('idempotency_keys').where('user_id', '=', owner.user.id)
    await keys.set({ answer: null }).execute()
    expect((await post(owner, '/api/dogs', DOG, 'key')).status).toBe(409)
    now = new Date(now.getTime() + 11 * 60_000)
    expect((await post(owner, '/api/dogs', DOG, 'key')).status).toBe(200)
  })

  test.each(['', 'ä', 'x'.repeat(256), 'two words'])('refuses the key "%s"', async key => {
    const owner = await signUp(app.url)
    const { status, body } = await post(owner, '/api/dogs', DOG, key)
    expect([status, body.issues?.[0]?.path]).toEqual([400, ['Idempotency-Key']])
    expect(await dogsOf(owner)).toEqual([])
  })
})

test('what is kept tells neither the token nor the key to who reads the database', async () => {
  const owner = await signUp(app.url)
  const make = (by: Person) => post<{ token: string }>(by, '/api/tokens', { name: 'bot' }, 'my-secret-key')
  const made = await make(owner)
  expectRepeated([made, await make(owner)])
  const keys = app.services.db.selectFrom('idempotency_keys').selectAll().where('user_id', '=', owner.user.id)
  const { answer, request, key } = await keys.executeTakeFirstOrThrow()
  for (const kept of [answer, request, key]) {
    expect(kept?.toString('latin1')).not.toContain(made.body.token)
    expect(kept?.toString('latin1')).not.toContain('my-secret-key')
  }
  // A token with fewer rights does not get the answer that a session got.
  expectReused(await make(Object.assign(new Script(app.url, made.body.token), { user: owner.user })))
})
