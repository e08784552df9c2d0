import { SAME_PHOTO_BITS } from '@barkyard/domain/photo-hash'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { listStaffIds } from '../admins.ts'
import { dogColumns } from '../columns.ts'
import { toDog } from '../dogs/dogs.ts'
import { keepDog, keepPhotos, lockPhotos, openCase } from './reports.ts'

/** A photo that equals another one. */
interface Duplicate {
  photo_id: string
  dog_id: string
  dog_name: string
  was_removed: boolean
  /** The key of the copy that a case keeps of a removed photo; null: none. */
  key: string | null
}

/**
 * Stores the hash of a new photo. If the photo equals one of another owner's dog, or one that a decision removed, a case
 * is opened without a reporter, or the open one gets it: once for an owner and the other photo, and a few times a day.
 * @param hash a signed 64-bit number.
 * @returns the admins whose queue changes; none if no case changed.
 */
export async function compareWithOthers(
  trx: Trx,
  { photoId, dogId, hash, now, today }: { photoId: string; dogId: string; hash: bigint; now: Date; today: string },
): Promise<string[]> {
  const bits = hash.toString()
  // Two equal photos that arrive at once share a band, so the second one waits here until the first one is stored.
  await sql`
    SELECT pg_advisory_xact_lock(${LOCK_SPACE}, band) FROM (SELECT unnest(photo_bands(${bits}::bigint)) AS band ORDER BY 1) bands
  `.execute(trx)
  await trx.insertInto('photo_hashes').values({ photo_id: photoId, dog_id: dogId, hash: bits }).execute()
  const found = await findDuplicate(trx, dogId, bits)
  return found ? openDuplicateCase(trx, { photoId, dogId, found, now, today }) : []
}

/** The first key of the advisory locks for bands. */
const LOCK_SPACE = 74_656
/** How many photos of an owner may open cases, or join them, within a day. */
const A_DAY = 10
const DAY_MS = 24 * 60 * 60 * 1000

/** The photo that a hash equals most, those that a decision removed first. */
export async function findDuplicate(trx: Db | Trx, dogId: string, bits: string): Promise<Duplicate | undefined> {
  const { rows } = await sql<Duplicate>`
    SELECT h.photo_id, h.dog_id, h.removed_at IS NOT NULL AS was_removed,
      coalesce((SELECT name FROM dogs WHERE id = h.dog_id), (SELECT dog_name FROM report_cases WHERE id = h.removed_in), '') AS dog_name,
      (SELECT key FROM report_photos WHERE case_id = h.removed_in AND photo_id = h.photo_id) AS key
    FROM photo_hashes h
    WHERE photo_bands(h.hash) && photo_bands(${bits}::bigint)
      AND bit_count((h.hash # ${bits}::bigint)::bit(64)) <= ${SAME_PHOTO_BITS}::int
      AND NOT EXISTS (SELECT FROM photos WHERE id = h.photo_id AND deleted_at IS NOT NULL OFFSET 0)
      AND (h.removed_at IS NOT NULL OR (SELECT user_id FROM dogs WHERE id = h.dog_id)
        <> (SELECT user_id FROM dogs WHERE id = ${dogId}::uuid))
    ORDER BY was_removed DESC, bit_count((h.hash # ${bits}::bigint)::bit(64)), h.photo_id
    LIMIT 1`.execute(trx)
  return rows[0]
}

async function openDuplicateCase(
  trx: Trx,
  { photoId, dogId, found, now, today }: { photoId: string; dogId: string; found: Duplicate; now: Date; today: string },
): Promise<string[]> {
  const row = await trx
    .selectFrom('dogs')
    .select([...dogColumns, 'dogs.user_id'])
    .where('id', '=', dogId)
    .executeTakeFirstOrThrow()
  const { rows: known } = await sql<{ isSame: boolean; isToday: boolean }>`
    SELECT report_twins.other_photo_id = ${found.photo_id}::uuid AS "isSame",
      report_cases.created_at > ${new Date(now.getTime() - DAY_MS)} AS "isToday"
    FROM report_cases JOIN report_twins ON report_twins.case_id = report_cases.id
    WHERE report_cases.owner_id = ${row.user_id}::uuid
    UNION ALL SELECT true, true FROM report_twins WHERE dog_id = ${dogId}::uuid AND other_photo_id = ${found.photo_id}::uuid`.execute(
    trx,
  )
  if (known.some(({ isSame }) => isSame) || known.filter(({ isToday }) => isToday).length >= A_DAY) return []
  const dog = toDog(row, today)
  const caseId = await openCase(trx, { dogId, kind: 'fake', now }, { name: dog.name, ownerId: row.user_id })
  const photos = await lockPhotos(trx, dogId, found.photo_id)
  await keepDog(trx, caseId, dog)
  await keepPhotos(trx, caseId, photos)
  if (found.key !== null) await keepPhotos(trx, caseId, [{ id: found.photo_id, key: found.key }])
  await trx
    .insertInto('report_twins')
    .values({
      case_id: caseId,
      dog_id: dogId,
      photo_id: photoId,
      was_removed: found.was_removed,
      other_photo_id: found.photo_id,
      other_dog_id: found.dog_id,
      other_dog_name: found.dog_name,
    })
    .execute()
  await trx.updateTable('report_cases').set({ version: sql`version + 1` }).where('id', '=', caseId).execute()
  return listStaffIds(trx)
}
