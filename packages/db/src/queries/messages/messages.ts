import { MAIL_AFTER_SECONDS, NOTIFY_AGAIN_SECONDS } from '@barkyard/domain/notification'
import type { Message, MessagesQuery } from '@barkyard/domain/schemas/message'
import type { DogViewer } from '@barkyard/domain/visibility'
import { type Selectable, sql } from 'kysely'
import { type Db, inTransaction } from '../../open.ts'
import type { Database } from '../../schema.ts'
import { type AuditNote, writeAudit } from '../audit.ts'
import { dogIn, isOpenPair, ownMatch, sees } from '../blocks/visibility.ts'
import { newId } from '../ids.ts'
import { shapeOf } from '../shape.ts'

export interface NewMessage {
  /** Set by callers that may have to ask later whether the message was stored. */
  id?: string
  matchId: string
  senderDogId: string
  body: string
  clientId?: string | undefined
  /** The admin who sends it as another owner's dog, and its audit note. */
  audit?: { adminId: string; note: AuditNote } | undefined
}

export interface StoredMessage {
  message: Message
  clientId: string | null
  /** False if this client id was stored before. */
  isNew: boolean
  /** Both dogs of the match, the sender first. */
  dogIds: [string, string]
  /** The users who own either dog. */
  userIds: string[]
  /** The dog of each of these users; of one who owns both, the one that gets the message. */
  ownDogs: Record<string, string>
  /** Users whose notifications changed with it. */
  notified: string[]
}

interface StoredRow extends Omit<Selectable<Database['messages']>, 'id'> {
  is_new: boolean
  other_dog_id: string
  sender_user_id: string | null
  other_user_id: string | null
  has_notified: boolean
}

/**
 * Why a message was not stored. 'match-not-found': the match is gone, the sender is not one of its dogs, or one dog does not see
 * the other. 'locked': another transaction has locked the match, and none of the match's messages were stored.
 */
export type StoreRefusal = 'match-not-found' | 'locked'

/**
 * Stores messages in one round trip and one commit, in the given order, without waiting for locked matches. The same
 * commit contains the audit entries of messages that an admin sends as somebody else's dog, and the notifications of the
 * other dogs' owners.
 * @returns one entry per message.
 */
export async function storeMessages(
  db: Db,
  batch: readonly NewMessage[],
  now = new Date(),
): Promise<(StoredMessage | StoreRefusal)[]> {
  if (!batch.some(one => one.audit)) return store(db, batch, now)
  return inTransaction(db, async trx => {
    const stored = await store(trx, batch, now)
    for (const [index, { audit }] of batch.entries()) {
      const one = stored[index]
      if (audit && typeof one === 'object' && one.isNew) await writeAudit(trx, audit.adminId, audit.note)
    }
    return stored
  })
}

async function store(db: Db, batch: readonly NewMessage[], now: Date): Promise<(StoredMessage | StoreRefusal)[]> {
  // nth: the message's place in the batch, from 1.
  const { rows } = await sql<StoredRow & { nth: number; message_id: string | null }>`
    SELECT * FROM store_and_notify(
      ${batch.map(one => one.id ?? newId())}::uuid[], ${batch.map(one => one.matchId)}::uuid[], ${batch.map(one => one.senderDogId)}::uuid[],
      ${batch.map(one => one.body)}::text[], ${batch.map(one => one.clientId ?? null)}::text[],
      ${now}, ${NOTIFY_AGAIN_SECONDS} * interval '1 second', ${MAIL_AFTER_SECONDS} * interval '1 second')
  `.execute(db)
  const answers = new Map(rows.map(row => [row.nth, row]))
  return batch.map((_, index) => {
    const row = answers.get(index + 1)
    if (!row) return 'locked'
    return row.message_id === null ? 'match-not-found' : toStored(row, row.message_id)
  })
}

const toStored = (row: StoredRow, id: string): StoredMessage => ({
  message: message.of({ ...row, id }),
  clientId: row.client_id,
  isNew: row.is_new,
  dogIds: [row.sender_dog_id, row.other_dog_id],
  userIds: [...new Set([row.sender_user_id, row.other_user_id].filter(id => id !== null))],
  ownDogs: {
    ...(row.sender_user_id !== null && { [row.sender_user_id]: row.sender_dog_id }),
    ...(row.other_user_id !== null && { [row.other_user_id]: row.other_dog_id }),
  },
  notified: row.has_notified && row.other_user_id !== null ? [row.other_user_id] : [],
})

/** Those of the given messages that are stored and whose dogs see each other, in the order of each match. */
export async function findStored(db: Db, sent: readonly { matchId: string; id: string }[]): Promise<StoredMessage[]> {
  // It is no longer known whether the other owner was notified. Their pages only count again.
  const { rows } = await sql<StoredRow & { message_id: string }>`
    SELECT m.id AS message_id, m.match_id, m.seq, m.sender_dog_id, m.body, m.client_id, m.created_at, true AS is_new,
      other.id AS other_dog_id, sender.user_id AS sender_user_id, other.user_id AS other_user_id, true AS has_notified
    FROM unnest(${sent.map(one => one.matchId)}::uuid[], ${sent.map(one => one.id)}::uuid[]) AS g (match_id, id)
    JOIN messages m ON m.match_id = g.match_id AND m.id = g.id
    JOIN match_dogs t ON t.match_id = m.match_id AND t.dog_id = m.sender_dog_id
    JOIN dogs sender ON sender.id = t.dog_id
    JOIN dogs other ON other.id = t.other_dog_id
    WHERE ${sees(dogIn('sender'), 'other')} AND ${sees(dogIn('other'), 'sender')}
    ORDER BY m.match_id, m.seq`.execute(db)
  return rows.map(row => toStored(row, row.message_id))
}

/** Whether one of the two dogs of a match, a row of `match_dogs`, has written in it. The newest message often tells. */
export const hasWritten = (match: 'own' | 'match_dogs', dog: 'dog_id' | 'other_dog_id') => {
  const [id, matchId] = [sql.ref(`${match}.${dog}`), sql.ref(`${match}.match_id`)]
  return sql<boolean>`(coalesce(${sql.ref(`${match}.last_sender_dog_id`)} = ${id}, false)
    OR coalesce(${sql.ref(`${match}.last_seq`)}, 0) > 1 AND EXISTS (SELECT FROM messages
      WHERE messages.match_id = ${matchId} AND messages.sender_dog_id = ${id} OFFSET 0))`
}

/**
 * The id of the owner who is told that the viewer's dog types: of the other dog in the match, where both have written.
 * undefined without such a match, if either dog may not see the other or is hidden, or if either owner hides typing.
 */
export async function findWhoSeesTyping(db: Db, viewer: DogViewer, matchId: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT other.user_id
    FROM match_dogs own
    JOIN dogs typing ON typing.id = own.dog_id
    JOIN dogs other ON other.id = own.other_dog_id
    WHERE own.match_id = ${matchId}::uuid AND own.dog_id = ${viewer.dogId}::uuid AND typing.user_id = ${viewer.userId}::uuid
      AND other.user_id IS NOT NULL AND NOT typing.unseen AND NOT other.unseen
      AND ${isOpenPair(dogIn('typing'), dogIn('other'))}
      AND NOT EXISTS (SELECT FROM preferences
        WHERE user_id IN (typing.user_id, other.user_id) AND NOT show_typing)
      AND ${hasWritten('own', 'dog_id')} AND ${hasWritten('own', 'other_dog_id')}`.execute(db)
  return rows[0]?.user_id
}

export const message = shapeOf('messages', 'id', 'match_id', 'sender_dog_id', 'body', 'created_at', 'seq')

/** Messages of a match of the viewer's dog, oldest first: the newest ones, or those right before or after a message. */
export async function listMessages(db: Db, viewer: DogViewer, query: MessagesQuery) {
  const anchor = query.before ?? query.after
  const found = await ownMatch(db, viewer, query.matchId)
    .leftJoin('messages', join =>
      join.onRef('messages.match_id', '=', 'match_dogs.match_id').on('messages.id', '=', anchor ?? null),
    )
    .select('messages.seq')
    .executeTakeFirst()
  if (!found) return 'match-not-found'
  if (anchor !== undefined && found.seq === null) return 'unknown-message'
  const forward = query.after !== undefined
  let select = db
    .selectFrom('messages')
    .select(message.columns)
    .where('match_id', '=', query.matchId)
    .orderBy('seq', forward ? 'asc' : 'desc')
    .limit(query.limit)
  if (found.seq !== null) select = select.where('seq', forward ? '>' : '<', found.seq)
  const rows = (await select.execute()).map(message.of)
  return forward ? rows : rows.reverse()
}
