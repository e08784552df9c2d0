import { expect, test } from 'vitest'
import { behind } from '../../../testing/blocked.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { addOwner, addOwnerWithDog, settle } from '../../../testing/owners.ts'
import { checkData } from '../../check.ts'
import { inTransaction } from '../../open.ts'
import { skipDog } from '../skips/skips.ts'
import { setOwner } from './ownership.ts'

const db = await openTestDatabase({ max: 3 })

test.each(['somebody', 'nobody'])(
  'a dog that is transferred to %s while its owner moves stays where it is',
  async to => {
    const { userId, dogId } = await addOwnerWithDog(db, 'Rex', 360_001)
    const taker = to === 'nobody' ? null : (await addOwnerWithDog(db, 'Bo', 360_002)).userId
    await behind(
      db,
      trx => setOwner(trx, dogId, taker, 50, new Date()),
      () => settle(db, userId, 360_003),
    )
    const found = await db.selectFrom('sniff_dogs').select(['owner_id', 'cell']).where('dog_id', '=', dogId).execute()
    expect(found).toEqual(taker === null ? [] : [{ owner_id: taker, cell: 360_002 }])
    expect((await checkData(db)).filter(({ wrong }) => wrong > 0)).toEqual([])
  },
)

test('a dog that has just been transferred cannot skip itself either', async () => {
  const giver = await addOwnerWithDog(db, 'Rex')
  const heir = await addOwner(db, 'heir')
  await inTransaction(db, trx => setOwner(trx, giver.dogId, heir, 50, new Date()))
  const skip = inTransaction(db, trx => skipDog(trx, giver, giver.dogId, { now: new Date(), atMost: 10 }))
  expect(await skip).toBe('own-dog')
})
