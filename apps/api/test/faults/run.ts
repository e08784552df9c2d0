/* `pnpm test:faults [WORD …]`: stops each part in turn under a load of chat, barks and uploads, and prints the results. */
import { openDatabase } from '@barkyard/db/open'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import type { Mailbox } from '../../testing/mailbox.ts'
import type { PushService } from '../../testing/push-service.ts'
import { startInstallation } from './installation.ts'
import { answers, Load } from './load.ts'
import { Receivers } from './receivers.ts'

const FAULT_MS = 4_000
const TALK_EVERY_MS = 50
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const installation = await startInstallation()
const { database, redis, s3, pushes, mailbox, processes, url } = installation
const [first] = processes
if (!first) throw new Error('no process')
const direct = openDatabase(database.url, { max: 1 })

/** Stops a part. @returns a function that restores it. */
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
  'S3 unavailable': async () => {
    await s3.stop()
    return () => s3.start()
  },
  'pushes and mails answered never': () => unwilling('hang', 'hang'),
  'pushes limited, mails refused': () => unwilling(429, 'refuse', { 'retry-after': '5' }),
  'push service and SMTP broken': () => unwilling(503, 'die'),
}

/** The behaviour of the push service and the mail server meanwhile. */
async function unwilling(
  status: PushService['status'],
  mood: Mailbox['mood'],
  headers: PushService['headers'] = {},
): Promise<() => Promise<void>> {
  Object.assign(pushes, { status, headers })
  mailbox.mood = mood
  await receivers.send()
  return async () => {
    Object.assign(pushes, { status: 201, headers: {} })
    mailbox.mood = 'take'
  }
}

const columns = ['fault', 'load held', 'lost', 'doubled', 'uploads', 'barks', 'recovered in'] as const
const widths = [32, 10, 6, 8, 8, 8, 12]
const line = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell, index) => String(cell).padEnd(widths[index] ?? 10)).join(' | '))
line(columns)
line(widths.map(width => '-'.repeat(width)))
let receivers = new Receivers(url, installation)
/** Words of the faults' names. None: all faults. */
const asked = process.argv.slice(2)
let failed = false
for (const [name, take] of Object.entries(faults)) {
  if (asked.length > 0 && !asked.some(word => name.includes(word))) continue
  await until(() => answers(url), true, 180)
  receivers = new Receivers(url, installation)
  await receivers.start()
  const load = new Load(url)
  await load.start(TALK_EVERY_MS)
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
  const { uploads, barks, ...chat } = await load.finish()
  const sent = await receivers.arrived(direct)
  const [lost, doubled] = [[...chat.lost, ...sent.lost], chat.doubled + sent.doubled]
  if (lost.length + doubled > 0) failed = true
  line([name, `${Math.round(held * 100)} %`, lost.length, doubled, uploads, barks, `${seconds} s`])
  for (const one of lost) console.log(`  lost: ${one}`)
}

await direct.destroy()
await installation.stop()
process.exit(failed ? 1 : 0)
