/** An unconfirmed (`sending`) or refused (`failed`) message. */
export interface Outgoing {
  /** The id that makes the server store the message once, even if it is sent again. */
  clientId: string
  body: string
  state: 'sending' | 'failed'
  /** When it was first sent, ISO 8601. */
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

/** The stored keys that start with `prefix`. Storage may be forbidden. */
function keysFrom(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix))
  } catch {
    return []
  }
}

function readMessage(key: string): Outgoing | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isOutgoing(kept) ? kept : null
  } catch {
    return null
  }
}

/**
 * Stored on this device, each message under a key of its own: two windows of one chat leave each other's alone. Signing
 * out clears it.
 */
export function deviceOutbox(chat: ChatId): Outbox {
  const prefix = keyOf(chat)
  let stored = new Set<string>()
  return {
    load() {
      const messages = keysFrom(prefix).flatMap(key => readMessage(key) ?? [])
      stored = new Set(messages.map(({ clientId }) => clientId))
      return messages.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
    },
    save(messages) {
      const ids = new Set(messages.map(({ clientId }) => clientId))
      try {
        for (const id of stored) if (!ids.has(id)) localStorage.removeItem(prefix + id)
        for (const message of messages) localStorage.setItem(prefix + message.clientId, JSON.stringify(message))
      } catch {
        // Storage is full or forbidden. The page still has them in memory.
      }
      stored = ids
    },
  }
}

/** The chats of a user that have unconfirmed messages on this device. */
export function unsentChats(userId: string): ChatId[] {
  const chats = new Map<string, ChatId>()
  for (const key of keysFrom(`${PREFIX}${userId}:`)) {
    const [dogId = '', matchId = ''] = key.slice(PREFIX.length + userId.length + 1).split(':')
    chats.set(`${dogId}:${matchId}`, { userId, dogId, matchId })
  }
  return [...chats.values()]
}
