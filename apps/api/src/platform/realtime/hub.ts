import type { Role } from '@barkyard/domain/rights'
import type { SharedEvent } from '@barkyard/domain/schemas/live'

/** The recipients of an event: these users, and the users who act as one of these dogs. */
export interface Audience {
  userIds: readonly string[]
  dogIds: readonly string[]
}

/** An event, with what only some recipients may see. */
export interface LiveMessage {
  event: SharedEvent
  /** The dog that it is about for each user; of users who are not here, the dog that their session acts as. */
  ownDogs?: Record<string, string> | undefined
  /** The id that the sender's app gave to a message. Only the sender's user receives it. */
  clientId?: { userId: string; value: string } | undefined
}

export interface Typing {
  matchId: string
  dogId: string
}

export type SessionEnd = 'signed out' | 'suspended'

export interface Listener {
  readonly sessionId: string
  readonly userId: string
  /** The dog that an admin's session acts as, though another user owns it. */
  impersonatedDogId?: string | null
  /** Set by listeners that must refresh when their admin rights change. */
  role?: Role
  /** Absent: it only counts as one of the user's. */
  onEvent?(message: LiveMessage): void
  onTyping?(typing: Typing): void
  /** The session has ended, or its account is suspended. */
  sessionEnded?(why: SessionEnd): void
  /** Events may have been missed. Absent: the listener gets a `refresh`. */
  fellBehind?(): void
}

const topicOf = (kind: 'user' | 'dog', id: string): string => `barkyard:${kind}:${id}`

/** What an audience listens to: a topic for each user and dog. They are also the channels between processes. */
export const topicsOf = ({ userIds, dogIds }: Audience): string[] => [
  ...userIds.map(id => topicOf('user', id)),
  ...dogIds.map(id => topicOf('dog', id)),
]

/** The open sockets and subscriptions of this process. Events are delivered in the order of the calls to `deliver`. */
export class Hub {
  readonly #byTopic = new Map<string, Set<Listener>>()
  readonly #bySession = new Map<string, Set<Listener>>()
  /** Pages that show a dog, by the dog. */
  readonly #watchers = new Map<string, Set<() => void>>()
  /** Called when a topic gets its first listener, and when it loses its last. */
  onInterest: (topic: string) => void = () => {}

  listen(listener: Listener): () => void {
    this.#add(topicOf('user', listener.userId), listener)
    add(this.#bySession, listener.sessionId, listener)
    if (listener.impersonatedDogId) this.#add(topicOf('dog', listener.impersonatedDogId), listener)
    return () => {
      this.#remove(topicOf('user', listener.userId), listener)
      remove(this.#bySession, listener.sessionId, listener)
      if (listener.impersonatedDogId) this.#remove(topicOf('dog', listener.impersonatedDogId), listener)
    }
  }

  deliver(audience: Audience, message: LiveMessage): void {
    const found = new Set<Listener>()
    for (const topic of topicsOf(audience)) for (const listener of this.#byTopic.get(topic) ?? []) found.add(listener)
    for (const listener of found) listener.onEvent?.(message)
  }

  tellTyping(userId: string, typing: Typing): void {
    for (const listener of this.#byTopic.get(topicOf('user', userId)) ?? []) listener.onTyping?.(typing)
  }

  /** Calls `onChange` whenever the dog may have changed. @returns a function that stops watching. */
  watchDog(dogId: string, onChange: () => void): () => void {
    add(this.#watchers, dogId, onChange)
    return () => remove(this.#watchers, dogId, onChange)
  }

  dogsChanged(dogIds: readonly string[]): void {
    for (const id of dogIds) for (const onChange of this.#watchers.get(id) ?? []) onChange()
  }

  topics(): string[] {
    return [...this.#byTopic.keys()]
  }

  hasListeners(topic: string): boolean {
    return this.#byTopic.has(topic)
  }

  /** Events may have been missed: all clients read again what they show. */
  refreshAll(): void {
    for (const listeners of this.#bySession.values())
      for (const listener of listeners) {
        if (listener.fellBehind) listener.fellBehind()
        else listener.onEvent?.({ event: { type: 'refresh' } })
      }
  }

  #add(topic: string, listener: Listener): void {
    const isFirst = !this.hasListeners(topic)
    add(this.#byTopic, topic, listener)
    if (isFirst) this.onInterest(topic)
  }

  #remove(topic: string, listener: Listener): void {
    remove(this.#byTopic, topic, listener)
    if (!this.hasListeners(topic)) this.onInterest(topic)
  }

  listenersOf(userId: string): number {
    return this.#byTopic.get(topicOf('user', userId))?.size ?? 0
  }

  sessionIds(): string[] {
    return [...this.#bySession.keys()]
  }

  actAs(sessionId: string, impersonatedDogId: string | null): void {
    for (const listener of this.#bySession.get(sessionId) ?? []) {
      if ((listener.impersonatedDogId ?? null) === impersonatedDogId) continue
      if (listener.impersonatedDogId) this.#remove(topicOf('dog', listener.impersonatedDogId), listener)
      listener.impersonatedDogId = impersonatedDogId
      if (impersonatedDogId) this.#add(topicOf('dog', impersonatedDogId), listener)
    }
  }

  /** Refreshes a session's pages if its user's role changed: the command line that changes it cannot. */
  setRole(sessionId: string, role: Role): void {
    for (const listener of this.#bySession.get(sessionId) ?? []) {
      if (listener.role === undefined || listener.role === role) continue
      listener.role = role
      listener.onEvent?.({ event: { type: 'refresh' } })
    }
  }

  endSession(sessionId: string, why: SessionEnd = 'signed out'): void {
    for (const listener of [...(this.#bySession.get(sessionId) ?? [])]) listener.sessionEnded?.(why)
  }
}

function add<T>(map: Map<string, Set<T>>, key: string, value: T): void {
  const set = map.get(key)
  if (set) set.add(value)
  else map.set(key, new Set([value]))
}

function remove<T>(map: Map<string, Set<T>>, key: string, value: T): void {
  const set = map.get(key)
  set?.delete(value)
  if (set?.size === 0) map.delete(key)
}
