import { beforeAll, describe, expect, test } from 'vitest'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { A_DOG, Client, createDog, ownerWithDog, type Person, photo, signUp, twoMatched } from '../client.ts'
import { expectError } from '../shape.ts'
import { openChat, openSocket } from '../socket.ts'
import { bearer, makeToken, Script } from '../tokens.ts'

const app = testApp()

let ann: Person
beforeAll(async () => {
  ann = (await ownerWithDog(app.url)).owner
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

  test('cannot change data of other users', async () => {
    const { script } = await makeToken(ann)
    const { dog } = await ownerWithDog(app.url)
    expectError(await script.delete(`/api/dogs/${dog.id}`), 403)
    expectError(await script.upload(dog.id, await photo()), 403)
    expectError(await script.get('/api/admin/users'), 403)
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
