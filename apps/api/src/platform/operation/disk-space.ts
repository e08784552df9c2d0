import { statfs } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'

const LOOK_EVERY_MS = 10_000
/** With less the database may be unable to store anything: its log grows by files of 16 MiB. */
const LEAST_FREE_BYTES = 16 * 2 ** 20

interface Options {
  /** A folder on the disk. It may not exist yet. */
  folder: string
  log: FastifyBaseLogger
  freeBytes?: (folder: string) => Promise<number>
}

/** Notices a full disk and logs it, because only writes fail then, and each with another error. */
export class DiskSpace {
  readonly #options: Required<Options>
  readonly #timer: NodeJS.Timeout
  #wasFull = false

  constructor({ freeBytes = freeBytesOf, ...options }: Options) {
    this.#options = { ...options, freeBytes }
    this.#timer = setInterval(() => void this.isFull(), LOOK_EVERY_MS)
  }

  async isFull(): Promise<boolean> {
    const { folder, log, freeBytes } = this.#options
    const free = await freeBytes(folder).catch(() => null)
    const isFull = free !== null && free < LEAST_FREE_BYTES
    if (isFull && !this.#wasFull) log.error({ folder, freeBytes: free }, 'The disk is full: nothing can be stored')
    if (!isFull && this.#wasFull) log.warn({ folder }, 'The disk has space again')
    this.#wasFull = isFull
    return isFull
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
