import { actingDogOf, ownerAs, type Viewer } from '@barkyard/domain/visibility'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { explore, SEED } from '../../../testing/explore.ts'
import { addDog, addOwner } from '../../../testing/owners.ts'
import { inTransaction, type Trx } from '../../open.ts'
import { newId } from '../ids.ts'
import { setDogHidden, suspendOwner } from '../reports/moderation.ts'
import { dogIn, isOpenPairOfAll, isOpenPairOfMany, sees, seesDogOf, viewerSql } from './visibility.ts'

/** Compares the rule of who sees whom as the queries ask it with a plain statement of it. */
interface SeenDog {
  id: string
  /** null: nobody owns it. */
  ownerId: string | null
  /** Whether a moderator hides it or its owner is suspended. */
  isHidden: boolean
}

/** Pairs that do not see each other. The order within a pair does not matter. */
interface ClosedPairs {
  /** Pairs of owners, one of whom has blocked the other. */
  blocked: readonly (readonly [string, string])[]
  /** Pairs of dogs whose match one side has ended. */
  unmatched: readonly (readonly [string, string])[]
}

const isPair = (pairs: readonly (readonly [string, string])[], one: string, other: string) =>
  pairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one))

/** Who may see whom. A dog that a viewer may not see does not exist for them, in any call, count or event. */
function seesByRule(viewer: Viewer, dog: SeenDog, { blocked, unmatched }: ClosedPairs): boolean {
  if (viewer.kind === 'admin') return true
  const isOwn = dog.ownerId === viewer.userId
  if (dog.isHidden && !isOwn) return false
  if (dog.ownerId !== null && isPair(blocked, viewer.userId, dog.ownerId)) return false
  return viewer.kind === 'owner' || !isPair(unmatched, viewer.dogId, dog.id)
}

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

const isHidden = ({ hidden, suspended }: World, at: number) =>
  hidden.includes(at) || (suspended !== null && dogs[at]?.ownerId === ownerAt(suspended))

/** What the rule says: a line for each viewer and dog that they see. */
function byRule(state: World): string[] {
  const { blocks, partings, undone } = state
  const kept = <T>(list: T[]) => (undone ? list.slice(0, -1) : list)
  const pairs: ClosedPairs = {
    blocked: kept(blocks).map(([one, other]) => [ownerAt(one), ownerAt(other)] as const),
    unmatched: kept(partings).map(([one, other]) => [dogAt(one), dogAt(other)] as const),
  }
  const looked = dogs.map((dog, at) => ({
    ...dog,
    isHidden: isHidden(state, at),
  }))
  return viewers()
    .flatMap(viewer =>
      looked
        .filter(dog => seesByRule(viewer, dog, pairs))
        .map(dog => `${viewer.userId} ${actingDogOf(viewer)} ${dog.id}`),
    )
    .sort()
}

const viewers = () =>
  owners.flatMap(ownerId => [
    ownerAs(ownerId, null),
    ...dogs.filter(dog => dog.ownerId === ownerId).map(({ id }) => ownerAs(ownerId, id)),
  ])

/** The same as the queries answer it, in each of the ways in which they ask. */
async function bySql(trx: Trx): Promise<Record<'asked' | 'ofRows' | 'byDog' | 'ofMany' | 'ofAll', string[]>> {
  const [asked, ofRows, byDog, ofMany, ofAll]: string[][] = [[], [], [], [], []]
  for (const viewer of viewers()) {
    const ask = async (to: string[] | undefined, query: RawBuilder<{ id: string }>) => {
      const { rows } = await query.execute(trx)
      to?.push(...rows.map(({ id }) => `${viewer.userId} ${actingDogOf(viewer)} ${id}`))
    }
    await ask(asked, sql`SELECT id FROM dogs WHERE ${sees(viewer)}`)
    await ask(ofRows, sql`SELECT d.id FROM dogs d WHERE ${seesDogOf(viewer, sql.ref('d.id'))}`)
    // As searches ask it, of dogs that are not hidden.
    const searched = sql`SELECT id FROM dogs WHERE user_id IS NOT NULL AND NOT unseen`
    await ask(ofMany, sql`${searched} AND ${isOpenPairOfMany(viewerSql(viewer), dogIn('dogs'))}`)
    await ask(ofAll, sql`${searched} AND ${isOpenPairOfAll(viewerSql(viewer), dogIn('dogs'))}`)
    if (viewer.kind === 'dog')
      await ask(
        byDog,
        sql`SELECT dogs.id FROM dogs, dogs own WHERE own.id = ${viewer.dogId}::uuid AND ${sees(dogIn('own'))}`,
      )
  }
  const sorted = (list: string[] = []) => list.sort()
  return {
    asked: sorted(asked),
    ofRows: sorted(ofRows),
    byDog: sorted(byDog),
    ofMany: sorted(ofMany),
    ofAll: sorted(ofAll),
  }
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
