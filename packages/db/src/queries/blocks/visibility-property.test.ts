import { type Apart, sees as seesByRule } from '@barkyard/domain/visibility'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import { explore, SEED } from '../../../testing/explore.ts'
import { addDog, addOwner } from '../../../testing/owners.ts'
import { type Db, openDatabase } from '../../open.ts'
import { inTransaction, type Trx } from '../../transaction.ts'
import { newId } from '../ids.ts'
import { setDogHidden, suspendOwner } from '../reports/moderation.ts'
import { sees, seesDogOf } from './visibility.ts'

/** Compares the rule of who sees whom as the queries ask it with the rule as the domain states it. */
let db: Db
const owners: string[] = []
const dogs: { id: string; ownerId: string | null }[] = []

beforeAll(async () => {
  db = openDatabase((await createTestDatabase()).url, { max: 1 })
  for (const name of ['Ada', 'Bo', 'Cleo']) owners.push(await addOwner(db, name))
  for (const ownerId of [...owners.flatMap(id => [id, id]), null]) {
    const { id } = await addDog(db, ownerId, `Dog ${dogs.length}`)
    dogs.push({ id, ownerId })
  }
})
afterAll(() => db.destroy())

const pairsOf = (count: number) =>
  fc
    .uniqueArray(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 4, selector: pair => pair.join() })
    .map(pairs => pairs.filter(([one, other]) => one !== other))

const world = fc.record({
  /** Who blocked whom, which dog was parted from which: by their places in the lists above. */
  blocks: pairsOf(3),
  partings: pairsOf(7),
  hidden: fc.uniqueArray(fc.nat(6), { maxLength: 3 }),
  suspended: fc.option(fc.nat(2), { freq: 3 }),
  /** A block and a parting that are undone again. */
  undone: fc.boolean(),
})
type World = typeof world extends fc.Arbitrary<infer W> ? W : never

const ownerAt = (at: number) => owners[at] ?? ''
const dogAt = (at: number) => dogs[at]?.id ?? ''

async function make(trx: Trx, { blocks, partings, hidden, suspended, undone }: World): Promise<void> {
  const now = new Date()
  for (const [one, other] of blocks)
    await trx
      .insertInto('blocks')
      .values({
        id: newId(),
        user_id: ownerAt(one),
        blocked_id: ownerAt(other),
        created_at: now,
        dog_id: dogAt(other * 2),
        dog_name: 'Dog',
        dog_breed: 'Corgi',
      })
      .execute()
  for (const [one, other] of partings)
    await trx
      .insertInto('partings')
      .values({ id: newId(), dog_id: dogAt(one), other_dog_id: dogAt(other), created_at: now })
      .execute()
  const [block, parting] = [blocks.at(-1), partings.at(-1)]
  if (undone && block)
    await trx
      .deleteFrom('blocks')
      .where('user_id', '=', ownerAt(block[0]))
      .where('blocked_id', '=', ownerAt(block[1]))
      .execute()
  if (undone && parting)
    await trx
      .deleteFrom('partings')
      .where('dog_id', '=', dogAt(parting[0]))
      .where('other_dog_id', '=', dogAt(parting[1]))
      .execute()
  for (const at of hidden) await setDogHidden(trx, dogAt(at), now)
  if (suspended !== null) await suspendOwner(trx, ownerAt(suspended), { now, until: null })
}

/** What the rule says: a line for each viewer and dog that they see. */
function byRule({ blocks, partings, hidden, suspended, undone }: World): string[] {
  const kept = <T>(list: T[]) => (undone ? list.slice(0, -1) : list)
  const apart: Apart = {
    owners: kept(blocks).map(([one, other]) => [ownerAt(one), ownerAt(other)] as const),
    dogs: kept(partings).map(([one, other]) => [dogAt(one), dogAt(other)] as const),
  }
  const looked = dogs.map((dog, at) => ({
    ...dog,
    isUnseen: hidden.includes(at) || (suspended !== null && dog.ownerId === ownerAt(suspended)),
  }))
  return viewers()
    .flatMap(viewer =>
      looked.filter(dog => seesByRule(viewer, dog, apart)).map(dog => `${viewer.ownerId} ${viewer.dogId} ${dog.id}`),
    )
    .sort()
}

const viewers = () =>
  owners.flatMap(ownerId => [
    { ownerId, dogId: null },
    ...dogs.filter(dog => dog.ownerId === ownerId).map(({ id }) => ({ ownerId, dogId: id })),
  ])

/** The same as the queries answer it, in each of the ways in which they ask. */
async function bySql(trx: Trx): Promise<{ asked: string[]; ofRows: string[]; byDog: string[] }> {
  const asked: string[] = []
  const ofRows: string[] = []
  const byDog: string[] = []
  for (const { ownerId, dogId } of viewers()) {
    const viewer = { userId: ownerId, dogId }
    const line = ({ id }: { id: string }) => `${ownerId} ${dogId} ${id}`
    const seen = await sql<{ id: string }>`SELECT id FROM dogs WHERE ${sees(viewer)}`.execute(trx)
    asked.push(...seen.rows.map(line))
    const named = sql<{ id: string }>`SELECT d.id FROM dogs d WHERE ${seesDogOf(viewer, sql.ref('d.id'))}`
    ofRows.push(...(await named.execute(trx)).rows.map(line))
    if (dogId === null) continue
    const looking = sql<{ id: string }>`SELECT id FROM dogs WHERE ${sees(dogId)}`
    byDog.push(...(await looking.execute(trx)).rows.map(line))
  }
  return { asked: asked.sort(), ofRows: ofRows.sort(), byDog: byDog.sort() }
}

test('after any actions of owners and moderators, queries return what the rule allows', async () => {
  const undo = new Error('undo')
  await fc.assert(
    fc.asyncProperty(world, async state => {
      const expected = byRule(state)
      const withDog = expected.filter(line => !line.includes(' null '))
      await inTransaction(db, async trx => {
        await make(trx, state)
        expect(await bySql(trx)).toEqual({ asked: expected, ofRows: expected, byDog: withDog })
        throw undo
      }).catch(error => {
        if (error !== undo) throw error
      })
    }),
    { numRuns: explore(8, 400), seed: SEED },
  )
})
