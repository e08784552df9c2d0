import type { VitalNumbers } from '@barkyard/domain/schemas/vitals'
import { expect, test } from 'vitest'
import { VitalCounts, weekOfVitals } from '../../src/features/vitals/index.ts'
import { serveMetrics } from '../../src/platform/operation/metrics.ts'
import { newAdmin } from '../admin.ts'
import { startApp, testApp } from '../app.ts'
import { Client, signUp } from '../client.ts'

let clock = new Date('2028-05-10T12:00:00Z')
const app = testApp({ RATE_LIMIT: '1' }, { now: () => clock })
const send = (body: unknown, url = app.url) => new Client(url).post('/api/vitals', body)

test('the numbers of admins have the week’s 75th percentiles by screen, and nothing of who sent them', async () => {
  const admin = await newAdmin(app)
  const counts = new VitalCounts({ ...app.services, routes: new Set(['sniff']) })
  for (const lcp of [900, 1_100, 1_200, 6_000]) counts.count({ route: 'sniff', lcp, inp: 150, cls: 0, ttfb: 80 })
  counts.count({ route: '/dog/0190d6c4-8f1e', lcp: 9_000, cls: 0.3, ttfb: 300 })
  await counts.stop()
  const { body } = await admin.get<{ result: { data: VitalNumbers[] } }>('/api/trpc/admin.vitals')
  const [all, sniff, other] = body.result.data
  expect([all?.route, sniff?.route, other?.route]).toEqual([null, 'sniff', 'other'])
  expect([all?.pages, sniff?.pages, other?.pages]).toEqual([5, 4, 1])
  expect(sniff?.lcp).toBeGreaterThan(1_000)
  expect(sniff?.lcp).toBeLessThanOrEqual(1_250)
  expect(sniff?.inp).toBeLessThanOrEqual(200)
  expect(other?.inp).toBeNull()
  expect(all?.lcp).toBeGreaterThan(2_500)
  expect((await (await signUp(app.url)).get('/api/trpc/admin.vitals')).status).toBe(403)
  clock = new Date('2028-05-17T12:00:00Z')
  expect(await weekOfVitals(app.services.db, clock)).toMatchObject([{ route: null, pages: 0, lcp: null }])
})

test('a page sends little, and an address a few a minute; the metrics count them by screen', async () => {
  expect((await send({ route: 'nowhere', lcp: 1_200, cls: 0.01, ttfb: 40 })).status).toBe(204)
  expect((await send({ route: 'sniff', lcp: -1 })).status).toBe(400)
  expect((await send({ route: 'sniff', lcp: 'fast' })).status).toBe(400)
  expect((await send({ route: 'sniff', more: 'x'.repeat(2_048) })).status).toBe(413)
  const metrics = await serveMetrics(app, 0, '127.0.0.1')
  const page = await (await fetch(metrics.url)).text()
  metrics.close()
  expect(page).toContain('barkyard_page_lcp_seconds_bucket{le="1.25",route="other"} 1\n')
  expect(page).toContain('barkyard_page_cls_count{route="other"} 1\n')
  expect(page).not.toContain('nowhere')
  const statuses: number[] = []
  while (statuses.length < 100 && statuses.at(-1) !== 429) statuses.push((await send({ route: 'sniff' })).status)
  expect(statuses.length).toBeLessThanOrEqual(61)
  expect(statuses.at(-1)).toBe(429)
})

test('VITALS=0 switches it off', async () => {
  const off = await startApp(app.services.config.databaseUrl ?? '', { VITALS: '0' })
  expect((await send({ route: 'sniff', lcp: 1 }, off.url)).status).toBe(404)
  expect(await (await fetch(off.url)).text()).not.toContain('name="vitals"')
  await off.stop()
})
