import { sql } from 'kysely'
import { addIndex, backfill, change } from './steps.ts'

/** What waits for a webhook goes with the match that it is about. What is over keeps nothing of what was sent. */
export const steps = [
  change(sql`
    ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS match_id uuid REFERENCES matches ON DELETE CASCADE`),
  addIndex('webhook_deliveries_of_match', 'ON webhook_deliveries (match_id) WHERE match_id IS NOT NULL'),
  backfill(sql`
    UPDATE webhook_deliveries SET body = '' WHERE id = ANY (ARRAY(
      SELECT id FROM webhook_deliveries WHERE state <> 'waiting' AND body <> '' LIMIT 1000))`),
]
