import { type Kysely, sql } from 'kysely'

/** Addresses of scripts to which events are sent, and what was sent to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE webhooks (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      token_id uuid REFERENCES tokens ON DELETE CASCADE,
      url text NOT NULL,
      events text[] NOT NULL,
      created_at timestamptz NOT NULL,
      disabled_at timestamptz
    );
    CREATE INDEX webhooks_of_user ON webhooks (user_id);
    CREATE INDEX webhooks_of_token ON webhooks (token_id) WHERE token_id IS NOT NULL;
    CREATE TABLE webhook_deliveries (
      id uuid PRIMARY KEY,
      webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
      type text NOT NULL,
      body text NOT NULL,
      state text NOT NULL DEFAULT 'waiting',
      attempts integer NOT NULL DEFAULT 0,
      status integer,
      error text,
      created_at timestamptz NOT NULL,
      attempted_at timestamptz
    );
    CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, id DESC);
    CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id) WHERE state = 'waiting';
  `.execute(db)
}
