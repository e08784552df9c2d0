import type { Token } from '@barkyard/domain/schemas/token'
import { expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { inHours } from '../calls.ts'
import { A_DOG, ownerWithDog, signUp, twoMatched } from '../client.ts'
import { expectError } from '../shape.ts'
import { openSocket } from '../socket.ts'
import { HOUR } from '../times.ts'
import { bearer, makeToken, Script } from '../tokens.ts'

let now = new Date()
const app = testApp({}, { now: () => now })

test('without write a token changes and sends nothing, and without read it reads nothing', async () => {
  const { first, matchId } = await twoMatched(app.url)
  const { owner, dog } = first
  const { script: reader, token } = await makeToken(owner, { scopes: ['read'] })
  expect((await reader.get('/api/my-dogs')).status).toBe(200)
  const refused = await reader.post('/api/dogs', A_DOG)
  expectError(refused, 403, 'scope')
  expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
  expect((await reader.post('/api/trpc/dogs.create', A_DOG)).status).toBe(403)
  expectError(await reader.upload('x', Buffer.from('x')), 403)
  expectError(await reader.patch(`/api/dogs/${dog.id}`, { name: 'Bo' }), 403)
  expectError(await reader.delete(`/api/dogs/${dog.id}`), 403)
  const chat = await openSocket(app.url, bearer(token))
  chat.send({ type: 'auth', userId: owner.user.id })
  chat.send({ type: 'message', matchId, senderDogId: dog.id, body: 'woof' })
  await chat.until(({ errors }) => errors.length > 0)
  expect(chat.errors[0]?.message).toContain('scope')
  const { script: writer } = await makeToken(owner, { scopes: ['write'] })
  expect((await writer.post('/api/dogs', A_DOG)).status).toBe(200)
  expectError(await writer.get('/api/my-dogs'), 403)
  // A webhook receives what the token may not read.
  const webhook = { url: 'https://hooks.example.com/', events: ['message'] }
  expectError(await writer.post('/api/webhooks', webhook), 403, 'scope')
})

test('a token ends when it expires, and 401 says so', async () => {
  // With an active dog: who has none is read anew at each call anyway.
  const { owner } = await ownerWithDog(app.url)
  const { script } = await makeToken(owner, { expiresAt: inHours(1, now) })
  expect((await script.get('/api/my-dogs')).status).toBe(200)
  now = new Date(now.getTime() + HOUR)
  const { script: later } = await makeToken(owner, { expiresAt: inHours(1, now) })
  expect((await later.get('/api/my-dogs')).status).toBe(200)
  const ended = await script.get('/api/my-dogs')
  expectError(ended, 401, 'token-expired')
  expect(ended.headers.get('www-authenticate')).toContain('error="invalid_token"')
  const unknown = await new Script(app.url, 'barkyard_x').get('/api/my-dogs')
  expectError(unknown, 401, 'token-unknown')
})

test('what is no token is refused, by naming the field', async () => {
  const owner = await signUp(app.url)
  for (const [field, values] of Object.entries({
    name: [undefined, '', ' ', 'n'.repeat(81), 'a\0'],
    isAdmin: ['yes', null],
    scope: [['read']],
    scopes: [[], ['read', 'read'], ['admin']],
    expiresAt: ['2020-01-01T00:00:00Z', 'tomorrow'],
  }))
    for (const value of values) {
      const { issues } = expectError(await owner.post('/api/tokens', { name: 'x', [field]: value }), 400)
      expect([value, issues?.[0]?.path[0]]).toEqual([value, field])
    }
  expect((await owner.get('/api/tokens')).body).toEqual([])
})

test.each([
  ['a token', ['read', 'write'], 'token'],
  ['a token without write', ['read'], 'scope'],
])('%s revokes itself and no other', async (_, scopes, reason) => {
  const owner = await signUp(app.url)
  const { id, script } = await makeToken(owner, { scopes })
  const { id: other } = await makeToken(owner)
  // What a token without write may not do it does not learn of either.
  for (const one of reason === 'scope' ? [other, 'unknown'] : [other])
    expect(expectError(await script.delete(`/api/tokens/${one}`), 403).reason).toBe(reason)
  expect((await script.delete(`/api/tokens/${id}`)).status).toBe(200)
  expectError(await script.get('/api/my-dogs'), 401, 'token-unknown')
  expect((await owner.get<Token[]>('/api/tokens')).body.map(token => token.id)).toEqual([other])
})
