interface OfMatch {
  message: { matchId: string }
}

/**
 * Messages that wait for a batch, in the order of their arrival within each match. A match is busy from when its messages
 * are taken until it is released. Each message is looked at a few times, however many wait.
 */
export class MatchQueue<M extends OfMatch> {
  #arrived: M[] = []
  /** They come first: they waited for a batch with earlier messages of their matches. */
  #released: M[] = []
  /** The busy matches, each with the messages that wait for it. */
  readonly #busy = new Map<string, M[]>()
  size = 0

  push(waiting: M): void {
    this.#arrived.push(waiting)
    this.size++
  }

  /** Takes at most `max` messages of matches that are not busy. These matches are busy then. */
  take(max: number): M[] {
    const batch: M[] = []
    this.#released = this.#takeFrom(this.#released, batch, max)
    this.#arrived = this.#takeFrom(this.#arrived, batch, max)
    for (const { message } of batch) this.#busy.set(message.matchId, [])
    this.size -= batch.length
    return batch
  }

  /** @returns the messages that were not looked at, because the batch is full. */
  #takeFrom(list: M[], batch: M[], max: number): M[] {
    for (const [index, waiting] of list.entries()) {
      if (batch.length === max) return list.slice(index)
      const behind = this.#busy.get(waiting.message.matchId)
      if (behind) behind.push(waiting)
      else batch.push(waiting)
    }
    return []
  }

  /** These messages' matches are no longer busy, except those that `isKept` names. */
  release(taken: readonly M[], isKept: (matchId: string) => boolean): void {
    for (const { message } of taken) {
      const behind = this.#busy.get(message.matchId)
      if (!behind || isKept(message.matchId)) continue
      this.#busy.delete(message.matchId)
      for (const waiting of behind) this.#released.push(waiting)
    }
  }
}

/** Pause before messages of a locked match are tried again: short for another batch's lock, longer for a deletion's. */
const PAUSE_FIRST_MS = 5
const PAUSE_LAST_MS = 50

/** Messages whose match is locked by another transaction, in their order within each match. Matches take turns. */
export class HeldUpMessages<M extends OfMatch> {
  readonly #lockTimeoutMs: number
  readonly #byMatch = new Map<string, { messages: M[]; since: number }>()
  pauseMs = PAUSE_FIRST_MS
  size = 0

  constructor(lockTimeoutMs: number) {
    this.#lockTimeoutMs = lockTimeoutMs
  }

  has(matchId: string): boolean {
    return this.#byMatch.has(matchId)
  }

  add(messages: readonly M[]): void {
    if (this.size === 0) this.pauseMs = PAUSE_FIRST_MS
    const since = performance.now()
    for (const [matchId, ofMatch] of groupByMatch(messages)) this.#put(matchId, { messages: ofMatch, since })
  }

  /** All messages of the matches whose turn it is: of one match, or of several that have at most `max` messages together. */
  next(max: number): M[] {
    const found: M[] = []
    for (const { messages } of this.#byMatch.values()) {
      if (found.length > 0 && found.length + messages.length > max) break
      found.push(...messages)
    }
    return found
  }

  /**
   * Removes the messages that a try has settled.
   * @param tried the messages that `next` returned. @param locked those whose match is still locked.
   * @returns those that have waited too long: they are removed too.
   */
  settle(tried: readonly M[], locked: readonly M[]): M[] {
    this.pauseMs = locked.length < tried.length ? PAUSE_FIRST_MS : Math.min(this.pauseMs * 2, PAUSE_LAST_MS)
    const overdue: M[] = []
    const left = groupByMatch(locked)
    for (const matchId of new Set(tried.map(({ message }) => message.matchId))) {
      const known = this.#byMatch.get(matchId)
      if (!known) continue
      this.#byMatch.delete(matchId)
      this.size -= known.messages.length
      const messages = left.get(matchId)
      if (!messages) continue
      if (performance.now() - known.since > this.#lockTimeoutMs) overdue.push(...messages)
      else this.#put(matchId, { messages, since: known.since })
    }
    return overdue
  }

  #put(matchId: string, held: { messages: M[]; since: number }): void {
    this.#byMatch.set(matchId, held)
    this.size += held.messages.length
  }
}

function groupByMatch<M extends OfMatch>(messages: readonly M[]): Map<string, M[]> {
  const groups = new Map<string, M[]>()
  for (const one of messages) {
    const group = groups.get(one.message.matchId)
    if (group) group.push(one)
    else groups.set(one.message.matchId, [one])
  }
  return groups
}
