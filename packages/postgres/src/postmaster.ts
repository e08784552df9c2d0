import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serverEnvironment } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, fileTrouble } from './error.ts'
import type { Home } from './home.ts'

const run = promisify(execFile)

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

const POLL_MS = 20
/** Greater than any process id. Replaces the id in a pid file if that id now belongs to another process. */
const NO_PROCESS = 2_147_483_646
const MAX_LOG_BYTES = 10_000_000

/** The id of the server that runs on the data; null: none does. A pid file that was left behind is made harmless. */
export async function findPostmaster(home: Home): Promise<number | null> {
  const [first = '', ...rest] = await pidFile(home)
  const pid = Number(first)
  if (!Number.isInteger(pid) || pid <= 0) return null
  if (await isPostmaster(pid, home.data)) return pid
  // A dead process: the server replaces its files itself, after checking that no old backend uses the shared memory.
  if (exists(pid)) {
    await writeFile(join(home.data, 'postmaster.pid'), [NO_PROCESS, ...rest].join('\n'))
    await rm(join(home.socket, '.s.PGSQL.5432.lock'), { force: true })
  }
  return null
}

/** Whether a server accepts connections, as pg_ctl reads the pid file: its eighth line is the state. */
export const isReady = async (home: Home): Promise<boolean> => (await pidFile(home))[7]?.trim() === 'ready'

const pidFile = async (home: Home): Promise<string[]> =>
  (await readFile(join(home.data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')

/** A server that this process has started. It may have ended. */
export interface Launched {
  child: ChildProcess
  /** What it has logged. */
  output(): Promise<string>
}

/** Starts the server. It has its own session, so Ctrl-C does not reach it. @throws if it cannot be executed. */
export async function launchPostmaster(home: Home, binaries: Binaries, settings: Settings): Promise<Launched> {
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
  return { child, output: async () => (await readFile(logOf(home), 'utf8')).slice(offset) }
}

/** Whether a server that ended could not start only because another one runs, or has not quite ended. */
export const isInUse = (output: string): boolean =>
  /pre-existing shared memory block|lock file "postmaster\.pid" (already exists|is empty)/.test(output)

/** Why a server did not start, for the operator. */
export function startFailure(home: Home, output: string): EmbeddedPostgresError {
  const fatal = /(?:FATAL|PANIC): {2}(.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1)
  const words = `PostgreSQL did not start: ${fatal || 'see'} (${logOf(home)})`
  return new EmbeddedPostgresError(fileTrouble(output, home.path) ?? words)
}

/** Stops the server: it closes its connections and writes everything. It is killed if that takes too long. */
export async function stopPostmaster(home: Home, pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 6_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const deadline = performance.now() + patienceMs
    while (performance.now() < deadline) {
      if (!(await isPostmaster(pid, home.data))) return
      await pause(POLL_MS)
    }
  }
}

const logOf = (home: Home) => join(home.path, 'postgres.log')

async function openLog(home: Home) {
  const path = logOf(home)
  const found = await stat(path).catch(() => null)
  if (found && found.size > MAX_LOG_BYTES) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}

/** Whether the process `pid` is the PostgreSQL server of `dataDirectory` (an absolute real path). A zombie is not. */
async function isPostmaster(pid: number, dataDirectory: string): Promise<boolean> {
  if (!exists(pid)) return false
  // Not its working directory: in a container, root may not read that of another account's process.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() =>
    run('ps', ['-o', 'command=', '-p', String(pid)]).then(
      ({ stdout }) => stdout,
      () => null,
    ),
  )
  // Without /proc and ps, no more is known than the server's own check of its pid file knows.
  if (command === null) return exists(pid)
  return command.replaceAll('\0', ' ').includes(` -D ${dataDirectory} `)
}

/** Whether a process (a zombie included) has this id now. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
