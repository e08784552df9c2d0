import pg from 'pg'
import { dogsDatabase } from './data/databases.ts'
import { Child } from './lib/child.ts'
import { type Goal, goal, interleaved, median, number, printTable, ratio } from './lib/report.ts'
import type { HttpJob, HttpResult } from './load/http.ts'
import { httpSearchers } from './searches.ts'

const ROUNDS = 5
const SECONDS = 2

/** The cost of recognising the caller of a request. */
export async function run(): Promise<Goal[]> {
  const url = await dogsDatabase(10_000)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const users = (await httpSearchers(client, 40)).map(({ userId }) => userId)
  await client.end()
  const load = new Child<HttpJob, HttpResult>('load/http.ts')
  const server = new Child<string, { user: number; system: number }>('servers/session.ts', [url, JSON.stringify(users)])
  try {
    const { port, cookies } = await server.ready<{ port: number; cookies: string[] }>()
    const slice = async (path: string) => {
      const before = await server.ask('cpu')
      const requests = cookies.map(cookie => ({ path, cookie }))
      const result = await load.ask({ port, requests, connections: 16, seconds: SECONDS })
      if (result.failed > 0) throw new Error(result.failure)
      const after = await server.ask('cpu')
      return { ...result, cpu: (after.user + after.system - before.user - before.system) / 1000 / result.count }
    }
    const contenders = {
      none: () => slice('/none'),
      product: () => slice('/cached'),
    }
    await interleaved(1, contenders)
    const slices = await interleaved(ROUNDS, contenders)
    printTable(
      ['', 'requests/s', 'CPU of the server a request'],
      Object.entries(slices).map(([name, list]) => [
        name,
        number(median(list.map(one => one.perSecond))),
        `${number(median(list.map(one => one.cpu)))} ms`,
      ]),
    )
    const cpu = (name: keyof typeof slices) => slices[name].map(one => one.cpu)
    return [goal('session check, CPU of the server: product/no session', ratio(cpu('product'), cpu('none')), '≤', 1.4)]
  } finally {
    await Promise.all([load.stop(), server.stop()])
  }
}
