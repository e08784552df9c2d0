import type { Dog } from '@barkyard/domain/schemas/dog'
import type { ErrorBody } from '@barkyard/domain/schemas/errors'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { A_DOG, type Answer, Client, type Person, signUp } from '../client.ts'

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

/** Its status, and whose pages may read it. */
const seen = ({ status, headers }: Answer<unknown>) => [status, headers.get('access-control-allow-origin')]

test('a page of another site may write and read with a token, and reads every header', async () => {
  const made = await stranger().send<Dog>('POST', '/api/dogs', A_DOG, bearer)
  expect(seen(made)).toEqual([200, '*'])
  const exposed = made.headers.get('access-control-expose-headers')?.toLowerCase().split(', ')
  for (const name of ['link', 'x-next-cursor', 'ratelimit', 'retry-after', 'x-request-id', 'idempotent-replayed'])
    expect(exposed).toContain(name)
  for (const [method, path, status] of [
    ['GET', '/api/dogs/nobody', 404],
    ['GET', '/api/nothing', 404],
    ['PUT', '/api/dogs', 405],
    ['GET', '/photos/nobody.webp', 404],
  ] as const)
    expect(seen(await stranger().send(method, path, undefined, bearer))).toEqual([status, '*'])
  const unknown = { ...bearer, authorization: 'Bearer barkyard_unknown' }
  expect(seen(await stranger().send('GET', '/api/my-dogs', undefined, unknown))).toEqual([401, '*'])
})

test('its browser is told so beforehand', async () => {
  const asks = { origin: ELSEWHERE, 'access-control-request-method': 'PATCH' }
  for (const [path, methods] of [
    ['/api/dogs/some-id', 'DELETE, GET, HEAD, PATCH'],
    ['/api/trpc/dogs.update', 'GET, HEAD, POST'],
  ] as const) {
    const answer = await stranger().send('OPTIONS', path, undefined, asks)
    expect(seen(answer)).toEqual([204, '*'])
    const { headers } = answer
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
    expect(seen(await owner.send('GET', '/api/my-dogs', undefined, headers))).toEqual([200, null])
  }
  expect((await owner.get<Dog[]>('/api/my-dogs')).body).toHaveLength(before)
  // Neither does signing in.
  expect(seen(await stranger().send('POST', '/api/login', {}, { origin: ELSEWHERE }))).toEqual([403, null])
})
