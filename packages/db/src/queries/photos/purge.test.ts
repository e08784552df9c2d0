import { expect, test } from 'vitest'
import { untilBlocked } from '../../../testing/blocked.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { addDog, addOwner } from '../../../testing/owners.ts'
import { inTransaction } from '../../open.ts'
import { newId } from '../ids.ts'
import { newPhotoKey, recordPhotoKeys } from './photo-keys.ts'
import { addPhoto, purgePhoto } from './photos.ts'

const db = await openTestDatabase({ max: 4 })

const now = new Date()

test('a photo that is added while a deleted one is purged stays on its dog', async () => {
  const userId = await addOwner(db, 'kim')
  const dog = await addDog(db, userId, 'Rex')
  const [deletedId, key] = [newId(), newPhotoKey()]
  await db
    .insertInto('photos')
    .values({ id: deletedId, dog_id: dog.id, key: newPhotoKey(), deleted_at: now, deleted_by: userId })
    .execute()
  await recordPhotoKeys(db, [key])

  const { purging } = await db.transaction().execute(async trx => {
    const photo = { dogId: dog.id, key, focus: null, hash: null }
    await addPhoto(trx, { kind: 'owner', userId }, photo, { atMost: 6, now })
    const purging = inTransaction(db, other => purgePhoto(other, deletedId, now))
    await untilBlocked(db)
    return { purging }
  })
  await purging
  expect(await db.selectFrom('photos').select('id').where('id', '=', deletedId).execute()).toEqual([])

  const { photos } = await db.selectFrom('dogs').select('photos').where('id', '=', dog.id).executeTakeFirstOrThrow()
  expect(photos).toHaveLength(1)
})
