import type { Message } from '@barkyard/domain/schemas/message'
import type { FastifyBaseLogger } from 'fastify'
import type { Audience, Hub, LiveMessage } from './hub.ts'
import type { Missed, TimedGap } from './read-missed.ts'

/** How long a message waits for the one before it, which another process stored and is telling us. */
const WAIT_MS = 50
const RETRY_MS = 250
/** After so long without a database messages are told with what is missing left out. */
const GIVE_UP_MS = 30_000
/** A listener that came this long after a message was stored may still not have read it: its commit took its time. */
export const COMMIT_MS = 100
/** Of a match that nobody here listened to, what was stored just before may still be on its way. */
const RECENT_MS = 1_000
const GAP_MAX = 500
const MATCHES_MAX = 50_000

interface Telling {
  seq: number
  audience: Audience
  live: LiveMessage
  /** By `performance.now()`; where it is known: whoever came later has read it. */
  storedAt?: number
}

/** What this process has told of one match: everything from `first` to `last`, and some before. */
interface Line {
  first: number
  last: number
  before: Set<number>
  /** Nothing before `first` concerns anybody here: it was stored before they came. */
  whole: boolean
  held: Map<number, Telling>
  /** Where something is held: waiting for the one before it, or reading what is missing. */
  state: 'idle' | 'waiting' | 'reading'
}

interface Options {
  hub: Hub
  log: FastifyBaseLogger
  fetch: (gaps: TimedGap[]) => Promise<Missed[]>
  /** Since when other processes may not have reached us (`performance.now()`), null while they do. */
  awaySince: () => number | null
  /** Since when something may be missing that is being read for listeners who just came or were cut off. */
  missingSince: () => number | null
}

/**
 * Tells the messages of a match in the order of their numbers, each once, though several processes store them: one that
 * comes too early waits a moment for those before it, which are then read from the database.
 */
export class MessageOrder {
  readonly #options: Options
  readonly #lines = new Map<string, Line>()
  #gaps: (TimedGap & { done: (missed: Missed[]) => void; failed: (error: unknown) => void })[] = []
  #closed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** A message that was stored just now, here or by another process. */
  deliver(message: Message, audience: Audience, live: LiveMessage): void {
    const listensSince = this.#options.hub.listensSince(audience)
    if (listensSince === null) {
      // Whoever listens from now on reads this one.
      this.#lines.delete(message.matchId)
      return
    }
    this.#take(message.matchId, { seq: message.seq, audience, live }, listensSince)
  }

  /** Messages that may have been missed, each match's in its order. */
  tellMissed(missed: readonly Missed[]): void {
    for (const one of missed) {
      const telling = fromMissed(one)
      const listensSince = this.#options.hub.listensSince(telling.audience)
      if (listensSince !== null) this.#take(one.message.matchId, telling, listensSince)
    }
  }

  close(): void {
    this.#closed = true
  }

  #take(matchId: string, telling: Telling, listensSince: number): void {
    const { seq } = telling
    const line = this.#lines.get(matchId)
    if (line) {
      if (isTold(line, seq) || (seq < line.first && line.whole)) return
      if (seq < line.first) this.#tellEarlier(line, telling)
      else this.#hold(matchId, line, telling)
      return
    }
    if (seq === 1) {
      this.#lineFrom(matchId, 1)
      this.#tellOne(telling)
      return
    }
    // Not known here yet: what another process stored a moment before may still be on its way.
    const fresh = this.#lineFrom(matchId, seq)
    fresh.last = seq - 1
    fresh.held.set(seq, telling)
    const { awaySince, missingSince } = this.#options
    const now = performance.now()
    const recent = Math.min(now - RECENT_MS, awaySince() ?? now, missingSince() ?? now)
    const came = listensSince - COMMIT_MS
    void this.#fill(matchId, fresh, Math.max(came, recent), came >= recent)
  }

  #hold(matchId: string, line: Line, telling: Telling): void {
    if (!line.held.has(telling.seq)) line.held.set(telling.seq, telling)
    if (line.state === 'reading') return
    this.#tellHeld(line)
    if (line.held.size === 0 || line.state === 'waiting') return
    line.state = 'waiting'
    // While nothing comes from other processes there is nothing to wait for.
    const wait = this.#options.awaySince() === null ? WAIT_MS : 0
    setTimeout(() => {
      line.state = 'idle'
      const next = line.held.values().next().value
      if (!next || this.#closed) return
      const listensSince = this.#options.hub.listensSince(next.audience) ?? performance.now()
      void this.#fill(matchId, line, listensSince - COMMIT_MS)
    }, wait).unref()
  }

  /** Reads what is missing before the first message held, and goes on behind it. */
  async #fill(matchId: string, line: Line, since: number, whole = false): Promise<void> {
    line.state = 'reading'
    const began = performance.now()
    while (line.held.size > 0 && !this.#closed) {
      const before = Math.min(...line.held.keys())
      const isNew = line.last < line.first
      const after = Math.max(isNew ? 0 : line.last, before - GAP_MAX)
      try {
        const missed = await this.#read({ matchId, after, before, since })
        for (const one of missed) {
          const { seq } = one.message
          if (!line.before.has(seq)) this.#tellOne(line.held.get(seq) ?? fromMissed(one))
        }
        if (isNew) {
          line.first = missed[0]?.message.seq ?? before
          line.whole = whole
        }
      } catch (error) {
        if (performance.now() - began < GIVE_UP_MS) {
          await new Promise(resolve => setTimeout(resolve, RETRY_MS).unref())
          continue
        }
        this.#options.log.warn({ type: error instanceof Error ? error.name : typeof error }, 'messages were left out')
      }
      line.last = Math.max(line.last, before - 1)
      this.#tellHeld(line)
    }
    line.state = 'idle'
  }

  #tellHeld(line: Line): void {
    for (const seq of line.held.keys()) if (seq <= line.last) line.held.delete(seq)
    for (let next = line.held.get(line.last + 1); next; next = line.held.get(line.last + 1)) {
      line.held.delete(next.seq)
      line.last = next.seq
      this.#tellOne(next)
    }
  }

  /** Too late for its place, better than never. */
  #tellEarlier(line: Line, telling: Telling): void {
    line.before.add(telling.seq)
    this.#tellOne(telling)
  }

  #tellOne({ audience, live, storedAt }: Telling): void {
    this.#options.hub.deliver(audience, live, storedAt === undefined ? undefined : storedAt + COMMIT_MS)
  }

  #lineFrom(matchId: string, seq: number): Line {
    const line: Line = { first: seq, last: seq, before: new Set(), whole: seq === 1, held: new Map(), state: 'idle' }
    this.#lines.set(matchId, line)
    for (const [oldest, { held }] of this.#lines) {
      if (this.#lines.size <= MATCHES_MAX) break
      if (held.size === 0) this.#lines.delete(oldest)
    }
    return line
  }

  /** Gaps of one turn of the event loop are read in one query. */
  #read(gap: TimedGap): Promise<Missed[]> {
    return new Promise((done, failed) => {
      if (this.#gaps.push({ ...gap, done, failed }) > 1) return
      setImmediate(() => {
        const gaps = this.#gaps
        this.#gaps = []
        this.#options.fetch(gaps).then(
          missed => {
            for (const { matchId, done } of gaps) done(missed.filter(one => one.message.matchId === matchId))
          },
          error => {
            for (const { failed } of gaps) failed(error)
          },
        )
      })
    })
  }
}

const isTold = (line: Line, seq: number) => (seq >= line.first && seq <= line.last) || line.before.has(seq)

const fromMissed = ({ message, clientId, storedAt, dogIds, userIds }: Missed): Telling => ({
  seq: message.seq,
  audience: { userIds, dogIds },
  live: { event: { type: 'message', message }, ...(clientId && { clientId }) },
  storedAt,
})
