import { copyFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { migrateAt } from '@barkyard/db/migrate'
import { inTransaction } from '@barkyard/db/open'
import { type Dump, loadRows, refuseDump } from '@barkyard/db/portable'
import { endAccess } from '@barkyard/db/queries/account/end-access'
import { countPhotos } from '@barkyard/db/queries/photos/photos'
import { backupEmbedded, emptyDirectory, fillEmbedded, restoreEmbedded } from '@barkyard/postgres/backup'
import { copyTree } from '@barkyard/postgres/copy-files'
import { EmbeddedPostgresError } from '@barkyard/postgres/embedded'
import { type Config, readConfig } from '../config.ts'
import { checkBackup } from '../features/backups/check-backup.ts'
import { readMark, sizeOf, TABLES, writeMark, writePortable } from '../features/backups/portable-backup.ts'
import { ConfigError } from '../settings.ts'
import { endWithError } from './end-with-error.ts'
import { withConnection, withUrl } from './with-database.ts'

const USAGE = `Usage:
  pnpm backup DIR [--portable] [--with-secret]
                      copy the embedded database and its photos to a new directory, while the app runs;
                      --portable: rows instead of files, which every version of PostgreSQL reads;
                      --with-secret: the secret that signs cookies and links too: with it, the copy opens every account
  pnpm restore DIR [--keep-sessions]
                      put such a copy in place in a DATA_DIR without a database, while the app does not run; all
                      sessions, tokens, calendar feeds, webhooks and links in mails end;
                      --keep-sessions: none of them ends, but for sessions and links if the copy has no secret
  pnpm check-backup DIR
                      restore a portable copy into a temporary database, and compare what is in it`

const ALL_ENDED =
  'All sessions, tokens, calendar feeds, webhooks and links in mails have ended: everybody signs in again.'

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

interface BackupFlags {
  isPortable: boolean
  withSecret: boolean
}

async function backup(to: string, { isPortable, withSecret }: BackupFlags): Promise<void> {
  const config = isPortable ? readConfig(process.env) : embeddedConfig()
  const { dataDir, s3 } = config
  if (withSecret && process.env.SESSION_SECRET)
    throw new ConfigError('SESSION_SECRET is set: keep it where you set it, and leave out --with-secret')
  const began = performance.now()
  const at = new Date().toISOString()
  const saveSecret = async () => {
    if (withSecret) await copyFile(join(dataDir, SECRET), join(to, SECRET))
  }
  let [bytes, photoBytes] = [0, 0]
  if (isPortable) {
    const what = await withUrl(config, async url => {
      const photos = s3 ? { count: await withConnection(url, countPhotos) } : { folder: join(dataDir, 'photos') }
      return writePortable({ url, to, photos })
    })
    if (what.photos.on === 'disk') photoBytes = what.photos.bytes
    bytes = what.bytes - photoBytes
    await saveSecret()
    await writeMark(to, { format: 1, at, ...what })
  } else {
    await emptyDirectory(to)
    const photos = async () => {
      if (!s3) photoBytes += await copyTree(join(dataDir, 'photos'), join(to, 'photos'), { onlyMissing: true })
    }
    // Files are written before their row and deleted after it, so every row in the backup finds its files.
    bytes = await backupEmbedded({ dataDir, to, beforeEnd: photos })
    await photos()
    await saveSecret()
    await writeMark(to, { format: 1, at })
  }
  const kept = s3 ? 'photos stay in their bucket' : `photos ${megabytes(photoBytes)}`
  const took = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`Backed up to ${to}: database ${megabytes(bytes)}, ${kept} (${took} s)`)
}

/** Ends all sessions, tokens and links: those that were revoked or used after the backup would work again. */
const endAllAccess = (dataDir: string) =>
  withUrl({ databaseUrl: null, dataDir }, async url => {
    await migrateAt(url)
    await withConnection(url, db => inTransaction(db, trx => endAccess(trx, 'backup restored', null)))
  })

async function load(from: string, dataDir: string, portable: Dump): Promise<number> {
  const refusal = refuseDump(portable)
  if (refusal !== null) throw new EmbeddedPostgresError(`${from} cannot be restored here. ${refusal}`)
  await fillEmbedded(dataDir, url => loadRows(url, join(from, TABLES), portable))
  return sizeOf(join(from, TABLES))
}

/** Puts the secret of a copy in place. Without one a new one is made: what the former signed is no longer good. */
async function restoreSecret(from: string, dataDir: string): Promise<void> {
  const file = join(dataDir, SECRET)
  if (await exists(join(from, SECRET))) await copyFile(join(from, SECRET), file)
  else await rm(file, { force: true })
}

const exists = async (path: string) => (await stat(path).catch(() => null)) !== null

async function restore(from: string, { keepSessions }: { keepSessions: boolean }): Promise<void> {
  const mark = await readMark(from)
  if (mark === null) throw new EmbeddedPostgresError(`${from} holds no backup, or an incomplete one`)
  const config = embeddedConfig()
  const hasSecret = await exists(join(from, SECRET))
  const began = performance.now()
  const bytes = mark.portable
    ? await load(from, config.dataDir, mark.portable)
    : await restoreEmbedded({ from, dataDir: config.dataDir })
  if (!keepSessions) await endAllAccess(config.dataDir)
  const photoBytes = (await exists(join(from, 'photos')))
    ? await copyTree(join(from, 'photos'), join(config.dataDir, 'photos'), { onlyMissing: true })
    : 0
  await restoreSecret(from, config.dataDir)
  const took = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `Restored to ${config.dataDir}: database ${megabytes(bytes)}, photos ${megabytes(photoBytes)} (${took} s)`,
  )
  if (mark.photos?.on === 's3') console.log(`${mark.photos.count} photos were in a bucket: they are not in the backup.`)
  console.log(keepSessions ? 'Tokens are as they were: those revoked since the backup are good again.' : ALL_ENDED)
  if (hasSecret) console.log(keepSessions ? 'So are sessions and links in mails.' : '--keep-sessions keeps them.')
  else
    console.log(
      'The backup has no secret, so the app makes a new one: sessions, secrets of webhooks and links in mails have ended.',
    )
}

const FLAGS = {
  backup: { portable: { type: 'boolean' }, 'with-secret': { type: 'boolean' } },
  restore: { 'keep-sessions': { type: 'boolean' } },
  check: {},
} as const

/** @returns null if the words are not those of the usage. */
function readWords<O extends (typeof FLAGS)[keyof typeof FLAGS]>(args: string[], options: O) {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    const [directory, more] = positionals
    return directory === undefined || more !== undefined ? null : { directory: resolve(directory), values }
  } catch {
    return null
  }
}

function misused(): never {
  console.error(USAGE)
  process.exit(2)
}

async function main(): Promise<void> {
  const [command, ...args] = process.argv.slice(2)
  if (command === 'backup') {
    const { directory, values } = readWords(args, FLAGS.backup) ?? misused()
    await backup(directory, { isPortable: values.portable === true, withSecret: values['with-secret'] === true })
  } else if (command === 'restore') {
    const { directory, values } = readWords(args, FLAGS.restore) ?? misused()
    await restore(directory, { keepSessions: values['keep-sessions'] === true })
  } else if (command === 'check-backup') {
    const { directory } = readWords(args, FLAGS.check) ?? misused()
    await checkBackup(readConfig(process.env), directory)
  } else misused()
}

main().then(() => process.exit(), endWithError)
