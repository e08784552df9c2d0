import { PER_PAIR_AN_HOUR } from '@barkyard/domain/notification'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { sweepOlder } from '../sweep.ts'

type Channel = keyof typeof PER_PAIR_AN_HOUR

const HOUR_MS = 60 * 60 * 1000

/** A delivery that one owner causes for another. */
interface PairDelivery {
  /** The notification. */
  id: string
  fromId: string
  toId: string
}

/**
 * Counts deliveries, as many as the budget of each pair of owners allows in the last hour. Whoever counts for a pair at the
 * same time waits for the end of this transaction.
 * @returns the ids of the notifications that may be delivered.
 */
export async function takeFromBudget(
  trx: Trx,
  channel: Channel,
  wanted: readonly PairDelivery[],
  now: Date,
): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  const pairs = [...new Set(wanted.map(({ fromId, toId }) => `${channel} ${fromId} ${toId}`))].sort()
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(pair, 0)) FROM unnest(${pairs}::text[]) AS pair`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    WITH wanted AS (
      SELECT one.*, row_number() OVER (PARTITION BY from_id, to_id ORDER BY nth) AS place
      FROM unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ fromId }) => fromId)}::uuid[], ${wanted.map(({ toId }) => toId)}::uuid[])
        WITH ORDINALITY AS one (id, from_id, to_id, nth)
    ), granted AS (
      SELECT wanted.* FROM wanted
      JOIN users sender ON sender.id = wanted.from_id
      JOIN users reader ON reader.id = wanted.to_id
      WHERE place <= ${PER_PAIR_AN_HOUR[channel]} - (
        SELECT count(*) FROM pair_deliveries sent
        WHERE sent.to_id = wanted.to_id AND sent.from_id = wanted.from_id AND sent.channel = ${channel}
          AND sent.sent_at > ${new Date(now.getTime() - HOUR_MS)})
    ), counted AS (
      INSERT INTO pair_deliveries (id, from_id, to_id, channel, sent_at)
      SELECT gen_random_uuid(), from_id, to_id, ${channel}, ${now} FROM granted
    )
    SELECT id FROM granted
  `.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** Deletes deliveries that count no longer. */
export const sweepPairDeliveries = (db: Db, now: Date) =>
  sweepOlder(db, 'pair_deliveries', 'sent_at', new Date(now.getTime() - HOUR_MS))
