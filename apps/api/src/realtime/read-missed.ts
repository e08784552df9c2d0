import type { Db } from '@barkyard/db/open'
import { type MissedMessage, messagesInGaps, messagesSince, readClock } from '@barkyard/db/queries/missed-messages'

/** How long a query may take, from here to the database's clock, before its answer may lack something. */
const MARGIN_MS = 2_000

const SAMPLE_EVERY_MS = 5_000

/**
 * The database's clock as this process sees it: read every few seconds, the quickest answer of the last minute counts.
 * So what was stored when is known to about a millisecond, however busy this process is when it asks.
 */
export class DatabaseClock {
  readonly #db: Db
  readonly #timer: NodeJS.Timeout
  #samples: { ahead: number; error: number }[] = []

  constructor(db: Db) {
    this.#db = db
    const sample = () => void this.#sample().catch(() => undefined)
    this.#timer = setInterval(sample, SAMPLE_EVERY_MS)
    sample()
  }

  /** A database time (ms since 1970) by `performance.now()`: then, or up to the clock's error later. */
  async at(): Promise<(time: number) => number> {
    if (this.#samples.length === 0) await this.#sample()
    const best = this.#samples.reduce((one, other) => (other.error < one.error ? other : one))
    // Times of messages are whole milliseconds, rounded down.
    return time => time + 1 - best.ahead + best.error
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #sample(): Promise<void> {
    const sent = performance.now()
    const now = await readClock(this.#db)
    const received = performance.now()
    this.#samples = [...this.#samples.slice(-11), { ahead: now - (sent + received) / 2, error: (received - sent) / 2 }]
  }
}

/** A message with when it was stored, by `performance.now()`. */
export interface Missed extends MissedMessage {
  storedAt: number
}

/** Runs a query about the time since `since`, with more of it where the query took long to reach the database. */
async function inTime<T extends MissedMessage[] | null>(run: (extraMs: number) => Promise<T>): Promise<T> {
  for (let margin = MARGIN_MS; ; ) {
    const sent = performance.now()
    const answer = await run(margin)
    const received = performance.now()
    if (received - sent < margin) return answer
    margin = 2 * (received - sent)
  }
}

const since = (missed: MissedMessage[], from: (matchId: string) => number, at: (time: number) => number): Missed[] =>
  missed
    .map(one => ({ ...one, storedAt: at(Date.parse(one.message.createdAt)) }))
    .filter(one => one.storedAt >= from(one.message.matchId))

/** Messages since a time in the matches of these users' dogs and of these dogs; null where there are more than `limit`. */
export async function readMissed(
  db: Db,
  clock: DatabaseClock,
  query: { userIds: string[]; dogIds: string[]; since: number; limit: number },
): Promise<Missed[] | null> {
  const at = await clock.at()
  const missed = await inTime(extra => messagesSince(db, { ...query, ageMs: performance.now() - query.since + extra }))
  return missed && since(missed, () => query.since, at)
}

/** Some of a match's messages: behind one, before another, stored since a time. */
export interface TimedGap {
  matchId: string
  after: number
  before: number
  since: number
}

export async function readGaps(db: Db, clock: DatabaseClock, gaps: readonly TimedGap[]): Promise<Missed[]> {
  const at = await clock.at()
  const missed = await inTime(extra =>
    messagesInGaps(
      db,
      gaps.map(gap => ({ ...gap, ageMs: performance.now() - gap.since + extra })),
    ),
  )
  const from = new Map(gaps.map(gap => [gap.matchId, gap.since]))
  return since(missed, matchId => from.get(matchId) ?? 0, at)
}
