import type { Sessions } from '../auth/sessions.ts'
import type { Audience, Hub, News } from './hub.ts'

/** What processes tell each other. */
export type BusMessage =
  | { type: 'news'; audience: Audience; news: News }
  /** A session ended. */
  | { type: 'session-ended'; sessionId: string }
  /** Who callers are may have changed: an active dog, an owner, an admin's rights. */
  | { type: 'callers-changed' }

/** Carries what happened to every open socket and subscription, of this process and of others. */
export interface Bus {
  publish(message: BusMessage): void
  close(): Promise<void>
}

/** What a process does with a message of the bus. */
export function handleBusMessage(message: BusMessage, hub: Hub, sessions: Sessions): void {
  if (message.type === 'news') {
    hub.tell(message.audience, message.news)
    return
  }
  sessions.forgetAll()
  if (message.type === 'session-ended') hub.endSession(message.sessionId)
}

/** The bus of a single process. */
export function localBus(hub: Hub, sessions: Sessions): Bus {
  return { publish: message => handleBusMessage(message, hub, sessions), close: async () => {} }
}
