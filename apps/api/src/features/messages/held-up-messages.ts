import type { OfMatch } from './match-queue.ts'

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
