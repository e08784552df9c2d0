import type { MissedMessage } from '@barkyard/db/queries/messages/missed-messages'
import type { Clock } from './clock.ts'
import { DatabaseClock } from './database-clock.ts'
import type { MessageQueries } from './message-queries.ts'

/** How long a query may take to reach the database. One that took longer is repeated with more time. */
const MARGIN_MS = 2_000

/** A message with the time when it was stored, by this process's clock. */
export interface TimedMessage extends MissedMessage {
  storedAt: number
}

/** The messages of a match with numbers between `after` and `before`, stored since a time, by this process's clock. */
export interface TimedGap {
  matchId: string
  after: number
  before: number
  since: number
}

type Queries = Pick<MessageQueries, 'messagesSince' | 'messagesInGaps' | 'readClock'>

/** Reads messages by time. The database counts their age by its own clock; this process by its own. */
export class MissedMessages {
  readonly #queries: Queries
  readonly #clock: Clock
  readonly #databaseClock: DatabaseClock

  constructor(queries: Queries, clock: Clock) {
    this.#queries = queries
    this.#clock = clock
    this.#databaseClock = new DatabaseClock(clock, queries.readClock)
  }

  /** Messages since a time in the matches of these users' dogs and of these dogs. 'too many': there are more than `limit`. */
  async since(query: {
    userIds: string[]
    dogIds: string[]
    since: number
    limit: number
  }): Promise<TimedMessage[] | 'too many'> {
    const missed = await this.#ask(margin =>
      this.#queries.messagesSince({ ...query, ageMs: this.#clock.now() - query.since + margin }),
    )
    return missed === 'too many' ? missed : this.#timed(missed, () => query.since)
  }

  /** Messages in any of these gaps. */
  async inGaps(gaps: readonly TimedGap[]): Promise<TimedMessage[]> {
    const missed = await this.#ask(margin =>
      this.#queries.messagesInGaps(gaps.map(gap => ({ ...gap, ageMs: this.#clock.now() - gap.since + margin }))),
    )
    const since = new Map(gaps.map(gap => [gap.matchId, gap.since]))
    return this.#timed(missed, matchId => since.get(matchId) ?? 0)
  }

  close(): void {
    this.#databaseClock.close()
  }

  /** Runs a query with a margin for the time until it reaches the database. A query that took longer is repeated. */
  async #ask<T>(query: (marginMs: number) => Promise<T>): Promise<T> {
    for (let margin = MARGIN_MS; ; ) {
      const sent = this.#clock.now()
      const answer = await query(margin)
      const took = this.#clock.now() - sent
      if (took < margin) return answer
      margin = 2 * took
    }
  }

  /** Adds the times by this process's clock, and drops older messages that only the margin included. */
  async #timed(missed: readonly MissedMessage[], since: (matchId: string) => number): Promise<TimedMessage[]> {
    const toOwnTime = await this.#databaseClock.converter()
    return missed
      .map(one => ({ ...one, storedAt: toOwnTime(Date.parse(one.message.createdAt)) }))
      .filter(one => one.storedAt >= since(one.message.matchId))
  }
}
