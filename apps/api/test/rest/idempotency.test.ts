import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import type { Playdate } from '@barkyard/domain/schemas/playdate'
import { describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { Client, createDog, ownerWithDog, PASSWORD, type Person, photo, signUp, twoMatched } from '../client.ts'

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
const dogsOf = async (owner: Person) => (await owner.get<{ id: string }[]>('/api/my-dogs')).body

describe('a call with an Idempotency-Key', () => {
  test('is made once, and answered the same each time', async () => {
    const owner = await signUp(app.url)
    const first = await post<{ id: string }>(owner, '/api/dogs', DOG, 'a-dog')
    const again = await post<{ id: string }>(owner, '/api/dogs', DOG, '"a-dog"')
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect(await dogsOf(owner)).toHaveLength(1)
    // Another key, and another user's same key, are other calls.
    await post(owner, '/api/dogs', DOG, 'another-dog')
    const other = await signUp(app.url)
    const theirs = await post<{ id: string }>(other, '/api/dogs', DOG, 'a-dog')
    expect((await post(other, '/api/dogs', DOG, 'a-dog')).body).toEqual(theirs.body)
    expect((await post(owner, '/api/dogs', DOG, 'a-dog')).body).toEqual(first.body)
    expect([(await dogsOf(owner)).length, (await dogsOf(other)).length]).toEqual([2, 1])
  })

  test('with another request is refused', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    await post(owner, '/api/dogs', DOG, 'key')
    for (const attempt of [
      post(owner, '/api/dogs', { ...DOG, name: 'Bo' }, 'key'),
      post(owner, '/api/active-dog', { dogId: dog.id }, 'key'),
    ]) {
      const { status, body } = await attempt
      expect([status, body.code, body.reason]).toEqual([422, 'UNPROCESSABLE_CONTENT', 'idempotency-key-reused'])
    }
    expect(await dogsOf(owner)).toHaveLength(2)
  })

  test('of another session is another request', async () => {
    const owner = await signUp(app.url)
    const elsewhere = new Client(app.url)
    await elsewhere.post('/api/login', { email: owner.user.email, password: PASSWORD })
    expect((await post(owner, '/api/dogs', DOG, 'key')).status).toBe(200)
    const { status, body } = await elsewhere.send<ErrorBody>('POST', '/api/dogs', DOG, { 'idempotency-key': 'key' })
    expect([status, body.reason]).toEqual([422, 'idempotency-key-reused'])
    expect(await dogsOf(owner)).toHaveLength(1)
  })

  test('as another dog is another request', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const second = await createDog(owner)
    const { dog: other } = await ownerWithDog(app.url)
    const barkAs = (dogId: string) =>
      owner.send<ErrorBody>('POST', '/api/bark', { toDogId: other.id }, { 'idempotency-key': 'a-bark', 'x-dog': dogId })
    expect((await barkAs(dog.id)).status).toBe(200)
    const { status, body } = await barkAs(second.id)
    expect([status, body.reason]).toEqual([422, 'idempotency-key-reused'])
    expect((await barkAs(dog.id)).headers.get('idempotent-replayed')).toBe('true')
    // A call that chooses the dog comes from another one when it is sent again.
    const choose = () => post(owner, '/api/active-dog', { dogId: second.id }, 'a-choice')
    const [chosen, again] = [await choose(), await choose()]
    expect([chosen.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([200, chosen.body, 'true'])
  })

  test('of ten at once runs one; the others wait or get its answer', async () => {
    const { first, matchId } = await twoMatched(app.url)
    const whenTs = new Date(now.getTime() + 24 * HOUR_MS).toISOString()
    const body = { matchId, whenTs, parkName: 'Dolores Park' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post<Playdate>(first.owner, '/api/playdates', body, 'plan')),
    )
    for (const { status, body, headers } of answers)
      if (status !== 200)
        expect([status, body.reason, headers.get('retry-after')]).toEqual([409, 'idempotency-key-in-use', '1'])
    expect((await first.owner.get<Playdate[]>('/api/playdates')).body).toHaveLength(1)
    expect((await post<Playdate>(first.owner, '/api/playdates', body, 'plan')).status).toBe(200)
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
    for (const attempt of [upload(second.id, bytes), upload(dog.id, changed)]) {
      const { status, body } = await attempt
      expect([status, body.reason]).toEqual([422, 'idempotency-key-reused'])
    }
    const again = await upload(dog.id, bytes)
    expect([first.status, again.body]).toEqual([200, first.body])
    const { body } = await owner.get<{ photos: unknown[] }>(`/api/dogs/${dog.id}`)
    expect(body.photos).toHaveLength(1)
  })

  test('that sends evidence is made once, and with another picture it is another call', async () => {
    const { owner, dog } = await ownerWithDog(app.url)
    const { id } = (await owner.post<{ id: string }>(`/api/dogs/${dog.id}/verifications`, { kind: 'photo' })).body
    const send = (content: Uint8Array) =>
      post<{ version: number }>(owner, `/api/verifications/${id}/evidence`, formOf(content), 'evidence')
    const bytes = await photo()
    const [first, again] = [await send(bytes), await send(bytes)]
    expect([first.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([200, 'true', first.body])
    const { status, body } = await send(await photo())
    expect([status, body.reason]).toEqual([422, 'idempotency-key-reused'])
  })

  test('that was refused may be sent again, corrected or not', async () => {
    const owner = await signUp(app.url)
    expect((await post(owner, '/api/dogs', { ...DOG, name: '' }, 'key')).status).toBe(400)
    expect((await post(owner, '/api/dogs', DOG, 'key')).status).toBe(200)
  })

  test('over tRPC too, alone and in a batch, of which the refused part is kept with what was done', async () => {
    const owner = await signUp(app.url)
    const create = (query: string, body: unknown, key: string) =>
      post(owner, `/api/trpc/dogs.create${query}`, body, key)
    const [first, again] = [await create('', DOG, 'key'), await create('', DOG, 'key')]
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    const batch = [',dogs.create?batch=1', { 0: DOG, 1: { ...DOG, name: '' } }, 'batch'] as const
    const [whole, repeated] = [await create(...batch), await create(...batch)]
    expect([whole.status, repeated.status, repeated.body]).toEqual([207, 207, whole.body])
    // The same call over REST is another request.
    const others = [await create('', { ...DOG, name: 'Bo' }, 'key'), await post(owner, '/api/dogs', DOG, 'key')]
    expect(others.map(({ status }) => status)).toEqual([422, 422])
    expect(others[0]?.body).toMatchObject({ error: { data: { reason: 'idempotency-key-reused' } } })
    expect(await dogsOf(owner)).toHaveLength(2)
    // What was refused is free again.
    expect((await create('', '{', 'refused')).status).toBe(400)
    expect((await create('', DOG, 'refused')).status).toBe(200)
  })

  test('is forgotten after 24 hours', async () => {
    const owner = await signUp(app.url)
    await post(owner, '/api/dogs', DOG, 'key')
    now = new Date(now.getTime() + 23 * HOUR_MS)
    await post(owner, '/api/dogs', DOG, 'key')
    expect(await dogsOf(owner)).toHaveLength(1)
    now = new Date(now.getTime() + 2 * HOUR_MS)
    await post(owner, '/api/dogs', DOG, 'key')
    expect(await dogsOf(owner)).toHaveLength(2)
  })

  test('whose process died is free again after ten minutes', async () => {
    const owner = await signUp(app.url)
    await post(owner, '/api/dogs', DOG, 'key')
    await app.services.db
      .updateTable('idempotency_keys')
      .set({ answer: null })
      .where('user_id', '=', owner.user.id)
      .execute()
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
  const made = await post<{ token: string }>(owner, '/api/tokens', { name: 'bot' }, 'my-secret-key')
  expect((await post<{ token: string }>(owner, '/api/tokens', { name: 'bot' }, 'my-secret-key')).body).toEqual(
    made.body,
  )
  const [row] = await app.services.db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', owner.user.id)
    .execute()
  for (const kept of [row?.answer, row?.request, row?.key]) {
    expect(kept?.toString('latin1')).not.toContain(made.body.token)
    expect(kept?.toString('latin1')).not.toContain('my-secret-key')
  }
  // A token with fewer rights does not get the answer that a session got.
  const bot = await signUp(app.url)
  bot.cookie = undefined
  const { status, body } = await bot.send<ErrorBody>(
    'POST',
    '/api/tokens',
    { name: 'bot' },
    {
      authorization: `Bearer ${made.body.token}`,
      'idempotency-key': 'my-secret-key',
    },
  )
  expect([status, body.reason]).toEqual([422, 'idempotency-key-reused'])
})
