/*
 * `pnpm test:faults failover`: kills the primary PostgreSQL under a load of chat, barks and uploads, and promotes its
 * synchronous standby. Nothing that was confirmed may be missing afterwards.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@barkyard/db/open'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { startDatabase } from './database-server.ts'
import { Load } from './load.ts'
import { newProcess } from './processes.ts'
import { PRIMARY_SETTINGS, startStandby } from './standby-server.ts'

const TALK_EVERY_MS = 50
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** The address that the app knows, as a virtual IP address or a proxy would be. It leads to one server at a time. */
async function databaseAddress(first: string) {
  let target = new URL(first)
  const open = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(`${target.searchParams.get('host')}/.s.PGSQL.5432`)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(first)
  url.search = ''
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    lead(to: string) {
      target = new URL(to)
      for (const socket of open) socket.destroy()
    },
    stop() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

const primary = await startDatabase(PRIMARY_SETTINGS)
const standby = await startStandby(primary)
const onPrimary = openDatabase(primary.url, { max: 1 })
await sql`ALTER SYSTEM SET synchronous_standby_names = 'standby'`.execute(onPrimary)
await sql`SELECT pg_reload_conf()`.execute(onPrimary)
await until(
  () => sql`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`.execute(onPrimary),
  ({ rows }) => rows.length > 0,
)
await onPrimary.destroy()

const address = await databaseAddress(primary.url)
const folder = await mkdtemp(join(tmpdir(), 'barkyard-failover-'))
const app = await newProcess({ DATABASE_URL: address.url, DATA_DIR: folder, RATE_LIMIT: '0', DEMO: '0' })
await app.start()
const load = new Load(app.url)
await load.start(TALK_EVERY_MS)
await pause(3_000)
const before = load.counts

const killedAt = performance.now()
// It starts again by itself, but nobody is led to it.
const killed = primary.kill()
const onStandby = openDatabase(standby.url, { max: 1 })
await sql`SELECT pg_promote()`.execute(onStandby)
// The new primary has no standby of its own yet.
await sql`ALTER SYSTEM RESET synchronous_standby_names`.execute(onStandby)
await sql`SELECT pg_reload_conf()`.execute(onStandby)
await onStandby.destroy()
address.lead(standby.url)
await load.recovered()
const seconds = (performance.now() - killedAt) / 1000
await killed
const { lost, doubled, uploads, barks } = await load.finish(1)
const { sent, confirmed } = load.counts
console.log(`${before.confirmed} messages confirmed before the primary was killed, ${confirmed} of ${sent} at the end`)
console.log(`lost ${lost.join('; ') || 0}, doubled ${doubled}; uploads ${uploads}, barks ${barks}`)
console.log(`every owner chats again after ${seconds.toFixed(1)} s`)

await app.end('SIGTERM')
address.stop()
await standby.stop()
await primary.stop()
await rm(folder, { recursive: true, force: true })
process.exit(lost.length + doubled > 0 ? 1 : 0)
