import { sql } from 'kysely'
import { change } from './steps.ts'

/** Since when the push service refuses what is sent to a browser, which its owner is told. */
export const steps = [change(sql`ALTER TABLE push_endpoints ADD COLUMN IF NOT EXISTS refused_at timestamptz`)]
