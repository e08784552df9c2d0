import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dump, dumpRows, readRows } from '@barkyard/db/portable'
import { emptyDirectory } from '@barkyard/postgres/backup'
import { copyTree, flush } from '@barkyard/postgres/copy-files'

/** Written last: a backup without it is incomplete. */
const MARK = 'barkyard-backup.json'
export const TABLES = 'tables'

export interface BackupMark {
  format: 1
  at: string
  /** Absent: it holds the files of PostgreSQL. */
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

export async function writeMark(folder: string, mark: BackupMark): Promise<void> {
  await writeFile(join(folder, MARK), `${JSON.stringify(mark)}\n`, { mode: 0o600, flush: true })
  await flush(folder)
}

interface PortableOptions {
  url: string
  to: string
  /** The folder of the photos, or how many are in a bucket. */
  photos: { folder: string } | { count: number }
  signal?: AbortSignal
}

/** Writes rows and photos into a new folder, all but its mark. @returns what its mark says. */
export async function writePortable({ url, to, photos, signal }: PortableOptions) {
  await emptyDirectory(to)
  const abort = { ...(signal && { signal }) }
  const copy = () =>
    'folder' in photos ? copyTree(photos.folder, join(to, 'photos'), { onlyMissing: true, ...abort }) : 0
  // Files are written before their row and deleted after it, so every row in the backup finds its files.
  let photoBytes = await copy()
  const portable = await dumpRows(url, join(to, TABLES), signal)
  photoBytes += await copy()
  const bytes = photoBytes + (await sizeOf(join(to, TABLES)))
  const on = 'folder' in photos ? ({ on: 'disk', bytes: photoBytes } as const) : ({ on: 's3', ...photos } as const)
  return { portable, photos: on, bytes }
}

export async function readBack(folder: string): Promise<void> {
  const mark = await readMark(folder)
  if (!mark?.portable) throw new Error(`${folder} holds no portable backup`)
  await readRows(join(folder, TABLES), mark.portable)
  const photoBytes = mark.photos?.on === 'disk' ? await sizeOf(join(folder, 'photos')) : 0
  if (mark.photos?.on === 'disk' && photoBytes !== mark.photos.bytes)
    throw new Error(`The photos have ${photoBytes} bytes instead of ${mark.photos.bytes}`)
}

export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    bytes += entry.isDirectory() ? await sizeOf(path) : (await stat(path)).size
  }
  return bytes
}
