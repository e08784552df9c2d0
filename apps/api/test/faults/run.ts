/* `pnpm test:faults`: each part is taken away in turn under load of chat, barks and uploads; prints what came of it. */
import { openDatabase } from '@barkyard/db/open'
import { sql } from 'kysely'
import { startDatabase } from './database-server.ts'
import { answers, Load } from './load.ts'
import { BUILT, newProcess, startBalancer } from './processes.ts'
import { startRedis } from './redis-server.ts'
import { startS3 } from './s3-server.ts'
import { until } from './until.ts'

const FAULT_MS = 4_000
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const database = await startDatabase()
const redis = await startRedis()
const s3 = await startS3()
const env = {
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  REDIS_URL: redis.url,
  ...s3.env,
  SESSION_SECRET: 'a secret that all processes of a test share',
  DATA_DIR: '/nonexistent',
  RATE_LIMIT: '0',
  DATABASE_STATEMENT_TIMEOUT: '3000',
  NODE_NO_WARNINGS: '1',
}
const processes = [await newProcess(env, BUILT), await newProcess(env, BUILT)]
for (const one of processes) await one.start()
const [first] = processes
if (!first) throw new Error('no process')
const balancer = await startBalancer(processes)
const direct = openDatabase(database.url, { max: 1 })

/** Takes something away; what it answers brings it back. */
const faults: Record<string, () => Promise<() => unknown>> = {
  'nothing (for comparison)': async () => () => undefined,
  'a process killed': async () => {
    await first.end('SIGKILL')
    return () => first.start()
  },
  'a process restarted': async () => {
    if ((await first.end('SIGTERM')) !== 0) throw new Error('it did not end in order')
    return () => first.start()
  },
  'Redis killed': async () => {
    await redis.kill()
    return () => redis.start()
  },
  'Redis frozen': async () => {
    redis.freeze()
    return () => redis.thaw()
  },
  'PostgreSQL killed, twice': async () => {
    await database.kill()
    return () => database.kill()
  },
  'PostgreSQL frozen': () => database.freeze(),
  'connections cut, every 100 ms': async () => {
    const cut = () =>
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`
        .execute(direct)
        .catch(() => undefined)
    const timer = setInterval(cut, 100)
    return () => clearInterval(timer)
  },
  'S3 away': async () => {
    await s3.stop()
    return () => s3.start()
  },
}

const columns = ['fault', 'load held', 'lost', 'doubled', 'disordered', 'uploads', 'barks', 'recovered in'] as const
const widths = [32, 10, 6, 8, 11, 8, 8, 12]
const line = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell, index) => String(cell).padEnd(widths[index] ?? 10)).join(' | '))
line(columns)
line(widths.map(width => '-'.repeat(width)))
let failed = false
for (const [name, take] of Object.entries(faults)) {
  await until(() => answers(balancer.url))
  const load = new Load(balancer.url)
  await load.start()
  await pause(2_000)
  const before = load.counts
  const bring = await take()
  await pause(FAULT_MS)
  const during = load.counts
  await bring()
  const back = performance.now()
  await load.recovered()
  const seconds = ((performance.now() - back) / 1000).toFixed(1)
  await pause(2_000)
  const held = Math.min(1, (during.confirmed - before.confirmed) / Math.max(1, during.sent - before.sent))
  const { lost, doubled, disordered, uploads, barks } = await load.finish(held)
  if (lost + doubled + disordered > 0) failed = true
  line([name, `${Math.round(held * 100)} %`, lost, doubled, disordered, uploads, barks, `${seconds} s`])
}

await direct.destroy()
await balancer.stop()
await Promise.all(processes.map(one => one.end('SIGTERM')))
await redis.stop()
await s3.remove()
await database.stop()
process.exit(failed ? 1 : 0)
