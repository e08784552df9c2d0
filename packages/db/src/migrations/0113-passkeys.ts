import { sql } from 'kysely'
import { addIndex, change } from './steps.ts'

/** Passkeys, their challenges, and what was signed in with one. The new columns are empty: no table is rewritten or read. */
export const steps = [
  change(sql`
    CREATE TABLE IF NOT EXISTS passkeys (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      credential_id text NOT NULL UNIQUE,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      transports text[] NOT NULL,
      name text NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,
      locked_at timestamptz
    );
    CREATE INDEX IF NOT EXISTS passkeys_user ON passkeys (user_id);
    CREATE TABLE IF NOT EXISTS passkey_challenges (
      id uuid PRIMARY KEY,
      challenge text NOT NULL,
      session_id uuid UNIQUE REFERENCES sessions ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX IF NOT EXISTS passkey_challenges_expires ON passkey_challenges (expires_at);
    ALTER TABLE users ADD COLUMN IF NOT EXISTS require_passkey boolean NOT NULL DEFAULT false`),
  change(sql`ALTER TABLE sessions ADD COLUMN IF NOT EXISTS passkey_id uuid REFERENCES passkeys ON DELETE CASCADE`),
  change(sql`ALTER TABLE tokens ADD COLUMN IF NOT EXISTS passkey_id uuid REFERENCES passkeys ON DELETE CASCADE`),
  addIndex('sessions_passkey', 'ON sessions (passkey_id) WHERE passkey_id IS NOT NULL'),
  addIndex('tokens_passkey', 'ON tokens (passkey_id) WHERE passkey_id IS NOT NULL'),
]
