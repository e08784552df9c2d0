import { localClock, localInstant } from '@barkyard/domain/local-time'
import { BUILT_IN_ZONE } from '@barkyard/domain/parks'
import type { Owner } from '@barkyard/domain/visibility'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accepted } from '../../../testing/accepted.ts'
import { behind } from '../../../testing/blocked.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { explore, SEED } from '../../../testing/explore.ts'
import { addMatch, addOwnerWithDog } from '../../../testing/owners.ts'
import { type Db, inTransaction, type Trx } from '../../open.ts'
import { findMatch } from '../matches/matches.ts'
import { storeMessages } from '../messages/messages.ts'
import { undecided } from './deliveries.ts'
import { countUnseen, listNotifications } from './notifications.ts'
import { editPreferences } from './preferences.ts'
import { markSeen, seeSome, seeUpTo } from './seen.ts'

const db = await openTestDatabase({ max: 4 })

async function twoMatched() {
  const [ada, bo] = [await addOwnerWithDog(db, 'Ada'), await addOwnerWithDog(db, 'Bo')]
  return { ada, bo, matchId: await addMatch(db, ada.dogId, bo.dogId) }
}
type Two = Awaited<ReturnType<typeof twoMatched>>
let clock = new Date('2027-01-01T12:00:00Z')
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}
const say = async ({ ada, matchId }: Two, body: string, on: Db = db) =>
  (await storeMessages(on, [{ matchId, senderDogId: ada.dogId, body }], clock))[0]
const read = ({ bo, matchId }: Two, on: Db = db) => markSeen(on, bo, matchId, { now: clock, peek: false })
const unread = async ({ bo, matchId }: Two) => (await findMatch(db, bo, matchId, '2030-01-01'))?.unreadCount
const bell = async (viewer: Owner) => {
  const { items: list } = accepted(await listNotifications(db, viewer, { limit: 100, now: clock }))
  return list.map(({ title, body, seenAt }) => [title, body, seenAt !== null] as const)
}

test('a message that is stored while its chat is being read notifies, and is seen if it was stored before', async () => {
  const two = await twoMatched()
  await say(two, 'Woof')
  await say(two, 'Hello')
  await behind(
    db,
    trx => read(two, trx),
    () => say(two, 'Dolores Park?'),
  )
  expect(await unread(two)).toBe(1)
  expect(await bell(two.bo)).toEqual([
    ['Ada wrote to Bo', 'Dolores Park?', false],
    ['Ada sent Bo 2 messages', 'Hello', true],
    ['Ada barked at Bo', expect.any(String), true],
  ])
  await behind(
    db,
    trx => say(two, 'At nine?', trx),
    () => read(two),
  )
  expect([await unread(two), await countUnseen(db, two.bo)]).toEqual([0, 0])
})

test('messages that are read on one day share one notification, which tells of the last and counts them all', async () => {
  const two = await twoMatched()
  const editZone = (timeZone: string) =>
    inTransaction(db, trx => editPreferences(trx, two.bo.userId, { timeZone }, clock))
  const chat = async (time: string, ...bodies: string[]) => {
    clock = new Date(time)
    for (const body of bodies) await say(two, body)
    await read(two)
  }
  await editZone('Asia/Tokyo')
  await chat('2027-03-01T12:00:00Z', 'Woof')
  await chat('2027-03-01T13:00:00Z', 'Hello')
  await chat('2027-03-01T14:59:00Z', 'Dolores Park?', 'At nine?')
  // The next day in Tokyo.
  await chat('2027-03-01T15:00:00Z', 'Still there?')
  await chat('2027-03-01T16:00:00Z', 'Good night')
  await say(two, 'One more thing')
  expect(await bell(two.bo)).toEqual([
    ['Ada wrote to Bo', 'One more thing', false],
    ['Ada sent Bo 2 messages', 'Good night', true],
    ['Ada sent Bo 3 messages', 'At nine?', true],
    ['Ada barked at Bo', expect.any(String), true],
  ])
})

test('a new owner of a dog is notified of the next message at once', async () => {
  const two = await twoMatched()
  await say(two, 'Woof')
  await say(two, 'Hello')
  const next = await addOwnerWithDog(db, 'Next')
  await db.updateTable('dogs').set({ user_id: next.userId }).where('id', '=', two.bo.dogId).execute()
  // A notification of the previous owner would keep the next message silent for a minute, but not in the same millisecond.
  later(1)
  await say(two, 'Still there?')
  expect(await countUnseen(db, next)).toBe(1)
})

/** The last one in San Francisco, whose zone counts where an owner has set none. */
const midnight = () => localInstant(BUILT_IN_ZONE, localClock(BUILT_IN_ZONE, clock).date, '00:00').getTime()

type Step = { do: 'say' | 'read' | 'see all' | 'see some' } | { do: 'wait'; seconds: number }
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Step>({ do: 'say' }) },
    fc.constantFrom<Step>({ do: 'read' }, { do: 'see all' }, { do: 'see some' }),
    fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 59, 61, 7 * 3600) }),
  ),
  { maxLength: 14 },
)

test('whatever the order: one notification until it is read, again after a minute or once it was seen', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async taken => {
      const two = await twoMatched()
      /** The open notification, which further messages join; null if there is none. */
      let open: { seen: boolean; at: number } | null = null
      let messages = 0
      /** The times of the closed notifications: one for each day on which messages were read. */
      let closed: number[] = []
      for (const step of taken) {
        const { items: list } = accepted(await listNotifications(db, two.bo, { limit: 100, now: clock }))
        if (step.do === 'wait') later(step.seconds)
        else if (step.do === 'read') {
          await read(two)
          if (open) closed = [...closed.filter(at => at < midnight()), open.at]
          open = null
        } else if (step.do === 'say') {
          const { notified } = accepted((await say(two, `number ${messages}`)) ?? 'match-not-found')
          const isBark = messages++ === 0
          const isDue = !isBark && (!open || open.seen || clock.getTime() - open.at >= 60_000)
          expect(notified.length > 0).toBe(isBark || isDue)
          if (isDue) open = { seen: false, at: clock.getTime() }
        } else {
          const ids = list.filter(one => one.kind === 'message').map(({ id }) => id)
          if (step.do === 'see some') await seeSome(db, two.bo, ids, clock)
          else if (list[0]) await seeUpTo(db, two.bo, list[0].id, clock)
          if (open) open.seen = true
        }
        const now = (await bell(two.bo)).filter(([title]) => !title.includes('barked'))
        expect(now.length).toBe(closed.length + (open ? 1 : 0))
        expect(now.filter(([, , seen]) => !seen).length).toBe(open && !open.seen ? 1 : 0)
      }
    }),
    { numRuns: explore(6, 300), seed: SEED },
  )
})

test('two processes that decide at once do not decide about the same notification', async () => {
  const two = await twoMatched()
  await say(two, 'Woof')
  const due = async (trx: Trx) => {
    const all = await undecided(trx, 'mail', new Date('2030-01-01'), 1000)
    return all.filter(({ user_id }) => user_id === two.bo.userId).length
  }
  await db.transaction().execute(async trx => {
    expect(await due(trx)).toBeGreaterThan(0)
    expect(await inTransaction(db, due)).toBe(0)
  })
})
