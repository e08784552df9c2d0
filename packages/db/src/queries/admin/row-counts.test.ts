import { expect, test } from 'vitest'
import { accepted } from '../../../testing/accepted.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { addOwnerWithDog } from '../../../testing/owners.ts'
import { inTransaction } from '../../open.ts'
import { deleteUsers } from '../account/delete-users.ts'
import { listDogs, listUsers } from './admin.ts'
import { sweepRowCounts } from './numbers.ts'

const db = await openTestDatabase({ max: 4 })

const PAGE = { limit: 2, sort: 'newest' } as const
async function totals() {
  const users = accepted(await listUsers(db, PAGE))
  const dogs = accepted(await listDogs(db, PAGE, { unowned: false }))
  return [users.total, dogs.total]
}
const ownerWithDog = async () => (await addOwnerWithDog(db, 'Ada')).userId

test('totals follow what is added and deleted, also while changes are added up', async () => {
  expect(await totals()).toEqual([0, 0])
  const userIds = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(ownerWithDog))
  const sweeps = Promise.all([sweepRowCounts(db), sweepRowCounts(db)])
  const more = await Promise.all([9, 10, 11].map(ownerWithDog))
  await sweeps
  expect(await totals()).toEqual([11, 11])

  const failing = inTransaction(db, async trx => {
    await trx
      .deleteFrom('dogs')
      .where('user_id', '=', more[0] ?? '')
      .execute()
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await totals()).toEqual([11, 11])

  await inTransaction(db, trx => deleteUsers(trx, userIds.slice(0, 3), new Date()))
  await sweepRowCounts(db)
  expect((await totals())[0]).toBe(8)
  expect(await db.selectFrom('row_counts').selectAll().execute()).toHaveLength(2)
})
