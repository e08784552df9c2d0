import { execFile } from 'node:child_process'
import { chown, copyFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '@barkyard/db/open'
import { serverEnvironment } from '@barkyard/postgres/account'
import { binariesFor } from '@barkyard/postgres/binaries'
import { urlOf } from '@barkyard/postgres/cluster'
import { prepareHome } from '@barkyard/postgres/home'
import { query } from '@barkyard/postgres/testing/query'
import { until } from '@barkyard/postgres/testing/until'
import { sql } from 'kysely'
import { type DatabaseServer, freezeServer } from './database-server.ts'
import { newFolder, removeFolder } from './folder.ts'
import { Spawned } from './spawned.ts'

const run = promisify(execFile)

/** The additional settings of a primary for a standby. */
export const PRIMARY_SETTINGS = { wal_level: 'replica', max_wal_senders: '4', full_page_writes: 'on' }

/** Copies the files of a running server. What changes meanwhile is in its log, which the standby receives. */
async function baseBackup(url: string, from: string, to: string): Promise<void> {
  const db = openDatabase(url, { max: 1 })
  await sql`SELECT pg_backup_start('standby', true)`.execute(db)
  // A file that vanishes meanwhile is not needed.
  await run('cp', ['--archive', from, to]).catch(() => undefined)
  const { rows } = await sql<{ label: string }>`SELECT labelfile AS label FROM pg_backup_stop(false)`.execute(db)
  await db.destroy()
  for (const name of await readdir(join(to, 'pg_wal'))) await rm(join(to, 'pg_wal', name), { recursive: true })
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(to, name), { force: true })
  const { uid, gid } = await stat(to)
  for (const [name, text = ''] of [['backup_label', rows[0]?.label], ['standby.signal']]) {
    await writeFile(join(to, `${name}`), text)
    await chown(join(to, `${name}`), uid, gid)
  }
}

/** A hot standby from a base backup of the running primary, which it follows by streaming replication. */
export async function startStandby(primary: DatabaseServer) {
  const folder = await newFolder('standby')
  const home = await prepareHome(join(folder, 'standby'), () => {})
  const { ids } = home.account
  await baseBackup(primary.url, join(primary.dataDir, 'postgres', 'data'), home.data)
  await copyFile(join(primary.dataDir, 'postgres', 'password'), join(home.path, 'password'))
  const { searchParams, username, password } = new URL(primary.url)
  const settings = {
    unix_socket_directories: home.socket,
    listen_addresses: '',
    port: '5432',
    // At least as many as the primary's, or the standby refuses to start.
    max_connections: '400',
    fsync: 'off',
    primary_conninfo: `host=${searchParams.get('host')} port=5432 user=${username} password=${password} application_name=standby`,
  }
  const { postgres } = await binariesFor(home.account, home.path, () => {})
  const url = await urlOf(home, 'barkyard')
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const running = new Spawned(postgres, ['-D', home.data, ...args], {
    ...ids,
    cwd: home.data,
    env: serverEnvironment(),
  })
  const server = {
    url,
    /** Resolves once it has replayed everything that the primary has committed by now, as `resume` does. */
    async caughtUp() {
      const [flushed] = await query(primary.url, 'SELECT pg_current_wal_flush_lsn() AS at')
      const isThere = `SELECT pg_last_wal_replay_lsn() >= '${flushed?.at}' AS "isThere"`
      await until(() => query(url, isThere).catch(() => []), [{ isThere: true }])
    },
    /** Receives writes without replaying them until `resume`. */
    async pause() {
      await query(url, 'SELECT pg_wal_replay_pause()')
      await until(() => query(url, 'SELECT pg_get_wal_replay_pause_state() AS state'), [{ state: 'paused' }])
    },
    async resume() {
      await query(url, 'SELECT pg_wal_replay_resume()')
      await server.caughtUp()
    },
    freeze: () => freezeServer(running.child.pid ?? 0),
    async stop() {
      await running.end('SIGQUIT')
      for (const path of [folder, home.socket]) await removeFolder(path)
    },
  }
  try {
    await running.up(() => query(url, 'SELECT').then(Boolean, () => false))
    // The primary lists it as connected.
    const connected = "SELECT state FROM pg_stat_replication WHERE state = 'streaming'"
    await until(() => query(primary.url, connected), [{ state: 'streaming' }])
    await server.caughtUp()
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}
