import { sql } from 'kysely'
import { change } from './steps.ts'

/** Whether an owner shows that they are typing, and sees it of others. */
export const steps = [
  change(sql`ALTER TABLE preferences ADD COLUMN IF NOT EXISTS show_typing boolean NOT NULL DEFAULT true`),
]
