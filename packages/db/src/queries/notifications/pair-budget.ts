import { PER_PAIR_AN_HOUR } from '@barkyard/domain/notification'
import { sql } from 'kysely'
import type { Db, Trx } from '../../open.ts'
import { sweepOlder } from '../rows.ts'

type Channel = keyof typeof PER_PAIR_AN_HOUR

const HOUR_MS = 60 * 60 * 1000

/** A notification to deliver. */
interface Delivery {
  id: string
  user_id: string
  /** The owner who causes it; null: no other owner does. */
  from_id: string | null
}

/**
 * Counts deliveries, as many as the budget of each pair of owners allows in the last hour. Whoever counts for a pair at the
 * same time waits for the end of this transaction.
 * @returns the ids of the notifications that may be delivered: also all that no owner causes.
 */
export async function takeFromBudget(
  trx: Trx,
  channel: Channel,
  wanted: readonly Delivery[],
  now: Date,
): Promise<Set<string>> {
  const caused = wanted.filter(({ from_id }) => from_id !== null)
  const free = wanted.filter(({ from_id }) => from_id === null).map(({ id }) => id)
  if (caused.length === 0) return new Set(free)
  const pairs = [...new Set(caused.map(({ from_id, user_id }) => `${channel} ${from_id} ${user_id}`))].sort()
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(pair, 0)) FROM unnest(${pairs}::text[]) AS pair`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    WITH wanted AS (
      SELECT one.*, row_number() OVER (PARTITION BY from_id, to_id ORDER BY nth) AS place
      FROM unnest(${caused.map(({ id }) => id)}::uuid[], ${caused.map(row => row.from_id)}::uuid[], ${caused.map(row => row.user_id)}::uuid[])
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
  return new Set([...free, ...rows.map(({ id }) => id)])
}

/** Deletes deliveries that count no longer. */
export const sweepPairDeliveries = (db: Db, now: Date) =>
  sweepOlder(db, 'pair_deliveries', 'sent_at', new Date(now.getTime() - HOUR_MS))
