import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '../../open.ts'
import { affectsRows, exists } from '../rows.ts'

/*
 * A photo's key is noted before its files are written, and its row replaces the note. When the row is deleted, the key is
 * noted as removed. So all files to delete are known, and a storage is never searched for them: other programs may store
 * files there.
 */

/** A new key: 144 random bits. */
export const newPhotoKey = () => randomBytes(18).toString('base64url')

/** Stores keys before their files are written. Only files whose key was stored here are ever deleted. */
export const recordPhotoKeys = (db: Db, keys: string[]) =>
  db
    .insertInto('pending_photos')
    .values(keys.map(key => ({ key })))
    .execute()

/** Gives up a key without a row, so that its files are deleted soon. A key with a row stays. */
export const abandonPhotoKey = (db: Db, key: string) => abandon(db, sql`key = ${key}`)

/** Gives up the keys that were noted before a time and have no row. @returns how many. */
export const abandonPhotoKeysOf = (db: Db, before: Date) => abandon(db, sql`noted_at < ${before}`)

async function abandon(db: Db, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH given_up AS (DELETE FROM pending_photos WHERE ${which} RETURNING key)
    INSERT INTO removed_photos (key) SELECT key FROM given_up`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const NOTED_AT = { removed_photos: 'removed_at', outdated_photos: 'noted_at' } as const

/** The keys that were noted first: of photos whose rows are gone and whose files may be deleted, or whose files must get other keys. */
export async function listPhotoKeys(db: Db, table: keyof typeof NOTED_AT, limit: number): Promise<string[]> {
  const rows = await db.selectFrom(table).select('key').orderBy(sql.ref(NOTED_AT[table])).limit(limit).execute()
  return rows.map(row => row.key)
}

/** Removes keys of which nothing is left to do. */
export const forgetPhotoKeys = (db: Db, table: keyof typeof NOTED_AT | 'copied_photos', keys: string[]) =>
  db
    .deleteFrom(table)
    .where('key', '=', eb => eb.fn.any(eb.val(keys)))
    .execute()

/**
 * Locks the dog of a photo. Every change of a dog's photos does this first: what the trigger writes on the dog is read by the
 * statement that changes them, so a change that waits for another one must not have begun.
 */
export const lockDogOfPhoto = (trx: Trx, column: 'id' | 'key', value: string) =>
  trx
    .selectFrom('dogs')
    .select('id')
    .where('id', '=', eb => eb.selectFrom('photos').select('dog_id').where(column, '=', value))
    .forNoKeyUpdate()
    .execute()

/**
 * Moves a photo to another key, which was noted before its files were written. The files of the old key are to be deleted.
 * @returns false if the photo is gone, or the new key was given up meanwhile.
 */
export async function renamePhoto(db: Db, key: string, newKey: string): Promise<boolean> {
  return inTransaction(db, async trx => {
    await lockDogOfPhoto(trx, 'key', key)
    if (!(await affectsRows(trx.deleteFrom('pending_photos').where('key', '=', newKey)))) return false
    const isRenamed = await affectsRows(trx.updateTable('photos').set({ key: newKey }).where('key', '=', key))
    await trx
      .insertInto('removed_photos')
      .values({ key: isRenamed ? key : newKey })
      .onConflict(one => one.doNothing())
      .execute()
    return isRenamed
  })
}

/** Whether a report keeps the files of this key. */
export const isKeptByReport = (db: Db, key: string): Promise<boolean> =>
  exists(db.selectFrom('report_photos').where('key', '=', key))

/**
 * Moves the kept photo of reports to another key, which was noted before its files were written.
 * @returns false if no report keeps it any more, or the new key was given up meanwhile.
 */
export async function renameKeptPhoto(db: Db, key: string, copy: string): Promise<boolean> {
  return inTransaction(db, async trx => {
    if (!(await exists(trx.selectFrom('pending_photos').where('key', '=', copy).forUpdate()))) return false
    if (!(await affectsRows(trx.updateTable('report_photos').set({ key: copy }).where('key', '=', key)))) return false
    await trx.deleteFrom('pending_photos').where('key', '=', copy).execute()
    return true
  })
}

/** Keys of photos, of copies that reports keep, of evidence and of sightings, in order, after the key `after`. '' comes before all keys. */
export async function photoKeysAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const next = sql`key > ${after} ORDER BY key LIMIT ${limit}`
  const { rows } = await sql<{ key: string }>`
    (SELECT key FROM photos WHERE ${next}) UNION (SELECT key FROM report_photos WHERE ${next})
    UNION (SELECT evidence_key AS key FROM verifications WHERE evidence_key > ${after} ORDER BY evidence_key LIMIT ${limit})
    UNION (SELECT evidence_key AS key FROM lost_sightings WHERE evidence_key > ${after} ORDER BY evidence_key LIMIT ${limit})
    ORDER BY key LIMIT ${limit}`.execute(db)
  return rows.map(row => row.key)
}

/** Notes keys before their files are copied to another storage. */
export const recordCopiedPhotos = (db: Db, keys: string[]) =>
  db
    .insertInto('copied_photos')
    .values(keys.map(key => ({ key })))
    .onConflict(conflict => conflict.doNothing())
    .execute()

/** Keys of photos that were deleted after they were noted. @param of among these. */
export async function goneCopiedPhotos(db: Db, limit: number, of: string[] | null = null): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM copied_photos copied
    WHERE (${of}::text[] IS NULL OR key = ANY(${of}::text[]))
      AND NOT EXISTS (SELECT FROM photos WHERE key = copied.key)
      AND NOT EXISTS (SELECT FROM report_photos WHERE key = copied.key)
      AND NOT EXISTS (SELECT FROM verifications WHERE evidence_key = copied.key)
      AND NOT EXISTS (SELECT FROM lost_sightings WHERE evidence_key = copied.key)
    LIMIT ${limit}`.execute(db)
  return rows.map(row => row.key)
}

interface PhotoToHash {
  id: string
  key: string
  /** Whether it needs no hash: it has one, or it is a drawing of the demo. */
  isDone: boolean
}

/** The next photos in the order of their ids. @param after the id of the last one seen; null: from the start. */
export async function photosToHash(db: Db, after: string | null, limit: number): Promise<PhotoToHash[]> {
  const { rows } = await sql<PhotoToHash>`
    SELECT p.id, p.key,
      EXISTS (SELECT FROM photo_hashes h WHERE h.photo_id = p.id OFFSET 0)
      OR coalesce((SELECT u.is_demo FROM dogs d JOIN users u ON u.id = d.user_id WHERE d.id = p.dog_id), false) AS "isDone"
    FROM photos p WHERE p.id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid
    ORDER BY p.id LIMIT ${limit}::int`.execute(db)
  return rows
}

/** Stores the hash of a photo, unless the photo was deleted meanwhile or has one. @param hash a signed 64-bit number. */
export async function addPhotoHash(trx: Trx, photoId: string, hash: bigint): Promise<void> {
  // The lock keeps the photo, whose deletion would leave the hash behind.
  await sql`
    INSERT INTO photo_hashes (photo_id, dog_id, hash)
    SELECT id, dog_id, ${hash.toString()}::bigint FROM photos WHERE id = ${photoId}::uuid FOR KEY SHARE
    ON CONFLICT (photo_id) DO NOTHING`.execute(trx)
}
