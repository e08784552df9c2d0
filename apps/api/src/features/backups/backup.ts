import { chmod, copyFile, lstat, mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { type Dump, dumpRows, readRows, refuseDump } from '@barkyard/db/portable'
import { CommandError } from '../../platform/operation/command.ts'
import { ifGone } from '../../platform/storage/photo-storage.ts'

/** Written last: a backup without it is incomplete. */
const MARK = 'barkyard-backup.json'
export const TABLES = 'tables'

export interface BackupMark {
  format: 1
  at: string
  /** Absent: it holds the files of PostgreSQL, which release 0.1 copied. */
  portable?: Dump | undefined
  /** Where the photos are. Those in a bucket are only counted. Older backups do not say it. */
  photos?: { on: 'disk'; bytes: number } | { on: 's3'; count: number }
  bytes?: number
  /** The name of the folder that the app itself wrote it to. */
  daily?: string
}

/** @returns null if the folder holds no backup, or an incomplete one. */
export async function readMark(folder: string): Promise<BackupMark | null> {
  const text = await readFile(join(folder, MARK), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as BackupMark)
}

/** The mark of a backup that this release can restore. @throws CommandError */
export async function readWhole(folder: string): Promise<BackupMark & { portable: Dump }> {
  const mark = await readMark(folder)
  if (mark === null) throw new CommandError(`${folder} holds no backup, or an incomplete one`)
  const { portable } = mark
  if (!portable)
    throw new CommandError(
      `${folder} holds files of PostgreSQL. Restore it with the release that made it, and run "pnpm backup DIR --portable" there`,
    )
  const refusal = refuseDump(portable)
  if (refusal !== null) throw new CommandError(`${folder} cannot be restored here. ${refusal}`)
  return { ...mark, portable }
}

export async function writeMark(folder: string, mark: BackupMark): Promise<void> {
  await writeFile(join(folder, MARK), `${JSON.stringify(mark)}\n`, { mode: 0o600, flush: true })
  await flush(folder)
}

interface BackupOptions {
  url: string
  to: string
  /** The folder of the photos, or how many are in a bucket. */
  photos: { folder: string } | { count: number }
  signal?: AbortSignal
}

/** Writes rows and photos into a new folder, all but its mark. @returns what its mark says. */
export async function writeBackup({ url, to, photos, signal }: BackupOptions) {
  await mkdir(to, { recursive: true, mode: 0o700 })
  if ((await readdir(to)).length > 0) throw new CommandError(`${to} is not empty: name a new directory`)
  await chmod(to, 0o700)
  const copy = () => ('folder' in photos ? copyPhotos(photos.folder, join(to, 'photos'), signal) : 0)
  // Files are written before their row and deleted after it, so a row whose photo stays finds its files.
  let photoBytes = await copy()
  const portable = await dumpRows(url, join(to, TABLES), signal)
  photoBytes += await copy()
  const bytes = photoBytes + (await sizeOf(join(to, TABLES)))
  const on = 'folder' in photos ? ({ on: 'disk', bytes: photoBytes } as const) : ({ on: 's3', ...photos } as const)
  return { portable, photos: on, bytes }
}

export async function readBack(folder: string): Promise<void> {
  const { portable, photos } = await readWhole(folder)
  await readRows(join(folder, TABLES), portable)
  if (photos?.on !== 'disk') return
  const bytes = await sizeOf(join(folder, 'photos'))
  if (bytes !== photos.bytes) throw new Error(`The photos have ${bytes} bytes instead of ${photos.bytes}`)
}

/** The files in a folder and in those below it, which others may be changing. Only one folder's names are held at a time. */
async function* filesIn(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(ifGone([]))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else yield path
  }
}

export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for await (const path of filesIn(folder)) bytes += (await stat(path)).size
  return bytes
}

const AT_ONCE = 16

/**
 * Copies a folder of photos that others may be changing. Those that vanish meanwhile are skipped, and those that are there
 * already, because they never change once written. @returns bytes copied.
 */
export async function copyPhotos(from: string, to: string, signal?: AbortSignal): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  let bytes = 0
  const waiting = filesIn(from)
  const work = async () => {
    for await (const source of waiting) {
      signal?.throwIfAborted()
      const target = join(to, relative(from, source))
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
