import { BARK_BODY } from '@barkyard/domain/message'
import { query } from '@barkyard/postgres/testing/query'

/** Rows of everything that a plan could want to scan. In SQL, without triggers: seconds for 100,000 dogs. */
export const CROWD = { users: 60_000, dogs: 100_000, matches: 20_000, messagesEach: 5 } as const

/** Ids of rows by their number, from 1. */
export const crowdId = {
  user: (n: number) => textId(1, n),
  dog: (n: number) => textId(2, n),
  photo: (n: number) => textId(3, n),
  match: (n: number) => textId(4, n),
  message: (n: number) => textId(5, n),
  playdate: (n: number) => textId(6, n),
  session: (n: number) => textId(7, n),
  job: (n: number) => textId(10, n),
  link: (n: number) => textId(11, n),
  notification: (n: number) => textId(12, n),
  endpoint: (n: number) => textId(13, n),
  case: (n: number) => textId(12, n),
  decision: (n: number) => textId(13, n),
  block: (n: number) => textId(15, n),
  webhook: (n: number) => textId(8, n),
  token: (n: number) => textId(8, n),
  passkey: (n: number) => textId(10, n),
  skip: (n: number) => textId(14, n),
  verification: (n: number) => textId(11, n),
  park: (n: number) => textId(6, n),
  walk: (n: number) => textId(14, n),
  search: (n: number) => textId(9, n),
}
function textId(kind: number, n: number): string {
  const hex = `${(1650000000000 + n).toString(16).padStart(12, '0')}7${kind.toString(16)}008000000000000000`
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Fills a migrated, empty database: owners in a field of 100 by 100 cells, dogs with a photo, matches of the n-th dog
 * with the (n + 50,000)-th, and a few special ones: the first dog has 300 matches, the last 1,000 dogs have no owner.
 */
export async function fillCrowd(url: string): Promise<void> {
  await query(
    url,
    `
      SET session_replication_role = replica;
      -- An id as the app's are, in the order of n, the same in every run.
      CREATE FUNCTION id(kind int, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE
      RETURN (lpad(to_hex(1650000000000 + n), 12, '0') || '7' || to_hex(kind) || '008000000000000000')::uuid;
      CREATE TEMP VIEW numbers AS SELECT n FROM generate_series(1, 20000) n;
      INSERT INTO users (id, email, first_name, last_name, city, lat, lng, cell, active_dog_id)
      SELECT id(1, n), 'owner' || n || '@crowd.test', 'Kim', 'Crowd ' || n, 'Nowhere', 0.005, 0.005,
        (9000 + n / 100 % 100) * 36000 + 18000 + n % 100, id(2, n) FROM generate_series(1, ${CROWD.users}) n;
      INSERT INTO dogs (id, user_id, name, breed, age_years, size, sex, temperament, photos)
      SELECT id(2, n), CASE WHEN n <= ${CROWD.dogs - 1000} THEN id(1, (1 + (n - 1) % ${CROWD.users})) END, 'Dog ' || n, 'Breed ' || n % 300,
        n % 16, (ARRAY['small', 'medium', 'large'])[1 + n % 3], 'male', (ARRAY['{calm}', '{playful,shy}', '{friendly}'])[1 + n % 3]::text[],
        jsonb_build_array(jsonb_build_object('id', id(3, n), 'dogId', id(2, n),
          'urlThumb', '/photos/key-' || n || '-thumb.webp', 'urlLarge', '/photos/key-' || n || '-large.webp'))
      FROM generate_series(1, ${CROWD.dogs}) n;
      INSERT INTO photos (id, dog_id, key) SELECT id(3, n), id(2, n), 'key-' || n FROM generate_series(1, ${CROWD.dogs}) n;
      UPDATE photos SET deleted_at = now() - interval '1 hour' WHERE id = id(3, 9);
      INSERT INTO created_dogs (user_id, client_id, dog_id) SELECT user_id, 'draft ' || id, id FROM dogs WHERE user_id IS NOT NULL;
      INSERT INTO sniff_dogs SELECT d.id, d.user_id, d.age_years, size_bit(d.size), temperament_bits(d.temperament), u.cell
      FROM dogs d JOIN users u ON u.id = d.user_id;
      -- Few are checked, as in most areas.
      UPDATE sniff_dogs SET photo_checked = true, vaccinated_until = '2099-12-31'
      WHERE dog_id IN (SELECT id(2, n) FROM generate_series(20, ${CROWD.dogs}, 20) n);
      INSERT INTO sniff_cells SELECT cell, cell_point(cell), count(*) FROM sniff_dogs GROUP BY cell;
      INSERT INTO photo_hashes (photo_id, dog_id, hash) SELECT id, dog_id, ('x' || md5(key))::bit(64)::bigint FROM photos;
      INSERT INTO report_twins (case_id, dog_id, photo_id, other_photo_id, other_dog_id, other_dog_name, was_removed)
      SELECT id(12, n), id(2, n), id(3, n), id(3, n + 1), id(2, n + 1), 'Dog', false FROM numbers;
      INSERT INTO verifications (id, dog_id, user_id, kind, state, evidence_key, created_at, sent_at, closed_at, remind_on)
      SELECT id(11, n), id(2, n), id(1, n), 'photo', CASE n % 2 WHEN 0 THEN 'waiting' ELSE 'approved' END, 'evidence-' || n,
        now(), now(), CASE WHEN n % 2 = 1 THEN now() END, CASE WHEN n % 2 = 1 THEN '2099-01-01'::date END FROM numbers;
      -- The second dog has left out 1,000 others, everybody else one.
      INSERT INTO skips (id, dog_id, other_dog_id, created_at)
      SELECT id(14, n), id(2, CASE WHEN n <= 1000 THEN 2 ELSE n END), id(2, n + 40000), now() FROM numbers;
      INSERT INTO matches (id, dog_a_id, dog_b_id, last_seq)
      SELECT id(4, n), id(2, CASE WHEN n <= 300 THEN 1 ELSE n END), id(2, n + 50000), ${CROWD.messagesEach}
      FROM generate_series(1, ${CROWD.matches}) n;
      INSERT INTO messages (match_id, seq, id, sender_dog_id, body, client_id)
      SELECT m.id, s, id(5, row_number() OVER (ORDER BY m.id, s)), CASE s % 2 WHEN 0 THEN m.dog_a_id ELSE m.dog_b_id END, CASE s WHEN ${CROWD.messagesEach} THEN '${BARK_BODY}' ELSE 'woof!' END, s || ' of ' || m.id
      FROM matches m, generate_series(1, ${CROWD.messagesEach}) s;
      INSERT INTO match_dogs (dog_id, match_id, other_dog_id, unread, last_message_id, last_sender_dog_id, last_body, last_seq)
      SELECT side.dog, m.id, side.other, 1, s.id, s.sender_dog_id, s.body, s.seq
      FROM matches m CROSS JOIN LATERAL (VALUES (m.dog_a_id, m.dog_b_id), (m.dog_b_id, m.dog_a_id)) side (dog, other)
      JOIN messages s ON s.match_id = m.id AND s.seq = m.last_seq;
      INSERT INTO playdates (id, match_id, proposer_dog_id, invited_dog_id, when_ts, park_name, notes, status)
      SELECT id(6, n), id, dog_a_id, dog_b_id, now() + interval '1 day' + n * interval '1 minute', 'Dolores Park', '',
        CASE WHEN n > 300 AND n % 2 = 1 THEN 'accepted' ELSE 'proposed' END
      FROM (SELECT row_number() OVER (ORDER BY id) AS n, * FROM matches) numbered;
      INSERT INTO playdate_recaps (playdate_id, dog_id, met, again, at)
      SELECT id, proposer_dog_id, true, true, now() FROM playdates WHERE status = 'accepted';
      INSERT INTO calendar_feeds (user_id, hash, created_at) SELECT id(1, n), sha256(n::text::bytea), now() FROM numbers;
      UPDATE users SET is_admin = true WHERE id = id(1, 2);
      INSERT INTO sessions (id, user_id) SELECT id(7, n), id(1, n) FROM numbers;
      INSERT INTO tokens (id, user_id, name, hash, is_admin) SELECT id(8, n), id(1, n), 'token', sha256(n::text::bytea), false FROM numbers;
      INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
      SELECT id(10, n), id(1, n), 'credential ' || n, '', 0, '{}', 'Phone', now() FROM numbers;
      INSERT INTO statement_templates (id, action, title, body) VALUES (id(12, 1), 'warn', 'Rude', 'Please keep it friendly.');
      INSERT INTO audit_log (id, admin_id, admin_email, action) SELECT id(9, n), id(1, 1), 'admin@crowd.test', 'dog-edited' FROM numbers;
      INSERT INTO jobs (id, kind, key, user_id, payload, due_at, created_at)
      SELECT id(10, n), 'mail', 'key ' || n, id(1, n), '{}', now() + n * interval '1 s', now() FROM numbers;
      INSERT INTO webhooks (id, user_id, url, events, created_at)
      SELECT id(8, n), id(1, n), 'https://hooks.test/' || n, '{message}', now() FROM numbers;
      INSERT INTO webhook_deliveries (id, webhook_id, type, body, created_at)
      SELECT id(8, n), id(8, n), 'message', '{"data": {}}', now() FROM numbers;
      INSERT INTO account_links (id, user_id, purpose, email, asked_at, expires_at)
      SELECT id(11, n), id(1, n), 'verify-email', 'owner' || n || '@crowd.test', now(), now() + n * interval '1 s' FROM numbers;
      INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, notified_at, push_at, mail_at)
      SELECT id(12, n), id(1, 1 + n / 100), 'messages', 'key ' || n, id(2, n), id(4, n),
        now() - n * interval '1 s', now() + (n - 10) * interval '1 s', now() + (n - 10) * interval '1 s' FROM numbers;
      INSERT INTO notifications (id, user_id, event, notified_at) VALUES (id(12, 20001), id(1, 1), 'password-changed', now());
      INSERT INTO push_endpoints (id, endpoint, user_id, session_id, p256dh, auth, created_at)
      SELECT id(13, n), 'https://push.test/' || n, id(1, n), id(7, n), 'p256dh', 'auth', now() FROM numbers;
      INSERT INTO preferences (user_id, digest, digest_at) SELECT id(1, n), 'daily', now() + n * interval '1 s' FROM numbers;
      INSERT INTO presence (user_id, seen_at) SELECT id(1, n), now() FROM numbers;
      INSERT INTO report_cases (id, kind, dog_id, dog_name, owner_id, created_at, decided_at)
      SELECT id(12, n), CASE WHEN n % 50 = 0 THEN 'danger' ELSE 'rude' END, id(2, n), 'Dog ' || n, id(1, n), now(),
        CASE WHEN n > 10000 THEN now() END FROM numbers;
      INSERT INTO decisions (id, case_id, admin_id, owner_id, dog_id, dog_name, action, statement, created_at)
      SELECT id(13, n), id(12, n), id(1, 1), id(1, n), id(2, n), 'Dog ' || n, 'warn', 'Because', now() FROM generate_series(10001, 20000) n;
      INSERT INTO reports (case_id, reporter_id, kind, created_at) SELECT id(12, n), id(1, n + 20000), 'rude', now() FROM numbers;
      INSERT INTO report_notes (id, case_id, author_id, body, created_at)
      SELECT id(14, n), id(12, n), id(1, n + 20000), 'rude!', now() FROM numbers;
      INSERT INTO report_dogs (id, case_id, dog) SELECT id(15, n), id(12, n), '{"photos": []}' FROM numbers;
      INSERT INTO report_photos (case_id, photo_id, key) SELECT id(12, n), id(3, n), 'key-' || n FROM numbers;
      INSERT INTO report_messages (case_id, message_id, match_id, seq, sender_dog_id, body, created_at)
      SELECT id(12, n), id(5, n), id(4, n), 1, id(2, n), 'woof!', now() FROM numbers;
      INSERT INTO report_titles (case_id, source_id, kind, dog_id, title, when_ts)
      SELECT id(12, n), id(14, n), 'walk', id(2, n), 'A walk', now() FROM numbers;
      INSERT INTO walk_series (id, host_dog_id, first_ts, park_name, time_zone, last_walk_id)
      SELECT id(3, n), id(2, n), now() + (n - 5) * interval '1 hour', 'Dolores Park', 'UTC', id(14, n) FROM numbers;
      INSERT INTO walks (id, host_dog_id, when_ts, park_name, title, max_dogs, created_at, changed_at, series_id)
      SELECT id(14, n), id(2, n), now() + (n - 5) * interval '1 hour', 'Dolores Park', 'A walk', 4, now(), now() - interval '2 days', id(3, n)
      FROM numbers;
      INSERT INTO parks (id, name, lat, lng, time_zone, source, state, suggested_by, offered_at)
      SELECT id(6, n)::text, 'Park ' || n, n / 100 % 100 * 0.05, n % 100 * 0.05, 'Etc/GMT', CASE n % 10 WHEN 0 THEN 'owner' ELSE 'admin' END,
        CASE n % 20 WHEN 0 THEN 'waiting' WHEN 1 THEN 'closed' ELSE 'open' END, CASE WHEN n % 10 = 0 THEN id(1, n) END,
        CASE WHEN n % 20 > 0 THEN now() END FROM numbers;
      INSERT INTO walk_dogs (walk_id, dog_id, joined_at) SELECT id, host_dog_id, now() - interval '2 days' FROM walks;
      INSERT INTO walk_dogs (walk_id, dog_id, joined_at) SELECT id(14, n), id(2, n + 60000), now() - interval '2 days' FROM numbers;
      INSERT INTO walk_waiting (walk_id, dog_id, since, place) SELECT id(14, n), id(2, n + 30000), now(), 1 FROM numbers;
      INSERT INTO searches (id, user_id, name, filters, created_at, look_at)
      SELECT id(9, n), id(1, n), 'Small ones', '{"distance": 25, "sizes": ["small"], "temperaments": [], "verified": []}', now(),
        now() + n * interval '1 s' FROM numbers;
      INSERT INTO invites (user_id, code) SELECT id(1, n), lpad(n::text, 22, '0') FROM numbers;
      INSERT INTO invited_users (user_id, inviter_id) SELECT id(1, n + 20000), id(1, n) FROM numbers;
      -- The first two users have blocked 1,000 others each, everybody else one or nobody.
      INSERT INTO blocks (id, user_id, blocked_id, dog_id, dog_name, dog_breed, created_at)
      SELECT id(15, n), id(1, CASE WHEN n <= 1000 THEN 2 WHEN n <= 2000 THEN 1 ELSE n END), id(1, n + 5000),
        id(2, n + 5000), 'Dog', 'Mix', now() FROM numbers;
      INSERT INTO owners_apart SELECT user_id, blocked_id FROM blocks UNION SELECT blocked_id, user_id FROM blocks;
      INSERT INTO partings (id, dog_id, other_dog_id, created_at) SELECT id(15, n + 100000), id(2, n), id(2, n + 30000), now() FROM numbers;
      INSERT INTO dogs_apart SELECT dog_id, other_dog_id FROM partings UNION SELECT other_dog_id, dog_id FROM partings;
      DROP FUNCTION id`,
  )
  await query(url, 'VACUUM (ANALYZE)')
}
