import type { Dog } from '@barkyard/domain/schemas/dog'
import { TRPCError } from '@trpc/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorAnswer } from '../../src/platform/errors.ts'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { playdateOf } from '../calls.ts'
import { A_DOG, Client, PASSWORD, type Person, signUp, twoMatched } from '../client.ts'
import { reportingTo } from '../reports.ts'
import { expectError } from '../shape.ts'
import { sendRaw } from './raw.ts'

const app = testApp()
let owner: Person
beforeAll(async () => {
  owner = await signUp(app.url)
})

test('what begins or ends after the year 9999 is refused, as it could not be read back; its last second is taken', async () => {
  const { first, second, matchId } = await twoMatched(app.url)
  const admin = await newAdmin(app)
  const caseId = await reportingTo(app)(second.owner, { dogId: first.dog.id, kind: 'spam' })
  for (const end of ['9999-12-31T23:59:59-23:59', '9999-12-31T23:00:00-02:00']) {
    const playdate = { ...playdateOf(matchId), whenTs: end }
    const suspension = { statement: 'Threats', until: end }
    const decision = { action: 'suspend', version: 1, ...suspension }
    for (const answer of [
      await first.owner.post('/api/playdates', playdate),
      await admin.post('/api/tokens', { name: 'Cron', expiresAt: end }),
      await admin.post(`/api/admin/users/${first.owner.user.id}/suspend`, suspension),
      await admin.post(`/api/admin/reports/${caseId}/decide`, decision),
    ])
      expectError(answer, 400)
    expect((await first.owner.post('/api/trpc/playdates.create', playdate)).status).toBe(400)
  }
  const whenTs = '9999-12-31T23:59:59.000Z'
  await first.owner.post('/api/playdates', { ...playdateOf(matchId), whenTs })
  expect((await second.owner.get('/api/playdates')).body).toMatchObject([{ whenTs }])
})

test('an answer of the wrong shape is a server error (500)', () => {
  const cause = z.string().safeParse(1).error
  const answer = errorAnswer(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }))
  expect(answer).toMatchObject({ status: 500, body: { message: 'Something went wrong' } })
  expect(answer.body.issues).toBeUndefined()
  expect(errorAnswer(new TRPCError({ code: 'BAD_REQUEST', cause })).status).toBe(400)
})

test.each([
  ['Ärger@example.test', 'äRGER@example.test'],
  ['ŞIK@example.test', 'şik@EXAMPLE.test'],
  // Where the small letter depends on its place in the word, PostgreSQL and JavaScript differ.
  ['ΑΣ@example.test', 'ΑΣ@Example.test'],
  // Domains are compared in ASCII, where the Kelvin sign is a k.
  ['mark@\u212aelvin.test', 'Mark@kelvin.test'],
])(
  'an address of another alphabet (%s) is one account in whatever letters, and signs in in all',
  async (email, like) => {
    const { user } = await signUp(app.url, { email })
    const fields = { email: like, password: PASSWORD, firstName: 'Robin' }
    expectError(await new Client(app.url).post('/api/signup', fields), 409)
    for (const same of [email, like]) {
      const answer = await new Client(app.url).post('/api/login', { email: same, password: PASSWORD })
      expect(answer).toMatchObject({ status: 200, body: { id: user.id } })
    }
  },
)

describe('JSON', () => {
  const PATHS = ['/api/dogs', '/api/trpc/dogs.create']
  const NESTED = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`
  const withName = (name: string) => JSON.stringify({ ...A_DOG, name: 0 }).replace('"name":0', `"name":${name}`)

  test.each(PATHS)('of unusual kinds sent to %s is 400 and does nothing', async path => {
    const other = await signUp(app.url)
    const names = [
      ...['1e400', NESTED(10_000), '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '""', `"${'x'.repeat(81)}"`],
      ...['"Rex","name":7', '{"toString":"x"}'],
    ]
    const bodies = [
      ...['{', '"x"', 'null', '[]', '1e400', '\ufeff', '{"name":}', "{'name':1}", 'NaN', '{}{}', NESTED(30_000)],
      ...[NESTED(1000), `{"a":${NESTED(20_000)}}`, ...names.map(withName)],
    ]
    for (const body of bodies) {
      const { status } = await other.send('POST', path, body)
      expect([body.slice(0, 60), status]).toEqual([body.slice(0, 60), 400])
    }
    expect((await other.get('/api/my-dogs')).body).toEqual([])
  })

  test.each(PATHS)('sent to %s cannot reach prototypes', async path => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const body = JSON.stringify({ ...A_DOG, name: 'Rex' }).replace('{', `{"${key}":{"prototype":{"isAdmin":true}},`)
      expect([200, 400]).toContain((await owner.send('POST', path, body)).status)
    }
    expect('isAdmin' in {}).toBe(false)
    expectError(await owner.get('/api/admin/users'), 403)
  })

  test('with a thousand errors gets a short answer', async () => {
    const dog = { ...A_DOG, temperament: Array(200_000).fill(1) }
    for (const path of PATHS) expect(JSON.stringify((await owner.post(path, dog)).body).length).toBeLessThan(20_000)
  })
})

describe('requests that are barely HTTP', () => {
  const line = (first: string, ...headers: string[]) =>
    [first, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n')
  const long = (length: number) => 'a'.repeat(length)

  test.each([
    ['headers of 20 kB', line('GET /api/live HTTP/1.1', `X-Long: ${long(20_000)}`)],
    ['an address of 20 kB', line(`GET /${long(20_000)} HTTP/1.1`)],
    ['an id of 9 kB', line(`GET /api/dogs/${long(9_000)} HTTP/1.1`)],
    ['a method that is none', line('BREW /api/live HTTP/1.1')],
    ['a version that is none', line('GET /api/live HTTP/7.0')],
    ['a NUL in a header', line('GET /api/live HTTP/1.1', 'X-Nul: a\0b')],
    ['two lengths', line('POST /api/dogs HTTP/1.1', 'Content-Length: 5', 'Content-Length: 6')],
    ['a length and chunks', line('POST /api/dogs HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked')],
    ['a length below nothing', line('POST /api/dogs HTTP/1.1', 'Content-Length: -1')],
    ['no HTTP at all', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n'],
    ['TRACE', line('TRACE /api/live HTTP/1.1')],
    ['another server’s address', line('PUT http://evil.test/api/live HTTP/1.1')],
    ['a way out of the folder', line('GET /assets/..%2f..%2f..%2fpackage.json HTTP/1.1')],
    ['a way out of the photos', line('GET /photos/..%2f..%2fsession-secret HTTP/1.1')],
    ['a way out of the reference', line('GET /api/docs/..%2fpackage.json HTTP/1.1')],
  ])('%s: an error of the one shape, with the headers of every answer', async (_, request) => {
    const { status, headers, body } = await sendRaw(app.url, request)
    expectError({ status, headers: new Headers(), body: JSON.parse(body) }, status)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe|unsafe-eval/)
    expect(headers.get('content-security-policy')).toContain("default-src '")
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([undefined, undefined])
  })

  test('the server does not wait forever for a request that never ends', () => {
    const { requestTimeout, headersTimeout } = app.server.server
    for (const timeout of [requestTimeout, headersTimeout]) expect(timeout).toBeGreaterThan(0)
    expect(requestTimeout).toBeLessThanOrEqual(300_000)
    expect(headersTimeout).toBeLessThanOrEqual(60_000)
  })
})

test('a repeated parameter of a page is a link that does not work, or is ignored', async () => {
  const visitor = new Client(app.url)
  for (const page of ['reset', 'verify-email', 'change-email', 'unsubscribe']) {
    for (const query of ['token=a&token=b', 'token[x]=a'])
      expect((await visitor.get(`/api/${page}?${query}`)).status).toBe(400)
    expectError(await visitor.post(`/api/${page}?token=a&token=b`, {}), 400)
  }
  for (const query of ['new=1&new=2', 'form=a&form=b'])
    expect((await visitor.get(`/api/login?${query}`)).status).toBe(200)
})

describe('control characters', () => {
  const ODD = ['a\nb', 'a\rb', 'a\tb', 'a\u0007b', 'a\u001b[31mb', 'a\u0085b', 'a\u2028b']

  test.each(ODD)('in a name (%j) are refused: names are one line', async name => {
    const calls: [string, string, object][] = [
      ['POST', '/api/dogs', { ...A_DOG, name }],
      ['POST', '/api/dogs', { ...A_DOG, breed: name }],
      ['PATCH', '/api/account', { firstName: name }],
      ['PATCH', '/api/user/location', { city: name, lat: null, lng: null }],
      ['POST', '/api/tokens', { name }],
    ]
    for (const [method, path, body] of calls) expectError(await owner.send(method, path, body), 400)
    const fields = { email: 'somebody@example.test', password: PASSWORD, firstName: name }
    expectError(await new Client(app.url).post('/api/signup', fields), 400)
  })

  test('in a bio are line breaks alone', async () => {
    const { body } = await owner.post<Dog>('/api/dogs', { ...A_DOG, bio: 'Likes:\r\n\tballs\nand sticks' })
    expect(body.bio).toBe('Likes:\r\n balls\nand sticks')
    expectError(await owner.post('/api/dogs', { ...A_DOG, bio: 'a\u0007b' }), 400)
  })
})
