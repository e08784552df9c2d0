import { copyFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { inTransaction } from '@barkyard/db/open'
import { isEmpty, loadRows } from '@barkyard/db/portable'
import { endAccess } from '@barkyard/db/queries/account/end-access'
import { countPhotos } from '@barkyard/db/queries/photos/photos'
import { fillEmbedded } from '@barkyard/postgres/embedded'
import { readConfig } from '../config.ts'
import { copyPhotos, readWhole, sizeOf, TABLES, writeBackup, writeMark } from '../features/backups/backup.ts'
import { checkBackup } from '../features/backups/check-backup.ts'
import { ConfigError } from '../settings.ts'
import { endWithError } from './end-with-error.ts'
import { withConnection, withUrl } from './with-database.ts'

const USAGE = `Usage:
  pnpm backup DIR [--with-secret]
                      write the rows of the database and its photos to a new directory, while the app runs;
                      --with-secret: the secret that signs cookies and links too: with it, the copy opens every account
  pnpm restore DIR [--keep-sessions]
                      put such a copy in place, while the app does not run: in a DATA_DIR without a database, or in the
                      empty database of DATABASE_URL; sessions, tokens, feeds, webhooks and links in mails all end;
                      --keep-sessions: none of them ends, but for sessions, links and webhooks if the copy has no secret
  pnpm check-backup DIR
                      restore a copy into a temporary database, and compare what is in it`

const ALL_ENDED =
  'All sessions, tokens, calendar feeds, webhooks and links in mails have ended: everybody signs in again.'

const SECRET = 'session-secret'

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

async function backup(to: string, { withSecret }: { withSecret: boolean }): Promise<void> {
  const config = readConfig(process.env)
  const { dataDir, s3 } = config
  if (withSecret && process.env.SESSION_SECRET)
    throw new ConfigError('SESSION_SECRET is set: keep it where you set it, and leave out --with-secret')
  const began = performance.now()
  const at = new Date().toISOString()
  const what = await withUrl(config, async url => {
    const photos = s3 ? { count: await withConnection(url, countPhotos) } : { folder: join(dataDir, 'photos') }
    return writeBackup({ url, to, photos })
  })
  if (withSecret) await copyFile(join(dataDir, SECRET), join(to, SECRET))
  await writeMark(to, { format: 1, at, ...what })
  const photoBytes = what.photos.on === 'disk' ? what.photos.bytes : 0
  const kept = s3 ? 'photos stay in their bucket' : `photos ${megabytes(photoBytes)}`
  const took = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`Backed up to ${to}: database ${megabytes(what.bytes - photoBytes)}, ${kept} (${took} s)`)
}

const exists = async (path: string) => (await stat(path).catch(() => null)) !== null

async function restore(from: string, { keepSessions }: { keepSessions: boolean }): Promise<void> {
  const { portable, photos } = await readWhole(from)
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl !== null && !(await isEmpty(databaseUrl)))
    throw new ConfigError('The database of DATABASE_URL has tables: name an empty one')
  const isSecretSet = Boolean(process.env.SESSION_SECRET)
  const hasSecret = isSecretSet || (await exists(join(from, SECRET)))
  const began = performance.now()
  const fill = async (url: string) => {
    await loadRows(url, join(from, TABLES), portable)
    // Those that were revoked or used after the backup would work again.
    if (!keepSessions)
      await withConnection(url, db => inTransaction(db, trx => endAccess(trx, 'backup restored', null)))
  }
  await (databaseUrl === null ? fillEmbedded(dataDir, fill) : fill(databaseUrl))
  const bytes = await sizeOf(join(from, TABLES))
  const photoBytes = (await exists(join(from, 'photos')))
    ? await copyPhotos(join(from, 'photos'), join(dataDir, 'photos'))
    : 0
  // Without one a new one is made: what the former signed is no longer good.
  if (!hasSecret) await rm(join(dataDir, SECRET), { force: true })
  else if (!isSecretSet) await copyFile(join(from, SECRET), join(dataDir, SECRET))
  const took = ((performance.now() - began) / 1000).toFixed(1)
  const to = databaseUrl === null ? dataDir : `DATABASE_URL and ${dataDir}`
  console.log(`Restored to ${to}: database ${megabytes(bytes)}, photos ${megabytes(photoBytes)} (${took} s)`)
  if (photos?.on === 's3') console.log(`${photos.count} photos were in a bucket: they are not in the backup.`)
  console.log(keepSessions ? 'Tokens are as they were: those revoked since the backup are good again.' : ALL_ENDED)
  if (hasSecret) console.log(keepSessions ? 'So are sessions and links in mails.' : '--keep-sessions keeps them.')
  else
    console.log(
      'The backup has no secret, so the app makes a new one: sessions, secrets of webhooks and links in mails have ended.',
    )
}

const FLAGS = new Map<string, string[]>([
  // `--portable`: each is. Release 0.1 copied PostgreSQL's files without it.
  ['backup', ['--portable', '--with-secret']],
  ['restore', ['--keep-sessions']],
  ['check-backup', []],
])

async function main(): Promise<void> {
  const [command = '', ...words] = process.argv.slice(2).filter(word => word !== '--')
  const known = FLAGS.get(command)
  const flags = words.filter(word => word.startsWith('-'))
  const [folder, ...more] = words.filter(word => !word.startsWith('-'))
  if (!known || folder === undefined || more.length > 0 || !flags.every(flag => known.includes(flag))) {
    console.error(USAGE)
    process.exit(2)
  }
  const directory = resolve(folder)
  if (command === 'backup') await backup(directory, { withSecret: flags.includes('--with-secret') })
  else if (command === 'restore') await restore(directory, { keepSessions: flags.includes('--keep-sessions') })
  else await checkBackup(readConfig(process.env), directory)
}

main().then(() => process.exit(), endWithError)
