import type { LiveEvent } from '@barkyard/domain/live'

/** Who is to be told: everyone who owns or acts as one of these. */
export interface Audience {
  userIds: readonly string[]
  dogIds: readonly string[]
}

/** An event with what only some of its hearers see. */
export interface News {
  event: LiveEvent
  /** The sender's own number of a message, told to the sender's user only. */
  clientId?: { userId: string; value: string } | undefined
}

/** An open socket or subscription. */
export interface Listener {
  readonly sessionId: string
  readonly userId: string
  /** The dog that the session acts as though somebody else owns it. */
  impersonatedDogId: string | null
  /** Where it matters to the listener: it is told when that changes. */
  isAdmin?: boolean
  hear(news: News): void
  /** The session has ended. */
  sessionEnded(): void
}

/** Who listens in this process. Events are told in the order in which `tell` is called. */
export class Hub {
  readonly #byUser = new Map<string, Set<Listener>>()
  readonly #byDog = new Map<string, Set<Listener>>()
  readonly #bySession = new Map<string, Set<Listener>>()

  /** @returns what ends the listening. */
  listen(listener: Listener): () => void {
    add(this.#byUser, listener.userId, listener)
    add(this.#bySession, listener.sessionId, listener)
    if (listener.impersonatedDogId) add(this.#byDog, listener.impersonatedDogId, listener)
    return () => {
      remove(this.#byUser, listener.userId, listener)
      remove(this.#bySession, listener.sessionId, listener)
      if (listener.impersonatedDogId) remove(this.#byDog, listener.impersonatedDogId, listener)
    }
  }

  tell({ userIds, dogIds }: Audience, news: News): void {
    const hearers = new Set<Listener>()
    for (const id of userIds) for (const listener of this.#byUser.get(id) ?? []) hearers.add(listener)
    for (const id of dogIds) for (const listener of this.#byDog.get(id) ?? []) hearers.add(listener)
    for (const listener of hearers) listener.hear(news)
  }

  listenersOf(userId: string): number {
    return this.#byUser.get(userId)?.size ?? 0
  }

  sessionIds(): string[] {
    return [...this.#bySession.keys()]
  }

  /** Tells a session's listeners whom it acts as now. */
  actAs(sessionId: string, impersonatedDogId: string | null): void {
    for (const listener of this.#bySession.get(sessionId) ?? []) {
      if (listener.impersonatedDogId === impersonatedDogId) continue
      if (listener.impersonatedDogId) remove(this.#byDog, listener.impersonatedDogId, listener)
      listener.impersonatedDogId = impersonatedDogId
      if (impersonatedDogId) add(this.#byDog, impersonatedDogId, listener)
    }
  }

  /** Tells a session's pages to look again where the admin's flag came or went (the command line cannot tell them). */
  setAdmin(sessionId: string, isAdmin: boolean): void {
    for (const listener of this.#bySession.get(sessionId) ?? []) {
      if (listener.isAdmin === undefined || listener.isAdmin === isAdmin) continue
      listener.isAdmin = isAdmin
      listener.hear({ event: { type: 'dogs' } })
    }
  }

  endSession(sessionId: string): void {
    for (const listener of [...(this.#bySession.get(sessionId) ?? [])]) listener.sessionEnded()
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
