import { statfs } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'

const LOOK_EVERY_MS = 10_000
/** With less the database may be unable to store anything: its log grows by files of 16 MiB. */
const LEAST_FREE_BYTES = 16 * 2 ** 20

export type DiskSpace = ReturnType<typeof watchDisk>

/**
 * Notices a full disk and logs it, because only writes fail then, and each with another error.
 * @param folder on the disk. It may not exist yet.
 */
export function watchDisk(folder: string, log: FastifyBaseLogger) {
  let wasFull = false

  async function isFull(): Promise<boolean> {
    const free = await freeBytesOf(folder).catch(() => null)
    const full = free !== null && free < LEAST_FREE_BYTES
    if (full && !wasFull) log.error({ folder, freeBytes: free }, 'The disk is full: nothing can be stored')
    if (!full && wasFull) log.warn({ folder }, 'The disk has space again')
    wasFull = full
    return full
  }

  const timer = setInterval(() => void isFull(), LOOK_EVERY_MS)
  return { isFull, stop: () => clearInterval(timer) }
}

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
