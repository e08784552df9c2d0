import type { Db } from '@barkyard/db/open'
import { type NewMessage, storeMessages } from '@barkyard/db/queries/messages/messages'
import {
  findStored,
  type Gap,
  messagesInGaps,
  messagesSince,
  readClock,
} from '@barkyard/db/queries/messages/missed-messages'

/**
 * The queries that store and deliver messages, bound to a database. Tests simulate them.
 * @param now the clock for the times of notifications
 */
export const messageQueries = (db: Db, now: () => Date) => ({
  storeMessages: (batch: readonly NewMessage[]) => storeMessages(db, batch, now()),
  findStored: (sent: Parameters<typeof findStored>[1]) => findStored(db, sent),
  messagesSince: (query: Parameters<typeof messagesSince>[1]) => messagesSince(db, query),
  messagesInGaps: (gaps: readonly Gap[]) => messagesInGaps(db, gaps),
  readClock: () => readClock(db),
})

export type MessageQueries = ReturnType<typeof messageQueries>
