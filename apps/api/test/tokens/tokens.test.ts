import { createdTokenSchema, tokenSchema } from '@barkyard/domain/schemas/token'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeAdmin, newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { requestOf } from '../calls.ts'
import { createDog, eightAtOnce, ownerWithDog, type Person, photo, signUp, twoMatched } from '../client.ts'
import { OPERATIONS } from '../rest/document.ts'
import { expectError, expectShape } from '../shape.ts'
import { openChat, openSocket } from '../socket.ts'
import { bearer, type Created, makeToken, Script } from '../tokens.ts'

const app = testApp()

let ann: Person
beforeAll(async () => {
  ann = (await ownerWithDog(app.url)).owner
})

describe('a token', () => {
  test('is shown once, listed without its secret, and stored as a hash, one of 50 at most', async () => {
    const owner = await signUp(app.url)
    const { body } = await owner.post<Created>('/api/tokens', { name: '  my script ' })
    expectShape(createdTokenSchema, body)
    // It can do everything and never ends, unless it is asked to.
    const forever = { scopes: ['read', 'write'], expiresAt: null }
    expect(body).toMatchObject({ name: 'my script', isAdmin: false, lastUsedOn: null, ...forever })
    expect(body.token).toMatch(/^barkyard_[\w-]{43}[\da-f]{8}$/)
    const { token, ...rest } = body
    expect(expectShape(z.array(tokenSchema), (await owner.get('/api/tokens')).body)).toEqual([rest])
    const rows = app.services.db.selectFrom('tokens').selectAll().where('id', '=', body.id)
    const row = await rows.executeTakeFirstOrThrow()
    expect(row.hash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(token.slice(9))
    // Who reads the database cannot sign in with it.
    const hash = row.hash.toString('hex')
    for (const text of [hash, `token:${hash}`, row.hash.toString('base64url')])
      expectError(await new Script(app.url, text).get('/api/my-dogs'), 401)
    // Beyond 50 there are none, even for simultaneous requests.
    const more = await eightAtOnce(54, () => owner.post('/api/tokens', { name: 'x' }))
    expect(more.filter(({ status }) => status === 200)).toHaveLength(49)
    for (const answer of more) if (answer.status !== 200) expectError(answer, 409, 'CONFLICT')
  })
})

test('admin rights belong only to tokens that an admin created with them', async () => {
  const admin = await signUp(app.url)
  expectError(await admin.post('/api/tokens', { name: 'x', isAdmin: true }), 403, 'FORBIDDEN')
  const early = await makeToken(admin)
  await makeAdmin(app, admin)
  const [plain, full] = [await makeToken(admin), await makeToken(admin, { isAdmin: true })]
  expect([plain.isAdmin, full.isAdmin]).toEqual([false, true])
  // Not over the tokens of others.
  expectError(await admin.delete(`/api/tokens/${(await makeToken(ann)).id}`), 404, 'NOT_FOUND')
  const { dog } = await ownerWithDog(app.url)
  for (const { script } of [early, plain]) {
    expectError(await script.get('/api/admin/users'), 403)
    expectError(await script.upload(dog.id, await photo()), 403)
    expectError(await script.delete(`/api/dogs/${dog.id}`), 403)
    expect((await script.get('/api/auth/user')).body).toMatchObject({ isAdmin: false })
  }
  expect((await full.script.get('/api/admin/users')).status).toBe(200)
  expect((await full.script.get('/api/auth/user')).body).toMatchObject({ isAdmin: true })
  expect((await full.script.delete(`/api/dogs/${dog.id}`)).status).toBe(200)
})

test('revoking takes effect at once with 401 and 4401, on that token alone; signing out does not touch any', async () => {
  const owner = await signUp(app.url)
  const [gone, stays] = [await makeToken(owner), await makeToken(owner, { name: 'stays' })]
  const chat = await openSocket(app.url, bearer(gone.token))
  const other = await openSocket(app.url, bearer(stays.token))
  for (const socket of [chat, other]) socket.send({ type: 'auth', userId: owner.user.id })
  expect((await gone.script.get('/api/my-dogs')).status).toBe(200)
  expect((await owner.delete(`/api/tokens/${gone.id}`)).body).toEqual({ ok: true })
  expectError(await gone.script.get('/api/my-dogs'), 401)
  expect((await chat.closed).code).toBe(4401)
  expectError(await owner.delete(`/api/tokens/${gone.id}`), 404)
  expect((await owner.get<Created[]>('/api/tokens')).body.map(token => token.name)).toEqual(['stays'])
  await owner.get('/api/logout')
  expect((await stays.script.get('/api/my-dogs')).status).toBe(200)
  expect(other.socket.readyState).toBe(other.socket.OPEN)
})

describe('sent as Authorization: Bearer', () => {
  test('can do what its owner can: reads, writes, uploads, tRPC', async () => {
    const owner = await signUp(app.url)
    const { id, script } = await makeToken(owner)
    const today = () => new Date().toISOString().slice(0, 10)
    const before = today()
    const dog = await createDog(script)
    expect((await script.post('/api/active-dog', { dogId: dog.id })).status).toBe(200)
    expect((await script.upload(dog.id, await photo())).status).toBe(200)
    expect((await script.get('/api/auth/user')).body).toEqual((await owner.get('/api/auth/user')).body)
    for (const path of ['trpc/dogs.mine', 'sniff']) expect((await script.get(`/api/${path}`)).status).toBe(200)
    expect((await script.patch('/api/account', { firstName: 'Kim' })).status).toBe(200)
    expect(script.cookie).toBeUndefined()
    for (const scheme of ['bearer', 'BEARER']) {
      const authorization = `${scheme} ${script.token}`
      expect((await script.send('GET', '/api/my-dogs', undefined, { authorization })).status).toBe(200)
    }
    const listed = (await owner.get<Created[]>('/api/tokens')).body.find(token => token.id === id)
    expect([before, today()]).toContain(listed?.lastUsedOn)
  })

  test('takes precedence over a cookie, also where it is none, unless another scheme is used', async () => {
    for (const token of ['', ' ', 'x', 'barkyard_', `barkyard_${'A'.repeat(43)}`, 'token:00', 'a b']) {
      expectError(await ann.send('GET', '/api/my-dogs', undefined, bearer(token)), 401, 'UNAUTHORIZED')
      await expect(openSocket(app.url, { ...bearer(token), cookie: ann.cookie ?? '' })).rejects.toThrow('401')
    }
    const other = await signUp(app.url)
    const { script } = await makeToken(ann)
    script.cookie = other.cookie
    const whoIs = async (headers?: Record<string, string>) =>
      (await script.send<{ id: string }>('GET', '/api/auth/user', undefined, headers)).body.id
    expect([await whoIs(), await whoIs({ authorization: 'Basic YTpi' })]).toEqual([ann.user.id, other.user.id])
  })

  test('makes no call that needs a session, also one of the panel', async () => {
    const ofSessions = OPERATIONS.filter(({ operation }) => JSON.stringify(operation.security) === '[{"cookie":[]}]')
    expect(ofSessions.length).toBeGreaterThan(30)
    const { script } = await makeToken(await newAdmin(app), { isAdmin: true })
    for (const call of ofSessions) {
      const { method, path, body } = requestOf(call, {})
      const { reason } = expectError(await script.send(method, path, body), 403)
      expect([call.name, reason]).toEqual([call.name, 'token'])
    }
  })

  test('does not impersonate, nor act as the dog that its owner’s session impersonates', async () => {
    const admin = await newAdmin(app)
    const { dog } = await ownerWithDog(app.url)
    const { script } = await makeToken(admin, { isAdmin: true })
    expectError(await script.post(`/api/admin/impersonate-dog/${dog.id}`), 403, 'FORBIDDEN')
    expect((await script.post('/api/admin/stop-impersonation')).status).toBe(200)
    expect((await script.get('/api/auth/user')).body).toMatchObject({ isImpersonating: false })
    await admin.post(`/api/admin/impersonate-dog/${dog.id}`)
    expect((await script.get('/api/active-dog')).body).toEqual({ activeDogId: null, dog: null })
  })
})

test('the socket opens with a token instead of a cookie, for its user alone, and sends and receives', async () => {
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
  const asOther = await openSocket(app.url, bearer(token))
  asOther.send({ type: 'auth', userId: second.owner.user.id })
  expect((await asOther.closed).code).toBe(4401)
})
