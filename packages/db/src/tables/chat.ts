import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt } from './created-at.ts'

/** Matches and their messages. */
export interface ChatTables {
  matches: {
    id: string
    /** A pair has one order: dog_a_id < dog_b_id. */
    dog_a_id: string
    dog_b_id: string
    /** The number of the newest message. Numbers within a match have no gaps. */
    last_seq: Generated<number>
    created_at: CreatedAt
  }
  /** A match as one of its dogs sees it. The statement that stores a message updates it. */
  match_dogs: {
    dog_id: string
    match_id: string
    other_dog_id: string
    unread: Generated<number>
    last_message_id: string | null
    last_sender_dog_id: string | null
    last_body: string | null
    last_seq: number | null
    last_at: Generated<Date>
    /**
     * When the next message may notify the dog's owner. null: no notification about the match is open. '-infinity' (which
     * has no Date): one is open, and the next message updates it at once.
     */
    notify_after: ColumnType<number | Date | null, string | null | undefined, string | null>
  }
  messages: {
    match_id: string
    seq: number
    id: string
    sender_dog_id: string
    body: string
    client_id: string | null
    created_at: CreatedAt
  }
}
