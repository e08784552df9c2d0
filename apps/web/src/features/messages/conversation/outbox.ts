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

/** Kept on this device, each message under its own key, so two windows of a chat keep both of theirs. Signing out clears it. */
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

function unsentChats(userId: string): ChatId[] {
  const chats = new Map<string, ChatId>()
  for (const key of storedKeys(`${PREFIX}${userId}:`)) {
    const [dogId = '', matchId = ''] = key.slice(PREFIX.length + userId.length + 1).split(':')
    chats.set(`${dogId}:${matchId}`, { userId, dogId, matchId })
  }
  return [...chats.values()]
}

/** Statuses that say nothing about the message: signed out, too many calls. */
const NOT_NOW = [401, 429]

/** Sends what waits on this device in its order, except of the open chat. What is refused stays there as not sent. */
export async function sendUnsent(userId: string, openMatchId: string | undefined): Promise<void> {
  for (const chat of unsentChats(userId)) {
    if (chat.matchId === openMatchId) continue
    const outbox = deviceOutbox(chat)
    let waiting = outbox.load()
    for (const message of waiting) {
      if (message.state === 'failed') continue
      const { clientId, body } = message
      const answer = await fetch(`/api/messages/${chat.matchId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-dog': chat.dogId },
        body: JSON.stringify({ body, clientId }),
      }).catch(() => null)
      if (!answer || answer.status >= 500 || NOT_NOW.includes(answer.status)) return
      waiting = answer.ok
        ? waiting.filter(one => one !== message)
        : waiting.map(one => (one === message ? { ...one, state: 'failed' } : one))
      outbox.save(waiting)
    }
  }
}
