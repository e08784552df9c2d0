import type { Dog } from '@barkyard/domain/schemas/dog'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { callRaw, sendRaw } from '../attacks/raw.ts'
import { A_DOG, Client, PASSWORD, type Person, signUp } from '../client.ts'
import { expectError } from '../shape.ts'

const app = testApp({ PUBLIC_URL: 'https://barkyard.test' })
/** What the pages of others send with a write: some have our own address, by a name of theirs. */
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.test' },
  { origin: 'http://barkyard.test' },
  { origin: 'https://barkyard.test.evil.test' },
  { origin: 'https://barkyard.test:444' },
  { origin: 'http://localhost:1' },
  { origin: 'file://' },
  { origin: 'null' },
  { origin: 'x' },
  { origin: '' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'http://evil.test', host: 'evil.test' },
  { origin: 'http://evil.test:3000', host: 'evil.test:3000' },
  { origin: 'http://127.0.0.1.evil.test', host: '127.0.0.1.evil.test' },
  { origin: 'http://localhost.evil.test', host: 'localhost.evil.test' },
  { origin: 'http://localhost@evil.test', host: 'localhost@evil.test' },
  { origin: 'http://evil.test#localhost', host: 'evil.test#localhost' },
  { origin: 'http://localhost.evil.test', host: 'localhost' },
  { origin: 'http://evil.test', host: 'evil.test', 'x-forwarded-host': 'localhost:3000', 'x-forwarded-proto': 'http' },
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

  test.each(FOREIGN)('with %j is 403, whatever the transport, signs nobody in and does nothing', async page => {
    const before = await dogs()
    const json = { 'content-type': 'application/json' }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    const account = { email: owner.user.email, password: PASSWORD }
    const sent: [string, string, Record<string, string>, string][] = [
      ['POST', '/api/dogs', json, JSON.stringify(A_DOG)],
      ['DELETE', '/api/dogs/x', {}, ''],
      ['PATCH', '/api/user/location', json, '{"lat":1,"lng":1}'],
      ['POST', '/api/photos', multipart, '--x--\r\n'],
      ['POST', '/api/trpc/dogs.create', json, JSON.stringify(A_DOG)],
      ['POST', '/api/login', json, JSON.stringify(account)],
      ['POST', '/api/login', form, new URLSearchParams(account).toString()],
      ['POST', '/api/signup', form, new URLSearchParams({ ...account, firstName: 'N', email: 'n@x.test' }).toString()],
      ['PUT', '/api/nothing', json, '{}'],
    ]
    for (const cookie of [owner.cookie ?? '', ''])
      for (const [method, path, type, body] of sent) {
        const headers = { ...type, ...page, ...(cookie && { cookie }) }
        const answer = await callRaw(`${app.url}${path}`, { method, headers }, body)
        expect([path, answer.status, answer.headers['set-cookie']]).toEqual([path, 403, undefined])
      }
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const key = { 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' }
    const headers = { host: new URL(app.url).host, ...upgrade, ...key, cookie: owner.cookie, ...page }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    for (const path of ['/ws', '/api/trpc']) {
      const { status } = await sendRaw(app.url, [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      expect([path, status]).toEqual([path, 403])
    }
    expect(await dogs()).toBe(before)
  })

  test('from the request’s own host is accepted only on loopback', async () => {
    const { port } = new URL(app.url)
    const json = { cookie: owner.cookie ?? '', 'content-type': 'application/json' }
    const send = (host: string, origin: string) =>
      statusOf('POST', '/api/active-dog', { host, origin, ...json }, '{"dogId":"x"}')
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      expect(await send(host, `http://${host}`)).toBe(404)
      expect(await send(host, `https://${host}`)).toBe(403)
    }
    expect(await send(`localhost:${port}`, `http://127.0.0.1:${port}`)).toBe(403)
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
  const batch = encodeURIComponent(JSON.stringify({ 0: A_DOG }))
  for (const path of [`trpc/dogs.create?batch=1&input=${batch}`, 'dogs'])
    expect([404, 405]).toContain((await owner.get(`/api/${path}`)).status)
  expect(await dogs()).toBe(before)
})

describe('content types', () => {
  test('a JSON call, or an upload, of another type is 415 and does nothing', async () => {
    const before = await dogs()
    const refused = async (path: string, type: string) => {
      const answer = await owner.send('POST', path, JSON.stringify(A_DOG), { 'content-type': type })
      expectError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
    }
    const others = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/jsonp']
    for (const path of ['/api/dogs', '/api/trpc/dogs.create', '/api/active-dog'])
      for (const type of [...others, 'multipart/form-data; boundary=x']) await refused(path, type)
    for (const type of [...others, 'application/json', 'image/png']) await refused('/api/photos', type)
    expect(await dogs()).toBe(before)
  })

  test('JSON with a charset is JSON; a body without a type is 415', async () => {
    const type = { 'content-type': 'application/json; charset=utf-8' }
    expect((await owner.send('POST', '/api/dogs', A_DOG, type)).status).toBe(200)
    const cookie = owner.cookie ?? ''
    expect(await statusOf('POST', '/api/dogs', { cookie, 'content-length': '2' }, '{}')).toBe(415)
  })

  test('calls without input need no body and no type', async () => {
    const cookie = owner.cookie ?? ''
    const json = { cookie, 'content-type': 'application/json' }
    expect(await statusOf('POST', '/api/messages/x/mark-seen', json)).toBe(409)
    for (const headers of [json, { cookie }]) expect(await statusOf('DELETE', '/api/dogs/x', headers)).toBe(404)
  })
})
