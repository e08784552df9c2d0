import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { poolState } from '@barkyard/db/open'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { readVersion } from '../../config.ts'
import type { PlatformServices } from '../write.ts'

type Labels = Record<string, string | number>
type Values = readonly (readonly [labels: Labels, value: number])[]

interface Measured {
  server: FastifyInstance
  services: Pick<PlatformServices, 'db' | 'now' | 'bus' | 'jobs' | 'deliveryTimes' | 'passwords'> & {
    writer: { waiting: number }
    vitals: { registry: Registry } | null
    backups: { newest(): Promise<{ at: Date; bytes: number } | null> } | null
  }
  requests: Registry
}

class Metrics {
  readonly registry = new Registry()

  gauge(name: string, help: string, value: number | Values): this {
    return this.#add(Gauge, name, help, value)
  }

  counter(name: string, help: string, value: number | Values): this {
    return this.#add(Counter, name, help, value)
  }

  #add(Kind: typeof Gauge | typeof Counter, name: string, help: string, value: number | Values): this {
    const values: Values = typeof value === 'number' ? [[{}, value]] : value
    const labelNames = Object.keys(values[0]?.[0] ?? {})
    const metric = new Kind({ name: `barkyard_${name}`, help, labelNames, registers: [this.registry] })
    for (const [labels, number] of values) metric.inc(labels, number)
    return this
  }
}

const version = readVersion()
const delay = monitorEventLoopDelay({ resolution: 20 })

/** The metrics in Prometheus' text format. They contain numbers about the process and nothing about people. */
export async function metricsPage({ server, services, requests }: Measured): Promise<string> {
  const { db, writer, bus, jobs, deliveryTimes, passwords } = services
  const pool = poolState(db)
  const { user, system } = process.cpuUsage()
  // Without the database the other metrics are still served.
  const waiting = await jobs.stats().catch(() => [])
  const backup = await services.backups?.newest()
  const metrics = new Metrics()
    .gauge('info', 'The release that runs', [[{ version }, 1]])
    .gauge('sockets_open', 'Open sockets', server.websocketServer.clients.size)
    .gauge('messages_waiting', 'Messages that wait to be stored', writer.waiting)
    .gauge('bus_connected', '1 while other processes can be reached', bus.isConnected() ? 1 : 0)
    .gauge('database_connections', 'Connections to the database', [
      [{ state: 'busy' }, pool.total - pool.idle],
      [{ state: 'idle' }, pool.idle],
    ])
    .gauge('database_waiting', 'Callers that wait for a connection', pool.waiting)
    .counter('password_hashes_total', 'Passwords hashed, to keep or to check them', passwords.made)
    .gauge('memory_bytes', 'Resident memory', process.memoryUsage.rss())
    .counter('cpu_seconds_total', 'Processor time', (user + system) / 1e6)
    .gauge(
      'event_loop_delay_seconds',
      'Delay of the event loop, 99th percentile since the last scrape',
      delay.percentile(99) / 1e9,
    )
    .counter(
      'notifications_total',
      'Pushes and mails by outcome; failed ones are tried again',
      Object.entries(deliveryTimes.counts).flatMap(([channel, counts]) => byOutcome({ channel }, counts)),
    )
    .gauge(
      'notifications_delay_seconds',
      'Time from due to sent, of the last 1,000',
      (['push', 'mail'] as const).flatMap(channel =>
        [0.5, 0.99].map(quantile => [{ channel, quantile }, deliveryTimes.delay(channel, quantile)] as const),
      ),
    )
    .counter(
      'jobs_ended_total',
      'Jobs that this process ended, by kind and outcome',
      [...jobs.counts()].flatMap(([kind, counts]) => byOutcome({ kind }, counts)),
    )
    .gauge(
      'jobs_waiting',
      'Jobs in the table that wait or run',
      waiting.map(({ kind, depth }) => [{ kind }, depth]),
    )
    .gauge(
      'jobs_oldest_seconds',
      'How long the oldest job has been due',
      waiting.map(({ kind, oldestSeconds }) => [{ kind }, oldestSeconds]),
    )
    .gauge(
      'jobs_given_up',
      'Jobs in the table that have failed for good',
      waiting.map(({ kind, givenUp }) => [{ kind }, givenUp]),
    )
  if (backup)
    metrics
      .gauge(
        'backup_age_seconds',
        'Age of the newest daily backup',
        (services.now().getTime() - backup.at.getTime()) / 1000,
      )
      .gauge('backup_bytes', 'Size of the newest daily backup', backup.bytes)
  delay.reset()
  const registries = [requests, metrics.registry, ...(services.vitals ? [services.vitals.registry] : [])]
  return (await Promise.all(registries.map(registry => registry.metrics()))).join('')
}

const byOutcome = (labels: Labels, counts: object): Values =>
  Object.entries(counts).map(([outcome, count]) => [{ ...labels, outcome }, Number(count)])

/** Serves /metrics on a separate port, which need not be public. */
export async function serveMetrics(app: Measured, port: number, host: string): Promise<{ url: string; close(): void }> {
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

/** Upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const start = randomBytes(6).toString('base64url')
let counter = 0
/** The id of a request, for the log and the answer. Never the caller's, because anybody could write into the log with it. */
export const newRequestId = () => `${start}-${(++counter).toString(36)}`

/** Puts the request's id into each answer, and measures requests by route and status. @returns the measurements. */
export function countRequests(server: FastifyInstance): Registry {
  const registry = new Registry()
  const duration = new Histogram({
    name: 'barkyard_http_request_duration_seconds',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  server.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // The route's pattern, "/api/dogs/:id", because addresses contain ids.
    const route = routeOptions.url ?? 'unknown'
    duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  return registry
}

type Channel = 'push' | 'mail'

const KEPT = 1_000

interface Counts {
  sent: number
  failed: number
  givenUp: number
}

/** Deliveries of this process by channel, for the metrics. */
export class DeliveryTimes {
  readonly counts: Record<Channel, Counts> = {
    push: { sent: 0, failed: 0, givenUp: 0 },
    mail: { sent: 0, failed: 0, givenUp: 0 },
  }
  /** The delays of the last KEPT deliveries in seconds, from due to sent. */
  readonly #delays: Record<Channel, number[]> = { push: [], mail: [] }
  readonly #next: Record<Channel, number> = { push: 0, mail: 0 }

  sent(channel: Channel, delayMs: number): void {
    this.counts[channel].sent++
    this.#delays[channel][this.#next[channel]] = Math.max(0, delayMs) / 1000
    this.#next[channel] = (this.#next[channel] + 1) % KEPT
  }

  /** Counts a failed delivery. @param pause until the next try; null if it is not tried again. */
  countGivenUp(channel: Channel, pause: number | null): number | null {
    if (pause === null) this.counts[channel].givenUp++
    return pause
  }

  /** A quantile of the last delays in seconds; 0 if there are none. */
  delay(channel: Channel, share: number): number {
    const sorted = [...this.#delays[channel]].sort((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  }
}
