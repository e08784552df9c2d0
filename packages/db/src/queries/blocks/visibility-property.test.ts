import { actingDogOf, ownerAs } from '@barkyard/domain/visibility'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { explore, SEED } from '../../../testing/explore.ts'
import { addDog, addOwner, addRow } from '../../../testing/owners.ts'
import { inTransaction, type Trx } from '../../open.ts'
import { newId } from '../ids.ts'
import { setDogHidden, suspendOwner } from '../reports/moderation.ts'
import { dogIn, isOpenPairOfAll, isOpenPairOfMany, sees, seesDogOf, viewerSql } from './visibility.ts'

/** Compares the rule of who sees whom as the queries ask it with a plain statement of it. */
const db = await openTestDatabase({ max: 1 })
const owners: string[] = []
const dogs: { id: string; ownerId: string | null }[] = []

beforeAll(async () => {
  for (const name of ['Ada', 'Bo', 'Cleo']) owners.push(await addOwner(db, name))
  for (const ownerId of [...owners.flatMap(id => [id, id]), null]) {
    const { id } = await addDog(db, ownerId, `Dog ${dogs.length}`)
    dogs.push({ id, ownerId })
  }
})

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
  const made = () => ({ id: newId(), created_at: now })
  for (const [one, other] of blocks) {
    const dog = { dog_id: dogAt(other * 2), dog_name: 'Dog', dog_breed: 'Corgi' }
    await addRow(trx, 'blocks', { ...made(), user_id: ownerAt(one), blocked_id: ownerAt(other), ...dog })
  }
  for (const [one, other] of partings)
    await addRow(trx, 'partings', { ...made(), dog_id: dogAt(one), other_dog_id: dogAt(other) })
  // The last ones: ids are made in their order.
  const last = (table: RawBuilder<unknown>) => sql`SELECT max(id::text)::uuid FROM ${table}`
  for (const table of undone ? [sql.table('blocks'), sql.table('partings')] : [])
    await sql`DELETE FROM ${table} WHERE id = (${last(table)})`.execute(trx)
  for (const at of hidden) await setDogHidden(trx, dogAt(at), now)
  if (suspended !== null) await suspendOwner(trx, ownerAt(suspended), { now, until: null })
}

const isHidden = ({ hidden, suspended }: World, at: number) =>
  hidden.includes(at) || (suspended !== null && dogs[at]?.ownerId === ownerAt(suspended))

/**
 * What the rule says: a line for each viewer and dog that they see. A dog that a viewer may not see does not exist for
 * them, in any call, count or event.
 */
function byRule(state: World): string[] {
  const kept = (pairs: [number, number][]) => (state.undone ? pairs.slice(0, -1) : pairs)
  const blocked = kept(state.blocks).map(pair => pair.map(ownerAt))
  const unmatched = kept(state.partings).map(pair => pair.map(dogAt))
  // The order within a pair does not matter.
  const closed = new Set([...blocked, ...unmatched].flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]))
  const isOpen = (one: string, other: string | null) => !closed.has(`${one} ${other}`)
  const lines = viewers().flatMap(viewer =>
    dogs
      .filter((dog, at) => dog.ownerId === viewer.userId || !isHidden(state, at))
      .filter(dog => isOpen(viewer.userId, dog.ownerId) && (viewer.kind === 'owner' || isOpen(viewer.dogId, dog.id)))
      .map(dog => `${viewer.userId} ${actingDogOf(viewer)} ${dog.id}`),
  )
  return lines.sort()
}

const viewers = () =>
  owners.flatMap(ownerId => [
    ownerAs(ownerId, null),
    ...dogs.filter(dog => dog.ownerId === ownerId).map(({ id }) => ownerAs(ownerId, id)),
  ])

/** The same as the queries answer it, in each of the ways in which they ask. */
async function bySql(trx: Trx) {
  const answers = { asked: [], ofRows: [], byDog: [], ofMany: [], ofAll: [] } as Record<string, string[]>
  for (const viewer of viewers()) {
    const ask = async (way: string, query: RawBuilder<{ id: string }>) => {
      const { rows } = await query.execute(trx)
      answers[way]?.push(...rows.map(({ id }) => `${viewer.userId} ${actingDogOf(viewer)} ${id}`))
    }
    await ask('asked', sql`SELECT id FROM dogs WHERE ${sees(viewer)}`)
    await ask('ofRows', sql`SELECT d.id FROM dogs d WHERE ${seesDogOf(viewer, sql.ref('d.id'))}`)
    // As searches ask it, of dogs that are not hidden.
    const searched = sql`SELECT id FROM dogs WHERE user_id IS NOT NULL AND NOT unseen`
    await ask('ofMany', sql`${searched} AND ${isOpenPairOfMany(viewerSql(viewer), dogIn('dogs'))}`)
    await ask('ofAll', sql`${searched} AND ${isOpenPairOfAll(viewerSql(viewer), dogIn('dogs'))}`)
    if (viewer.kind !== 'dog') continue
    const own = sql`SELECT dogs.id FROM dogs, dogs own WHERE own.id = ${viewer.dogId}::uuid`
    await ask('byDog', sql`${own} AND ${sees(dogIn('own'))}`)
  }
  for (const lines of Object.values(answers)) lines.sort()
  return answers
}

test('after any actions of owners and moderators, queries return what the rule allows', async () => {
  const undo = new Error('undo')
  await fc.assert(
    fc.asyncProperty(world, async state => {
      const expected = byRule(state)
      const byDog = expected.filter(line => !line.includes(' null '))
      const hidden = dogs.filter((dog, at) => dog.ownerId === null || isHidden(state, at)).map(({ id }) => id)
      const searched = expected.filter(line => !hidden.some(id => line.endsWith(` ${id}`)))
      await inTransaction(db, async trx => {
        await make(trx, state)
        const answers = { asked: expected, ofRows: expected, byDog, ofMany: searched, ofAll: searched }
        expect(await bySql(trx)).toEqual(answers)
        throw undo
      }).catch(error => {
        if (error !== undo) throw error
      })
    }),
    { numRuns: explore(8, 400), seed: SEED },
  )
})
