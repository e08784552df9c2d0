import { type Kysely, sql } from 'kysely'

/** Accounts, dogs, matches, messages, playdates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE users (
      id uuid PRIMARY KEY,
      email text NOT NULL,
      email_key text NOT NULL GENERATED ALWAYS AS (lower(email)) STORED UNIQUE,
      password_hash text,
      oidc_issuer text,
      oidc_subject text,
      first_name text NOT NULL,
      last_name text NOT NULL,
      city text,
      lat double precision CHECK (lat BETWEEN -90 AND 90),
      lng double precision CHECK (lng BETWEEN -180 AND 180),
      cell integer,
      is_admin boolean NOT NULL DEFAULT false,
      is_demo boolean NOT NULL DEFAULT false,
      active_dog_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((lat IS NULL) = (lng IS NULL)),
      CHECK ((oidc_issuer IS NULL) = (oidc_subject IS NULL)),
      UNIQUE (oidc_issuer, oidc_subject)
    );

    CREATE TABLE dogs (
      id uuid PRIMARY KEY,
      user_id uuid REFERENCES users ON DELETE CASCADE,
      name text NOT NULL,
      breed text NOT NULL,
      age_years smallint NOT NULL CHECK (age_years BETWEEN 0 AND 25),
      size text NOT NULL CHECK (size IN ('small', 'medium', 'large')),
      sex text NOT NULL CHECK (sex IN ('male', 'female')),
      temperament text[] NOT NULL CHECK (temperament <@
        ARRAY['friendly', 'playful', 'calm', 'energetic', 'shy', 'protective', 'gentle', 'aggressive']),
      bio text,
      photos jsonb NOT NULL DEFAULT '[]',
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX dogs_of_user ON dogs (user_id, id);

    ALTER TABLE users ADD FOREIGN KEY (active_dog_id) REFERENCES dogs ON DELETE SET NULL;
    CREATE INDEX users_of_active_dog ON users (active_dog_id) WHERE active_dog_id IS NOT NULL;

    CREATE TABLE sessions (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      impersonated_dog_id uuid REFERENCES dogs ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX sessions_of_user ON sessions (user_id);
    CREATE INDEX sessions_of_impersonated_dog ON sessions (impersonated_dog_id) WHERE impersonated_dog_id IS NOT NULL;
    CREATE INDEX sessions_by_last_use ON sessions (last_used_at);

    CREATE TABLE tokens (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      name text NOT NULL,
      hash bytea NOT NULL UNIQUE,
      is_admin boolean NOT NULL,
      last_used_on date,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX tokens_of_user ON tokens (user_id, id);

    CREATE TABLE photos (
      id uuid PRIMARY KEY,
      dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      key text NOT NULL UNIQUE,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX photos_of_dog ON photos (dog_id, id);

    CREATE TABLE removed_photos (
      key text PRIMARY KEY,
      removed_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE matches (
      id uuid PRIMARY KEY,
      dog_a_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      dog_b_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      last_seq integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK (dog_a_id < dog_b_id),
      UNIQUE (dog_a_id, dog_b_id)
    );
    CREATE INDEX matches_of_dog_b ON matches (dog_b_id);

    CREATE TABLE match_dogs (
      dog_id uuid NOT NULL REFERENCES dogs ON DELETE CASCADE,
      match_id uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
      other_dog_id uuid NOT NULL,
      unread integer NOT NULL DEFAULT 0 CHECK (unread >= 0),
      last_message_id uuid,
      last_sender_dog_id uuid,
      last_body text,
      last_seq integer,
      last_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (match_id, dog_id)
    );
    CREATE INDEX match_dogs_by_newest ON match_dogs (dog_id, last_at DESC, match_id);
    CREATE INDEX match_dogs_unread ON match_dogs (dog_id) INCLUDE (unread) WHERE unread > 0;

    CREATE TABLE messages (
      match_id uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
      seq integer NOT NULL,
      id uuid NOT NULL,
      sender_dog_id uuid NOT NULL,
      body text NOT NULL,
      client_id text,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (match_id, seq),
      UNIQUE (match_id, id)
    );
    CREATE UNIQUE INDEX messages_sent_once ON messages (sender_dog_id, client_id) WHERE client_id IS NOT NULL;

    CREATE TABLE playdates (
      id uuid PRIMARY KEY,
      match_id uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
      proposer_dog_id uuid NOT NULL,
      invited_dog_id uuid NOT NULL,
      when_ts timestamptz NOT NULL,
      park_name text NOT NULL,
      notes text NOT NULL,
      status text NOT NULL DEFAULT 'proposed' CHECK (status IN ('proposed', 'accepted', 'declined')),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX playdates_of_match ON playdates (match_id, when_ts);
    CREATE INDEX playdates_of_proposer ON playdates (proposer_dog_id, when_ts);
    CREATE INDEX playdates_of_invited ON playdates (invited_dog_id, when_ts);

    CREATE TABLE audit_log (
      id uuid PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT now(),
      admin_id uuid NOT NULL,
      admin_email text NOT NULL,
      action text NOT NULL,
      dog_id uuid,
      user_id uuid,
      detail jsonb NOT NULL DEFAULT '{}'
    );
  `.execute(db)
}
