import type { Sessions } from '../auth/sessions.ts'
import type { Audience, Hub, News } from './hub.ts'
import type { SessionWatch } from './session-watch.ts'

/** What processes tell each other. */
export type BusMessage =
  | { type: 'news'; audience: Audience; news: News }
  /** A session ended. */
  | { type: 'session-ended'; sessionId: string }
  /** Whom these users act as may have changed, or who acts as these dogs: an active dog, an owner, an admin's session. */
  | { type: 'callers-changed'; audience: Audience }

/** Carries what happened to every open socket and subscription, of this process and of others. */
export interface Bus {
  publish(message: BusMessage): void
  close(): Promise<void>
}

/** What a process has that the bus speaks to. */
export interface Hearers {
  hub: Hub
  sessions: Sessions
  watch: SessionWatch
}

/** What a process does with a message of the bus. */
export function handleBusMessage(message: BusMessage, { hub, sessions, watch }: Hearers): void {
  if (message.type === 'news') hub.tell(message.audience, message.news)
  else if (message.type === 'session-ended') {
    sessions.forgetSession(message.sessionId)
    hub.endSession(message.sessionId)
  } else {
    sessions.forget(message.audience.userIds, message.audience.dogIds)
    watch.soon()
  }
}

/** The bus of a single process. */
export function localBus(hearers: Hearers): Bus {
  return { publish: message => handleBusMessage(message, hearers), close: async () => {} }
}
