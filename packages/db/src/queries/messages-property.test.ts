import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { checkData } from '../check.ts'
import { type Db, openDatabase } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { insertDog } from './dogs.ts'
import { newId } from './ids.ts'
import { findMatch, openMatch } from './matches.ts'
import { storeMessages } from './messages.ts'
import { createUser } from './users.ts'

/** Batches of messages against the plainest possible way to store them: one after the other. */
let db: Db
const dogs: string[] = []
const matches: { id: string; dogs: [string, string] }[] = []

beforeAll(async () => {
  db = openDatabase((await createTestDatabase()).url, { max: 3 })
  for (const name of ['Ada', 'Bo', 'Cleo', 'Nobody']) {
    const owner = { email: `${name}@example.test`, passwordHash: null, firstName: name, lastName: 'Hale' }
    const userId = (await createUser(db, owner)) ?? ''
    const traits = { breed: 'Corgi', size: 'small', sex: 'male', ageYears: 3, bio: null } as const
    const dog = await inTransaction(db, trx => insertDog(trx, userId, { name, ...traits, temperament: ['calm'] }))
    dogs.push(dog.id)
  }
  const [a = '', b = '', c = ''] = dogs
  for (const pair of [
    [a, b],
    [a, c],
    [b, c],
  ] as [string, string][]) {
    const match = await openMatch(db, ...pair)
    if (typeof match === 'string') throw new Error(match)
    matches.push({ id: match.matchId, dogs: pair })
  }
})
afterAll(() => db.destroy())

/** Numbers stand for what is known only once the database is there: 3 is no match, and the last dog has none. */
const batchesArbitrary = fc.array(
  fc.array(
    fc.record({
      match: fc.nat(3),
      sender: fc.nat(3),
      clientId: fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined, freq: 3 }),
    }),
    { minLength: 1, maxLength: 14 },
  ),
  { minLength: 1, maxLength: 4 },
)

interface Expected {
  matchId: string
  senderDogId: string
  body: string
  seq: number
  isNew: boolean
}

const lastSeq = new Map<string, number>()
const unread = new Map<string, number>()
const countOf = (counts: Map<string, number>, key: string) => counts.get(key) ?? 0
const add = (counts: Map<string, number>, key: string) => {
  counts.set(key, countOf(counts, key) + 1)
  return countOf(counts, key)
}

test('a batch is stored as its messages would be one after the other; numbers, unread and last messages never drift', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(batchesArbitrary, async batches => {
      run++
      const known = new Map<string, Expected | null>()
      for (const [number, batch] of batches.entries()) {
        // A refused message is forgotten, but decides for what carries the same client id beside it.
        for (const [key, one] of known) if (one === null) known.delete(key)
        const sent = batch.map(({ match, sender, clientId }, index) => ({
          matchId: matches[match]?.id ?? newId(),
          senderDogId: dogs[sender] ?? '',
          body: `${run} ${number} ${index}`,
          clientId: clientId && `${run} ${clientId}`,
        }))
        const expected = sent.map(({ matchId, senderDogId, body, clientId }): Expected | null => {
          const key = `${senderDogId} ${clientId}`
          const before = clientId === undefined ? undefined : known.get(key)
          if (before !== undefined) return before && { ...before, isNew: false }
          const pair = matches.find(({ id }) => id === matchId)?.dogs
          const isIn = pair?.includes(senderDogId) ?? false
          const one = isIn ? { matchId, senderDogId, body, seq: add(lastSeq, matchId), isNew: true } : null
          for (const dog of (isIn && pair) || []) if (dog !== senderDogId) add(unread, `${matchId} ${dog}`)
          if (clientId !== undefined) known.set(key, one)
          return one
        })
        const stored = await storeMessages(db, sent)
        expect(
          stored.map(
            one =>
              one && {
                matchId: one.message.matchId,
                senderDogId: one.message.senderDogId,
                body: one.message.body,
                seq: one.message.seq,
                isNew: one.isNew,
              },
          ),
        ).toEqual(expected)
        for (const [index, one] of stored.entries()) if (one) expect(one.clientId).toBe(sent[index]?.clientId ?? null)
      }
      for (const { id, dogs: pair } of matches) {
        for (const dog of pair) {
          const match = await findMatch(db, dog, id)
          expect(match?.unreadCount).toBe(countOf(unread, `${id} ${dog}`))
          expect(match?.lastMessage?.seq ?? 0).toBe(countOf(lastSeq, id))
        }
      }
    }),
    { numRuns: 150 },
  )
  expect((await checkData(db)).filter(({ wrong }) => wrong > 0)).toEqual([])
})

test('who stores into a match beside another waits, then numbers on and finds the client ids of that one', async () => {
  const [match] = matches
  if (!match) throw new Error('no match')
  const from = countOf(lastSeq, match.id)
  const batch = (side: number, ids: number[]) =>
    ids.map(index => ({
      matchId: match.id,
      senderDogId: match.dogs[index % 2] ?? '',
      body: `${side} ${index}`,
      clientId: `at once ${index}`,
    }))
  let second: ReturnType<typeof storeMessages> = Promise.resolve([])
  const first = await inTransaction(db, async trx => {
    const stored = await storeMessages(trx, batch(1, [0, 1, 2]))
    second = storeMessages(db, batch(2, [1, 2, 3, 4]))
    second.catch(() => undefined)
    await expect
      .poll(
        async () =>
          (
            await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
              db,
            )
          ).rows.length,
      )
      .toBe(1)
    return stored
  })
  expect(first.map(one => one?.message.seq)).toEqual([from + 1, from + 2, from + 3])
  expect((await second).map(one => [one?.message.body, one?.message.seq, one?.isNew])).toEqual([
    ['1 1', from + 2, false],
    ['1 2', from + 3, false],
    ['2 3', from + 4, true],
    ['2 4', from + 5, true],
  ])
  expect((await checkData(db)).filter(({ wrong }) => wrong > 0)).toEqual([])
})
