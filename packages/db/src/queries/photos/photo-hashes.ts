import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import type { Trx } from '../../transaction.ts'

export interface PhotoToHash {
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
