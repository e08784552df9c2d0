import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverEnvironment } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, fileTrouble } from './error.ts'
import type { Home } from './home.ts'
import { exists, isPostmaster } from './process-identity.ts'

export type Settings = Readonly<Record<string, string>>

/** The log must never contain what users wrote, so failed statements and quoted values are left out. */
const SETTINGS: Settings = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_timezone: 'UTC',
  timezone: 'UTC',
  max_connections: '200',
}

/** For tests only, because a crash of the machine may lose everything. */
export const FAST_SETTINGS: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '400',
}

const START_PATIENCE_MS = 120_000
const POLL_MS = 20
/** Greater than any process id. Replaces the id in a pid file if that id now belongs to another process. */
const NO_PROCESS = 2_147_483_646
const MAX_LOG_BYTES = 10_000_000

/** A running server: its process id, and the process itself if this process started it. */
export interface Postmaster {
  pid: number
  child?: ChildProcess
}

/** The server that already runs on the data, if any. A pid file that was left behind is made harmless. */
export async function findPostmaster(home: Home): Promise<Postmaster | null> {
  const file = join(home.data, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const [first = '', ...rest] = text.split('\n')
  const pid = Number(first)
  if (!Number.isInteger(pid) || pid <= 0) return null
  if (await isPostmaster(pid, home.data)) return { pid }
  // A dead process: the server replaces the file itself, after checking that no old backend uses the shared memory.
  if (exists(pid)) await writeFile(file, [String(NO_PROCESS), ...rest].join('\n'))
  return null
}

/**
 * Starts the server and waits until it accepts connections. `onSpawn` is called earlier, as soon as the process runs. The
 * server has its own session, so Ctrl-C does not reach it.
 */
export async function launchPostmaster(
  home: Home,
  binaries: Binaries,
  settings: Settings,
  onSpawn: (server: Postmaster) => void,
): Promise<void> {
  const deadline = performance.now() + START_PATIENCE_MS
  while (true) {
    // Left by a server that was killed. Nobody else can write here, and no server is running.
    await rm(join(home.socket, '.s.PGSQL.5432'), { force: true })
    await rm(join(home.socket, '.s.PGSQL.5432.lock'), { force: true })
    const log = await openLog(home)
    const offset = (await log.stat()).size
    const all = { ...SETTINGS, unix_socket_directories: home.socket, ...settings }
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(binaries.postgres, ['-D', home.data, ...args], {
      ...home.account.ids,
      cwd: home.data,
      env: serverEnvironment(),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    const failed = new Promise<Error>(resolve => child.once('error', resolve))
    await log.close()
    if (child.pid === undefined) throw await failed
    child.unref()
    onSpawn({ pid: child.pid, child })
    const isAlive = async () => child.exitCode === null && child.signalCode === null
    if (await becomesReady(home, child.pid, isAlive, deadline)) return

    child.kill('SIGQUIT')
    const output = (await readFile(join(home.path, 'postgres.log'), 'utf8')).slice(offset)
    // Backends of a killed server need a moment to notice and exit.
    const inUse = output.includes('pre-existing shared memory block')
    if (!inUse || performance.now() > deadline) {
      const trouble = fileTrouble(output, home.path)
      if (trouble) throw new EmbeddedPostgresError(trouble)
      const fatal = /(?:FATAL|PANIC): {2}(.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1)
      throw new EmbeddedPostgresError(
        `PostgreSQL did not start: ${fatal || 'see'} (${join(home.path, 'postgres.log')})`,
      )
    }
    await pause(200)
  }
}

/** Waits until a server accepts connections. @returns false if it ends instead. */
async function becomesReady(home: Home, pid: number, isAlive: () => Promise<boolean>, deadline: number) {
  while (performance.now() < deadline && (await isAlive())) {
    if (await isReady(home, pid)) return true
    await pause(POLL_MS)
  }
  return false
}

/** The same for a server that this process did not start. */
export const awaitReady = (home: Home, { pid }: Postmaster): Promise<boolean> =>
  becomesReady(home, pid, () => isPostmaster(pid, home.data), performance.now() + START_PATIENCE_MS)

/** As pg_ctl reads the pid file: its last line is the state, and its fourth the port. */
async function isReady(home: Home, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(join(home.data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/** Resolves after the server has ended: at once for a child process, otherwise within half a second. */
export async function gone(home: Home, server: Postmaster, signal?: AbortSignal): Promise<void> {
  const { child } = server
  if (child) {
    if (child.exitCode !== null || child.signalCode !== null) return
    await once(child, 'exit', signal ? { signal } : {}).catch(() => undefined)
    return
  }
  while (!signal?.aborted && (await isPostmaster(server.pid, home.data))) {
    await pause(500, undefined, { ref: false, ...(signal ? { signal } : {}) }).catch(() => undefined)
  }
}

/** Stops the server: it closes its connections and writes everything. It is killed if that takes too long. */
export async function stopPostmaster(home: Home, server: Postmaster): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 6_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    try {
      process.kill(server.pid, signal)
    } catch {
      return
    }
    const deadline = performance.now() + patienceMs
    while (performance.now() < deadline) {
      if (!(await isPostmaster(server.pid, home.data))) return
      await pause(POLL_MS)
    }
  }
}

async function openLog(home: Home) {
  const path = join(home.path, 'postgres.log')
  const found = await stat(path).catch(() => null)
  if (found && found.size > MAX_LOG_BYTES) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}
