import type { SharedEvent } from '@barkyard/domain/schemas/live'
import type { Sessions } from '../access/sessions.ts'
import type { Effects } from '../write.ts'
import type { Audience, Hub, LiveMessage, Typing } from './hub.ts'

/** The messages that processes send each other. */
export type BusMessage =
  | ({ type: 'event'; audience: Audience } & LiveMessage)
  | { type: 'session-ended'; sessionId: string }
  /** Sessions must be read again: of these users, or acting as these dogs. The active dog, owner or rights may differ. */
  | { type: 'callers-changed'; audience: Audience }
  /** Dogs may have changed: for the pages that show one of them. */
  | { type: 'dogs-changed'; dogIds: readonly string[] }
  /** A user is told that another owner types. Processes of the previous version ignore it. */
  | ({ type: 'typing'; userId: string } & Typing)
  /** Users have something new, which its feature has to know in every process. */
  | { type: `${string}-created`; userIds: readonly string[] }
  /** There are new jobs of a kind. Processes of the previous version do not name it. */
  | { type: 'jobs-put'; kind?: string }

/** An event for these users, and for the users who act as one of these dogs. @param ownDogs the dog that it is about, by user. */
export const eventFor = (
  userIds: readonly string[],
  event: SharedEvent,
  { dogIds = [], ownDogs }: { dogIds?: readonly string[]; ownDogs?: Record<string, string> } = {},
): BusMessage => ({
  type: 'event',
  audience: { userIds: [...new Set(userIds)], dogIds: [...new Set(dogIds)] },
  event,
  ...(ownDogs && { ownDogs }),
})

/** Carries messages to every open socket and subscription, in this process and in others. */
export interface Bus {
  /** Delivers in this process at once, and in the others as soon as the bus allows. */
  publish(message: BusMessage): void
  /** Resolves once the present listeners receive from other processes; at once while these cannot be reached. */
  settled(): Promise<void>
  isConnected(): boolean
  close(): Promise<void>
}

/** The parts of a process that act on messages of the bus. */
export interface BusHandlers {
  hub: Hub
  sessions: Pick<Sessions, 'forget' | 'forgetSession'>
  checkSessions: () => void
  wakeJobs: (kind?: string) => void
  /** @param type of the message, `…-created`. */
  created: (type: string, userIds: readonly string[]) => void
}

/** Acts on a message of the bus. Unknown types come from a newer version of the app and are ignored. */
export function handleBusMessage(
  message: BusMessage,
  { hub, sessions, checkSessions, wakeJobs, created }: BusHandlers,
): void {
  switch (message.type) {
    case 'event':
      hub.deliver(message.audience, message)
      return
    case 'session-ended':
      sessions.forgetSession(message.sessionId)
      hub.endSession(message.sessionId)
      return
    case 'callers-changed':
      sessions.forget(message.audience.userIds, message.audience.dogIds)
      checkSessions()
      return
    case 'dogs-changed':
      hub.dogsChanged(message.dogIds)
      return
    case 'typing':
      hub.tellTyping(message.userId, message)
      return
    case 'jobs-put':
      wakeJobs(message.kind)
      return
    default:
      created(message.type, message.userIds)
  }
}

export function localBus(handlers: BusHandlers): Bus {
  return {
    publish: message => handleBusMessage(message, handlers),
    settled: async () => {},
    isConnected: () => true,
    close: async () => {},
  }
}

type Ids = readonly string[]

/**
 * Dogs or photos changed: the pages of these users, and of sessions that act as these dogs, read everything again. Other
 * pages that show one of these dogs read that dog again.
 */
export function dogsChanged(effects: Effects, userIds: Ids, dogIds: Ids = []): void {
  effects.event(eventFor(userIds, { type: 'refresh' }, { dogIds }))
  if (dogIds.length > 0) effects.event({ type: 'dogs-changed', dogIds })
}

/** An active dog or an owner changed: sessions are read again, and then the pages read everything again. */
export function callersChanged(effects: Effects, userIds: Ids, dogIds: Ids = []): void {
  sessionsChanged(effects, userIds, dogIds)
  dogsChanged(effects, userIds, dogIds)
}

/** The sessions of these users, and those that act as these dogs, are read again. Pages get no event. */
export const sessionsChanged = (effects: Effects, userIds: Ids, dogIds: Ids = []): void =>
  effects.event({ type: 'callers-changed', audience: { userIds, dogIds } })
