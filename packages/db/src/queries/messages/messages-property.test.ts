import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { accepted } from '../../../testing/accepted.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { explore, SEED } from '../../../testing/explore.ts'
import { addMatch, addOwnerWithDog } from '../../../testing/owners.ts'
import { checkData } from '../../check.ts'
import { inTransaction, type Trx } from '../../open.ts'
import { newId } from '../ids.ts'
import { findMatch } from '../matches/matches.ts'
import { type NewMessage, type StoredMessage, type StoreRefusal, storeMessages } from './messages.ts'

/** Compares storing batches of messages with a simple model that stores them one after the other. */
const db = await openTestDatabase({ max: 3 })
const dogs: string[] = []
const ownerOf = new Map<string, string>()
const actingAs = (dogId: string) => ({ kind: 'dog' as const, userId: ownerOf.get(dogId) ?? '', dogId })
const matches: { id: string; dogs: [string, string] }[] = []

beforeAll(async () => {
  for (const name of ['Ada', 'Bo', 'Cleo', 'Nobody']) {
    const { userId, dogId } = await addOwnerWithDog(db, name)
    dogs.push(dogId)
    ownerOf.set(dogId, userId)
  }
  const [a = '', b = '', c = ''] = dogs
  const addPair = async (...pair: [string, string]) => matches.push({ id: await addMatch(db, ...pair), dogs: pair })
  await addPair(a, b)
  await addPair(a, c)
  await addPair(b, c)
})

/** Numbers refer to matches and dogs that are created later: 3 is an unknown match, and the last dog has no match. */
const messageArbitrary = fc.record({
  match: fc.nat(3),
  sender: fc.nat(3),
  clientId: fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined, freq: 3 }),
})
const batchArbitrary = fc.record({
  /** The match that another transaction has locked meanwhile. */
  locked: fc.option(fc.nat(2), { freq: 2 }),
  messages: fc.array(messageArbitrary, { minLength: 1, maxLength: 14 }),
})
const batchesArbitrary = fc.array(batchArbitrary, { minLength: 1, maxLength: 4 })

type Expected = Pick<StoredMessage['message'], 'matchId' | 'senderDogId' | 'body' | 'seq'> & { isNew: boolean }

/** What was stored or refused by its sender and client id. */
type Known = Map<string, Expected | 'match-not-found'>

const lastSeq = new Map<string, number>()
const unread = new Map<string, number>()
const countOf = (counts: Map<string, number>, key: string) => counts.get(key) ?? 0
const add = (counts: Map<string, number>, key: string) => {
  counts.set(key, countOf(counts, key) + 1)
  return countOf(counts, key)
}

/** Stores the messages of one run, some of which may be of a locked match, and compares the result with the model. */
async function storeAsExpected(sent: readonly NewMessage[], known: Known, lockedId?: string) {
  // A refused message is forgotten, but it still decides for messages with the same client id in the same batch.
  for (const [key, one] of known) if (one === 'match-not-found') known.delete(key)
  const expected = sent.map(({ matchId, senderDogId, body, clientId }): Expected | StoreRefusal => {
    if (matchId === lockedId) return 'locked'
    const key = `${senderDogId} ${clientId}`
    const before = clientId === undefined ? undefined : known.get(key)
    if (before !== undefined) return before === 'match-not-found' ? before : { ...before, isNew: false }
    const pair = matches.find(({ id }) => id === matchId)?.dogs
    const isIn = pair?.includes(senderDogId) ?? false
    const one = isIn ? { matchId, senderDogId, body, seq: add(lastSeq, matchId), isNew: true } : 'match-not-found'
    for (const dog of (isIn && pair) || []) if (dog !== senderDogId) add(unread, `${matchId} ${dog}`)
    if (clientId !== undefined) known.set(key, one)
    return one
  })
  const stored = await storeMessages(db, sent)
  expect(stored).toHaveLength(sent.length)
  for (const [index, one] of expected.entries()) {
    if (typeof one === 'string') expect(stored[index]).toBe(one)
    else {
      const { isNew, ...message } = one
      expect(stored[index]).toMatchObject({ isNew, message, clientId: sent[index]?.clientId ?? null })
    }
  }
}

// Numbers, unread counts and last messages fit each other after each test.
afterEach(async () => expect((await checkData(db)).filter(({ wrong }) => wrong > 0)).toEqual([]))

const lock = (trx: Trx, matchId: string) => sql`SELECT FROM matches WHERE id = ${matchId} FOR UPDATE`.execute(trx)

test('a batch is stored as if its messages came one by one; numbers, unread counts and last messages stay right', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(batchesArbitrary, async batches => {
      run++
      const known: Known = new Map()
      for (const [number, { locked, messages }] of batches.entries()) {
        const sent = messages.map(({ match, sender, clientId }, index) => ({
          matchId: matches[match]?.id ?? newId(),
          senderDogId: dogs[sender] ?? '',
          body: `${run} ${number} ${index}`,
          clientId: clientId && `${run} ${clientId}`,
        }))
        const lockedId = locked === null ? undefined : matches[locked]?.id
        if (lockedId === undefined) await storeAsExpected(sent, known)
        else {
          await inTransaction(db, async trx => {
            await lock(trx, lockedId)
            await storeAsExpected(sent, known, lockedId)
          })
          const skipped = sent.filter(({ matchId }) => matchId === lockedId)
          await storeAsExpected(skipped, known)
        }
      }
      for (const { id, dogs: pair } of matches)
        for (const dog of pair) {
          const match = await findMatch(db, actingAs(dog), id, '2030-01-01')
          expect(match?.unreadCount).toBe(countOf(unread, `${id} ${dog}`))
          expect(match?.lastMessage?.seq ?? 0).toBe(countOf(lastSeq, id))
        }
    }),
    { numRuns: explore(30, 1_500), seed: SEED },
  )
})

test('a locked match is skipped; later its messages continue the numbering and find client ids stored meanwhile', async () => {
  const [match, other] = matches
  if (!match || !other) throw new Error('no match')
  const from = countOf(lastSeq, match.id)
  const batch = (side: number, ids: number[]) =>
    ids.map(index => ({
      matchId: match.id,
      senderDogId: match.dogs[index % 2] ?? '',
      body: `${side} ${index}`,
      clientId: `at once ${index}`,
    }))
  const second = batch(2, [1, 2, 3, 4])
  const bystander = { matchId: other.id, senderDogId: other.dogs[0], body: 'bystander' }
  const first = await inTransaction(db, async trx => {
    const stored = await storeMessages(trx, batch(1, [0, 1, 2]))
    const beside = await storeMessages(db, [...second, bystander])
    expect(beside.map(outcome)).toEqual([...second.map(() => 'locked'), ['bystander', expect.any(Number), true]])
    return stored
  })
  expect(first.map(outcome)).toEqual([0, 1, 2].map(index => [`1 ${index}`, from + 1 + index, true]))
  expect((await storeMessages(db, second)).map(outcome)).toEqual([
    ['1 1', from + 2, false],
    ['1 2', from + 3, false],
    ['2 3', from + 4, true],
    ['2 4', from + 5, true],
  ])
})

test('numbers have no gaps while processes of an older release, which wait for locks, store too', async () => {
  const [match] = matches
  if (!match) throw new Error('no match')
  const [dog] = match.dogs
  const old = () =>
    sql`SELECT FROM store_messages(${[newId()]}::uuid[], ${[match.id]}::uuid[], ${[dog]}::uuid[], '{old}', '{NULL}')`
  const storeNew = async (body: string): Promise<number> => {
    const [one = 'locked'] = await storeMessages(db, [{ matchId: match.id, senderDogId: dog, body }])
    return one === 'locked' ? storeNew(body) : accepted(one).message.seq
  }
  const lastSeqNow = async () => (await findMatch(db, actingAs(dog), match.id, '2030-01-01'))?.lastMessage?.seq ?? 0
  const before = await lastSeqNow()
  const seqs = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await old().execute(db)
      return storeNew(`new ${n}`)
    }),
  )
  expect(new Set(seqs).size).toBe(20)
  expect(await lastSeqNow()).toBe(before + 40)
})

const outcome = (one: StoredMessage | StoreRefusal) =>
  typeof one === 'string' ? one : [one.message.body, one.message.seq, one.isNew]
