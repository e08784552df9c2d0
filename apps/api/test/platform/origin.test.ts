import type { Dog } from '@barkyard/domain/schemas/dog'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { callRaw } from '../attacks/raw.ts'
import { A_DOG, Client, type Person, photo, signUp } from '../client.ts'
import { expectError } from '../shape.ts'

const app = testApp({ PUBLIC_URL: 'https://barkyard.test' })
const FOREIGN = [
  'https://evil.test',
  'http://barkyard.test',
  'https://barkyard.test.evil.test',
  'https://barkyard.test:444',
  'null',
  'x',
]

let owner: Person
beforeAll(async () => {
  owner = await signUp(app.url)
})
const ELSEWHERE = { origin: 'https://evil.test' }
const dogs = async () => (await owner.get<Dog[]>('/api/my-dogs')).body.length

const statusOf = async (method: string, path: string, headers: Record<string, string>, body?: string) =>
  (await callRaw(`${app.url}${path}`, { method, headers }, body)).status

describe('a write', () => {
  test('from the app’s own address, or without an Origin (a script), is accepted', async () => {
    for (const headers of [{}, { origin: 'https://barkyard.test' }, { origin: app.url }]) {
      const before = await dogs()
      expect((await owner.send('POST', '/api/dogs', A_DOG, headers)).status).toBe(200)
      expect(await dogs()).toBe(before + 1)
    }
  })

  test.each(FOREIGN)('from %s is 403, whatever the transport, and does nothing', async origin => {
    const before = await dogs()
    const form = new FormData()
    form.set('photo', new Blob([new Uint8Array(await photo())]), 'x.png')
    const sent: [string, string, unknown][] = [
      ['POST', '/api/dogs', A_DOG],
      ['DELETE', '/api/dogs/x', undefined],
      ['PATCH', '/api/user/location', { lat: 1, lng: 1 }],
      ['POST', '/api/photos', form],
      ['POST', '/api/trpc/dogs.create', A_DOG],
      ['POST', '/api/login', { email: 'a@b.test', password: 'x' }],
      ['POST', '/api/login', new URLSearchParams({ email: 'a@b.test', password: 'x' })],
      ['POST', '/api/signup', {}],
      ['PUT', '/api/nothing', {}],
    ]
    for (const [method, path, body] of sent)
      expectError(await owner.send(method, path, body, { origin }), 403, 'FORBIDDEN')
    expectError(await new Client(app.url).send('POST', '/api/dogs', A_DOG, { origin }), 403)
    expect(await dogs()).toBe(before)
  })

  test('from the request’s own host is accepted only on loopback', async () => {
    const { port } = new URL(app.url)
    const send = (host: string, origin: string) =>
      statusOf(
        'POST',
        '/api/active-dog',
        { host, origin, cookie: owner.cookie ?? '', 'content-type': 'application/json' },
        '{"dogId":"x"}',
      )
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      expect(await send(host, `http://${host}`)).toBe(404)
      expect(await send(host, `https://${host}`)).toBe(403)
    }
    expect(await send(`localhost:${port}`, `http://127.0.0.1:${port}`)).toBe(403)
    expect(await send('rebound.test', 'http://rebound.test')).toBe(403)
    expect(await send('localhost.evil.test', 'http://localhost.evil.test')).toBe(403)
  })
})

test.each([
  ['/api/login', new URLSearchParams(), ELSEWHERE, 403],
  ['/api/forgot', new URLSearchParams({ email: 'x'.repeat(70_000) }), {}, 413],
  ['/api/lost/p/nothing', new FormData(), ELSEWHERE, 403],
] as const)(
  'a form for %s that is refused unread gets a page where a person reads it',
  async (path, form, headers, status) => {
    const post = (accept: string) => new Client(app.url).send<string>('POST', path, form, { ...headers, accept })
    const page = await post('text/html,application/xml;q=0.9,*/*;q=0.8')
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<h1>That did not work</h1>')
    expectError(await post('*/*'), status)
  },
)

test('no write is possible by GET', async () => {
  const before = await dogs()
  const input = encodeURIComponent(JSON.stringify(A_DOG))
  const created = await owner.get(`/api/trpc/dogs.create?input=${input}`)
  expect([created.status, created.headers.get('allow')]).toEqual([405, 'POST'])
  expect((await owner.post('/api/trpc/dogs.mine', {})).headers.get('allow')).toBe('GET, HEAD')
  expectOneOf(
    (await owner.get(`/api/trpc/dogs.create?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: A_DOG }))}`)).status,
    [404, 405],
  )
  expectOneOf((await owner.get('/api/dogs')).status, [404, 405])
  expect(await dogs()).toBe(before)
})

describe('content types', () => {
  const TYPES = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
  ]

  test.each(TYPES)('a JSON call of %s is 415 and does nothing', async type => {
    const before = await dogs()
    for (const path of ['/api/dogs', '/api/trpc/dogs.create', '/api/active-dog'])
      expectError(
        await owner.send('POST', path, JSON.stringify(A_DOG), { 'content-type': type }),
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      )
    expect(await dogs()).toBe(before)
  })

  test('JSON with a charset is JSON; a body without a type is 415', async () => {
    const type = { 'content-type': 'application/json; charset=utf-8' }
    expect((await owner.send('POST', '/api/dogs', A_DOG, type)).status).toBe(200)
    const cookie = owner.cookie ?? ''
    expect(await statusOf('POST', '/api/dogs', { cookie, 'content-length': '2' }, '{}')).toBe(415)
  })

  test('an upload that is not multipart is 415', async () => {
    for (const type of ['application/json', 'text/plain', 'image/png', 'application/x-www-form-urlencoded'])
      expectError(await owner.send('POST', '/api/photos', 'x', { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  test('calls without input need no body and no type', async () => {
    const cookie = owner.cookie ?? ''
    expect(await statusOf('POST', '/api/messages/x/mark-seen', { cookie, 'content-type': 'application/json' })).toBe(
      409,
    )
    expect(await statusOf('DELETE', '/api/dogs/x', { cookie, 'content-type': 'application/json' })).toBe(404)
    expect(await statusOf('DELETE', '/api/dogs/x', { cookie })).toBe(404)
  })
})

test('every page and answer has the security headers, and does not name the server’s software', async () => {
  for (const path of [
    '/',
    '/api/login',
    '/api/health',
    '/api/my-dogs',
    '/api/nothing',
    '/photos/x.webp',
    '/some/page',
  ]) {
    const { headers } = await callRaw(`${app.url}${path}`)
    expect(headers['content-security-policy']).toMatch(/default-src 'self'.*script-src 'self'(;|$)/)
    const policy = headers['content-security-policy']
    // What an injected form, base address or plug-in could send elsewhere. `default-src` does not cover the first two.
    for (const rule of ["frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'", "object-src 'none'"])
      expect(`${policy}`.split(';')).toContain(rule)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['strict-transport-security']).toContain('max-age')
    for (const name of ['server', 'x-powered-by']) expect(headers).not.toHaveProperty(name)
    if (path.startsWith('/api')) expect(headers['cache-control']).toBe('no-store')
  }
})

const expectOneOf = (value: number, values: number[]) => expect(values).toContain(value)
