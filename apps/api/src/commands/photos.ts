import { join } from 'node:path'
import { countPhotos } from '@barkyard/db/queries/photos/photos'
import { type Moved, movePhotos } from '../features/photos/move.ts'
import { diskStorage } from '../platform/storage/photo-storage.ts'
import { s3Storage } from '../platform/storage/s3.ts'
import { ConfigError } from '../settings.ts'
import { endWithError } from './end-with-error.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `Usage, with the S3_… settings, DATA_DIR and DATABASE_URL of the app:
  pnpm photos to-s3      copy the database's photos from DATA_DIR to the bucket
  pnpm photos to-disk    copy them back
  … --remove             remove from the one what is safe in the other

Broken off, it goes on where it was. To move without a gap: copy, restart the app with the new settings, then run it
once more with --remove for what was uploaded or deleted in between.`

const PROGRESS_MS = 2_000

const words = ({ copied, there, incomplete, bytes }: Moved) =>
  `${copied} copied (${(bytes / 1e6).toFixed(1)} MB), ${there} were there already${incomplete > 0 ? `, ${incomplete} incomplete and left alone` : ''}`

async function main(): Promise<void> {
  const [direction, flag, ...rest] = process.argv.slice(2)
  const isKnown = direction === 'to-s3' || direction === 'to-disk'
  if (!isKnown || (flag !== undefined && flag !== '--remove') || rest.length > 0) {
    console.error(USAGE)
    process.exit(2)
  }
  await withDatabase(async ({ db, config: { s3, dataDir } }) => {
    if (!s3) throw new ConfigError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set')
    const [disk, bucket] = [diskStorage(join(dataDir, 'photos'), console), s3Storage(s3, console)]
    const [from, to] = direction === 'to-s3' ? [disk, bucket] : [bucket, disk]
    const total = await countPhotos(db)
    const began = performance.now()
    let reported = began
    const moved = await movePhotos(db, from, to, {
      remove: flag === '--remove',
      progress(now) {
        if (performance.now() - reported < PROGRESS_MS) return
        reported = performance.now()
        console.log(`  ${now.copied + now.there} of ${total}: ${words(now)}`)
      },
    })
    console.log(`${total} photos: ${words(moved)} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  })
}

main().then(() => process.exit(), endWithError)
