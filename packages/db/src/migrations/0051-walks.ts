import { type Kysely, sql } from 'kysely'

/**
 * Open walks and the dogs on them, the host's included. What a dog says around the start stands with the dog, so it goes
 * when the dog leaves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE walks (
      id uuid PRIMARY KEY,
      host_dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      when_ts timestamptz NOT NULL,
      park_name text NOT NULL,
      title text NOT NULL,
      sizes text[] NOT NULL DEFAULT '{}',
      max_dogs integer NOT NULL CHECK (max_dogs > 1),
      revision integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL,
      changed_at timestamptz NOT NULL,
      cancelled_at timestamptz
    );
    CREATE INDEX walks_by_time ON walks (when_ts, id);
    CREATE INDEX walks_of_host ON walks (host_dog_id, when_ts);

    CREATE TABLE walk_dogs (
      walk_id uuid NOT NULL REFERENCES walks ON DELETE CASCADE,
      dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      joined_at timestamptz NOT NULL,
      place bigint GENERATED ALWAYS AS IDENTITY,
      late_minutes integer,
      late_at timestamptz,
      here_at timestamptz,
      PRIMARY KEY (walk_id, dog_id)
    );
    CREATE INDEX walks_of_dog ON walk_dogs (dog_id, walk_id);
  `.execute(db)
}
