import { expect, test } from 'vitest'
import { behind } from '../../../testing/blocked.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { addDog, addOwner } from '../../../testing/owners.ts'
import { checkData } from '../../check.ts'
import { inTransaction } from '../../open.ts'
import { updatePlace } from '../account/users.ts'
import { skipDog } from '../skips/skips.ts'
import { setOwner } from './ownership.ts'

const db = await openTestDatabase({ max: 3 })

const settle = (userId: string, cell: number) =>
  inTransaction(db, trx => updatePlace(trx, userId, now => ({ ...now, cell })))

async function newOwner(name: string, cell: number): Promise<string> {
  const userId = await addOwner(db, name)
  await settle(userId, cell)
  return userId
}

test.each(['somebody', 'nobody'])(
  'a dog that is transferred to %s while its owner moves stays where it is',
  async to => {
    const from = await newOwner(`from-${to}`, 360_001)
    const taker = to === 'nobody' ? null : await newOwner('taker', 360_002)
    const dog = await addDog(db, from, 'Rex')
    await behind(
      db,
      trx => setOwner(trx, dog.id, taker, 50, new Date()),
      () => settle(from, 360_003),
    )
    const found = await db.selectFrom('sniff_dogs').select(['owner_id', 'cell']).where('dog_id', '=', dog.id).execute()
    expect(found).toEqual(taker === null ? [] : [{ owner_id: taker, cell: 360_002 }])
    expect((await checkData(db)).filter(({ wrong }) => wrong > 0)).toEqual([])
  },
)

test('a dog that has just been transferred cannot skip itself either', async () => {
  const [from, taker] = [await addOwner(db, 'giver'), await addOwner(db, 'heir')]
  const dog = await addDog(db, from, 'Rex')
  const viewer = { kind: 'dog', userId: from, dogId: dog.id } as const
  await inTransaction(db, trx => setOwner(trx, dog.id, taker, 50, new Date()))
  const skip = () => inTransaction(db, trx => skipDog(trx, viewer, dog.id, { now: new Date(), atMost: 10 }))
  expect(await skip()).toBe('own-dog')
})
