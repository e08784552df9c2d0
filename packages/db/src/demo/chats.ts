import { type Chance, makeChance } from '@barkyard/art/random'
import { pairOf } from '@barkyard/domain/matching'
import { BARK_BODY } from '@barkyard/domain/message'
import { woof } from '@barkyard/domain/woof'
import { sql } from 'kysely'
import { newId } from '../queries/ids.ts'
import { storeMessages } from '../queries/messages/messages.ts'
import type { Trx } from '../transaction.ts'
import { lastAwake, rowsOf, type Yard } from './yard.ts'

const MINUTE_MS = 60_000

/** Two dogs by name and what they said, oldest first. The first message is the bark that made the match. */
interface DemoChat {
  dogs: [string, string]
  messages: { from: string; body: string; at: Date }[]
  /** The number of unread messages of each dog. */
  unread: Record<string, number>
}

/** barking dog | other dog | hours since the last message | words per message (a: the barking dog, b: the other) | unread of b, a */
const STORIES = `
Mochi | Biscuit | 0.3 | b5 a7 b4 a9 a3 a2 | 2 0
Waffles | Biscuit | 1.5 | b3 a12 b6 a8 b10 a2 a6 | 2 0
Saffron | Biscuit | 5 | a4 | 2 0
Biscuit | Luna | 20 | b6 a3 b2 a7 b12 | 0 0
Biscuit | Lola | 27 | b4 a8 b3 | 0 0
Ziggy | Biscuit | 49 | b2 a6 b3 a5 b8 | 0 0
Biscuit | Moose | 75 | b7 a2 b5 | 0 0
Chai | Biscuit | 3 | | 1 0
Biscuit | Bagel | 120 | | 1 0
Jazz | Juniper | 2 | b6 a4 b9 a8 | 1 0
Juniper | Blue | 30 | b3 a10 b6 | 0 0
Finn | Juniper | 52 | b5 a4 b2 | 0 0
Clover | Gus | 8 | b1 a6 b1 a3 | 1 0
Gus | Boris | 96 | b2 a1 b3 | 0 0
Tofu | Pepper | 0.8 | b4 a6 b3 a5 | 1 0
Pepper | Hachi | 22 | b8 a3 b4 | 0 0
Cashew | Pepper | 4 | | 1 0
Pepper | Dumpling | 60 | b2 a5 | 1 0
Pepper | Biscuit | 170 | b6 a4 b3 a9 b2 | 0 0
`

const sayings = (words: number, chance: Chance) =>
  woof(Array.from({ length: words }, () => 'word').join(' '), () => chance.next())

/** The times of a chat that ended at `end`: quick replies, sometimes with a night in between. */
function timesUntil(end: Date, count: number, chance: Chance): Date[] {
  const times = [end]
  while (times.length < count) {
    const pause = chance.next() < 0.12 ? chance.between(400, 1100) : chance.between(1, 14)
    times.unshift(new Date((times[0] ?? end).getTime() - pause * MINUTE_MS))
  }
  return times
}

function chatIn([barker = '', other = '', hours, noises = '', unread = '']: string[], now: Date): DemoChat {
  const chance = makeChance(`${barker} and ${other}`)
  const lines = noises.split(' ').filter(Boolean)
  const times = timesUntil(
    new Date(lastAwake(now).getTime() - Number(hours) * 60 * MINUTE_MS),
    lines.length + 1,
    chance,
  )
  const [forOther = 0, forBarker = 0] = unread.split(' ').map(Number)
  return {
    dogs: [barker, other],
    messages: times.map((at, index) => {
      const line = lines[index - 1]
      const from = line?.startsWith('b') ? other : barker
      return { from, body: line ? sayings(Number(line.slice(1)), chance) : BARK_BODY, at }
    }),
    unread: { [other]: forOther, [barker]: forBarker },
  }
}

/** The chats of the accounts that people sign in with, at `now`. */
export const demoChats = (now: Date): DemoChat[] => rowsOf(STORIES).map(row => chatIn(row, now))

export const pairKey = (a: string, b: string) => pairOf(a, b).join()

/** Adds matches with their messages. @returns the match of each pair of dogs, by `pairKey` of their ids. */
export async function addChats({ trx, now, dog }: Yard): Promise<Map<string, string>> {
  const matches = demoChats(now).map(chat => {
    const [a, b] = pairOf(dog(chat.dogs[0]), dog(chat.dogs[1]))
    const unread = Object.entries(chat.unread).map(([name, count]) => ({ dogId: dog(name), count }))
    return { id: newId(), a, b, unread, messages: chat.messages }
  })
  await trx
    .insertInto('matches')
    .values(matches.map(({ id, a, b, messages }) => ({ id, dog_a_id: a, dog_b_id: b, created_at: messages[0]?.at })))
    .execute()
  await trx
    .insertInto('match_dogs')
    .values(
      matches.flatMap(({ id, a, b }) => [
        { match_id: id, dog_id: a, other_dog_id: b },
        { match_id: id, dog_id: b, other_dog_id: a },
      ]),
    )
    .execute()
  const messages = matches.flatMap(({ id, messages }) => messages.map(message => ({ ...message, matchId: id })))
  const stored = await storeMessages(
    trx,
    messages.map(({ matchId, from, body }) => ({ matchId, senderDogId: dog(from), body })),
  )
  await backdate(
    trx,
    stored.flatMap((one, index) => {
      const at = messages[index]?.at
      return typeof one === 'object' && at ? [{ id: one.message.id, matchId: one.message.matchId, at }] : []
    }),
  )
  for (const { id, unread } of matches)
    for (const { dogId, count } of unread)
      await trx
        .updateTable('match_dogs')
        .set({ unread: count })
        .where('match_id', '=', id)
        .where('dog_id', '=', dogId)
        .execute()
  await settleNotifications(trx, matches)
  return new Map(matches.map(({ id, a, b }) => [pairKey(a, b), id]))
}

/** Messages are stored with the current time. This sets the times of the demo. */
async function backdate(trx: Trx, messages: readonly { id: string; matchId: string; at: Date }[]): Promise<void> {
  await sql`
    UPDATE messages m SET created_at = t.at
    FROM unnest(${messages.map(one => one.matchId)}::uuid[], ${messages.map(one => one.id)}::uuid[],
      ${messages.map(one => one.at.toISOString())}::timestamptz[]) AS t (match_id, id, at)
    WHERE m.match_id = t.match_id AND m.id = t.id
  `.execute(trx)
  await sql`
    UPDATE match_dogs d SET last_at = m.created_at FROM messages m
    WHERE m.match_id = d.match_id AND m.id = d.last_message_id AND m.match_id = ANY (${messages.map(one => one.matchId)}::uuid[])
  `.execute(trx)
}

/** Marks notifications as seen unless their messages are unread. None of them is mailed. */
async function settleNotifications(trx: Trx, matches: readonly { id: string }[]): Promise<void> {
  await sql`
    UPDATE notifications n SET
      notified_at = d.last_at, push_at = NULL, mail_at = NULL,
      seen_at = CASE WHEN d.unread = 0 THEN d.last_at END,
      key = CASE WHEN d.unread > 0 OR n.event <> 'messages' THEN n.key END
    FROM match_dogs d
    WHERE d.match_id = n.match_id AND d.dog_id = n.dog_id AND n.match_id = ANY (${matches.map(({ id }) => id)}::uuid[])
  `.execute(trx)
}
