import type { Dog } from '@barkyard/domain/schemas/dog'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { A_DOG, Client, type Person, signUp } from '../client.ts'

const app = testApp({ RATE_LIMIT: '1' })
const ELSEWHERE = 'https://dashboard.example'

let owner: Person
let bearer: Record<string, string>
beforeAll(async () => {
  owner = await signUp(app.url)
  const { body } = await owner.post<{ token: string }>('/api/tokens', { name: 'dashboard' })
  bearer = { authorization: `Bearer ${body.token}`, origin: ELSEWHERE }
})
const stranger = () => new Client(app.url)

test('a page of another site may write and read with a token, and reads every header', async () => {
  const made = await stranger().send<Dog>('POST', '/api/dogs', A_DOG, bearer)
  expect([made.status, made.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  const exposed = made.headers.get('access-control-expose-headers')?.toLowerCase().split(', ')
  for (const name of ['link', 'x-next-cursor', 'ratelimit', 'retry-after', 'x-request-id', 'idempotent-replayed'])
    expect(exposed).toContain(name)
  const refused = await stranger().send<ErrorBody>('GET', '/api/dogs/nobody', undefined, bearer)
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
  for (const [method, path, status] of [
    ['GET', '/api/nothing', 404],
    ['PUT', '/api/dogs', 405],
    ['GET', '/photos/nobody.webp', 404],
  ] as const) {
    const { headers, ...answer } = await stranger().send(method, path, undefined, bearer)
    expect([answer.status, headers.get('access-control-allow-origin')]).toEqual([status, '*'])
  }
  const unknown = { ...bearer, authorization: 'Bearer barkyard_unknown' }
  const lost = await stranger().send('GET', '/api/my-dogs', undefined, unknown)
  expect([lost.status, lost.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
})

test('its browser is told so beforehand', async () => {
  const asks = { origin: ELSEWHERE, 'access-control-request-method': 'PATCH' }
  for (const [path, methods] of [
    ['/api/dogs/some-id', 'DELETE, GET, HEAD, PATCH'],
    ['/api/trpc/dogs.update', 'GET, HEAD, POST'],
  ] as const) {
    const { status, headers } = await stranger().send('OPTIONS', path, undefined, asks)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(headers.get('access-control-allow-methods')).toBe(methods)
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization, content-type, x-dog')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test('a cookie never crosses sites, with a token or without one', async () => {
  const before = (await owner.get<Dog[]>('/api/my-dogs')).body.length
  for (const headers of [{ origin: ELSEWHERE }, bearer]) {
    const { status, body } = await owner.send<ErrorBody>('POST', '/api/dogs', A_DOG, headers)
    expect([status, body.reason]).toEqual([403, 'foreign-site'])
    const read = await owner.send('GET', '/api/my-dogs', undefined, headers)
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, null])
  }
  expect((await owner.get<Dog[]>('/api/my-dogs')).body).toHaveLength(before)
  // Neither does signing in.
  const signedIn = await stranger().send('POST', '/api/login', {}, { origin: ELSEWHERE })
  expect([signedIn.status, signedIn.headers.get('access-control-allow-origin')]).toEqual([403, null])
})
