import type pg from 'pg'
import type { HttpJob, HttpResult } from '../load/http.ts'
import type { Child } from './child.ts'
import { postgresCpu } from './cpu.ts'
import { median, number, percentile, printTable } from './report.ts'

/** A server in a separate process, and the CPU time that it has used, in microseconds. */
export type Server = Child<string, { user: number; system: number }>

export interface Slice extends HttpResult {
  /** CPU milliseconds per request, of the server and of PostgreSQL. */
  nodeCpu: number
  postgresCpu: number
}

interface Load {
  load: Child<HttpJob, HttpResult>
  client: pg.Client
  connections: number
  seconds: number
}

/** Sends requests to a server for a while: every path with each of its cookies, in a mixed order. */
export async function slice(server: Server, paths: string[], how: Load): Promise<Slice> {
  const { load, client, connections, seconds } = how
  const { port, cookies } = await server.ready<{ port: number; cookies: string[] }>()
  const requests = cookies.flatMap(cookie => paths.map(path => ({ path, cookie })))
  // Neighbouring requests differ in both searcher and filter.
  requests.sort((a, b) => (a.cookie.slice(-9) + a.path).localeCompare(b.cookie.slice(-9) + b.path))
  const before = await server.ask('cpu')
  let result: HttpResult | undefined
  const database = await postgresCpu(client, async () => {
    result = await load.ask({ port, requests, connections, seconds })
  })
  const after = await server.ask('cpu')
  if (!result || result.failed > 0)
    throw new Error(`${result?.failed} of ${result?.count} requests failed: ${result?.failure}`)
  const node = (after.user + after.system - before.user - before.system) / 1000
  return { ...result, nodeCpu: node / result.count, postgresCpu: (database ?? Number.NaN) / result.count }
}

export function printSlices(slices: Record<string, Slice[]>): void {
  printTable(
    ['', 'requests/s', 'p50', 'p99', 'CPU a request: server', 'PostgreSQL', 'bytes'],
    Object.entries(slices).map(([name, list]) => [
      name,
      number(median(list.map(one => one.perSecond))),
      `${number(median(list.map(one => percentile(one.latencies, 0.5))))} ms`,
      `${number(median(list.map(one => percentile(one.latencies, 0.99))))} ms`,
      `${number(median(list.map(one => one.nodeCpu)))} ms`,
      `${number(median(list.map(one => one.postgresCpu)))} ms`,
      number(median(list.map(one => one.bytes / one.count))),
    ]),
  )
}
