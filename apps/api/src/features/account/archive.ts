import { Readable } from 'node:stream'
import type { Db } from '@barkyard/db/open'
import { archivedMatches, archivedMessages, archivedPlaydates } from '@barkyard/db/queries/account-archive'
import { listBlocks } from '@barkyard/db/queries/blocks'
import { calendarFeedSince } from '@barkyard/db/queries/calendar'
import { dogsOfUser } from '@barkyard/db/queries/dogs'
import { listNotifications } from '@barkyard/db/queries/notifications'
import { findPreferences } from '@barkyard/db/queries/preferences'
import { listEndpoints } from '@barkyard/db/queries/push-endpoints'
import { archivedReports } from '@barkyard/db/queries/report-archive'
import { findUser } from '@barkyard/db/queries/users'
import { BLOCKS_DEFAULT } from '@barkyard/domain/block'
import { NOTIFICATIONS_DEFAULT } from '@barkyard/domain/notification'
import type { Block } from '@barkyard/domain/schemas/block'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Notification } from '@barkyard/domain/schemas/notification'
import { ZipFile } from 'yazl'
import type { PhotoStorage } from '../storage/photo-storage.ts'
import { ARCHIVE_README } from './archive-readme.ts'

interface Sources {
  db: Db
  photos: PhotoStorage
}

/**
 * All data of an account as a ZIP. It is streamed, so memory use does not depend on its size. Of other owners it contains
 * only the public profiles of their dogs and the messages of shared chats.
 * @returns null if there is no such account.
 */
export async function accountArchive({ db, photos }: Sources, userId: string, now: Date): Promise<Readable | null> {
  const user = await findUser(db, userId)
  if (!user) return null
  const dogs = await dogsOfUser(db, userId)
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', error =>
    output.destroy(error instanceof Error ? error : new Error('the archive could not be written')),
  )

  const options = { mtime: now }
  const add = (name: string, value: unknown) =>
    zip.addBuffer(Buffer.from(`${JSON.stringify(value, null, 2)}\n`), name, options)
  // If the client hangs up, only the output ends. Close the source that is being read.
  let source: Readable | undefined
  output.once('close', () => source?.destroy())
  const addLazily = (name: string, open: () => Promise<Readable>, compress = true) =>
    zip.addReadStreamLazy(name, { ...options, compress }, done => {
      open().then(
        stream => {
          source = stream
          if (output.destroyed) stream.destroy()
          else done(null, stream)
        },
        error => done(error, Readable.from([])),
      )
    })

  zip.addBuffer(Buffer.from(ARCHIVE_README), 'README.txt', options)
  add('account.json', {
    ...{ id: user.id, email: user.email, firstName: user.first_name, lastName: user.last_name },
    ...{ city: user.city, lat: user.lat, lng: user.lng, emailVerifiedAt: user.email_verified_at },
    calendarAddressSince: await calendarFeedSince(db, userId),
    preferences: await findPreferences(db, userId),
    pushDevices: await pushDevices(db, userId),
  })
  add('dogs.json', dogs)
  addLazily('matches.json', async () => Readable.from(jsonList(matchesWithMessages(db, userId))))
  addLazily('playdates.json', async () => Readable.from(jsonList(playdates(db, userId))))
  addLazily('safety.json', async () => Readable.from(safety(db, userId)))
  addLazily('notifications.json', async () => Readable.from(jsonList(texts(everyNotification(db, userId, now)))))
  for (const { name, file } of photoFiles(dogs))
    addLazily(name, async () => (await photos.read(file))?.body ?? Readable.from([]), false)
  zip.end()
  return output
}

/** Photos with their names in the archive: by the dog's id, in the dog's order. */
function* photoFiles(dogs: readonly Dog[]) {
  for (const dog of dogs)
    for (const [index, { urlLarge }] of dog.photos.entries())
      yield { name: `photos/${dog.id}/${index + 1}.webp`, file: urlLarge.split('/').at(-1) ?? '' }
}

/** A JSON array, written item by item as chunks of text. */
async function* jsonList(items: AsyncIterable<AsyncIterable<string> | string>): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const item of items) {
    yield separator
    if (typeof item === 'string') yield item
    else yield* item
    separator = ',\n'
  }
  yield '\n]\n'
}

async function* matchesWithMessages(db: Db, userId: string): AsyncGenerator<AsyncIterable<string>> {
  for await (const match of archivedMatches(db, userId)) yield matchText(db, match)
}

async function* matchText(db: Db, match: { id: string }): AsyncGenerator<string> {
  yield `${JSON.stringify(match).slice(0, -1)},"messages":`
  yield* jsonList(texts(archivedMessages(db, match.id)))
  yield '}'
}

async function* playdates(db: Db, userId: string): AsyncGenerator<string> {
  for await (const { id } of archivedMatches(db, userId))
    for (const playdate of await archivedPlaydates(db, userId, id)) yield JSON.stringify(playdate)
}

async function* safety(db: Db, userId: string): AsyncGenerator<string> {
  yield '{"blocks":'
  yield* jsonList(texts(everyBlock(db, userId)))
  yield ',"reports":'
  yield* jsonList(texts(archivedReports(db, userId)))
  yield '}\n'
}

/** The user's blocks and ended matches, page by page. */
async function* everyBlock(db: Db, userId: string): AsyncGenerator<Block> {
  for (let cursor: string | undefined; ; ) {
    const page = await listBlocks(db, userId, { limit: BLOCKS_DEFAULT, cursor })
    if (page === 'unknown cursor') return
    yield* page
    if (page.length < BLOCKS_DEFAULT) return
    cursor = page.at(-1)?.id
  }
}

async function* everyNotification(db: Db, userId: string, now: Date): AsyncGenerator<Notification> {
  const limit = NOTIFICATIONS_DEFAULT
  for (let cursor: string | undefined; ; ) {
    const page = await listNotifications(db, userId, { limit, cursor, now })
    if (page === 'unknown cursor') return
    yield* page
    if (page.length < limit) return
    cursor = page.at(-1)?.id
  }
}

/** Browsers that receive pushes. Their addresses and keys are left out, because anybody who has them can send pushes. */
const pushDevices = async (db: Db, userId: string) =>
  (await listEndpoints(db, userId, '')).map(({ device, createdAt }) => ({ device, createdAt }))

async function* texts(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const item of items) yield JSON.stringify(item)
}
