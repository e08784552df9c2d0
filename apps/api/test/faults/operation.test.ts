import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { readVersion } from '../../src/config.ts'
import { serveMetrics } from '../../src/platform/operation/metrics.ts'
import { newAdmin } from '../admin.ts'
import { testApp } from '../app.ts'
import { Client, ownerWithDog } from '../client.ts'
import { listeningChat } from '../socket.ts'

let checks = 0
const onStatement = ({ sql }: { sql: string }) => {
  if (sql === 'SELECT 1') checks++
}
const app = testApp({}, { onStatement })
let metrics: { url: string; close(): void }

beforeAll(async () => {
  metrics = await serveMetrics(app, 0, '127.0.0.1')
  return () => metrics.close()
})

const page = async () => (await fetch(metrics.url)).text()
const numberOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )

test('metrics count requests by route and status, sockets and connections, without personal data', async () => {
  const { owner, dog } = await ownerWithDog(app.url)
  const chat = await listeningChat(owner)
  for (let n = 0; n < 3; n++) await owner.get(`/api/dogs/${dog.id}`)
  await owner.get('/api/dogs/nobody')
  const text = await page()
  const labels = (status: number) => `method="GET",route="/api/dogs/:id",status="${status}"`
  expect(numberOf(text, `barkyard_http_request_duration_seconds_count{${labels(200)}}`)).toBe(3)
  expect(numberOf(text, `barkyard_http_request_duration_seconds_count{${labels(404)}}`)).toBe(1)
  expect(numberOf(text, `barkyard_http_request_duration_seconds_bucket{le="+Inf",${labels(200)}}`)).toBe(3)
  expect(numberOf(text, 'barkyard_sockets_open')).toBe(1)
  expect(numberOf(text, `barkyard_info{version="${readVersion()}"}`)).toBe(1)
  expect(numberOf(text, 'barkyard_bus_connected')).toBe(1)
  expect(numberOf(text, 'barkyard_messages_waiting')).toBe(0)
  expect(numberOf(text, 'barkyard_database_connections{state="idle"}')).toBeGreaterThan(0)
  expect(text).not.toContain(dog.id)
  expect(text).not.toContain('@')
  for (const line of text.split('\n').filter(Boolean))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.+\})? [\d.e+-]+)$/)
  chat.socket.terminate()
  expect((await fetch(metrics.url.replace('/metrics', '/'))).status).toBe(404)
  expect((await fetch(`${app.url}/metrics`)).headers.get('content-type')).not.toContain('text/plain')
})

test('every answer has a unique request id', async () => {
  const ids = await Promise.all(
    ['/api/live', '/api/matches', '/api/nothing', '/'].map(async path =>
      (await fetch(`${app.url}${path}`)).headers.get('x-request-id'),
    ),
  )
  for (const id of ids) expect(id).toMatch(/^[\w-]{5,40}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

test('only admins learn the version, and the command knows it', async () => {
  const admin = await newAdmin(app)
  const { owner } = await ownerWithDog(app.url)
  const health = async (person: Client) => (await person.get('/api/health')).body
  expect(await health(admin)).toEqual({ status: 'ok', version: readVersion() })
  const { body } = await admin.post<{ token: string }>('/api/tokens', { name: 'monitor', isAdmin: true })
  const byToken = await fetch(`${app.url}/api/health`, { headers: { authorization: `Bearer ${body.token}` } })
  expect(await byToken.json()).toEqual({ status: 'ok', version: readVersion() })
  for (const other of [owner, new Client(app.url)]) expect(await health(other)).toEqual({ status: 'ok' })
  const { stdout } = await promisify(execFile)(join(import.meta.dirname, '../../bin/barkyard'), ['--version'])
  expect(stdout).toBe(`${readVersion()}\n`)
})

test('many who ask for the health at once cost one look at the database, and later ones another', async () => {
  const ask = async () => (await fetch(`${app.url}/api/health`)).status
  await ask()
  checks = 0
  const many = 200
  expect(await Promise.all(Array.from({ length: many }, ask))).toEqual(Array(many).fill(200))
  expect(checks).toBeGreaterThan(0)
  expect(checks).toBeLessThan(many / 2)
  const before = checks
  await ask()
  expect(checks).toBe(before + 1)
})
