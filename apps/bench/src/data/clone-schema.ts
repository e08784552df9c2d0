/**
 * The tables as such an app has them: places on the user, photos in a table, a message's `seen` flag, sessions as
 * connect-pg-simple keeps them, an index on every foreign key. In a schema of its own, filled with the same dogs.
 */
export const CLONE_SCHEMA = `
  CREATE SCHEMA clone;
  CREATE TABLE clone.users AS SELECT id, email, first_name, last_name, city, lat, lng, is_admin, active_dog_id, created_at FROM public.users;
  CREATE TABLE clone.dogs AS SELECT id, user_id, name, breed, age_years::int, size, sex, temperament, bio, created_at FROM public.dogs;
  CREATE TABLE clone.photos AS SELECT id, dog_id, '/photos/' || key || '-thumb.webp' AS url_thumb, '/photos/' || key || '-large.webp' AS url_large,
    created_at FROM public.photos;
  CREATE TABLE clone.matches AS SELECT id, dog_a_id, dog_b_id, created_at FROM public.matches;
  CREATE TABLE clone.messages AS SELECT m.id, m.match_id, m.sender_dog_id, m.body, m.created_at,
    NOT EXISTS (SELECT FROM public.match_dogs d WHERE d.match_id = m.match_id AND d.dog_id <> m.sender_dog_id AND m.seq > ${25} AND d.unread > 0) AS seen
    FROM public.messages m;
  CREATE TABLE clone.sessions (sid text PRIMARY KEY, sess jsonb NOT NULL, expire timestamptz NOT NULL);
  ALTER TABLE clone.users ADD PRIMARY KEY (id);
  ALTER TABLE clone.dogs ADD PRIMARY KEY (id);
  ALTER TABLE clone.photos ADD PRIMARY KEY (id);
  ALTER TABLE clone.matches ADD PRIMARY KEY (id);
  ALTER TABLE clone.messages ADD PRIMARY KEY (id);
  CREATE INDEX ON clone.users (email);
  CREATE INDEX ON clone.dogs (user_id);
  CREATE INDEX ON clone.photos (dog_id);
  CREATE INDEX ON clone.matches (dog_a_id);
  CREATE INDEX ON clone.matches (dog_b_id);
  CREATE INDEX ON clone.messages (match_id, created_at);
  CREATE INDEX ON clone.sessions (expire);
`
