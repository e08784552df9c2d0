import type { Sessions } from '../access/sessions.ts'
import type { Audience, Hub, News } from './hub.ts'
import type { SessionWatch } from './session-watch.ts'

/** What processes tell each other. */
export type BusMessage =
  | { type: 'news'; audience: Audience; news: News }
  /** A session ended. */
  | { type: 'session-ended'; sessionId: string }
  /** Whom these users act as may have changed, or who acts as these dogs: an active dog, an owner, an admin's session. */
  | { type: 'callers-changed'; audience: Audience }
  /** There are new jobs. */
  | { type: 'jobs-put' }

/** Carries what happened to every open socket and subscription, of this process and of others. */
export interface Bus {
  /** Listeners of this process are told at once, those of others as soon as the bus allows. */
  publish(message: BusMessage): void
  /** Resolves once those who listen now hear other processes, or at once while these cannot be reached. */
  settled(): Promise<void>
  /** False while other processes cannot be reached. */
  isConnected(): boolean
  close(): Promise<void>
}

/** What a process has that the bus speaks to. */
export interface Hearers {
  hub: Hub
  sessions: Sessions
  watch: SessionWatch
  /** Looks for new jobs. */
  wakeJobs: () => void
}

/** What a process does with a message of the bus. Types it does not know come from a newer version: they are left alone. */
export function handleBusMessage(message: BusMessage, { hub, sessions, watch, wakeJobs }: Hearers): void {
  switch (message.type) {
    case 'news':
      hub.tell(message.audience, message.news)
      return
    case 'session-ended':
      sessions.forgetSession(message.sessionId)
      hub.endSession(message.sessionId)
      return
    case 'callers-changed':
      sessions.forget(message.audience.userIds, message.audience.dogIds)
      watch.soon()
      return
    case 'jobs-put':
      wakeJobs()
  }
}

/** The bus of a single process. */
export function localBus(hearers: Hearers): Bus {
  return {
    publish: message => handleBusMessage(message, hearers),
    settled: async () => {},
    isConnected: () => true,
    close: async () => {},
  }
}
