import { pairOf } from '@barkyard/domain/matching'
import { sql } from 'kysely'
import { newId } from '../queries/ids.ts'
import { type NewMessage, storeMessages } from '../queries/messages/messages.ts'
import type { Trx } from '../transaction.ts'
import type { DemoChat } from './chats.ts'

/** Looks up a name in the demo's tables. @throws if it is missing there. */
export function need<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The demo has no ${key}`)
  return value
}

export const pairKey = (a: string, b: string) => pairOf(a, b).join()

/** Adds matches with their messages. @returns the match of each pair of dogs, by `pairKey` of their ids. */
export async function addChats(
  trx: Trx,
  chats: readonly DemoChat[],
  dogIds: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const matches = chats.map(chat => {
    const [a, b] = pairOf(need(dogIds, chat.dogs[0]), need(dogIds, chat.dogs[1]))
    return { chat, id: newId(), a, b, created_at: chat.messages[0]?.at }
  })
  await trx
    .insertInto('matches')
    .values(matches.map(({ id, a, b, created_at }) => ({ id, dog_a_id: a, dog_b_id: b, created_at })))
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
  const messages = matches.flatMap(({ chat, id }) => chat.messages.map(message => ({ ...message, matchId: id })))
  const batch = messages.map(
    (one): NewMessage => ({ matchId: one.matchId, senderDogId: need(dogIds, one.from), body: one.body }),
  )
  const stored = await storeMessages(trx, batch)
  await backdate(
    trx,
    stored.flatMap((one, index) => {
      const at = messages[index]?.at
      return typeof one === 'object' && at ? [{ id: one.message.id, matchId: one.message.matchId, at }] : []
    }),
  )
  await setUnread(trx, matches, dogIds)
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

async function setUnread(
  trx: Trx,
  matches: readonly { id: string; chat: DemoChat }[],
  dogIds: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = matches.flatMap(({ id, chat }) =>
    Object.entries(chat.unread).map(([name, unread]) => ({ id, dogId: need(dogIds, name), unread })),
  )
  await sql`
    UPDATE match_dogs d SET unread = t.unread
    FROM unnest(${rows.map(row => row.id)}::uuid[], ${rows.map(row => row.dogId)}::uuid[], ${rows.map(row => row.unread)}::int[])
      AS t (match_id, dog_id, unread)
    WHERE d.match_id = t.match_id AND d.dog_id = t.dog_id
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
