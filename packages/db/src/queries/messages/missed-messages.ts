import type { Message } from '@barkyard/domain/schemas/message'
import { sql } from 'kysely'
import type { Db } from '../../open.ts'
import { dogIn, sees } from '../blocks/visibility.ts'
import type { StoredMessage } from './messages.ts'

/** A stored message with its recipients. */
export interface MissedMessage {
  message: Message
  /** The clientId of its sender, and the user who owns the sender. */
  clientId: { userId: string; value: string } | null
  dogIds: string[]
  userIds: string[]
  ownDogs: StoredMessage['ownDogs']
}

interface MissedRow {
  id: string
  match_id: string
  seq: number
  sender_dog_id: string
  body: string
  created_at: Date
  client_id: string | null
  sender_user_id: string | null
  dog_ids: string[]
  user_ids: string[]
}

/** The number of newest messages that are read of one match. */
const PER_MATCH = 1_000

/** The sides of a match `x` (dog and owner) whose dog sees the other one. Only they receive messages. */
const sides = sql`(
    SELECT own.id AS dog_id, own.user_id FROM dogs own, dogs other
    WHERE own.id IN (x.dog_a_id, x.dog_b_id) AND other.id IN (x.dog_a_id, x.dog_b_id) AND other.id <> own.id
      AND ${sees(dogIn('own'), 'other')}) side`

const columns = sql`
  m.id, m.match_id, m.seq, m.sender_dog_id, m.body, m.created_at, m.client_id,
  (SELECT user_id FROM dogs WHERE id = m.sender_dog_id) AS sender_user_id,
  ARRAY(SELECT side.dog_id FROM ${sides}) AS dog_ids,
  ARRAY(SELECT DISTINCT side.user_id FROM ${sides} WHERE side.user_id IS NOT NULL) AS user_ids`

const clientIdOf = ({ client_id: value, sender_user_id: userId }: MissedRow): MissedMessage['clientId'] =>
  value !== null && userId !== null ? { userId, value } : null

/** A user of the match who does not own the sender owns the other dog. Who owns both gets it for the other dog. */
function ownDogsOf({ sender_dog_id, sender_user_id, dog_ids, user_ids }: MissedRow): StoredMessage['ownDogs'] {
  const other = dog_ids.find(id => id !== sender_dog_id) ?? sender_dog_id
  const isSenders = (userId: string) => userId === sender_user_id && user_ids.length > 1
  return Object.fromEntries(user_ids.map(userId => [userId, isSenders(userId) ? sender_dog_id : other]))
}

const toMissed = (row: MissedRow): MissedMessage => ({
  message: {
    id: row.id,
    matchId: row.match_id,
    senderDogId: row.sender_dog_id,
    body: row.body,
    createdAt: row.created_at.toISOString(),
    seq: row.seq,
  },
  clientId: clientIdOf(row),
  dogIds: row.dog_ids,
  userIds: row.user_ids,
  ownDogs: ownDogsOf(row),
})

/**
 * Messages of the last `ageMs` in the matches of these users' dogs and of these dogs, each match's in its order.
 * 'too many': there are more than `limit`.
 */
export async function messagesSince(
  db: Db,
  { userIds, dogIds, ageMs, limit }: { userIds: string[]; dogIds: string[]; ageMs: number; limit: number },
): Promise<MissedMessage[] | 'too many'> {
  const since = sql`clock_timestamp() - ${ageMs}::float8 * interval '1 ms'`
  const { rows } = await sql<MissedRow & { nth: number }>`
    SELECT ${columns}, m.nth
    FROM (
      SELECT DISTINCT t.match_id
      FROM (SELECT id FROM dogs WHERE user_id = ANY (${userIds}::uuid[]) UNION SELECT unnest(${dogIds}::uuid[])) d
      JOIN match_dogs t ON t.dog_id = d.id AND t.last_at > ${since}
    ) t
    JOIN matches x ON x.id = t.match_id
    CROSS JOIN LATERAL (
      SELECT *, row_number() OVER (ORDER BY seq DESC)::int AS nth
      FROM (SELECT * FROM messages WHERE match_id = t.match_id ORDER BY seq DESC LIMIT ${PER_MATCH}::int) newest
    ) m
    WHERE m.created_at > ${since}
    ORDER BY m.match_id, m.seq LIMIT ${limit + 1}::int`.execute(db)
  if (rows.length > limit || rows.some(row => row.nth === PER_MATCH)) return 'too many'
  return rows.map(toMissed)
}

/** A range of a match's messages. */
export interface Gap {
  matchId: string
  /** Numbers above this one … */
  after: number
  /** … and below this one … */
  before: number
  /** … of messages that are not older than this. */
  ageMs: number
}

/** The messages in these gaps, each match's in its order. */
export async function messagesInGaps(db: Db, gaps: readonly Gap[]): Promise<MissedMessage[]> {
  const { rows } = await sql<MissedRow>`
    SELECT ${columns}
    FROM unnest(${gaps.map(gap => gap.matchId)}::uuid[], ${gaps.map(gap => gap.after)}::int[],
                ${gaps.map(gap => gap.before)}::int[], ${gaps.map(gap => gap.ageMs)}::float8[]) AS g (match_id, after, before, age_ms)
    JOIN messages m ON m.match_id = g.match_id AND m.seq > g.after AND m.seq < g.before
      AND m.created_at > clock_timestamp() - g.age_ms * interval '1 ms'
    JOIN matches x ON x.id = m.match_id
    ORDER BY m.match_id, m.seq`.execute(db)
  return rows.map(toMissed)
}

/** Those of the given messages that are stored and whose dogs see each other, in the order of each match. */
export async function findStored(db: Db, sent: readonly { matchId: string; id: string }[]): Promise<StoredMessage[]> {
  const { rows } = await sql<MissedRow>`
    SELECT ${columns}
    FROM unnest(${sent.map(one => one.matchId)}::uuid[], ${sent.map(one => one.id)}::uuid[]) AS g (match_id, id)
    JOIN messages m ON m.match_id = g.match_id AND m.id = g.id
    JOIN matches x ON x.id = m.match_id
    ORDER BY m.match_id, m.seq`.execute(db)
  return rows.flatMap(row => {
    const { message, dogIds, userIds, ownDogs } = toMissed(row)
    const other = dogIds.find(id => id !== message.senderDogId)
    // One side does not see the other, for example after a block. For the sender the match is gone.
    if (other === undefined || dogIds.length < 2) return []
    return [
      {
        message,
        clientId: row.client_id,
        isNew: true,
        dogIds: [message.senderDogId, other] satisfies [string, string],
        userIds,
        ownDogs,
        // It is no longer known which of them was notified. Their pages only count again.
        notified: userIds,
      },
    ]
  })
}

/** The database's clock, in ms since 1970. */
export async function readClock(db: Db): Promise<number> {
  const { rows } = await sql<{
    now: number
  }>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`.execute(db)
  return rows[0]?.now ?? Date.now()
}
