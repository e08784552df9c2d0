import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@barkyard/db/open'
import { loadRows, otherRows } from '@barkyard/db/portable'
import { withTemporaryDatabase } from '@barkyard/db/queries/backups/backups'
import { photoKeysAfter } from '@barkyard/db/queries/photos/photo-keys'
import { isIncluded } from '@barkyard/postgres/binaries'
import { startEmbedded } from '@barkyard/postgres/embedded'
import type { Config } from '../../config.ts'
import { CommandError } from '../../platform/operation/command.ts'
import { diskStorage } from '../../platform/storage/photo-storage.ts'
import { readBack, readWhole, TABLES } from './backup.ts'

const BATCH = 1_000

/** Restores a backup into a temporary database and compares rows and photos. @throws CommandError */
export async function checkBackup({ databaseUrl }: Pick<Config, 'databaseUrl'>, from: string): Promise<void> {
  const { portable, photos, at } = await readWhole(from)
  const began = performance.now()
  let inFolder = 0
  const refuse = (error: unknown) => {
    throw new CommandError(`${from} cannot be restored: ${error instanceof Error ? error.message : error}`)
  }
  await readBack(from).catch(refuse)
  await withTemporary(databaseUrl, async url => {
    await loadRows(url, join(from, TABLES), portable).catch(refuse)
    const other = await otherRows(portable, url)
    if (other) throw new CommandError(`${from}: the table ${other.name} has ${other.rows} rows after it was restored`)
    if (photos?.on !== 's3') inFolder = await countFiles(url, from)
  })
  const rows = portable.tables.reduce((sum, table) => sum + table.rows, 0)
  const kept = photos?.on === 's3' ? `${photos.count} photos in a bucket, not in the backup` : `${inFolder} photos`
  const took = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`The backup of ${at} is complete: ${portable.tables.length} tables, ${rows} rows, ${kept} (${took} s)`)
}

/** @returns how many photos of the database have their files. @throws CommandError if one has not. */
async function countFiles(url: string, from: string): Promise<number> {
  const files = diskStorage(join(from, 'photos'))
  const db = openDatabase(url, { max: 1 })
  let count = 0
  try {
    // Deleted ones may have been purged while the backup was written.
    await db.deleteFrom('photos').where('deleted_at', 'is not', null).execute()
    for (let after = ''; ; ) {
      const keys = await photoKeysAfter(db, after, BATCH)
      for (const key of keys) if (!(await files.has(key))) throw new CommandError(`${from} lacks the files of a photo`)
      count += keys.length
      after = keys.at(-1) ?? ''
      if (keys.length < BATCH) return count
    }
  } finally {
    await db.destroy()
  }
}

/** A server of its own where one is included, else a database beside the app's: its account must be a superuser. */
async function withTemporary(databaseUrl: string | null, work: (url: string) => Promise<void>): Promise<void> {
  if (databaseUrl !== null && !isIncluded()) return withTemporaryDatabase(databaseUrl, work)
  const dataDir = await mkdtemp(join(tmpdir(), 'barkyard-check-'))
  // Under root the database runs as another account, which passes through.
  await chmod(dataDir, 0o711)
  const server = await startEmbedded({ dataDir, log: () => {}, temporary: true })
  try {
    await work(server.url)
  } finally {
    await server.stop()
  }
}
