import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backupEmbedded, emptyDirectory, restoreEmbedded } from '@barkyard/postgres/backup'
import { copyTree } from '@barkyard/postgres/copy-files'
import { EmbeddedPostgresError } from '@barkyard/postgres/embedded'
import { type Config, ConfigError, readConfig } from './config.ts'
import { endWithError } from './end-with-error.ts'

const USAGE = `Usage:
  pnpm backup DIR     copy the embedded database, its photos and its secret to a new directory, while the app runs
  pnpm restore DIR    put such a copy in place in a DATA_DIR without a database, while the app does not run`

/** Written last: a backup without it was broken off. */
const MARK = 'barkyard-backup.json'
const SECRET = 'session-secret'

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function embeddedConfig(): Config {
  const config = readConfig(process.env)
  if (config.databaseUrl !== null)
    throw new ConfigError('DATABASE_URL is set: this is for the embedded database alone. Use pg_dump or pg_basebackup')
  return config
}

async function backup(to: string): Promise<void> {
  const { dataDir, s3 } = embeddedConfig()
  const photos = () => (s3 ? 0 : copyTree(join(dataDir, 'photos'), join(to, 'photos'), { onlyMissing: true }))
  await emptyDirectory(to)
  const began = performance.now()
  let photoBytes = 0
  // A photo's file comes before its row and goes after it: those of all rows are there before the end or just after.
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

async function restore(from: string): Promise<void> {
  const mark = await readFile(join(from, MARK), 'utf8').catch(() => null)
  if (mark === null) throw new EmbeddedPostgresError(`${from} holds no backup, or one that was broken off`)
  const config = embeddedConfig()
  const began = performance.now()
  const bytes = await restoreEmbedded({ from, dataDir: config.dataDir })
  const hasPhotos = (await stat(join(from, 'photos')).catch(() => null)) !== null
  const photoBytes = hasPhotos
    ? await copyTree(join(from, 'photos'), join(config.dataDir, 'photos'), { onlyMissing: true })
    : 0
  // Whoever was signed in at the time of the backup is so again.
  await copyFile(join(from, SECRET), join(config.dataDir, SECRET)).catch(() => undefined)
  const took = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `Restored to ${config.dataDir}: database ${megabytes(bytes)}, photos ${megabytes(photoBytes)} (${took} s)`,
  )
}

async function main(): Promise<void> {
  const [command, directory, ...rest] = process.argv.slice(2)
  if ((command !== 'backup' && command !== 'restore') || directory === undefined || rest.length > 0) {
    console.error(USAGE)
    process.exit(2)
  }
  await (command === 'backup' ? backup : restore)(resolve(directory))
}

main().then(() => process.exit(), endWithError)
