import { Readable } from 'node:stream'
import type { Db } from '@barkyard/db/open'
import { archivedMatches, archivedMessages, archivedPlaydates } from '@barkyard/db/queries/account/archive'
import { findUser } from '@barkyard/db/queries/account/users'
import { roleOf } from '@barkyard/db/queries/admins'
import { listBlocks } from '@barkyard/db/queries/blocks/blocks'
import { findCalendarFeed } from '@barkyard/db/queries/calendar/calendar'
import { dogsOfUser } from '@barkyard/db/queries/dogs/dogs'
import { listOwnLost } from '@barkyard/db/queries/lost/lost'
import { archivedSightings } from '@barkyard/db/queries/lost/sightings'
import { listNotifications } from '@barkyard/db/queries/notifications/notifications'
import { findPreferences } from '@barkyard/db/queries/notifications/preferences'
import { listEndpoints } from '@barkyard/db/queries/notifications/push-endpoints'
import { everyItem } from '@barkyard/db/queries/paging'
import { listSuggestions } from '@barkyard/db/queries/parks/suggestions'
import { listPasskeys } from '@barkyard/db/queries/passkeys/passkeys'
import { listNotices } from '@barkyard/db/queries/reports/notices'
import { archivedReports } from '@barkyard/db/queries/reports/reports'
import { listSearches } from '@barkyard/db/queries/searches/searches'
import { everySkipOf } from '@barkyard/db/queries/skips/skips'
import { listTokens } from '@barkyard/db/queries/tokens/tokens'
import { archivedVerifications } from '@barkyard/db/queries/verification/verifications'
import { archivedWalks } from '@barkyard/db/queries/walks/archive'
import { listWebhooks } from '@barkyard/db/queries/webhooks/webhooks'
import { LOST_PAGE_DEFAULT } from '@barkyard/domain/lost'
import { NOTIFICATIONS_DEFAULT } from '@barkyard/domain/notification'
import { BLOCKS_DEFAULT } from '@barkyard/domain/paging'
import { PARKS_DEFAULT } from '@barkyard/domain/parks'
import { REPORTS_PAGE_DEFAULT } from '@barkyard/domain/report'
import { ownPasswordSchema } from '@barkyard/domain/schemas/account'
import { dayOf } from '@barkyard/domain/verification-days'
import type { Owner } from '@barkyard/domain/visibility'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import { callerNow } from '../../platform/access/guard.ts'
import { requireCaller, requireNotImpersonating, requireSession } from '../../platform/access/requirements.ts'
import { foundOrThrow } from '../../platform/errors.ts'
import { fileNames } from '../../platform/storage/photo-storage.ts'
import type { Services } from '../../services.ts'
import { requireOwner } from './proof-of-owner.ts'

const ARCHIVE_README = `Your data from Barkyard
=======================

account.json    You: name, e-mail address, role, city, where you shared your location, what you want
                to be notified of, the searches you saved, the devices that receive notifications,
                your passkeys' names, and the tokens and webhooks of your scripts.
dogs.json       Your dogs' profiles. "photos" are in the order in which the profile shows them.
matches.json    The matches of all your dogs, with every message of both sides. Of the other dog
                there are its id, name and breed. "senderDogId" tells who wrote a message.
playdates.json  Playdates of these matches, past ones too. "whenTs" is in UTC. "changes" are other
                terms that one side asked for, "recaps" what you said afterwards.
walks.json      The open walks that your dogs hosted, joined or wait for, with the host's dog.
safety.json     Whom you blocked, what you reported, and decisions about you with your appeals. What
                others did is not yours to know.
parks.json      The parks that you suggested, newest first. Nobody else is told that it was you.
lost.json       The searches for your lost dogs, with what only you know of them, and what you said
                that you saw of others' dogs. The photos that you sent for it are in "sightings".
skips.json      The dogs that you said are not for you, by your dog.
verifications.json
                What you asked our moderators to check, and their decisions. The photos that you
                sent for it are in "verifications", as long as we have them.
notifications.json
                What you were notified of in the last 90 days, newest first.
photos/         A folder for each dog, named by its id: 1.webp is its face.

All times are ISO 8601 in UTC, all files UTF-8. Ids mean nothing outside Barkyard.
`

/**
 * All data of an account as a ZIP. It is streamed, so memory use does not depend on its size. Of other owners it contains
 * only the public profiles of their dogs and the messages of shared chats.
 * @returns null if there is no such account.
 */
export async function accountArchive(
  { db, photos }: Pick<Services, 'db' | 'photos'>,
  userId: string,
  now: Date,
): Promise<Readable | null> {
  const user = await findUser(db, userId)
  if (!user) return null
  const viewer = { kind: 'owner', userId } as const
  const dogs = await dogsOfUser(db, userId, dayOf(now))
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

  const addList = (name: string, items: AsyncIterable<unknown>) =>
    addLazily(name, async () => Readable.from(jsonList(items)))
  const addPhoto = (name: string, file: string) =>
    addLazily(name, async () => (await photos.read(file))?.body ?? Readable.from([]), false)

  zip.addBuffer(Buffer.from(ARCHIVE_README), 'README.txt', options)
  add('account.json', {
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    city: user.city,
    lat: user.lat,
    lng: user.lng,
    role: roleOf(user),
    emailVerifiedAt: user.email_verified_at,
    calendarAddressSince: (await findCalendarFeed(db, userId))?.createdAt ?? null,
    preferences: await findPreferences(db, userId),
    searches: await listSearches(db, userId),
    tokens: await listTokens(db, userId),
    requirePasskey: user.require_passkey,
    passkeys: await listPasskeys(db, userId),
    webhooks: await listWebhooks(db, userId),
    pushDevices: await pushDevices(db, userId),
  })
  add('dogs.json', dogs)
  addLazily('matches.json', async () =>
    Readable.from(jsonList(archivedMatches(db, viewer), match => matchText(db, match))),
  )
  addList('playdates.json', playdates(db, viewer))
  addList('walks.json', archivedWalks(db, viewer))
  addLazily('safety.json', async () => Readable.from(safety(db, viewer)))
  const parks = everyItem(cursor => listSuggestions(db, userId, { limit: PARKS_DEFAULT, cursor }))
  addList('parks.json', parks)
  const sightings = await archivedSightings(db, userId)
  const lost = everyItem(cursor => listOwnLost(db, userId, { limit: LOST_PAGE_DEFAULT, cursor, now }))
  const searches = []
  for await (const one of lost) searches.push(one)
  add('lost.json', { searches, sightings: sightings.map(({ sighting }) => sighting) })
  addList('skips.json', everySkipOf(db, viewer))
  const verifications = await archivedVerifications(db, userId)
  add(
    'verifications.json',
    verifications.map(({ verification }) => verification),
  )
  addList(
    'notifications.json',
    everyItem(cursor => listNotifications(db, viewer, { limit: NOTIFICATIONS_DEFAULT, cursor, now })),
  )
  // By the dog's id, in the dog's order.
  for (const dog of dogs)
    for (const [index, { urlLarge }] of dog.photos.entries())
      addPhoto(`photos/${dog.id}/${index + 1}.webp`, urlLarge.split('/').at(-1) ?? '')
  const evidence = [
    ...verifications.map(({ verification, evidenceKey: key }) => ({ name: `verifications/${verification.id}`, key })),
    ...sightings.map(({ sighting, evidenceKey: key }) => ({ name: `sightings/${sighting.id}`, key })),
  ]
  for (const { name, key } of evidence) if (key !== null) addPhoto(`${name}.webp`, fileNames(key).large)
  zip.end()
  return output
}

/** A JSON array, written item by item as chunks of text. */
async function* jsonList<T>(
  items: AsyncIterable<T>,
  textOf: (item: T) => AsyncIterable<string> | string[] = item => [JSON.stringify(item)],
): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const item of items) {
    yield separator
    yield* textOf(item)
    separator = ',\n'
  }
  yield '\n]\n'
}

async function* matchText(db: Db, match: { id: string }): AsyncGenerator<string> {
  yield `${JSON.stringify(match).slice(0, -1)},"messages":`
  yield* jsonList(archivedMessages(db, match.id))
  yield '}'
}

async function* playdates(db: Db, viewer: Owner) {
  for await (const { id } of archivedMatches(db, viewer)) yield* await archivedPlaydates(db, viewer, id)
}

async function* safety(db: Db, viewer: Owner): AsyncGenerator<string> {
  yield '{"blocks":'
  yield* jsonList(everyItem(cursor => listBlocks(db, viewer, { limit: BLOCKS_DEFAULT, cursor })))
  yield ',"reports":'
  yield* jsonList(archivedReports(db, viewer.userId))
  yield ',"notices":'
  const notices = everyItem(cursor => listNotices(db, viewer.userId, { limit: REPORTS_PAGE_DEFAULT, cursor }))
  yield* jsonList(notices)
  yield '}\n'
}

/** Browsers that receive pushes. Their addresses and keys are left out, because anybody who has them can send pushes. */
const pushDevices = async (db: Db, userId: string) =>
  (await listEndpoints(db, userId, '')).map(({ device, createdAt }) => ({ device, createdAt }))

/** `POST /account/export`: all data of the account as a ZIP. It has its own route because it does not answer JSON. */
export function registerAccountExport(scope: FastifyInstance, services: Services): void {
  scope.post('/account/export', { config: { whileSuspended: true } }, async (request, reply) => {
    const caller = requireCaller(await callerNow(request, services))
    requireNotImpersonating(caller)
    requireSession(caller)
    const { password } = ownPasswordSchema.parse(request.body ?? {})
    const { password_hash: passwordHash } = await requireOwner(services, caller, password, request.limitHeaders)
    await services.limits.take('accountExport', caller.userId, request.limitHeaders)
    const now = services.now()
    // The archive is read afterwards, but asked for while the caller may.
    await services.writeLasting(caller, async () => {}, { judge: requireNotImpersonating, passwordHash })
    const archive = foundOrThrow(await accountArchive(services, caller.userId, now), 'account-not-found')
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="barkyard-${now.toISOString().slice(0, 10)}.zip"`)
      .send(archive)
  })
}
