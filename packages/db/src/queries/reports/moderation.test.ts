import { ownerAs } from '@barkyard/domain/visibility'
import { expect, test } from 'vitest'
import { behind } from '../../../testing/blocked.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { addDog, addOwnerWithDog, addRow, settle } from '../../../testing/owners.ts'
import { checkData } from '../../check.ts'
import { inTransaction, type Trx } from '../../open.ts'
import { setOwner } from '../admin/ownership.ts'
import { newId } from '../ids.ts'
import { sniffPage } from '../sniff/sniff.ts'
import { endSuspension, liftSuspension, setDogHidden, suspendOwner, suspensionEnd } from './moderation.ts'

const db = await openTestDatabase({ max: 3 })

const CELL = 360_001
const now = new Date()

const owner = (name: string) => addOwnerWithDog(db, name, CELL)

const searcher = '00000000-0000-7000-8000-000000000000'
async function found(): Promise<string[]> {
  const filters = { distance: 5, sizes: [], temperaments: [], verified: [] }
  const search = { ...filters, viewer: ownerAs(searcher, null), today: '2030-01-01', limit: 100 }
  const around = async (cell: number | null) =>
    (await sniffPage(db, { ...search, cell })).dogs.map(({ dog }) => dog.id).sort()
  const near = await around(CELL)
  expect(await around(null)).toEqual(near)
  return near
}
const isSound = async () => expect((await checkData(db)).filter(({ wrong }) => wrong > 0)).toEqual([])

test('nobody finds a hidden dog, until it is shown again', async () => {
  const { dogId, userId } = await owner('hidden')
  expect(await found()).toContain(dogId)
  const hidden = await inTransaction(db, trx => setDogHidden(trx, dogId, now))
  expect(hidden).toMatchObject({ ownerId: userId, userIds: [userId] })
  expect(await found()).not.toContain(dogId)
  for (const cell of [null, CELL]) await settle(db, userId, cell)
  expect(await found()).not.toContain(dogId)
  await isSound()
  await inTransaction(db, trx => setDogHidden(trx, dogId, null))
  expect(await found()).toContain(dogId)
  await isSound()
})

test('searches find no dog of a suspended owner, and find a dog again once it has another owner', async () => {
  const first = await owner('suspended')
  const second = await owner('other')
  const until = new Date(now.getTime() + 1000)
  expect(await inTransaction(db, trx => suspensionEnd(trx, first.userId))).toBeUndefined()
  const suspended = await inTransaction(db, trx => suspendOwner(trx, first.userId, { now, until }))
  expect(suspended).toMatchObject({ userIds: [first.userId], dogIds: [first.dogId] })
  expect(await inTransaction(db, trx => suspensionEnd(trx, first.userId))).toEqual(until)
  const made = (await addDog(db, first.userId, 'made meanwhile')).id
  await inTransaction(db, trx => setOwner(trx, second.dogId, first.userId, 50, now))
  await inTransaction(db, trx => setOwner(trx, first.dogId, second.userId, 50, now))
  const ours = [first.dogId, second.dogId, made]
  expect((await found()).filter(id => ours.includes(id))).toEqual([first.dogId])
  await isSound()
  const lifted = await inTransaction(db, trx => liftSuspension(trx, first.userId))
  expect(lifted?.dogIds.sort()).toEqual([second.dogId, made].sort())
  expect(await inTransaction(db, trx => liftSuspension(trx, first.userId))).toBeNull()
  expect((await found()).filter(id => ours.includes(id))).toEqual(ours.sort())
  await isSound()
})

test('a dog that is transferred to a suspended owner is hidden too', async () => {
  const first = await owner('racing')
  const second = await owner('giving')
  await behind(
    db,
    trx => suspendOwner(trx, first.userId, { now, until: null }),
    () => inTransaction(db, trx => setOwner(trx, second.dogId, first.userId, 50, now)),
  )
  expect(await found()).not.toContain(second.dogId)
  await isSound()
})

test('a lift that waits for a longer suspension ends that one’s decision too', async () => {
  const { userId, dogId } = await owner('lifted')
  await inTransaction(db, trx => suspendOwner(trx, userId, { now, until: new Date(now.getTime() + 1000) }))
  const suspendAgain = async (trx: Trx) => {
    await suspendOwner(trx, userId, { now, until: null })
    const about = { dog_id: dogId, dog_name: 'lifted', owner_id: userId, statement: '', created_at: now }
    await addRow(trx, 'decisions', { id: newId(), ...about, action: 'suspend' })
  }
  const lifted = await behind(db, suspendAgain, () => inTransaction(db, trx => endSuspension(trx, userId, now)))
  expect(lifted).toMatchObject({ dogIds: [dogId] })
  expect(await db.selectFrom('decisions').select('until').where('owner_id', '=', userId).execute()).toEqual([
    { until: now },
  ])
})
