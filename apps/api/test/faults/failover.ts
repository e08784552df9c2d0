/*
 * `pnpm test:faults failover`: kills the primary PostgreSQL under a load of chat, barks and uploads, and promotes its
 * synchronous standby. Nothing that was confirmed may be missing afterwards.
 */
import { openDatabase } from '@barkyard/db/open'
import { atPort, dialDatabase, startLine } from '@barkyard/postgres/testing/line'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { startDatabase } from './database-server.ts'
import { newFolder, removeFolder } from './folder.ts'
import { Load } from './load.ts'
import { newProcess } from './processes.ts'
import { PRIMARY_SETTINGS, startStandby } from './standby-server.ts'

const TALK_EVERY_MS = 50
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

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

/** The address that the app knows, as a virtual IP address or a proxy would be. It leads to one server at a time. */
let leadsTo: { url: string } = primary
const address = await startLine(() => dialDatabase(leadsTo.url))
const folder = await newFolder('failover')
const app = await newProcess({ DATABASE_URL: atPort(primary.url, address.port), DATA_DIR: folder })
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
leadsTo = standby
address.cut()
await load.recovered()
const seconds = (performance.now() - killedAt) / 1000
await killed
const { lost, doubled, uploads, barks } = await load.finish()
const { sent, confirmed } = load.counts
console.log(`${before.confirmed} messages confirmed before the primary was killed, ${confirmed} of ${sent} at the end`)
console.log(`lost ${lost.join('; ') || 0}, doubled ${doubled}; uploads ${uploads}, barks ${barks}`)
console.log(`every owner chats again after ${seconds.toFixed(1)} s`)

await app.end('SIGTERM')
await address.stop()
await standby.stop()
await primary.stop()
await removeFolder(folder)
process.exit(lost.length + doubled > 0 ? 1 : 0)
