import { sql } from 'kysely'
import { addIndex, backfill, change, type Step } from './steps.ts'

/**
 * Each report has an id of its own, which is random: neither the time nor the existence of other reports of the same case
 * can be read from it. Processes of the old release leave it to the default.
 */
export const steps: readonly Step[] = [
  change(sql`
    ALTER TABLE reports ADD COLUMN IF NOT EXISTS id uuid;
    ALTER TABLE reports ALTER COLUMN id SET DEFAULT gen_random_uuid();`),
  backfill(sql`
    UPDATE reports SET id = gen_random_uuid()
    WHERE (case_id, reporter_id) IN (SELECT case_id, reporter_id FROM reports WHERE id IS NULL LIMIT 1000)`),
  addIndex('reports_by_id', 'ON reports (id)', { unique: true }),
  addIndex('reports_newest', 'ON reports (reporter_id, created_at DESC, id)'),
]
