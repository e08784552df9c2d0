import { expect, test } from 'vitest'
import { behind } from '../../../testing/blocked.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { addOwnerWithDog, addRow } from '../../../testing/owners.ts'
import { inTransaction } from '../../open.ts'
import { newId } from '../ids.ts'
import { newPhotoKey, recordPhotoKeys } from './photo-keys.ts'
import { addPhoto, purgePhoto } from './photos.ts'

const db = await openTestDatabase({ max: 4 })

const now = new Date()

test('a photo that is added while a deleted one is purged stays on its dog', async () => {
  const { userId, dogId } = await addOwnerWithDog(db, 'kim')
  const [deletedId, key] = [newId(), newPhotoKey()]
  const deleted = { deleted_at: now, deleted_by: userId }
  await addRow(db, 'photos', { id: deletedId, dog_id: dogId, key: newPhotoKey(), ...deleted })
  await recordPhotoKeys(db, [key])

  const photo = { dogId, key, focus: null, hash: null }
  await behind(
    db,
    trx => addPhoto(trx, { kind: 'owner', userId }, photo, { atMost: 6, now }),
    () => inTransaction(db, trx => purgePhoto(trx, deletedId, now)),
  )
  expect(await db.selectFrom('photos').select('id').where('id', '=', deletedId).execute()).toEqual([])

  const { photos } = await db.selectFrom('dogs').select('photos').where('id', '=', dogId).executeTakeFirstOrThrow()
  expect(photos).toHaveLength(1)
})
