import { builtInPark } from '@barkyard/domain/parks'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { accepted } from '../testing/accepted.ts'
import { openTestDatabase } from '../testing/database.ts'
import { addMatch, addOwnerWithDog, addRow } from '../testing/owners.ts'
import { checkData } from './check.ts'
import { type Db, inTransaction } from './open.ts'
import { newId } from './queries/ids.ts'
import { storeMessages } from './queries/messages/messages.ts'
import { toPlanParkRow } from './queries/parks/plan-park.ts'
import { recordPhotoKeys } from './queries/photos/photo-keys.ts'
import { addPhoto } from './queries/photos/photos.ts'
import { hostWalk } from './queries/walks/changes.ts'

const db = await openTestDatabase({ max: 2 })
beforeAll(async () => {
  const now = new Date()
  const made = () => ({ id: newId(), created_at: now })
  const asAdmin = { kind: 'admin' } as const
  async function ownerWithDog(name: string, cell: number | null, focus: { x: number; y: number } | null = null) {
    const owner = await addOwnerWithDog(db, name, cell)
    const photo = { dogId: owner.dogId, key: `key-${name}`, focus, hash: 7n }
    await recordPhotoKeys(db, [photo.key])
    await inTransaction(db, trx => addPhoto(trx, asAdmin, photo, { atMost: 6, now }))
    return owner
  }
  const ada = await ownerWithDog('Ada', 360_001)
  const bo = await ownerWithDog('Bo', 360_002, { x: 0.1, y: 0.7 })
  const cleo = await ownerWithDog('Cleo', null)
  const message = { matchId: await addMatch(db, ada.dogId, bo.dogId), senderDogId: ada.dogId, body: 'woof!' }
  await storeMessages(db, [message, message, { ...message, senderDogId: bo.dogId }])
  const blocked = { user_id: ada.userId, blocked_id: cleo.userId, dog_id: cleo.dogId }
  await addRow(db, 'blocks', { ...made(), ...blocked, dog_name: 'Cleo', dog_breed: 'Corgi' })
  await addRow(db, 'partings', { ...made(), dog_id: bo.dogId, other_dog_id: cleo.dogId })
  const checked = { dog_id: ada.dogId, user_id: ada.userId, kind: 'photo', state: 'approved' } as const
  await addRow(db, 'verifications', { ...made(), ...checked, closed_at: now })
  await db.updateTable('dogs').set({ photo_checked: true }).where('id', '=', ada.dogId).execute()
  const passkey = { user_id: ada.userId, credential_id: 'x', public_key: Buffer.from('x'), transports: [] }
  const passkeyId = newId()
  await addRow(db, 'passkeys', { ...passkey, id: passkeyId, counter: 0, name: 'Phone', created_at: now })
  const session = { user_id: ada.userId, passkey_id: passkeyId, impersonated_dog_id: bo.dogId }
  await addRow(db, 'sessions', { id: newId(), ...session })
  const rights = { require_passkey: true, is_admin: true }
  await db.updateTable('users').set(rights).where('id', '=', ada.userId).execute()
  const place = { lat: 37.76, lng: -122.42, approach: 'shy' as const, code: 'x' }
  const lost = { ...place, last_seen_at: now, began_at: now, ends_at: now, state: 'open' as const }
  await addRow(db, 'lost_cases', { ...made(), ...lost, dog_id: bo.dogId, user_id: bo.userId })
  const park = builtInPark('Dolores Park')
  const walk = { host_dog_id: ada.dogId, title: 'A walk', sizes: [], max_dogs: 2, when_ts: now, changed_at: now }
  await addRow(db, 'walks', { ...made(), ...walk, ...toPlanParkRow(park) })
  const whenTs = new Date(now.getTime() + 86_400_000).toISOString()
  const plan = { whenTs, park, title: 'A walk', maxDogs: 2, repeats: 'weekly' } as const
  const hosted = accepted(await inTransaction(db, trx => hostWalk(trx, ada, plan, now)))
  await addRow(db, 'walk_waiting', { walk_id: hosted.walk.id, dog_id: bo.dogId, since: now, place: 1 })
})

/** What drifts in a test is put back from copies: the check reads in a transaction of its own. */
const DRIFTING = [
  ...['sniff_dogs', 'sniff_cells', 'users', 'dogs', 'match_dogs', 'messages', 'owners_apart', 'dogs_apart'],
  ...['row_counts', 'verifications', 'photos', 'walks', 'walk_waiting', 'walk_series', 'passkeys', 'lost_cases'],
]
let undo = ''
beforeAll(async () => {
  for (const table of DRIFTING) {
    await sql.raw(`CREATE TABLE kept_${table} AS TABLE ${table}`).execute(db)
    const { rows } = await sql<{ list: string }>`
      SELECT string_agg(quote_ident(attname), ', ') AS list FROM pg_attribute
      WHERE attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attrelid = ${table}::regclass`.execute(db)
    const list = rows[0]?.list
    undo += `DELETE FROM ${table}; INSERT INTO ${table} (${list}) SELECT ${list} FROM kept_${table};`
  }
})

/** The names of the checks that found something. */
const wrong = async (among: Db) => (await checkData(among)).filter(one => one.wrong > 0).map(one => one.what)

test('untouched data has no errors', async () => {
  expect(await wrong(db)).toEqual([])
  expect((await checkData(db)).map(one => one.rows)).toEqual([
    2, 2, 3, 3, 1, 3, 2, 2, 1, 1, 1, 1, 1, 1, 3, 2, 2, 2, 1, 2, 2,
  ])
})

test.each([
  ['UPDATE sniff_dogs SET age_years = age_years + 1', 'search rows of dogs'],
  ['DELETE FROM sniff_dogs WHERE cell = 360001', 'search rows of dogs'],
  [`UPDATE users SET cell = 1 WHERE cell IS NULL`, 'search rows of dogs'],
  ['UPDATE sniff_dogs SET photo_checked = NOT photo_checked', 'search rows of dogs'],
  [`UPDATE dogs SET vaccinated_until = '2030-01-01'`, 'search rows of dogs'],
  ['UPDATE dogs SET paused = true', 'search rows of dogs'],
  ['UPDATE dogs SET photo_checked = true', 'badges of dogs'],
  [`UPDATE verifications SET state = 'waiting'`, 'evidence of verifications'],
  ['UPDATE users SET require_passkey = true', 'accounts that require a passkey'],
  ['UPDATE passkeys SET user_id = (SELECT blocked_id FROM blocks)', 'what was signed in with a passkey'],
  ['UPDATE users SET is_admin = false, is_moderator = true', 'rights of sessions and tokens'],
  ['DELETE FROM photos', 'hashes of photos'],
  ['UPDATE sniff_cells SET dogs = dogs + 1', 'search cells'],
  ['UPDATE sniff_cells SET point = cell_point(5)', 'search cells'],
  ['UPDATE dogs SET unseen = true', 'dogs that nobody sees'],
  ['UPDATE users SET suspended_at = now()', 'dogs that nobody sees'],
  ['DELETE FROM owners_apart WHERE owner_id = (SELECT user_id FROM blocks)', 'owners who blocked each other'],
  ['INSERT INTO dogs_apart SELECT dog_a_id, dog_b_id FROM matches', 'dogs that were parted'],
  ['UPDATE walk_waiting SET dog_id = (SELECT dog_id FROM walk_dogs)', 'dogs that wait for a walk'],
  ['UPDATE walk_series SET last_walk_id = id', 'weekly walks'],
  ['UPDATE lost_cases SET user_id = (SELECT blocked_id FROM blocks)', 'searches for lost dogs'],
  [`UPDATE dogs SET photos = '[]'`, 'photos on dogs'],
  [`UPDATE walks SET park_id = 'gone'`, 'parks of plans'],
  ['DELETE FROM match_dogs WHERE dog_id = (SELECT dog_a_id FROM matches)', 'matches of dogs'],
  ['UPDATE row_counts SET change = change + 1', 'numbers of users and dogs'],
  ['DELETE FROM messages WHERE seq = 2', 'numbers of messages'],
  [`UPDATE match_dogs SET last_body = 'meow'`, 'last messages'],
  ['UPDATE match_dogs SET unread = 3', 'unread messages'],
])('sees what drifted: %s', async (drift, what) => {
  onTestFinished(async () => {
    await planted(undo)
    expect(await wrong(db)).toEqual([])
  })
  await planted(drift)
  expect(await wrong(db)).toContain(what)
})

/** Runs statements without triggers and foreign keys. */
const planted = (statements: string) =>
  db.connection().execute(async connection => {
    await sql.raw(`SET session_replication_role = replica`).execute(connection)
    await sql.raw(statements).execute(connection)
    await sql.raw(`SET session_replication_role = origin`).execute(connection)
  })
