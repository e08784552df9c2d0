import type { Db } from '@barkyard/db/open'
import { addVitals, readVitals, type VitalCount } from '@barkyard/db/queries/vitals/vitals'
import { type VitalNumbers, type Vitals, vitalsSchema } from '@barkyard/domain/schemas/vitals'
import { bucketOf, bucketsOf, percentile75, VITALS, type Vital } from '@barkyard/domain/vitals'
import type { FastifyInstance } from 'fastify'
import { Histogram, Registry } from 'prom-client'
import { networkOf } from '../../platform/access/limits.ts'
import { redactError } from '../../platform/errors.ts'
import { ANY, errors, type RoutePaths, takes, WRITE } from '../../platform/rest/responses.ts'
import type { PlatformServices } from '../../platform/write.ts'
import type { Services } from '../../services.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const STORE_EVERY_MS = 15_000
/** Today, and the six days before. */
const WEEK_DAYS = 7
const OTHER = 'other'

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** The first day of the week that ends at `now`. Older ones are swept. */
export const vitalsKeptSince = (now: Date): string => dayOf(new Date(now.getTime() - (WEEK_DAYS - 1) * DAY_MS))

interface VitalCountsOptions extends Pick<PlatformServices, 'db' | 'now' | 'log'> {
  /** The names of the app's screens. Everything else is "other", so that senders cannot make up names. */
  routes: ReadonlySet<string>
}

/** Counts how fast pages felt, by route: for the metrics of this process, and in the database for the week of all. */
export class VitalCounts {
  readonly registry = new Registry()
  readonly #options: VitalCountsOptions
  readonly #histograms: Record<Vital, Histogram>
  readonly #timer: NodeJS.Timeout
  /** Not stored yet. There are as many as routes, vitals and buckets at most, a day. */
  #waiting = new Map<string, VitalCount>()
  #storing: Promise<void> = Promise.resolve()

  constructor(options: VitalCountsOptions) {
    this.#options = options
    const histogram = (vital: Vital, help: string) =>
      new Histogram({
        // Prometheus counts in seconds.
        name: `barkyard_page_${vital}${vital === 'cls' ? '' : '_seconds'}`,
        help: `${help}, as browsers measured it`,
        labelNames: ['route'],
        buckets: bucketsOf(vital).map(bound => (vital === 'cls' ? bound : bound / 1000)),
        registers: [this.registry],
      })
    this.#histograms = {
      lcp: histogram('lcp', 'Largest Contentful Paint'),
      inp: histogram('inp', 'Interaction to Next Paint'),
      cls: histogram('cls', 'Cumulative Layout Shift'),
      ttfb: histogram('ttfb', 'Time to First Byte'),
    }
    this.#timer = setInterval(() => void this.store(), STORE_EVERY_MS)
  }

  count(sent: Vitals): void {
    const { routes, now } = this.#options
    const route = routes.has(sent.route) ? sent.route : OTHER
    const day = dayOf(now())
    for (const vital of VITALS) {
      const value = sent[vital]
      if (value === undefined) continue
      this.#histograms[vital].observe({ route }, vital === 'cls' ? value : value / 1000)
      this.#add({ day, route, vital, bucket: bucketOf(vital, value), count: 1 })
    }
  }

  /** Stores what has been counted since. Never rejects: what cannot be stored waits. */
  store(): Promise<void> {
    this.#storing = this.#storing.then(async () => {
      const counts = [...this.#waiting.values()]
      if (counts.length === 0) return
      this.#waiting = new Map()
      await addVitals(this.#options.db, counts).catch(error => {
        for (const one of counts) this.#add(one)
        this.#options.log.warn({ error: redactError(error) }, 'page vitals were not stored yet')
      })
    })
    return this.#storing
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.store()
  }

  #add(one: VitalCount): void {
    const key = `${one.day} ${one.route} ${one.vital} ${one.bucket}`
    this.#waiting.set(key, { ...one, count: one.count + (this.#waiting.get(key)?.count ?? 0) })
  }
}

/** The week's 75th percentiles: of all routes first, then of each, the most visited first. */
export async function weekOfVitals(db: Db, now: Date): Promise<VitalNumbers[]> {
  const rows = await readVitals(db, vitalsKeptSince(now))
  const routes = [...new Set(rows.map(({ route }) => route))]
  const numbersOf = (route: string | null): VitalNumbers => {
    const counts = (vital: Vital) => {
      const found = new Map<number, number>()
      for (const row of rows)
        if (row.vital === vital && (route === null || row.route === route))
          found.set(row.bucket, (found.get(row.bucket) ?? 0) + row.count)
      return found
    }
    const p75 = (vital: Vital) => percentile75(vital, counts(vital))
    // Every browser measures this one.
    const pages = [...counts('ttfb').values()].reduce((sum, count) => sum + count, 0)
    return { route, pages, lcp: p75('lcp'), inp: p75('inp'), cls: p75('cls'), ttfb: p75('ttfb') }
  }
  return [numbersOf(null), ...routes.map(numbersOf).sort((a, b) => b.pages - a.pages)]
}

const BODY_MAX_BYTES = 2_048

/** Takes what a page measured. Who sent it is not asked: the address is only counted for the limit. */
export function registerVitals(api: FastifyInstance, { vitals, limits }: Services): void {
  if (!vitals) return
  api.post('/vitals', { config: { access: 'uncounted' }, bodyLimit: BODY_MAX_BYTES }, async (request, reply) => {
    await limits.take('vitals', networkOf(request.ip))
    vitals.count(vitalsSchema.parse(request.body))
    return reply.status(204).send()
  })
}

const EXAMPLE = { route: 'sniff', lcp: 1180, inp: 96, cls: 0.02, ttfb: 85 }

export const VITALS_PATHS: RoutePaths = {
  'POST /vitals': {
    tags: ['operation'],
    security: [],
    operationId: 'sendVitals',
    summary: 'Say how fast a page felt',
    description: `The web app sends it for one page in ten. Neither who sent it nor from where is kept. At most ${BODY_MAX_BYTES} bytes. With \`VITALS=0\` this address does not exist.`,
    requestBody: { required: true, content: { 'application/json': { schema: vitalsSchema, example: EXAMPLE } } },
    responses: {
      204: { description: 'It is counted.' },
      ...errors(['invalid-input', 'address-not-found', ...WRITE, ...ANY], takes(vitalsSchema)),
    },
  },
}
