import { once } from 'node:events'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { poolState } from '@barkyard/db/open'
import type { App } from '../app.ts'
import { BUCKETS } from './request-counts.ts'

type Labels = Record<string, string | number>

/** Writes Prometheus' text format: one line per value. */
class Page {
  #text = ''

  metric(name: string, type: 'counter' | 'gauge' | 'histogram', help: string): this {
    this.#text += `# HELP barkyard_${name} ${help}\n# TYPE barkyard_${name} ${type}\n`
    return this
  }

  value(name: string, value: number, labels: Labels = {}): this {
    const list = Object.entries(labels).map(([key, label]) => `${key}="${String(label).replace(/["\\\n]/g, '_')}"`)
    this.#text += `barkyard_${name}${list.length > 0 ? `{${list.join(',')}}` : ''} ${value}\n`
    return this
  }

  /** A metric of one value. */
  gauge(name: string, help: string, value: number): this {
    return this.metric(name, 'gauge', help).value(name, value)
  }

  toString(): string {
    return this.#text
  }
}

const delay = monitorEventLoopDelay({ resolution: 20 })

/** The metrics for Prometheus. They contain numbers about the process and nothing about people. */
export async function metricsPage({ server, services, requests }: App): Promise<string> {
  const page = new Page()
  const { db, writer, bus } = services
  const pool = poolState(db)
  page.metric('http_request_duration_seconds', 'histogram', 'Requests by route and status')
  for (const { method, route, status, count, seconds, buckets } of requests.values()) {
    const labels = { method, route, status }
    for (const [index, le] of BUCKETS.entries())
      page.value('http_request_duration_seconds_bucket', buckets[index] ?? 0, { ...labels, le })
    page.value('http_request_duration_seconds_bucket', count, { ...labels, le: '+Inf' })
    page.value('http_request_duration_seconds_sum', seconds, labels)
    page.value('http_request_duration_seconds_count', count, labels)
  }
  page
    .gauge('sockets_open', 'Open sockets', server.websocketServer.clients.size)
    .gauge('messages_waiting', 'Messages that wait to be stored', writer.waiting)
    .gauge('bus_connected', '1 while other processes can be reached', bus.isConnected() ? 1 : 0)
    .metric('database_connections', 'gauge', 'Connections to the database')
    .value('database_connections', pool.total - pool.idle, { state: 'busy' })
    .value('database_connections', pool.idle, { state: 'idle' })
    .gauge('database_waiting', 'Callers that wait for a connection', pool.waiting)
    .gauge('memory_bytes', 'Resident memory', process.memoryUsage.rss())
    .gauge(
      'event_loop_delay_seconds',
      'Delay of the event loop, 99th percentile since asked last',
      delay.percentile(99) / 1e9,
    )
  page.metric('notifications_total', 'counter', 'Pushes and mails by what became of them; a failed one is tried again')
  for (const [channel, { sent, failed, givenUp }] of Object.entries(services.deliveryTimes.counts))
    for (const [outcome, count] of Object.entries({ sent, failed, givenUp }))
      page.value('notifications_total', count, { channel, outcome })
  page.metric('notifications_delay_seconds', 'gauge', 'From when it was due until it was sent, of the last 1,000')
  for (const channel of ['push', 'mail'] as const)
    for (const quantile of [0.5, 0.99])
      page.value('notifications_delay_seconds', services.deliveryTimes.delay(channel, quantile), { channel, quantile })
  page.metric('jobs_ended_total', 'counter', 'Jobs that this process ended, by kind and how')
  for (const [kind, { done, failed, givenUp }] of services.jobs.counts())
    for (const [outcome, count] of Object.entries({ done, failed, givenUp }))
      page.value('jobs_ended_total', count, { kind, outcome })
  // Without the database the other metrics are still served.
  const waiting = await services.jobs.stats().catch(() => [])
  page.metric('jobs_waiting', 'gauge', 'Jobs in the table that wait or run')
  for (const { kind, depth } of waiting) page.value('jobs_waiting', depth, { kind })
  page.metric('jobs_oldest_seconds', 'gauge', 'For how long the oldest job has been due')
  for (const { kind, oldestSeconds } of waiting) page.value('jobs_oldest_seconds', oldestSeconds, { kind })
  page.metric('jobs_given_up', 'gauge', 'Jobs in the table that nobody tries any more')
  for (const { kind, givenUp } of waiting) page.value('jobs_given_up', givenUp, { kind })
  const { user, system } = process.cpuUsage()
  page.metric('cpu_seconds_total', 'counter', 'Processor time').value('cpu_seconds_total', (user + system) / 1e6)
  delay.reset()
  return page.toString()
}

/** Serves /metrics on a separate port, which need not be public. */
export async function serveMetrics(app: App, port: number, host: string): Promise<{ url: string; close(): void }> {
  delay.enable()
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    void metricsPage(app).then(page =>
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(page),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  const bound = address !== null && typeof address === 'object' ? address.port : port
  return { url: `http://${host}:${bound}/metrics`, close: () => void server.close() }
}
