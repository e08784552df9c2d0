import { type Chance, makeChance } from '@barkyard/art/random'
import { builtInPark } from '@barkyard/domain/parks'
import type { DogViewer } from '@barkyard/domain/visibility'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { explore, SEED } from '../../../testing/explore.ts'
import { addMatch, addOwner, addOwnerWithDog } from '../../../testing/owners.ts'
import { inTransaction } from '../../open.ts'
import { setOwner } from '../admin/ownership.ts'
import { newId } from '../ids.ts'
import { barkAt } from '../matches/matches.ts'
import { storeMessages } from '../messages/messages.ts'
import { createPlaydate } from '../playdates/playdates.ts'
import { blockOwner } from './blocks.ts'
import { endMatch } from './end-matches.ts'

/**
 * Somebody blocks or unmatches while both sides bark, write and propose, and while one of the dogs is handed over. Each
 * write is either stored before the two are kept apart, or refused.
 *
 * A round's number decides the actions and their order. The database interleaves them differently in each run.
 */
const ROUNDS = explore(40, 5_000)
const AT_ONCE = 4

const db = await openTestDatabase({ max: 24 })

const now = new Date()
const tomorrow = new Date(now.getTime() + 86_400_000).toISOString()

/** Two sides, and an owner who may get one of their dogs, and may have blocked the first side. */
async function makeYard(isHeirApart: boolean) {
  const sides: [DogViewer, DogViewer] = [await addOwnerWithDog(db, 'Rex'), await addOwnerWithDog(db, 'Bo')]
  const [{ dogId }, other] = sides
  const heirId = await addOwner(db, newId())
  if (isHeirApart) await blockOwner(db, { kind: 'owner', userId: heirId }, dogId, { now, atMost: 10 })
  return { sides, heirId, matchId: await addMatch(db, dogId, other.dogId) }
}

type Yard = Awaited<ReturnType<typeof makeYard>>

interface PairState {
  isApart: boolean
  messages: number
  /** Playdates to come that somebody still counts on. */
  open: number
  matches: number
}

/** How things stand between the two dogs. */
async function look({ sides: [one, other] }: Yard): Promise<PairState> {
  const [a, b] = [one.dogId, other.dogId].sort()
  const { rows } = await sql<PairState>`
    WITH met AS (SELECT id FROM matches WHERE dog_a_id = ${a}::uuid AND dog_b_id = ${b}::uuid)
    SELECT
      EXISTS (SELECT FROM dogs x, dogs y, owners_apart o WHERE x.id = ${a}::uuid AND y.id = ${b}::uuid
        AND o.owner_id = x.user_id AND o.other_id = y.user_id)
      OR EXISTS (SELECT FROM dogs_apart d WHERE d.dog_id = ${a}::uuid AND d.other_id = ${b}::uuid) AS "isApart",
      (SELECT count(*)::int FROM met) AS matches,
      (SELECT count(*)::int FROM messages WHERE match_id IN (SELECT id FROM met)) AS messages,
      (SELECT count(*)::int FROM playdates p JOIN met ON met.id = match_id WHERE status <> 'declined') AS open`.execute(
    db,
  )
  return rows[0] as PairState
}

/** Whether a message was stored. A match that is locked at the moment is tried again, as the writer of messages does. */
async function say({ matchId }: Yard, { dogId }: DogViewer): Promise<boolean> {
  for (;;) {
    const [stored] = await storeMessages(db, [{ matchId, senderDogId: dogId, body: 'woof!' }])
    if (stored !== 'locked') return stored !== 'match-not-found'
    await pause(1)
  }
}

async function pause(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve))
}

/** Turns of the event loop are waited before each action. */
function planOf(chance: Chance) {
  const side = (): 0 | 1 => chance.pick([0, 1])
  const after = () => Math.floor(chance.between(0, 60))
  return {
    how: chance.pick(['block', 'block', 'unmatch']),
    by: side(),
    isHandedOver: chance.next() < 0.4,
    isHeirApart: chance.next() < 0.5,
    writes: Array.from({ length: 6 }, () => ({
      by: side(),
      after: after(),
      what: chance.pick(['say', 'propose', 'propose', 'bark']),
    })),
    endAfter: after(),
    handOverAfter: after(),
  }
}
type Plan = ReturnType<typeof planOf>

async function runRound(seed: number): Promise<void> {
  const plan = planOf(makeChance(`round ${seed}`))
  const yard = await makeYard(plan.isHandedOver && plan.isHeirApart)
  const { sides, heirId, matchId } = yard
  /** Taken when a side has just been told that it is rid of the other, or that the dog has another owner. */
  const seen: PairState[] = []
  let sent = 0
  const write = async ({ by, what, after }: Plan['writes'][number]) => {
    await pause(after)
    const [own, other] = [sides[by], sides[1 - by] as DogViewer]
    if (what === 'say') {
      if (await say(yard, own)) sent++
    } else if (what === 'bark') {
      const barked = await barkAt(db, own, { toDogId: other.dogId }, new Date())
      if (typeof barked === 'object' && barked.stored) sent++
    } else
      await inTransaction(db, trx =>
        createPlaydate(trx, own, { matchId, whenTs: tomorrow, ...builtInPark('Dolores Park') }, now),
      )
  }
  const keepApart = async () => {
    await pause(plan.endAfter)
    const [own, other] = [sides[plan.by], sides[1 - plan.by] as DogViewer]
    const done =
      plan.how === 'block'
        ? await blockOwner(db, own, other.dogId, { now, atMost: 10 })
        : await endMatch(db, own, matchId, now)
    const isDone = typeof done !== 'string'
    if (isDone) seen.push(await look(yard))
    return isDone
  }
  const handOver = async () => {
    if (!plan.isHandedOver) return
    await pause(plan.handOverAfter)
    await inTransaction(db, trx => setOwner(trx, sides[1].dogId, heirId, 50, now))
    seen.push(await look(yard))
  }
  const [isDone] = await Promise.all([keepApart(), handOver(), ...plan.writes.map(write)])
  const last = await look(yard)
  const isGone = plan.how === 'unmatch' && isDone
  // A side whose dog was handed over first has nobody left to block.
  if (!plan.isHandedOver) expect(isDone).toBe(true)
  expect(last.messages).toBe(isGone ? 0 : sent)
  if (isGone) expect(last.matches).toBe(0)
  if (last.isApart) expect(last.open).toBe(0)
  for (const one of seen) if (one.isApart && last.isApart) expect(last).toEqual(one)
}

test('writes that race with a block or an unmatch are stored before it or refused', async () => {
  const seeds = Array.from({ length: ROUNDS }, (_, index) => SEED + index).values()
  const worker = async () => {
    for (const seed of seeds)
      await runRound(seed).catch(error => {
        throw new Error(`EXPLORE_SEED=${seed}: ${error.message}`, { cause: error })
      })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}, 3_600_000)
