import { createHash, randomBytes } from 'node:crypto'
import { newId } from '@barkyard/db/queries/ids'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '../../src/platform/access/token-text.ts'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { A_DOG, Client, PASSWORD, type Person, signUp } from '../client.ts'
import { spendCalls, stoppedClock, tally } from '../limits.ts'
import { expectError } from '../shape.ts'
import { openSocket } from '../socket.ts'
import { makeToken } from '../tokens.ts'

const KIB = 1024
/** A dog in a body of the given size in bytes. */
const dogOf = (bytes: number) => {
  const body = JSON.stringify({ ...A_DOG, filler: '' })
  return JSON.stringify({ ...A_DOG, filler: 'x'.repeat(bytes - body.length) })
}
/** JSON that costs a hundred times as much as other JSON of its size. */
const deep = `${'['.repeat(30 * KIB)}${']'.repeat(30 * KIB)}`

interface TrpcRefusal {
  error: { message: string; data: { code: string; httpStatus: number } }
}

describe('before the body', () => {
  const app = testApp()
  let ann: Person
  let admin: Person
  beforeAll(async () => {
    ann = await signUp(app.url)
    admin = await newAdmin(app)
  })

  test.each([
    ['a photo sent as JSON', '/api/photos', { dogId: 'x' }, {}],
    ['a photo without a body', '/api/photos', undefined, {}],
    ['a photo sent as text', '/api/photos', 'x', { 'content-type': 'text/plain' }],
    ['no JSON', '/api/dogs', '{', {}],
    ['a body of another type', '/api/dogs', 'x', { 'content-type': 'text/plain' }],
    ['a body that is too large', '/api/dogs', 'x'.repeat(1_100 * KIB), {}],
    ['what only admins may', '/api/admin/stop-impersonation', '{', {}],
  ])('signed out, %s is 401', async (_, path, body, headers) => {
    expectError(await new Client(app.url).send('POST', path, body, headers), 401, 'UNAUTHORIZED')
  })

  test('tRPC gets the same error in its own format, a batch once for each call', async () => {
    const signedOut = new Client(app.url)
    const one = await signedOut.send<TrpcRefusal>('POST', '/api/trpc/dogs.create', 'x'.repeat(1_100 * KIB))
    expect(one.status).toBe(401)
    const data = { code: 'UNAUTHORIZED', httpStatus: 401 }
    expect(one.body.error).toMatchObject({ message: 'Please log in', data })
    const batch = await signedOut.get<TrpcRefusal[]>('/api/trpc/dogs.mine,auth.user?batch=1')
    expect(batch.status).toBe(401)
    expect(batch.body.map(({ error }) => error.data.httpStatus)).toEqual([401, 401])
  })

  test('JSON of up to 64 KiB is accepted, and more is 413', async () => {
    for (const path of ['/api/dogs', '/api/trpc/dogs.create']) {
      expect((await ann.send('POST', path, dogOf(64 * KIB))).status).toBe(200)
      expect((await ann.send('POST', path, dogOf(64 * KIB + 1))).status).toBe(413)
    }
    expectError(await new Client(app.url).send('POST', '/api/login', dogOf(64 * KIB + 1)), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('admins can send up to 1 MiB to delete users, and an owner who calls as one is 403, whatever the body is', async () => {
    expectError(await ann.send('DELETE', '/api/admin/users', '{'), 403, 'FORBIDDEN')
    const naming = (bytes: number) => JSON.stringify({ userIds: ['nobody'], filler: 'x'.repeat(bytes - 40) })
    for (const [method, path] of [
      ['DELETE', '/api/admin/users'],
      ['POST', '/api/trpc/admin.deleteUsers'],
    ] as const)
      for (const [person, bytes, status] of [
        [admin, 1_000 * KIB, 404],
        [admin, 1_100 * KIB, 413],
        [ann, 1_000 * KIB, 403],
      ] as const)
        expect((await person.send(method, path, naming(bytes))).status).toBe(status)
  })

  test('deeply nested JSON is 400', async () => {
    for (const path of ['/api/dogs', '/api/login']) {
      const { message } = expectError(await ann.send('POST', path, deep), 400, 'BAD_REQUEST')
      expect(message).toBe('This JSON is nested too deeply')
    }
    expect((await ann.get(`/api/trpc/dogs.get?input=${'['.repeat(1_000)}`)).status).toBe(400)
    const bio = `[[${'{'.repeat(100)} "[[ \\" {{`
    expect((await ann.post('/api/dogs', { ...A_DOG, bio })).status).toBe(200)
  })

  test('nothing is parsed for unknown addresses', async () => {
    const body = 'x'.repeat(1_100 * KIB)
    for (const path of ['/api/nothing', '/some/page']) expectError(await ann.send('POST', path, body), 404, 'NOT_FOUND')
    expectError(await ann.send('POST', '/photos/x', body), 405, 'METHOD_NOT_SUPPORTED')
  })
})

describe('calls count before their body is read', () => {
  const app = testApp({ RATE_LIMIT: '1' })
  const later = stoppedClock()

  test('by address if nobody is signed in', async () => {
    const signedOut = new Client(app.url)
    await spendCalls(app, 10)
    expect(await tally(20, () => signedOut.send('POST', '/api/login', '{'))).toEqual({ 400: 10, 429: 10 })
    later(61)
    await spendCalls(app, 10)
    expect(await tally(20, () => signedOut.send('POST', '/api/photos', '{'))).toEqual({ 401: 10, 429: 10 })
    later(61)
  })

  test('by user if somebody is signed in, over REST, tRPC and uploads', async () => {
    const owner = await signUp(app.url)
    await spendCalls(app, 30, owner.user.id)
    expect(await tally(10, () => owner.send('POST', '/api/dogs', '{'))).toEqual({ 400: 10 })
    expect(await tally(10, () => owner.send('POST', '/api/trpc/dogs.create', '{'))).toEqual({ 400: 10 })
    expect(await tally(10, () => owner.send('POST', '/api/photos', '{'))).toEqual({ 415: 10 })
    const refused = await owner.send<TrpcRefusal>('POST', '/api/trpc/dogs.create', 'x'.repeat(1_100 * KIB))
    expect([refused.status, refused.body.error.data.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expectError(await owner.send('POST', '/api/dogs', '{'), 429)
    const login = { email: owner.user.email, password: PASSWORD }
    expect((await new Client(app.url).post('/api/login', login)).status).toBe(200)
    later(61)
  })

  test('upgrades count too', async () => {
    const owner = await signUp(app.url)
    await spendCalls(app, 10, owner.user.id)
    await tally(10, () => owner.get('/ws'))
    await expect(openSocket(app.url, { cookie: owner.cookie ?? '' })).rejects.toThrow('429')
    later(61)
  })

  describe('tokens', () => {
    const withToken = (token: string) => () =>
      new Client(app.url).send('GET', '/api/my-dogs', undefined, { authorization: `Bearer ${token}` })
    const secret = () => randomBytes(32).toString('base64url')

    test('with an invalid format are not looked up, others are as often as calls are made', async () => {
      const good = tokenOf(secret())
      const { db } = app.services
      await sql`ALTER TABLE tokens RENAME TO tokens_out_of_reach`.execute(db)
      try {
        const wrongSum = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0')
        for (const forged of [wrongSum, good.slice(0, 40), `${good}0`, good.toUpperCase(), 'x', '', 'x'.repeat(8_000)])
          expectError(await withToken(forged)(), 401)
        expect((await withToken(good)()).status).toBe(500)
      } finally {
        await sql`ALTER TABLE tokens_out_of_reach RENAME TO tokens`.execute(db)
      }
      // Others are, 1,200 times a minute for one address.
      later(61)
      await spendCalls(app, 10)
      expect(await tally(20, () => withToken(tokenOf(secret()))())).toEqual({ 401: 10, 429: 10 })
      later(61)
    })

    test('also from before checksums, count for their user instead of the address', async () => {
      const owner = await signUp(app.url)
      const old = `barkyard_${secret()}`
      const hash = createHash('sha256').update(old).digest()
      const row = { id: newId(), user_id: owner.user.id, name: 'old', hash, is_admin: false }
      await app.services.db.insertInto('tokens').values(row).execute()
      for (const token of [old, (await makeToken(owner)).token]) {
        later(61)
        await spendCalls(app, 20)
        await spendCalls(app, 10, owner.user.id)
        expect(await tally(20, withToken(token))).toEqual({ 200: 10, 429: 10 })
      }
      expectError(await new Client(app.url).get('/api/my-dogs'), 401)
    })
  })
})
