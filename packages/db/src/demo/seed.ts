import { cellOf, distanceKm } from '@barkyard/domain/place'
import { dayOf } from '@barkyard/domain/verification-days'
import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { insertDog } from '../queries/dogs/dogs.ts'
import { newId } from '../queries/ids.ts'
import { newPhotoKey, recordPhotoKeys } from '../queries/photos/photo-keys.ts'
import { insertPhotos } from '../queries/photos/photos.ts'
import { inTransaction, type Trx } from '../transaction.ts'
import { addChats } from './chats.ts'
import { type DemoDog, demoDogs } from './dogs.ts'
import { addLost } from './lost.ts'
import { DEMO_PASSWORD, type DemoOwner, demoOwners } from './owners.ts'
import { addParks } from './parks.ts'
import { demoPhotos } from './photos.ts'
import { addPlaydates } from './playdates.ts'
import { addReports } from './reports.ts'
import { addTrust, takeEvidence } from './trust.ts'
import { addWalks } from './walks.ts'
import { makeYard, type Yard } from './yard.ts'

/** The centre of the demo. Dogs that live far away are not photographed at the bay. */
const HOME = { lat: 37.7749, lng: -122.4194 }
const NEAR_KM = 60
/** One seeder at a time. */
const LOCK = 0x6261726b

export interface SeedOptions {
  /** The demo's chats and playdates lie around this moment. */
  now: Date
  hashPassword: (password: string) => Promise<string>
  /** Stores a drawing (SVG, 4:5) as the files of the photo `key`; resolves once they are there. */
  savePhoto: (key: string, svg: string) => Promise<unknown>
  /** The number of drawings in progress at once. Default 4. */
  atOnce?: number
  log?: (line: string) => void
}

/** Whether the demo's data exists. It is added in one transaction, so any of it means all of it. */
async function hasDemo(db: Db | Trx): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('is_demo', '=', true).limit(1).executeTakeFirst()
  return row !== undefined
}

/**
 * Fills the database with the demo, once: owners, dogs, photos, chats, playdates, walks, a saved search, a lost dog, reports, checks. The files are written first and
 * everything else in one transaction, so that a crash leaves nothing but files without rows, which are swept.
 * @returns whether anything was added.
 */
export async function seedDemo(db: Db, options: SeedOptions): Promise<boolean> {
  if (await hasDemo(db)) return false
  const { now, log = () => {} } = options
  const owners = demoOwners()
  const taken = await db
    .selectFrom('users')
    .select('email')
    .where(
      'email_key',
      'in',
      owners.map(owner => owner.email),
    )
    .execute()
  if (taken.length > 0) {
    log(`No demo: ${taken.map(user => user.email).join(', ')} belong to other accounts`)
    return false
  }
  const dogs = demoDogs()
  const passwordHash = await options.hashPassword(DEMO_PASSWORD)
  const keys = await takePhotos(db, dogs, owners, options)
  const evidence = await takeEvidence(db, dogs, options)
  const added = await inTransaction(db, async trx => {
    await sql`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`.execute(trx)
    if (await hasDemo(trx)) return false
    const userIds = await addOwners(trx, owners, passwordHash)
    const dogIds = await addDogs(trx, dogs, userIds, dayOf(now))
    const yard = makeYard(trx, now, dogs, { userIds, dogIds })
    await addPhotos(yard, keys)
    await addPlaydates(yard, await addChats(yard))
    await addWalks(yard)
    await addLost(yard)
    await addParks(yard)
    await addReports(yard)
    await addTrust(yard, evidence)
    return true
  })
  if (added) log(`${owners.length} owners, ${dogs.length} dogs`)
  return added
}

/** Draws and stores all photos, a few at once. @returns the keys of each dog by its name, in order. */
async function takePhotos(
  db: Db,
  dogs: readonly DemoDog[],
  owners: readonly DemoOwner[],
  { savePhoto, atOnce = 4 }: SeedOptions,
): Promise<Map<string, string[]>> {
  const isFar = new Map(owners.map(owner => [owner.key, distanceKm(HOME, owner.place) > NEAR_KM]))
  const work = dogs.flatMap(dog =>
    demoPhotos(dog, { isFar: isFar.get(dog.owner ?? '') ?? false }).map(svg => ({ dog, svg, key: newPhotoKey() })),
  )
  await recordPhotoKeys(
    db,
    work.map(({ key }) => key),
  )
  const queue = work.values()
  const worker = async () => {
    for (const { key, svg } of queue) await savePhoto(key, svg)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return new Map(dogs.map(({ name }) => [name, work.filter(({ dog }) => dog.name === name).map(({ key }) => key)]))
}

async function addOwners(trx: Trx, owners: readonly DemoOwner[], passwordHash: string): Promise<Map<string, string>> {
  const rows = owners.map(owner => ({ ...owner, id: newId() }))
  await trx
    .insertInto('users')
    .values(
      rows.map(({ id, email, firstName, lastName, city, place, located, isAdmin }) => ({
        id,
        email,
        password_hash: passwordHash,
        first_name: firstName,
        last_name: lastName,
        city,
        lat: located ? place.lat : null,
        lng: located ? place.lng : null,
        cell: cellOf(place),
        is_admin: isAdmin,
        is_demo: true,
      })),
    )
    .execute()
  return new Map(rows.map(({ key, id }) => [key, id]))
}

async function addDogs(
  trx: Trx,
  dogs: readonly DemoDog[],
  userIds: ReadonlyMap<string, string>,
  today: string,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const active = new Map<string, string>()
  for (const dog of dogs) {
    const userId = dog.owner === null ? null : (userIds.get(dog.owner) ?? null)
    const { id } = await insertDog(trx, userId, dog, today)
    ids.set(dog.name, id)
    if (userId !== null && !active.has(userId)) active.set(userId, id)
  }
  for (const [userId, dogId] of active) {
    await trx.updateTable('users').set({ active_dog_id: dogId }).where('id', '=', userId).execute()
  }
  return ids
}

async function addPhotos({ trx, dog }: Yard, keys: ReadonlyMap<string, string[]>): Promise<void> {
  const rows = [...keys].flatMap(([name, list]) => list.map(key => ({ id: newId(), dogId: dog(name), key })))
  if (!(await insertPhotos(trx, rows))) throw new Error('The photos of the demo took too long to draw: start again')
}
