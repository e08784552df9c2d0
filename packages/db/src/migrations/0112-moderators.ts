import { sql } from 'kysely'
import { addIndex, change } from './steps.ts'

/** Moderators, beside `is_admin`, which stays what it is for processes that know no moderators. Who is both is an admin. */
export const steps = [
  change(sql`ALTER TABLE users ADD COLUMN IF NOT EXISTS is_moderator boolean NOT NULL DEFAULT false`),
  addIndex('users_moderators', 'ON users (id) WHERE is_moderator'),
]
