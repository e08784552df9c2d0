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

export type Interest = 'user' | 'dog'

/** The open sockets and subscriptions of this process. Events are delivered in the order of the calls to `deliver`. */
export class Hub {
  readonly #byUser = new Map<string, Set<Listener>>()
  readonly #byDog = new Map<string, Set<Listener>>()
  readonly #bySession = new Map<string, Set<Listener>>()
  /** Pages that show a dog, by the dog. */
  readonly #watchers = new Map<string, Set<() => void>>()
  /** Called when a user or dog gets its first listener, and when it loses its last. */
  onInterest: (kind: Interest, id: string) => void = () => {}

  listen(listener: Listener): () => void {
    this.#add('user', listener.userId, listener)
    add(this.#bySession, listener.sessionId, listener)
    if (listener.impersonatedDogId) this.#add('dog', listener.impersonatedDogId, listener)
    return () => {
      this.#remove('user', listener.userId, listener)
      remove(this.#bySession, listener.sessionId, listener)
      if (listener.impersonatedDogId) this.#remove('dog', listener.impersonatedDogId, listener)
    }
  }

  deliver(audience: Audience, message: LiveMessage): void {
    for (const listener of this.#audienceListeners(audience)) listener.onEvent?.(message)
  }

  tellTyping(userId: string, typing: Typing): void {
    for (const listener of this.#byUser.get(userId) ?? []) listener.onTyping?.(typing)
  }

  /** Calls `onChange` whenever the dog may have changed. @returns a function that stops watching. */
  watchDog(dogId: string, onChange: () => void): () => void {
    add(this.#watchers, dogId, onChange)
    return () => remove(this.#watchers, dogId, onChange)
  }

  dogsChanged(dogIds: readonly string[]): void {
    for (const id of dogIds) for (const onChange of this.#watchers.get(id) ?? []) onChange()
  }

  interests(): Audience {
    return { userIds: [...this.#byUser.keys()], dogIds: [...this.#byDog.keys()] }
  }

  isWanted(kind: Interest, id: string): boolean {
    return (kind === 'user' ? this.#byUser : this.#byDog).has(id)
  }

  /** Events may have been missed: all clients read again what they show. */
  refreshAll(): void {
    for (const listeners of this.#byUser.values())
      for (const listener of listeners) {
        if (listener.fellBehind) listener.fellBehind()
        else listener.onEvent?.({ event: { type: 'refresh' } })
      }
  }

  #audienceListeners({ userIds, dogIds }: Audience): Set<Listener> {
    const found = new Set<Listener>()
    for (const id of userIds) for (const listener of this.#byUser.get(id) ?? []) found.add(listener)
    for (const id of dogIds) for (const listener of this.#byDog.get(id) ?? []) found.add(listener)
    return found
  }

  #add(kind: Interest, id: string, listener: Listener): void {
    const isFirst = !this.isWanted(kind, id)
    add(kind === 'user' ? this.#byUser : this.#byDog, id, listener)
    if (isFirst) this.onInterest(kind, id)
  }

  #remove(kind: Interest, id: string, listener: Listener): void {
    remove(kind === 'user' ? this.#byUser : this.#byDog, id, listener)
    if (!this.isWanted(kind, id)) this.onInterest(kind, id)
  }

  listenersOf(userId: string): number {
    return this.#byUser.get(userId)?.size ?? 0
  }

  sessionIds(): string[] {
    return [...this.#bySession.keys()]
  }

  actAs(sessionId: string, impersonatedDogId: string | null): void {
    for (const listener of this.#bySession.get(sessionId) ?? []) {
      if ((listener.impersonatedDogId ?? null) === impersonatedDogId) continue
      if (listener.impersonatedDogId) this.#remove('dog', listener.impersonatedDogId, listener)
      listener.impersonatedDogId = impersonatedDogId
      if (impersonatedDogId) this.#add('dog', impersonatedDogId, listener)
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
