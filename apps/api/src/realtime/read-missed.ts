import type { Db } from '@barkyard/db/open'
import { type MissedMessage, messagesInGaps, messagesSince } from '@barkyard/db/queries/missed-messages'

/** How long a query may take, from here to the database's clock, before its answer may lack something. */
const MARGIN_MS = 2_000

/** A message with when it was stored, by `performance.now()`: then, or up to the query's duration before. */
export interface Missed extends MissedMessage {
  storedAt: number
}

/** Runs a query about the time since `since`, with more of it where the query took long to reach the database. */
async function inTime<T extends MissedMessage[] | null>(run: (extraMs: number) => Promise<T>): Promise<[T, number]> {
  for (let margin = MARGIN_MS; ; ) {
    const sent = performance.now()
    const answer = await run(margin)
    const received = performance.now()
    if (received - sent < margin) return [answer, received]
    margin = 2 * (received - sent)
  }
}

const since = (missed: MissedMessage[], from: (matchId: string) => number, received: number): Missed[] =>
  missed
    .map(one => ({ ...one, storedAt: received - one.ageMs }))
    .filter(one => one.storedAt >= from(one.message.matchId))

/** Messages since a time in the matches of these users' dogs and of these dogs; null where there are more than `limit`. */
export async function readMissed(
  db: Db,
  query: { userIds: string[]; dogIds: string[]; since: number; limit: number },
): Promise<Missed[] | null> {
  const [missed, received] = await inTime(extra =>
    messagesSince(db, { ...query, ageMs: performance.now() - query.since + extra }),
  )
  return missed && since(missed, () => query.since, received)
}

/** Some of a match's messages: behind one, before another, stored since a time. */
export interface TimedGap {
  matchId: string
  after: number
  before: number
  since: number
}

export async function readGaps(db: Db, gaps: readonly TimedGap[]): Promise<Missed[]> {
  const [missed, received] = await inTime(extra =>
    messagesInGaps(
      db,
      gaps.map(gap => ({ ...gap, ageMs: performance.now() - gap.since + extra })),
    ),
  )
  const from = new Map(gaps.map(gap => [gap.matchId, gap.since]))
  return since(missed, matchId => from.get(matchId) ?? 0, received)
}
