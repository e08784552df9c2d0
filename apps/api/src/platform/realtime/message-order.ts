import type { Message } from '@barkyard/domain/schemas/message'
import type { FastifyBaseLogger } from 'fastify'
import { type Clock, sleep } from './clock.ts'
import type { Audience, Hub, LiveMessage } from './hub.ts'
import type { TimedGap, TimedMessage } from './read-missed.ts'

/** How long a message waits for the one before it, which another process has stored and is publishing. */
const WAIT_MS = 50
const RETRY_MS = 250
/** If the database is unavailable for longer, messages are delivered without the missing ones. */
const GIVE_UP_MS = 30_000
/** The longest expected time from a message's `createdAt` to its commit. A listener that came in between has not read it. */
export const COMMIT_MS = 100
const GAP_MAX = 500
const MATCHES_MAX = 50_000

const UNKNOWN = Number.POSITIVE_INFINITY

interface Delivery {
  seq: number
  audience: Audience
  live: LiveMessage
  /** By the clock; set for messages read from the database, which later listeners have read themselves. */
  storedAt?: number
}

/** What this process has delivered of one match: all messages from `first` to `last`, and some earlier ones. */
interface MatchProgress {
  /** `UNKNOWN` until the messages before the first one that arrived are read. */
  first: number
  last: number
  earlier: Set<number>
  /** The listeners need nothing from before `first`: they have received or read it. */
  isComplete: boolean
  /** Messages that came before their predecessors, by number. */
  early: Map<number, Delivery>
  /** With early messages: 'waiting' for their predecessors, or 'reading' these from the database. */
  state: 'idle' | 'waiting' | 'reading'
}

interface Options {
  clock: Clock
  hub: Hub
  log: FastifyBaseLogger
  readGaps: (gaps: TimedGap[]) => Promise<TimedMessage[]>
  /** Whether messages of other processes arrive. */
  isConnected: () => boolean
}

interface GapRead extends TimedGap {
  resolve: (missed: TimedMessage[]) => void
  reject: (error: unknown) => void
}

/**
 * Delivers the messages of a match in the order of their numbers, each once, though several processes store them. A
 * message that arrives early waits a moment for its predecessors; then these are read from the database.
 */
export class MessageOrder {
  readonly #options: Options
  readonly #matches = new Map<string, MatchProgress>()
  #gaps: GapRead[] = []
  /** When the progress of a match was last dropped though it may have listeners, by the clock. */
  #droppedAt = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Delivers a message that this process or another has just stored. */
  deliver(message: Message, audience: Audience, live: LiveMessage): void {
    const listensSince = this.#options.hub.listensSince(audience)
    // Without a listener there is nothing to keep: later listeners read this message.
    if (listensSince === null) this.#forget(message.matchId)
    else this.#accept(message.matchId, { seq: message.seq, audience, live }, listensSince)
  }

  /** Delivers messages that may have been missed, given in the order of each match. */
  deliverMissed(messages: readonly TimedMessage[]): void {
    for (const missed of messages) {
      const delivery = fromMissed(missed)
      const listensSince = this.#options.hub.listensSince(delivery.audience)
      if (listensSince !== null) this.#accept(missed.message.matchId, delivery, listensSince)
    }
  }

  close(): void {
    this.#isClosed = true
  }

  #forget(matchId: string): void {
    this.#matches.get(matchId)?.early.clear()
    this.#matches.delete(matchId)
  }

  #accept(matchId: string, delivery: Delivery, listensSince: number): void {
    const { seq } = delivery
    const match = this.#matches.get(matchId)
    if (!match) {
      if (seq === 1) this.#deliverFirst(matchId, delivery)
      else this.#beginMatch(matchId, delivery, listensSince)
    } else if (wasDelivered(match, seq)) return
    else if (match.first === UNKNOWN || seq > match.last) this.#deliverInOrder(matchId, match, delivery)
    else this.#deliverEarlier(match, delivery)
  }

  #deliverFirst(matchId: string, delivery: Delivery): void {
    this.#addMatch(matchId, { first: 1, last: 1, isComplete: true })
    this.#deliverNow(delivery)
  }

  /**
   * The first message here of a match. Its listeners may lack earlier ones: their process may have died before it
   * published them, or they are still on their way.
   */
  #beginMatch(matchId: string, delivery: Delivery, listensSince: number): void {
    const match = this.#addMatch(matchId, { first: UNKNOWN, last: 0, isComplete: false })
    match.early.set(delivery.seq, delivery)
    const since = Math.max(listensSince - COMMIT_MS, this.#droppedAt)
    void this.#fillGaps(matchId, match, since, since > this.#droppedAt)
  }

  #deliverInOrder(matchId: string, match: MatchProgress, delivery: Delivery): void {
    if (!match.early.has(delivery.seq)) match.early.set(delivery.seq, delivery)
    if (match.state === 'reading') return
    this.#deliverEarly(match)
    if (match.early.size === 0 || match.state === 'waiting') return
    match.state = 'waiting'
    const { clock, isConnected, hub } = this.#options
    // While the bus is unavailable, no predecessor will arrive.
    clock.after(isConnected() ? WAIT_MS : 0, () => {
      match.state = 'idle'
      const next = match.early.values().next().value
      if (!next || this.#isClosed) return
      const listensSince = hub.listensSince(next.audience) ?? clock.now()
      void this.#fillGaps(matchId, match, listensSince - COMMIT_MS)
    })
  }

  /** Reads and delivers what is missing before the early messages, then delivers these. */
  async #fillGaps(matchId: string, match: MatchProgress, since: number, isComplete = false): Promise<void> {
    const { clock, log } = this.#options
    match.state = 'reading'
    const began = clock.now()
    while (match.early.size > 0 && !this.#isClosed) {
      const before = Math.min(...match.early.keys())
      const after = Math.max(match.last, before - GAP_MAX)
      try {
        const missed = await this.#readGap({ matchId, after, before, since })
        if (match.first === UNKNOWN) {
          const first = missed[0]?.message.seq ?? before
          this.#setFirst(match, first, isComplete && first > after + 1)
        }
        for (const one of missed) this.#deliverNow(match.early.get(one.message.seq) ?? fromMissed(one))
      } catch (error) {
        if (clock.now() - began < GIVE_UP_MS) {
          await sleep(clock, RETRY_MS)
          continue
        }
        log.warn({ type: error instanceof Error ? error.name : typeof error }, 'messages were left out')
        if (match.first === UNKNOWN) this.#setFirst(match, before, false)
      }
      match.last = Math.max(match.last, before - 1)
      this.#deliverEarly(match)
    }
    match.state = 'idle'
  }

  /** Delivers the early messages that follow the last delivered one. */
  #deliverEarly(match: MatchProgress): void {
    for (const seq of match.early.keys()) if (seq <= match.last) match.early.delete(seq)
    for (let next = match.early.get(match.last + 1); next; next = match.early.get(match.last + 1)) {
      match.early.delete(next.seq)
      match.last = next.seq
      this.#deliverNow(next)
    }
  }

  /** Sets the first message, and delivers those before it that have arrived meanwhile. */
  #setFirst(match: MatchProgress, first: number, isComplete: boolean): void {
    match.first = first
    match.isComplete = isComplete
    const older = [...match.early.values()].filter(({ seq }) => seq < first).sort((one, other) => one.seq - other.seq)
    for (const delivery of older) this.#deliverEarlier(match, delivery)
  }

  /** Delivers a message whose place has passed, unless the listeners have no need of it. */
  #deliverEarlier(match: MatchProgress, delivery: Delivery): void {
    if (match.isComplete) return
    match.earlier.add(delivery.seq)
    this.#deliverNow(delivery)
  }

  #deliverNow({ audience, live, storedAt }: Delivery): void {
    this.#options.hub.deliver(audience, live, storedAt === undefined ? undefined : storedAt + COMMIT_MS)
  }

  #addMatch(matchId: string, known: Pick<MatchProgress, 'first' | 'last' | 'isComplete'>): MatchProgress {
    const match: MatchProgress = { ...known, earlier: new Set(), early: new Map(), state: 'idle' }
    this.#matches.set(matchId, match)
    for (const [oldest, { early }] of this.#matches) {
      if (this.#matches.size <= MATCHES_MAX) break
      if (early.size > 0) continue
      this.#matches.delete(oldest)
      this.#droppedAt = this.#options.clock.now()
    }
    return match
  }

  /** Gaps that are found in one turn of the event loop are read with one query. */
  #readGap(gap: TimedGap): Promise<TimedMessage[]> {
    return new Promise((resolve, reject) => {
      if (this.#gaps.push({ ...gap, resolve, reject }) === 1) this.#options.clock.after(0, () => void this.#readGaps())
    })
  }

  async #readGaps(): Promise<void> {
    const gaps = this.#gaps
    this.#gaps = []
    try {
      const missed = await this.#options.readGaps(gaps)
      for (const { matchId, resolve } of gaps) resolve(missed.filter(({ message }) => message.matchId === matchId))
    } catch (error) {
      for (const { reject } of gaps) reject(error)
    }
  }
}

const wasDelivered = ({ first, last, earlier }: MatchProgress, seq: number) =>
  (seq >= first && seq <= last) || earlier.has(seq)

const fromMissed = ({ message, clientId, storedAt, dogIds, userIds, ownDogs }: TimedMessage): Delivery => ({
  seq: message.seq,
  audience: { userIds, dogIds },
  live: { event: { type: 'message', message }, ownDogs, ...(clientId && { clientId }) },
  storedAt,
})
