import type { LiveEvent } from '@barkyard/domain/schemas/live'

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
  /** More was missed than can be told: whoever listens is to come back and read. */
  fellBehind?(): void
}

/** What listeners listen to. */
export type Interest = 'user' | 'dog'

/** Who listens in this process. Events are told in the order in which `tell` is called. */
export class Hub {
  readonly #byUser = new Map<string, Set<Listener>>()
  readonly #byDog = new Map<string, Set<Listener>>()
  readonly #bySession = new Map<string, Set<Listener>>()
  /** When each began to listen, by `performance.now()`. */
  readonly #since = new WeakMap<Listener, number>()
  /** Called when somebody begins, or nobody goes on, listening to a user or a dog. */
  onInterest: (kind: Interest, id: string) => void = () => {}

  /** @returns what ends the listening. */
  listen(listener: Listener): () => void {
    this.#since.set(listener, performance.now())
    this.#add('user', listener.userId, listener)
    add(this.#bySession, listener.sessionId, listener)
    if (listener.impersonatedDogId) this.#add('dog', listener.impersonatedDogId, listener)
    return () => {
      this.#remove('user', listener.userId, listener)
      remove(this.#bySession, listener.sessionId, listener)
      if (listener.impersonatedDogId) this.#remove('dog', listener.impersonatedDogId, listener)
    }
  }

  /** Tells everybody meant, once each; with `storedAt` (`performance.now()`) only those who listened by then. */
  tell(audience: Audience, news: News, storedAt = Number.POSITIVE_INFINITY): void {
    for (const listener of this.#hearers(audience))
      if ((this.#since.get(listener) ?? 0) <= storedAt) listener.hear(news)
  }

  /** Since when the first of those meant listens, by `performance.now()`; null where nobody does. */
  listensSince(audience: Audience): number | null {
    let first: number | null = null
    for (const listener of this.#hearers(audience)) {
      const since = this.#since.get(listener) ?? 0
      if (first === null || since < first) first = since
    }
    return first
  }

  /** Everything that somebody listens to. */
  interests(): Audience {
    return { userIds: [...this.#byUser.keys()], dogIds: [...this.#byDog.keys()] }
  }

  isWanted(kind: Interest, id: string): boolean {
    return (kind === 'user' ? this.#byUser : this.#byDog).has(id)
  }

  /** Makes everybody's pages read anew. */
  refreshAll(): void {
    for (const listeners of this.#byUser.values())
      for (const listener of listeners) listener.hear({ event: { type: 'refresh' } })
  }

  /** Tells everybody meant that they missed more than can be told. */
  fallBehind(audience: Audience): void {
    for (const listener of this.#hearers(audience)) listener.fellBehind?.()
  }

  #hearers({ userIds, dogIds }: Audience): Set<Listener> {
    const hearers = new Set<Listener>()
    for (const id of userIds) for (const listener of this.#byUser.get(id) ?? []) hearers.add(listener)
    for (const id of dogIds) for (const listener of this.#byDog.get(id) ?? []) hearers.add(listener)
    return hearers
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

  /** Tells a session's listeners whom it acts as now. */
  actAs(sessionId: string, impersonatedDogId: string | null): void {
    for (const listener of this.#bySession.get(sessionId) ?? []) {
      if (listener.impersonatedDogId === impersonatedDogId) continue
      if (listener.impersonatedDogId) this.#remove('dog', listener.impersonatedDogId, listener)
      listener.impersonatedDogId = impersonatedDogId
      if (impersonatedDogId) this.#add('dog', impersonatedDogId, listener)
    }
  }

  /** Tells a session's pages to look again where the admin's flag came or went (the command line cannot tell them). */
  setAdmin(sessionId: string, isAdmin: boolean): void {
    for (const listener of this.#bySession.get(sessionId) ?? []) {
      if (listener.isAdmin === undefined || listener.isAdmin === isAdmin) continue
      listener.isAdmin = isAdmin
      listener.hear({ event: { type: 'refresh' } })
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
