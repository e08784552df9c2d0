import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { migrateAt } from '@barkyard/db/migrate'
import { openDatabase } from '@barkyard/db/open'
import { endAllAccess } from '@barkyard/db/queries/sessions'
import { backupEmbedded, emptyDirectory, restoreEmbedded } from '@barkyard/postgres/backup'
import { copyTree } from '@barkyard/postgres/copy-files'
import { EmbeddedPostgresError, startEmbedded } from '@barkyard/postgres/embedded'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { endWithError } from './end-with-error.ts'

const USAGE = `Usage:
  pnpm backup DIR     copy the embedded database, its photos and its secret to a new directory, while the app runs
  pnpm restore DIR [--keep-sessions]
                      put such a copy in place in a DATA_DIR without a database, while the app does not run; all
                      sessions, tokens and links in mails end, unless they are to be kept`

/** Written last: a backup without it is incomplete. */
const MARK = 'barkyard-backup.json'
const SECRET = 'session-secret'

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function embeddedConfig(): Config {
  const config = readConfig(process.env)
  if (config.databaseUrl !== null)
    throw new ConfigError(
      'DATABASE_URL is set: this command works only with the embedded database. Use pg_dump or pg_basebackup',
    )
  return config
}

async function backup(to: string): Promise<void> {
  const { dataDir, s3 } = embeddedConfig()
  const photos = () => (s3 ? 0 : copyTree(join(dataDir, 'photos'), join(to, 'photos'), { onlyMissing: true }))
  await emptyDirectory(to)
  const began = performance.now()
  let photoBytes = 0
  // Files are written before their row and deleted after it, so every row in the backup finds its files.
  const bytes = await backupEmbedded({
    dataDir,
    to,
    beforeEnd: async () => {
      photoBytes += await photos()
    },
  })
  photoBytes += await photos()
  await copyFile(join(dataDir, SECRET), join(to, SECRET)).catch(() => undefined)
  await writeFile(join(to, MARK), `${JSON.stringify({ format: 1, at: new Date().toISOString() })}\n`, {
    mode: 0o600,
  })
  const kept = s3 ? 'photos stay in their bucket' : `photos ${megabytes(photoBytes)}`
  const took = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`Backed up to ${to}: database ${megabytes(bytes)}, ${kept} (${took} s)`)
}

/** Ends all sessions, tokens and links: those that were revoked or used after the backup would work again. */
async function endAccess(dataDir: string): Promise<void> {
  const server = await startEmbedded({ dataDir, log: () => {} })
  try {
    await migrateAt(server.url)
    const db = openDatabase(server.url, { max: 1 })
    try {
      await endAllAccess(db)
    } finally {
      await db.destroy()
    }
  } finally {
    await server.stop()
  }
}

async function restore(from: string, { keepSessions }: { keepSessions: boolean }): Promise<void> {
  const mark = await readFile(join(from, MARK), 'utf8').catch(() => null)
  if (mark === null) throw new EmbeddedPostgresError(`${from} holds no backup, or an incomplete one`)
  const config = embeddedConfig()
  const began = performance.now()
  const bytes = await restoreEmbedded({ from, dataDir: config.dataDir })
  if (!keepSessions) await endAccess(config.dataDir)
  const hasPhotos = (await stat(join(from, 'photos')).catch(() => null)) !== null
  const photoBytes = hasPhotos
    ? await copyTree(join(from, 'photos'), join(config.dataDir, 'photos'), { onlyMissing: true })
    : 0
  await copyFile(join(from, SECRET), join(config.dataDir, SECRET)).catch(() => undefined)
  const took = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `Restored to ${config.dataDir}: database ${megabytes(bytes)}, photos ${megabytes(photoBytes)} (${took} s)`,
  )
  console.log(
    keepSessions
      ? 'Sessions, tokens and links are as they were at the time of the backup: those revoked since then are good again.'
      : 'All sessions, tokens and links in mails have ended: everybody signs in again. --keep-sessions keeps them.',
  )
}

async function main(): Promise<void> {
  const [command, directory, ...rest] = process.argv.slice(2)
  const keepSessions = command === 'restore' && rest[0] === '--keep-sessions'
  const isKnown = command === 'backup' || command === 'restore'
  if (!isKnown || directory === undefined || directory.startsWith('-') || rest.length > (keepSessions ? 1 : 0)) {
    console.error(USAGE)
    process.exit(2)
  }
  if (command === 'backup') await backup(resolve(directory))
  else await restore(resolve(directory), { keepSessions })
}

main().then(() => process.exit(), endWithError)
