import { readStored, store, storedKeys } from '../../../lib/stored.ts'

/** An unconfirmed (`sending`) or refused (`failed`) message. */
export interface Outgoing {
  /** The id that makes the server store the message once, even if it is sent again. */
  clientId: string
  body: string
  state: 'sending' | 'failed'
  createdAt: string
}

/** Stores the unconfirmed messages of a chat across navigation and reloads. */
export interface Outbox {
  load(): readonly Outgoing[]
  save(messages: readonly Outgoing[]): void
}

const isOutgoing = (value: unknown): value is Outgoing =>
  typeof value === 'object' &&
  value !== null &&
  'clientId' in value &&
  typeof value.clientId === 'string' &&
  'body' in value &&
  typeof value.body === 'string' &&
  'createdAt' in value &&
  typeof value.createdAt === 'string' &&
  'state' in value &&
  (value.state === 'sending' || value.state === 'failed')

/** A chat on this device: what one dog of a user writes in one match. */
export interface ChatId {
  userId: string
  dogId: string
  matchId: string
}

const PREFIX = 'unsent:'
const keyOf = ({ userId, dogId, matchId }: ChatId) => `${PREFIX}${userId}:${dogId}:${matchId}:`

/** Kept on this device, each message under its own key: two windows of one chat leave each other's. Signing out clears it. */
export function deviceOutbox(chat: ChatId): Outbox {
  const prefix = keyOf(chat)
  const stored = new Map<string, Outgoing>()
  return {
    load() {
      const messages = storedKeys(prefix).map(readStored).filter(isOutgoing)
      stored.clear()
      for (const message of messages) stored.set(message.clientId, message)
      return messages.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
    },
    save(messages) {
      const left = new Set(messages.map(({ clientId }) => clientId))
      for (const id of stored.keys()) if (!left.has(id) && store(prefix + id, null)) stored.delete(id)
      // What another window has sent meanwhile, and removed, does not come back.
      for (const message of messages)
        if (stored.get(message.clientId) !== message && store(prefix + message.clientId, message))
          stored.set(message.clientId, message)
    },
  }
}

/** The chats of a user that have unconfirmed messages on this device. */
export function unsentChats(userId: string): ChatId[] {
  const chats = new Map<string, ChatId>()
  for (const key of storedKeys(`${PREFIX}${userId}:`)) {
    const [dogId = '', matchId = ''] = key.slice(PREFIX.length + userId.length + 1).split(':')
    chats.set(`${dogId}:${matchId}`, { userId, dogId, matchId })
  }
  return [...chats.values()]
}
