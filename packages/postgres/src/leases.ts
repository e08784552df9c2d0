import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedPostgresError, errorCode } from './error.ts'
import { exists, processIdentity } from './process-identity.ts'

const LOCK_PATIENCE_MS = 180_000

/**
 * The processes that use the server of one home directory. Each registers; the last to leave stops the server.
 * Leases of dead processes do not count, so a kill -9 leaves nothing to clean up.
 */
export class Leases {
  readonly #home: string
  readonly #name = `${process.pid}-${randomBytes(4).toString('hex')}`

  constructor(home: string) {
    this.#home = home
  }

  /** This name must not change, because a process of an earlier version may be using the same server. */
  get #directory(): string {
    return join(this.#home, 'holders')
  }

  async register(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    await writeFile(join(this.#directory, this.#name), `${await processIdentity(process.pid)}\n`, { mode: 0o600 })
  }

  async unregister(): Promise<void> {
    await rm(join(this.#directory, this.#name), { force: true })
  }

  /** The number of other processes that use the server. */
  async others(): Promise<number> {
    let count = 0
    for (const name of await readdir(this.#directory).catch(() => [])) {
      if (name === this.#name) continue
      const identity = await readFile(join(this.#directory, name), 'utf8').catch(() => '')
      if (await lives(name, identity.trim())) count++
      else await rm(join(this.#directory, name), { force: true })
    }
    return count
  }

  /** For the `exit` event, where nothing can be awaited. Unregisters. @returns whether no other process is registered. */
  leaveSync(): boolean {
    rmSync(join(this.#directory, this.#name), { force: true })
    try {
      return readdirSync(this.#directory).every(name => !exists(Number.parseInt(name, 10)))
    } catch {
      return true
    }
  }

  /** Runs `work` while no other process starts or stops the server of this home. */
  async locked<T>(work: () => Promise<T>): Promise<T> {
    const lock = join(this.#home, 'lock')
    const mine = join(this.#home, `lock.${this.#name}.${randomBytes(4).toString('hex')}`)
    const content = `${process.pid}-\n${await processIdentity(process.pid)}\n${mine}\n`
    await writeFile(mine, content, { mode: 0o600 })
    try {
      await acquire(lock, mine)
    } finally {
      await rm(mine, { force: true })
    }
    try {
      return await work()
    } finally {
      await rm(lock, { force: true })
    }
  }
}

async function acquire(lock: string, mine: string): Promise<void> {
  const patienceEnds = performance.now() + LOCK_PATIENCE_MS
  while (true) {
    try {
      await link(mine, lock)
      return
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    const held = await readFile(lock, 'utf8').catch(() => null)
    if (held !== null) {
      const [holder = '', identity = ''] = held.split('\n')
      if (!(await lives(holder, identity))) await breakLock(lock, held, `${mine}.broken`)
      else if (performance.now() > patienceEnds)
        throw new EmbeddedPostgresError(`Another process (${holder.slice(0, -1)}) has held ${lock} for minutes`)
    }
    await pause(50)
  }
}

/** A rename is atomic, so one of the processes that see a dead holder takes the lock. A living holder's lock is put back. */
async function breakLock(lock: string, seen: string, aside: string): Promise<void> {
  try {
    await rename(lock, aside)
  } catch {
    return
  }
  if ((await readFile(aside, 'utf8')) !== seen) await link(aside, lock).catch(() => undefined)
  await rm(aside, { force: true })
}

async function lives(name: string, identity: string): Promise<boolean> {
  const pid = Number.parseInt(name, 10)
  if (!Number.isInteger(pid) || pid <= 0 || !identity) return false
  return (await processIdentity(pid)) === identity
}
