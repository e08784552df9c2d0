import { type Kysely, sql } from 'kysely'

/**
 * What users are notified of, what they want, and where it is sent.
 *
 * A notification keeps what happened (`event`) and to which dog in which match; the words are made when it is read, so
 * no name is copied, and it goes with its dog or match. `key` makes two of a user's one: messages of a match share a row
 * until they are read (the key is taken away then), and a reminder comes once. `push_at` and `mail_at` are when it is
 * to be looked at for sending; null where nothing is left to do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE notifications (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      event text NOT NULL,
      key text,
      dog_id uuid REFERENCES dogs ON DELETE CASCADE,
      match_id uuid REFERENCES matches ON DELETE CASCADE,
      details jsonb NOT NULL DEFAULT '{}',
      is_urgent boolean NOT NULL DEFAULT false,
      notified_at timestamptz NOT NULL,
      seen_at timestamptz,
      push_at timestamptz,
      mail_at timestamptz,
      mail_id uuid
    );
    CREATE INDEX notifications_of_user ON notifications (user_id, notified_at DESC, id DESC);
    CREATE UNIQUE INDEX notifications_once ON notifications (user_id, key) WHERE key IS NOT NULL;
    CREATE INDEX notifications_unseen ON notifications (user_id) WHERE seen_at IS NULL;
    CREATE INDEX notifications_to_push ON notifications (push_at) WHERE push_at IS NOT NULL;
    CREATE INDEX notifications_to_mail ON notifications (mail_at) WHERE mail_at IS NOT NULL;
    CREATE INDEX notifications_of_dog ON notifications (dog_id);
    CREATE INDEX notifications_of_match ON notifications (match_id, dog_id);
    CREATE INDEX notifications_by_age ON notifications (notified_at);

    CREATE TABLE preferences (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      time_zone text,
      quiet_from text,
      quiet_to text,
      kinds jsonb NOT NULL DEFAULT '{}',
      remind_day boolean NOT NULL DEFAULT true,
      remind_hours boolean NOT NULL DEFAULT true,
      digest text NOT NULL DEFAULT 'none',
      digest_at timestamptz,
      units text NOT NULL DEFAULT 'km'
    );
    CREATE INDEX preferences_digest_due ON preferences (digest_at) WHERE digest_at IS NOT NULL;

    CREATE TABLE push_endpoints (
      id uuid PRIMARY KEY,
      endpoint text NOT NULL UNIQUE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
      p256dh text NOT NULL,
      auth text NOT NULL,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX push_endpoints_of_user ON push_endpoints (user_id, id);
    CREATE INDEX push_endpoints_of_session ON push_endpoints (session_id);

    CREATE TABLE vapid_keys (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      public_key text NOT NULL,
      private_key text NOT NULL
    );

    CREATE TABLE presence (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      seen_at timestamptz NOT NULL,
      visible_until timestamptz
    ) WITH (fillfactor = 50);
  `.execute(db)
}
