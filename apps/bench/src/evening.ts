import sharp from 'sharp'
import { copyOf, WITH_CHATS } from './data/databases.ts'
import { Child } from './lib/child.ts'
import { connect } from './lib/opened.ts'
import { type Goal, goal, number, percentile, printTable } from './lib/report.ts'
import { cpuOf } from './lib/servers.ts'
import { matchesOfOwners, startTalking } from './lib/talks.ts'
import type { EveningJob, EveningResult } from './load/evening.ts'

/** Owners who open the app, an hour: each step is 1.5 times the one before. */
const RATES = [2_000, 3_000, 4_500, 6_750, 10_000, 15_000, 22_500, 34_000]
const SECONDS = 30
/** Until V8 has compiled what is hot. */
const WARM_UP = { ownersAnHour: 1_000, seconds: 15 }
const P99_MS = 250
const HOUR_MS = 3_600_000

interface Step {
  rate: number
  result: EveningResult
  /** CPU milliseconds an owner. */
  server: number
  postgres: number
}

/** A photograph as phones make them, in size and detail. */
async function photoOf(): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const grain = sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#888', noise } })
  return (await grain.blur(2).jpeg({ quality: 85 }).toBuffer()).toString('base64')
}

const p99 = (result: EveningResult, kind: string) => percentile(result.latencies[kind] ?? [], 0.99)
const slow = (result: EveningResult) => Object.keys(result.latencies).filter(kind => p99(result, kind) > P99_MS)
const holds = ({ result }: Step) => result.failed === 0 && slow(result).length === 0

/** How many owners, always an even number, begin in that time. */
const ownersIn = (anHour: number, seconds: number) => 2 * Math.floor((anHour / 3_600) * (seconds / 2))

/**
 * Owners who spend an evening with the app, more an hour in each step, until one kind of call is too slow. One process of
 * the product and its PostgreSQL share the machine with the load generator.
 */
export async function run(): Promise<Goal[]> {
  const url = await copyOf(WITH_CHATS, 'evening')
  const client = await connect(url)
  const needed = RATES.reduce(
    (sum, rate) => sum + ownersIn(rate, SECONDS),
    ownersIn(WARM_UP.ownersAnHour, WARM_UP.seconds),
  )
  const talks = await matchesOfOwners(client, needed)
  await client.query('VACUUM ANALYZE')
  const load = new Child<EveningJob, EveningResult>('load/evening.ts')
  const { server, pairs } = await startTalking(url, talks)
  const photo = await photoOf()
  const spend = (anHour: number, seconds: number) =>
    load.ask({ port: server.port, pairs: pairs.splice(0, ownersIn(anHour, seconds) / 2), seconds, photo })
  await spend(WARM_UP.ownersAnHour, WARM_UP.seconds)
  const steps: Step[] = []
  for (const rate of RATES) {
    const { result, ...spent } = await cpuOf(server, client, () => spend(rate, SECONDS))
    steps.push({ rate, result, server: spent.server / result.began, postgres: spent.postgres / result.began })
    if (result.failure) console.log(`${rate} owners an hour: ${result.failed} failed: ${result.failure}`)
    if (!steps.every(holds)) break
  }
  return report(steps)
}

function report(steps: readonly Step[]): Goal[] {
  const kinds = Object.keys(steps[0]?.result.latencies ?? {})
  printTable(
    ['owners an hour', 'CPU an owner: server', 'PostgreSQL', ...kinds.map(kind => `${kind}, p99`)],
    steps.map(({ rate, server, postgres, result }) => [
      rate.toLocaleString('en'),
      `${number(server)} ms`,
      `${number(postgres)} ms`,
      ...kinds.map(kind => `${number(p99(result, kind))} ms`),
    ]),
  )
  const held = steps.filter(holds).at(-1)
  const broken = steps.find(step => !holds(step))
  if (broken) {
    const first = slow(broken.result).join(', ') || broken.result.failure
    console.log(`At ${broken.rate.toLocaleString('en')} owners an hour this broke first: ${first}`)
  }
  if (!held) return [goal('owners an hour with every p99 ≤ 250 ms', 0, '≥', RATES[0] ?? 0)]
  const perCore = HOUR_MS / (held.server + held.postgres)
  console.log(
    `CPU of an owner's evening: ${number(held.server + held.postgres)} ms, so a core serves ${number(perCore)} an hour`,
  )
  return [goal('owners an hour with every p99 ≤ 250 ms', held.rate, '≥', RATES[0] ?? 0)]
}
