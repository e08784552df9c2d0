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

/** Stored for this tab, under a key of one user, dog and match. */
export function tabOutbox(key: string): Outbox {
  return {
    load() {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
        return Array.isArray(kept) ? kept.filter(isOutgoing) : []
      } catch {
        return []
      }
    },
    save(messages) {
      try {
        if (messages.length > 0) sessionStorage.setItem(key, JSON.stringify(messages))
        else sessionStorage.removeItem(key)
      } catch {
        // Storage is full or forbidden. The page still has them in memory.
      }
    },
  }
}
