import { describe, expect, test } from 'vitest'
import { testApp } from '../app.ts'
import { Client, ownerWithDog, photo } from '../client.ts'

let log = ''
const collect = (line: string) => {
  log += line
}
const app = testApp(
  { LOG_LEVEL: 'trace', DEMO: '1', PUBLIC_URL: 'https://barkyard.test' },
  { logTo: { write: collect } },
)

const SCRIPT = '"><script>alert(1)</script><img src=x onerror=alert(1)>\''
const FORM = { email: SCRIPT, password: 'x', firstName: SCRIPT, lastName: SCRIPT }

describe('every page, including errors', () => {
  const PAGES: [string, string, (URLSearchParams | object)?][] = [
    ...(['/', '/sniff', '/nothing/here', `/${encodeURIComponent(SCRIPT)}`, '/api/docs', '/api/login'] as const).map(
      (path): [string, string] => ['GET', path],
    ),
    ['GET', '/api/login?form=signup'],
    ['GET', `/api/login?form=${encodeURIComponent(SCRIPT)}`],
    ['POST', '/api/login', new URLSearchParams(FORM)],
    ['POST', '/api/signup', new URLSearchParams(FORM)],
    ['POST', '/api/login/demo/nobody', new URLSearchParams()],
    ['GET', `/api/${encodeURIComponent(SCRIPT)}`],
    ['GET', '/api/my-dogs'],
    ['GET', '/api/openapi.json'],
    ['GET', '/api/trpc/nothing'],
    ['PUT', '/api/trpc/dogs.mine'],
    ['GET', '/photos/nothing'],
    ['GET', '/ws'],
    ['GET', '/assets/nothing.js'],
    ['POST', '/', {}],
    ['POST', '/api/dogs', { name: 'x'.repeat(2_000_000) }],
    ['OPTIONS', '/api/dogs'],
    ['GET', '/api/logout'],
  ]

  test.each(PAGES)(
    '%s %s has no inline script, cannot be framed or sniffed, and names no software',
    async (method, path, body) => {
      const { status, headers, body: text } = await new Client(app.url).send<unknown>(method, path, body)
      expect(status).toBeLessThan(500)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/default-src '(self|none)'/)
      expect(policy).not.toMatch(/script-src[^;]*('unsafe|https?:|\*|data:)/)
      // What an injected form, base address or plug-in could send elsewhere. `default-src` does not cover the first two.
      for (const rule of ["frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'", "object-src 'none'"])
        expect(policy.split(';')).toContain(rule)
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('strict-transport-security')).toContain('max-age')
      // The document is asked for again by its version.
      const kept = path === '/api/openapi.json' ? 'no-cache' : 'no-store'
      if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe(kept)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      for (const name of ['server', 'x-powered-by', 'via', 'access-control-allow-origin'])
        expect(headers.get(name)).toBeNull()
      if (!headers.get('content-type')?.includes('html')) return
      const html = String(text)
      // Attribute values may contain anything, because quotes are escaped in them.
      expect(html.replace(/(?<==)"[^"]*"/g, '""')).not.toMatch(/\son\w+\s*=/i)
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|javascript:/i)
      expect(html).not.toContain('<script>alert')
      // Every script and form address is our own.
      for (const [, to] of html.matchAll(/(?:src|action)="([^"]*)"/g)) expect(to).toMatch(/^\/(?!\/)/)
    },
  )
})

// Bodies and frames: location/privacy.test.ts.
test('the log contains nothing that a caller put into an address, a header, a part of a form or its name', async () => {
  const email = 'leaky-address@hidden.test'
  const [lat, lng] = ['48.123456', '16.654321']
  const token = `barkyard_${'Q7'.repeat(21)}Q`
  const text = 'leaky words'
  const { owner, dog } = await ownerWithDog(app.url)
  const marked = encodeURIComponent(email)
  const addresses = [
    ...[`/api/admin/users/${marked}/dogs`, `/api/admin/users/${email}/dogs`, `/api/dogs/${lat},${lng}`, `/${email}`],
    ...[`/api/tokens/${token}`, `/photos/${token}-thumb.webp`, `/api/matches/${encodeURIComponent(text)}`],
    ...[`/x/${lat}/${lng}`, `/api/trpc/${marked}`, `/api/%zz${marked}`, `/api/places?query=${marked}`],
    `/api/trpc/dogs.get?input=${encodeURIComponent(JSON.stringify({ id: email }))}`,
    `/api/sniff?lat=${lat}&lng=${lng}&token=${token}`,
  ]
  const headers = { authorization: `Bearer ${token}`, referer: `https://${email}/`, 'user-agent': email }
  for (const path of addresses)
    for (const method of ['GET', 'POST', 'DELETE']) {
      const body = method === 'POST' ? { email, text } : undefined
      await owner.send(method, path, body, { ...headers, 'x-forwarded-for': email })
      await owner.send(method, path)
    }
  for (const bytes of [Buffer.from(text), await photo()]) await owner.upload(dog.id, bytes, `${email}.png`)
  const type = `multipart/form-data; boundary=${token}`
  await owner.send('POST', '/api/photos', `--b\r\n${email}\r\n`, { 'content-type': type })

  const cookie = owner.cookie?.split('=')[1] ?? ''
  const values = [email, marked, 'hidden.test', lat, lng, token, text, encodeURIComponent(text)]
  const lines = log.split('\n')
  for (const value of [...values, cookie, cookie.slice(0, 40)])
    expect(lines.filter(line => line.includes(value)).slice(0, 3)).toEqual([])
  // The log exists and contains the requested routes.
  expect(log).toContain('/api/photos')
  expect(log).toContain('"level":10')
})
