import { expect, test } from 'vitest'
import { untilBlocked } from '../../../testing/blocked.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { inTransaction } from '../../open.ts'
import { createUser } from '../account/users.ts'
import { createDog } from '../dogs/dogs.ts'
import { newId } from '../ids.ts'
import { newPhotoKey, recordPhotoKeys } from './photo-keys.ts'
import { addPhoto, purgePhoto } from './photos.ts'

const db = await openTestDatabase({ max: 4 })

const now = new Date()

test('a photo that is added while a deleted one is purged stays on its dog', async () => {
  const user = { email: 'kim@purge.test', passwordHash: null, firstName: 'Kim', lastName: 'Hale' }
  const made = await createUser(db, user)
  if (typeof made === 'string') throw new Error(made)
  const { userId } = made
  const rex = { name: 'Rex', breed: 'Corgi', size: 'small', sex: 'male', ageYears: 3, temperament: [] } as const
  const dog = await inTransaction(db, trx =>
    createDog(trx, userId, { ...rex, temperament: [] }, { atMost: 1, today: '2026-01-01' }),
  )
  if (typeof dog === 'string') throw new Error(dog)
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
  expect(await purging).toBe(true)

  const { photos } = await db.selectFrom('dogs').select('photos').where('id', '=', dog.id).executeTakeFirstOrThrow()
  expect(photos).toHaveLength(1)
})
