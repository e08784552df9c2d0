import { chmod, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { MAJOR, majorOf, otherMajor } from './cluster.ts'
import { copyTree, flush } from './copy-files.ts'
import { startEmbedded } from './embedded.ts'
import { EmbeddedPostgresError } from './error.ts'
import { type Home, prepareHome } from './home.ts'

/** Directories whose files only a running server needs. It creates them again. */
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const LEFT_OUT =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|current_logfiles|backup_label.*|tablespace_map.*)$/

interface BackupOptions {
  /** The data directory of the app. */
  dataDir: string
  /** The copy is written here: `database/` and `password`. */
  to: string
  /** Called after all tables were copied, before the state that a restore returns to is fixed. */
  beforeEnd: () => Promise<unknown>
}

/**
 * Copies the embedded database while it runs: its files as they are, and the log of the changes made during the copy,
 * which the server replays to reach one consistent state. @returns bytes copied.
 */
export async function backupEmbedded({ dataDir, to, beforeEnd }: BackupOptions): Promise<number> {
  const server = await startEmbedded({ dataDir, log: () => {} })
  const client = new Client({ connectionString: server.url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const data = join(server.dataDir, 'data')
    const copy = join(to, 'database')
    // The server keeps the log from here on until this connection ends.
    await client.query(`SELECT pg_create_physical_replication_slot('barkyard_backup_' || pg_backend_pid(), true, true)`)
    await client.query(`SELECT pg_backup_start('barkyard', true)`)
    let bytes = await copyTree(data, copy, {
      wanted: (path, isDirectory) => (isDirectory ? !EMPTIED.includes(path) : !LEFT_OUT.test(path) && path !== CONTROL),
    })
    await copyFile(join(data, CONTROL), join(copy, CONTROL))
    await beforeEnd()
    const { rows } = await client.query<{ labelfile: string; last: string }>(
      'SELECT labelfile, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)',
    )
    const { labelfile, last } = rows[0] ?? { labelfile: '', last: '' }
    const first = /^START WAL LOCATION: .* \(file (\w+)\)$/m.exec(labelfile)?.[1]
    if (!first) throw new EmbeddedPostgresError('The backup has no beginning: PostgreSQL answered no label')
    await writeFile(join(copy, 'backup_label'), labelfile, { mode: 0o600 })
    bytes += await copyTree(join(data, 'pg_wal'), join(copy, 'pg_wal'), {
      wanted: (path, isDirectory) => !isDirectory && path >= first && path <= last,
    })
    await copyFile(join(server.dataDir, 'password'), join(to, 'password'))
    for (const path of [join(copy, CONTROL), join(copy, 'backup_label'), join(to, 'password')]) await flush(path)
    return bytes
  } finally {
    await client.end().catch(() => undefined)
    await server.stop()
  }
}

const CONTROL = 'global/pg_control'

/**
 * Makes the database of a data directory without one, and fills it. @throws the error of `fill`; the directory then holds
 * no database, as before.
 */
export async function fillEmbedded(dataDir: string, fill: (url: string) => Promise<void>): Promise<void> {
  const home = await homeWithoutDatabase(dataDir)
  await orNothing(home, async () => {
    const server = await startEmbedded({ dataDir, log: () => {} })
    try {
      await fill(server.url)
    } finally {
      await server.stop()
    }
  })
}

async function homeWithoutDatabase(dataDir: string): Promise<Home> {
  const home = await prepareHome(resolve(dataDir), () => {})
  if (await stat(home.data).catch(() => null)) {
    throw new EmbeddedPostgresError(
      `There is a database in ${home.path} already: move it away, or set another DATA_DIR`,
    )
  }
  return home
}

/** Removes a database that could not be restored. */
async function orNothing(home: Home, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    for (const path of [home.data, join(home.path, 'password')]) await rm(path, { recursive: true, force: true })
    throw error
  }
}

/**
 * Restores a copy into a data directory without a database, and starts it once to prove that it is
 * complete. @returns bytes copied. @throws EmbeddedPostgresError; the directory then holds no database, as before.
 */
export async function restoreEmbedded({ from, dataDir }: { from: string; dataDir: string }): Promise<number> {
  const home = await homeWithoutDatabase(dataDir)
  const major = await majorOf(join(from, 'database'))
  if (major === '') throw new EmbeddedPostgresError(`${from} holds no database`)
  if (major !== MAJOR) throw otherMajor(from, major)
  const fresh = join(home.path, 'data.new')
  await rm(fresh, { recursive: true, force: true })
  const bytes = await copyTree(join(from, 'database'), fresh, { owner: home.account.ids })
  await orNothing(home, async () => {
    await copyFile(join(from, 'password'), join(home.path, 'password'))
    await rename(fresh, home.data)
    const server = await startEmbedded({ dataDir, log: () => {} })
    await server.stop()
  })
  return bytes
}

/**
 * Makes an empty directory for a backup, or takes one that is there, and closes it to other accounts.
 * @throws EmbeddedPostgresError if the directory is not empty.
 */
export async function emptyDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if ((await readdir(path)).length > 0) throw new EmbeddedPostgresError(`${path} is not empty: name a new directory`)
  await chmod(path, 0o700)
}
