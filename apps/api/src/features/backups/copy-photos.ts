import { copyFile, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const AT_ONCE = 16

/**
 * Copies a folder of photos that others may be changing. Those that vanish meanwhile are skipped, and those that are there
 * already, because they never change once written. @returns bytes copied.
 */
export async function copyPhotos(from: string, to: string, signal?: AbortSignal): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries = await readdir(from, { recursive: true }).catch(ifGone([]))
  let bytes = 0
  const waiting = entries.values()
  const work = async () => {
    for (const name of waiting) {
      signal?.throwIfAborted()
      const [source, target] = [join(from, name), join(to, name)]
      const found = await lstat(source).catch(ifGone(null))
      const there = await lstat(target).catch(ifGone(null))
      if (!found?.isFile() || there?.size === found.size) continue
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      if (!(await copyFile(source, target).then(() => true, ifGone(false)))) continue
      await flush(target)
      bytes += found.size
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return bytes
}

/** Flushes to the disk, so that the copy survives a crash of the machine. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const ifGone =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
    throw error
  }
