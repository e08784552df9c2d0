import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { createdTokenSchema, tokenSchema } from '@barkyard/domain/schemas/token'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeAdmin, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import {
  A_DOG,
  Client,
  createDog,
  eightAtOnce,
  ownerWithDog,
  type Person,
  photo,
  signUp,
  twoMatched,
} from '../client.ts'
import { expectError, expectShape } from '../shape.ts'
import { openChat, openSocket } from '../socket.ts'
import { bearer, type Created, makeToken, Script } from '../tokens.ts'

const app = testApp()

let ann: Person
beforeAll(async () => {
  ann = (await ownerWithDog(app.url)).owner
})

describe('a token', () => {
  test('is shown once, listed without its secret, and stored as a hash', async () => {
    const owner = await signUp(app.url)
    const { body } = await owner.post<Created>('/api/tokens', { name: '  my script ' })
    expectShape(createdTokenSchema, body)
    expect(body).toMatchObject({ name: 'my script', isAdmin: false, lastUsedOn: null })
    // It can do everything and never ends, unless it is asked to.
    expect(body).toMatchObject({ scopes: ['read', 'write'], expiresAt: null })
    expect(body.token).toMatch(/^barkyard_[\w-]{43}[\da-f]{8}$/)
    const { token, ...rest } = body
    const list = await owner.get('/api/tokens')
    expectShape(z.array(tokenSchema), list.body)
    expect(list.body).toEqual([rest])
    const rows = app.services.db.selectFrom('tokens').selectAll().where('id', '=', body.id)
    const row = await rows.executeTakeFirstOrThrow()
    expect(row.hash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(token.slice(9))
  })

  test('stores the day of its last use', async () => {
    const { id, script } = await makeToken(ann)
    const today = () => new Date().toISOString().slice(0, 10)
    const before = today()
    expect((await script.get('/api/my-dogs')).status).toBe(200)
    const listed = (await ann.get<Created[]>('/api/tokens')).body.find(token => token.id === id)
    expect([before, today()]).toContain(listed?.lastUsedOn)
  })

  test.each([
    ['name', ''],
    ['name', ' '],
    ['name', 'n'.repeat(81)],
    ['name', 'a\0'],
    ['name', undefined],
    ['isAdmin', 'yes'],
    ['isAdmin', null],
  ])('with %s %j is 400', async (field, value) => {
    const { issues } = expectError(await ann.post('/api/tokens', { name: 'x', [field]: value }), 400, 'BAD_REQUEST')
    expect(issues?.map(issue => issue.path[0])).toContain(field)
  })

  test('beyond 50 is 409, even for simultaneous requests', async () => {
    const owner = await signUp(app.url)
    const made = await eightAtOnce(55, () => owner.post('/api/tokens', { name: 'x' }))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(50)
    for (const answer of made) if (answer.status !== 200) expectError(answer, 409, 'CONFLICT')
  })

  test('of another user is not listed and cannot be revoked', async () => {
    const { id, script } = await makeToken(ann)
    const other = await signUp(app.url)
    expect((await other.get('/api/tokens')).body).toEqual([])
    expectError(await other.delete(`/api/tokens/${id}`), 404, 'NOT_FOUND')
    expectError(await (await newAdmin(app)).delete(`/api/tokens/${id}`), 404, 'NOT_FOUND')
    expect((await script.get('/api/my-dogs')).status).toBe(200)
    for (const odd of ['x', 'token:1', '%00'])
      expect([400, 404]).toContain((await ann.delete(`/api/tokens/${odd}`)).status)
  })
})

describe('admin rights', () => {
  test('belong only to tokens that were created with them', async () => {
    const admin = await newAdmin(app)
    const [plain, full] = [await makeToken(admin), await makeToken(admin, { isAdmin: true })]
    expect([plain.isAdmin, full.isAdmin]).toEqual([false, true])
    const { dog } = await ownerWithDog(app.url)
    expectError(await plain.script.get('/api/admin/users'), 403)
    expectError(await plain.script.upload(dog.id, await photo()), 403)
    expectError(await plain.script.delete(`/api/dogs/${dog.id}`), 403)
    expect((await plain.script.get('/api/auth/user')).body).toMatchObject({ isAdmin: false })
    expect((await full.script.get('/api/admin/users')).status).toBe(200)
    expect((await full.script.get('/api/auth/user')).body).toMatchObject({ isAdmin: true })
    expect((await full.script.delete(`/api/dogs/${dog.id}`)).status).toBe(200)
  })

  test('can be requested only by admins', async () => {
    const refusal = await ann.post<ErrorBody>('/api/tokens', { name: 'x', isAdmin: true })
    expectError(refusal, 403, 'FORBIDDEN')
    // A token does not gain admin rights when its owner does.
    const owner = await signUp(app.url)
    const { script } = await makeToken(owner)
    await makeAdmin(app, owner)
    expectError(await script.get('/api/admin/users'), 403)
  })
})

describe('revoking', () => {
  test('takes effect at once with 401 and 4401, and does not affect other tokens and the cookie', async () => {
    const owner = await signUp(app.url)
    const [gone, stays] = [await makeToken(owner), await makeToken(owner, { name: 'stays' })]
    const chat = await openSocket(app.url, bearer(gone.token))
    const other = await openSocket(app.url, bearer(stays.token))
    for (const socket of [chat, other]) socket.send({ type: 'auth', userId: owner.user.id })
    expect((await gone.script.get('/api/my-dogs')).status).toBe(200)
    expect((await owner.delete(`/api/tokens/${gone.id}`)).body).toEqual({ ok: true })
    expectError(await gone.script.get('/api/my-dogs'), 401)
    expect((await chat.closed).code).toBe(4401)
    expect((await stays.script.get('/api/my-dogs')).status).toBe(200)
    expect(other.socket.readyState).toBe(other.socket.OPEN)
    expectError(await owner.delete(`/api/tokens/${gone.id}`), 404)
    expect((await owner.get<Created[]>('/api/tokens')).body.map(token => token.name)).toEqual(['stays'])
  })

  test('happens when the user is deleted, but not when they sign out', async () => {
    const owner = await signUp(app.url)
    const { script, token } = await makeToken(owner)
    await owner.get('/api/logout')
    expect((await script.get('/api/my-dogs')).status).toBe(200)
    const chat = await openSocket(app.url, bearer(token))
    chat.send({ type: 'auth', userId: owner.user.id })
    await (await newAdmin(app)).delete('/api/admin/users', { userIds: [owner.user.id] })
    expectError(await script.get('/api/my-dogs'), 401)
    expect((await chat.closed).code).toBe(4401)
  })
})

describe('sent as Authorization: Bearer', () => {
  test('can do what its owner can: reads, writes, uploads, tRPC', async () => {
    const owner = await signUp(app.url)
    const { script } = await makeToken(owner)
    const dog = await createDog(script)
    expect((await script.post('/api/active-dog', { dogId: dog.id })).status).toBe(200)
    expect((await script.upload(dog.id, await photo())).status).toBe(200)
    expect((await script.get('/api/auth/user')).body).toEqual((await owner.get('/api/auth/user')).body)
    expect((await script.get('/api/trpc/dogs.mine')).status).toBe(200)
    expect((await script.get('/api/sniff')).status).toBe(200)
    expect(script.cookie).toBeUndefined()
    for (const scheme of ['bearer', 'BEARER']) {
      const authorization = `${scheme} ${script.token}`
      expect((await script.send('GET', '/api/my-dogs', undefined, { authorization })).status).toBe(200)
    }
  })

  test.each(['', ' ', 'x', 'barkyard_', `barkyard_${'A'.repeat(43)}`, 'token:00', 'a b'])(
    'what is no token (%j) is 401, with a good cookie too',
    async token => {
      for (const client of [new Client(app.url), ann])
        expectError(await client.send('GET', '/api/my-dogs', undefined, bearer(token)), 401, 'UNAUTHORIZED')
      await expect(openSocket(app.url, { ...bearer(token), cookie: ann.cookie ?? '' })).rejects.toThrow('401')
    },
  )

  test('is not accepted as its stored hash, nor is the hash a session', async () => {
    const { id } = await makeToken(ann)
    const row = app.services.db.selectFrom('tokens').select('hash').where('id', '=', id)
    const { hash } = await row.executeTakeFirstOrThrow()
    for (const text of [hash.toString('hex'), `token:${hash.toString('hex')}`, hash.toString('base64url')])
      expectError(await new Script(app.url, text).get('/api/my-dogs'), 401)
  })

  test('is ignored with another scheme, and the cookie is used', async () => {
    const answer = await ann.send('GET', '/api/my-dogs', undefined, { authorization: 'Basic YTpi' })
    expect(answer.status).toBe(200)
  })

  test('takes precedence over the cookie of another user', async () => {
    const other = await signUp(app.url)
    const { script } = await makeToken(ann)
    script.cookie = other.cookie
    expect((await script.get<{ id: string }>('/api/auth/user')).body.id).toBe(ann.user.id)
  })

  test('allows writes from other sites only without a cookie', async () => {
    const { script } = await makeToken(ann)
    const write = () => script.send('POST', '/api/dogs', A_DOG, { origin: 'https://elsewhere.test' })
    expect((await write()).status).toBe(200)
    script.cookie = ann.cookie
    expectError(await write(), 403, 'FORBIDDEN')
  })

  test('cannot create tokens or impersonate', async () => {
    const admin = await newAdmin(app)
    const { dog } = await ownerWithDog(app.url)
    const { script } = await makeToken(admin, { isAdmin: true })
    expectError(await script.post('/api/tokens', { name: 'more' }), 403, 'FORBIDDEN')
    expectError(await script.post(`/api/admin/impersonate-dog/${dog.id}`), 403, 'FORBIDDEN')
    expect((await script.post('/api/admin/stop-impersonation')).status).toBe(200)
    expect((await script.get('/api/auth/user')).body).toMatchObject({ isImpersonating: false })
    // It does not act as the dog that its owner's session impersonates either.
    await admin.post(`/api/admin/impersonate-dog/${dog.id}`)
    expect((await script.get('/api/active-dog')).body).toEqual({ activeDogId: null, dog: null })
  })
})

describe('the socket', () => {
  test('opens with a token instead of a cookie, and sends and receives', async () => {
    const { first, second, matchId } = await twoMatched(app.url)
    const { token } = await makeToken(first.owner)
    const chat = await openSocket(app.url, bearer(token))
    const other = await openChat(second.owner)
    chat.send({ type: 'auth', userId: first.owner.user.id })
    chat.send({ type: 'message', matchId, senderDogId: first.dog.id, body: 'from a script', clientId: 'c1' })
    await chat.until(({ messages }) => messages.some(({ clientId }) => clientId === 'c1'))
    await other.until(({ messages }) => messages.some(({ body }) => body === 'from a script'))
    other.send({ type: 'message', matchId, senderDogId: second.dog.id, body: 'heard' })
    await chat.until(({ messages }) => messages.some(({ body }) => body === 'heard'))
  })

  test('requires auth as the token’s user, and closes with 4401 otherwise', async () => {
    const { token } = await makeToken(ann)
    const chat = await openSocket(app.url, bearer(token))
    chat.send({ type: 'auth', userId: (await signUp(app.url)).user.id })
    expect((await chat.closed).code).toBe(4401)
  })
})
