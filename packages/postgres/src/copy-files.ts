import { chown, copyFile, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './error.ts'

const AT_ONCE = 16

interface CopyOptions {
  /** Called with the path below the source, "base/1/1259". A directory for which it is false is created empty. */
  wanted?: (path: string, isDirectory: boolean) => boolean
  /** The owner of the copies. Default: the account of this process. */
  owner?: { uid?: number; gid?: number }
  /** Skip files that exist with the same size, because they never change once written. */
  onlyMissing?: boolean
  signal?: AbortSignal
}

/** Copies a directory that others may be changing. Files that vanish during the copy are skipped. @returns bytes copied. */
export async function copyTree(from: string, to: string, options: CopyOptions = {}): Promise<number> {
  const { wanted = () => true, owner = {}, onlyMissing = false, signal } = options
  const files: string[] = []
  const give = async (path: string) => {
    if (owner.uid !== undefined) await chown(path, owner.uid, owner.gid ?? owner.uid)
  }
  async function walk(path: string): Promise<void> {
    await mkdir(join(to, path), { recursive: true, mode: 0o700 })
    await give(join(to, path))
    const entries = await readdir(join(from, path), { withFileTypes: true }).catch(ifGone([]))
    for (const entry of entries) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) {
        if (wanted(below, true)) await walk(below)
        else {
          await mkdir(join(to, below), { mode: 0o700, recursive: true })
          await give(join(to, below))
        }
      } else if (entry.isFile() && wanted(below, false)) files.push(below)
    }
  }
  await walk('')
  let bytes = 0
  const waiting = files[Symbol.iterator]()
  const work = async () => {
    for (const path of waiting) {
      signal?.throwIfAborted()
      const found = await lstat(join(from, path)).catch(ifGone(null))
      if (!found) continue
      const there = onlyMissing ? await lstat(join(to, path)).catch(() => null) : null
      if (there?.size === found.size) continue
      if (!(await copyFile(join(from, path), join(to, path)).then(() => true, ifGone(false)))) continue
      await give(join(to, path))
      await flush(join(to, path))
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
    if (errorCode(error) === 'ENOENT') return instead
    throw error
  }
