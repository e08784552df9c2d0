import { sql } from 'kysely'
import { change } from './steps.ts'

/** Codes that the operator gives to who may join. Only their hashes are kept. */
export const steps = [
  change(sql`
    CREATE TABLE IF NOT EXISTS join_codes (
      hash bytea PRIMARY KEY,
      uses_left integer NOT NULL CHECK (uses_left >= 0),
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`),
]
