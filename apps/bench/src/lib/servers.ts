import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDatabase, type Statement } from '@barkyard/db/open'
import type pg from 'pg'
import { Child } from './child.ts'
import { postgresCpu } from './cpu.ts'
import { interleaved, median, number, percentile, printTable } from './report.ts'

/** A server in a separate process. Asked for anything it says what it has used: CPU in microseconds, memory in bytes. */
export interface Server {
  child: Child<string, NodeJS.CpuUsage & { rss: number }>
  port: number
  /** One for each user. */
  cookies: string[]
}

/** @param script a file of `servers/`. */
export async function startServer(script: string, ...args: string[]): Promise<Server> {
  const child: Server['child'] = new Child(`servers/${script}.ts`, args)
  return { child, ...(await child.ready<Omit<Server, 'child'>>()) }
}

export const startProduct = (url: string, userIds: readonly string[]) =>
  startServer('product', url, JSON.stringify(userIds))

/** A bare server that answers with the results of `work`'s statements. */
export async function startFloor(url: string, work: (db: Db) => Promise<unknown>): Promise<Server> {
  const statements: Statement[] = []
  const onStatement = ({ sql, parameters }: Statement) => statements.push({ sql, parameters })
  const db = openDatabase(url, { max: 1, onStatement })
  await work(db).finally(() => db.destroy())
  // A file, because they are too long for an argument.
  const file = join(tmpdir(), `barkyard-floor-${randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(statements))
  return startServer('floor', url, file)
}

/** CPU milliseconds that a server and PostgreSQL use while `work` runs, on connections that are open already, and its result. */
export async function cpuOf<T>({ child }: Server, client: pg.Client, work: () => Promise<T>) {
  const before = await child.ask('cpu')
  const { cpu: postgres, result } = await postgresCpu(client, work)
  const after = await child.ask('cpu')
  return { server: (after.user + after.system - before.user - before.system) / 1000, postgres, result }
}

export interface HttpJob {
  port: number
  /** Sent in turn. */
  requests: { path: string; cookie: string }[]
  connections: number
  seconds: number
}

export interface HttpResult {
  count: number
  /** Answers other than 200. */
  failed: number
  perSecond: number
  /** Milliseconds. */
  latencies: number[]
  /** The first of them. */
  failure?: string
  bytes: number
}

interface Contender {
  server: Server
  paths: string[]
}
interface Slice extends HttpResult {
  /** CPU milliseconds per request, of the server and of PostgreSQL. */
  nodeCpu: number
  postgresCpu: number
}

/** Sends requests to each of the servers in turn: every path with each of its cookies, in a mixed order. Prints what they cost. */
export async function compareServers<Name extends string>(
  client: pg.Client,
  contenders: Record<Name, Contender>,
  how: { connections: number; rounds: number; warmUp: number },
): Promise<Record<Name, Slice[]>> {
  const load = new Child<HttpJob, HttpResult>('load/http.ts')
  async function slice({ server, paths }: Contender): Promise<Slice> {
    const { port, cookies } = server
    const requests = cookies.flatMap(cookie => paths.map(path => ({ path, cookie })))
    // Neighbouring requests differ in both searcher and filter.
    requests.sort((a, b) => (a.cookie.slice(-9) + a.path).localeCompare(b.cookie.slice(-9) + b.path))
    const job = { port, requests, connections: how.connections, seconds: 2 }
    const { result, ...spent } = await cpuOf(server, client, () => load.ask(job))
    if (result.failed > 0) throw new Error(`${result.failed} of ${result.count} requests failed: ${result.failure}`)
    return { ...result, nodeCpu: spent.server / result.count, postgresCpu: spent.postgres / result.count }
  }
  const names = Object.keys(contenders) as Name[]
  const calls = Object.fromEntries(names.map(name => [name, () => slice(contenders[name])])) as Record<
    Name,
    () => Promise<Slice>
  >
  // Warms up until V8 has compiled the hot code. A slower server answers fewer requests, so it takes longer.
  await interleaved(how.warmUp, calls)
  const slices = await interleaved(how.rounds, calls)
  const column = (list: Slice[], value: (one: Slice) => number) => number(median(list.map(value)))
  printTable(
    ['', 'requests/s', 'p50', 'p99', 'CPU a request: server', 'PostgreSQL', 'bytes'],
    names.map(name => [
      name,
      column(slices[name], one => one.perSecond),
      `${column(slices[name], one => percentile(one.latencies, 0.5))} ms`,
      `${column(slices[name], one => percentile(one.latencies, 0.99))} ms`,
      `${column(slices[name], one => one.nodeCpu)} ms`,
      `${column(slices[name], one => one.postgresCpu)} ms`,
      column(slices[name], one => one.bytes / one.count),
    ]),
  )
  return slices
}
