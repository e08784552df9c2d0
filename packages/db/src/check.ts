import { sql } from 'kysely'
import type { Db } from './open.ts'

/** The result of comparing one kind of derived data with its source. */
interface CheckResult {
  what: string
  rows: number
  /** The number of wrong rows, and the ids of the first ones. */
  wrong: number
  examples: string[]
}

const EXAMPLES = 5

/** Each query returns a row for each thing compared: `id`, and whether it is `wrong`. */
const CHECKS: Record<string, string> = {
  'search rows of dogs': `
    SELECT coalesce(s.dog_id, d.id)::text AS id, (s.dog_id, s.owner_id, s.age_years, s.size_bit, s.temperament_bits, s.cell, s.photo_checked, s.vaccinated_until)
      IS DISTINCT FROM (d.id, d.user_id, d.age_years, size_bit(d.size), temperament_bits(d.temperament), d.cell, d.photo_checked,
        coalesce(d.vaccinated_until, '-infinity')) AS wrong
    FROM sniff_dogs s FULL JOIN (
      SELECT dogs.*, users.cell FROM dogs JOIN users ON users.id = dogs.user_id WHERE users.cell IS NOT NULL AND NOT dogs.unseen AND NOT dogs.paused
    ) d ON d.id = s.dog_id`,
  'search cells': `
    SELECT coalesce(c.cell, s.cell)::text AS id, c.dogs IS DISTINCT FROM s.dogs OR c.point IS DISTINCT FROM cell_point(s.cell) AS wrong
    FROM sniff_cells c FULL JOIN (SELECT cell, count(*)::int AS dogs FROM sniff_dogs GROUP BY cell) s USING (cell)`,
  'dogs that nobody sees': `
    SELECT d.id::text, d.unseen <> (d.hidden_at IS NOT NULL OR coalesce(u.suspended_at IS NOT NULL, false)) AS wrong
    FROM dogs d LEFT JOIN users u ON u.id = d.user_id`,
  // A checked photo needs an approval. That of a vaccination record goes with the account that asked for it.
  'badges of dogs': `
    SELECT d.id::text, d.photo_checked AND NOT EXISTS (
      SELECT FROM verifications WHERE dog_id = d.id AND kind = 'photo' AND state = 'approved' AND user_id = d.user_id) AS wrong
    FROM dogs d`,
  'evidence of verifications': `
    SELECT id::text, (state = 'waiting') <> (closed_at IS NULL AND evidence_key IS NOT NULL)
      OR (state = 'withdrawn' AND evidence_key IS NOT NULL) AS wrong
    FROM verifications`,
  'hashes of photos': `
    SELECT h.photo_id::text AS id, h.removed_at IS NULL AND p.id IS NULL AS wrong
    FROM photo_hashes h LEFT JOIN photos p ON p.id = h.photo_id`,
  'owners who blocked each other': `
    SELECT coalesce(a.owner_id, b.owner_id)::text AS id, a.owner_id IS NULL OR b.owner_id IS NULL AS wrong
    FROM owners_apart a FULL JOIN (
      SELECT user_id AS owner_id, blocked_id AS other_id FROM blocks UNION SELECT blocked_id, user_id FROM blocks
    ) b USING (owner_id, other_id)`,
  'dogs that were parted': `
    SELECT coalesce(a.dog_id, p.dog_id)::text AS id, a.dog_id IS NULL OR p.dog_id IS NULL AS wrong
    FROM dogs_apart a FULL JOIN (
      SELECT dog_id, other_dog_id AS other_id FROM partings UNION SELECT other_dog_id, dog_id FROM partings
    ) p USING (dog_id, other_id)`,
  'accounts that require a passkey': `
    SELECT u.id::text, NOT EXISTS (SELECT FROM passkeys WHERE user_id = u.id) AS wrong FROM users u WHERE u.require_passkey`,
  'what was signed in with a passkey': `
    SELECT s.id::text, p.user_id IS DISTINCT FROM s.user_id AS wrong
    FROM (SELECT id, user_id, passkey_id FROM sessions UNION ALL SELECT id, user_id, passkey_id FROM tokens) s
    LEFT JOIN passkeys p ON p.id = s.passkey_id WHERE s.passkey_id IS NOT NULL`,
  'rights of sessions and tokens': `
    SELECT t.id::text, NOT (u.is_admin OR (t.is_token AND u.is_moderator)) AS wrong
    FROM (SELECT id, user_id, true AS is_token FROM tokens WHERE is_admin
      UNION ALL SELECT id, user_id, false FROM sessions WHERE impersonated_dog_id IS NOT NULL) t
    JOIN users u ON u.id = t.user_id`,
  'dogs that wait for a walk': `
    SELECT w.dog_id::text AS id, EXISTS (SELECT FROM walk_dogs d WHERE d.walk_id = w.walk_id AND d.dog_id = w.dog_id) AS wrong
    FROM walk_waiting w`,
  'weekly walks': `
    SELECT s.id::text, NOT EXISTS (SELECT FROM walks w WHERE w.id = s.last_walk_id AND w.series_id = s.id) AS wrong
    FROM walk_series s`,
  // Whoever gets a dog has no search of the owner before.
  'searches for lost dogs': `
    SELECT l.id::text, (l.ended_at IS NULL AND d.user_id IS DISTINCT FROM l.user_id)
      OR EXISTS (SELECT FROM lost_openings o WHERE o.id = l.id AND o.closed_by_moderator <> l.closed_by_moderator) AS wrong
    FROM lost_cases l JOIN dogs d ON d.id = l.dog_id`,
  'photos on dogs': `
    SELECT d.id::text AS id, d.photos <> coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', id, 'dogId', dog_id,
        'urlThumb', '/photos/' || key || '-thumb.webp', 'urlLarge', '/photos/' || key || '-large.webp')
        || CASE WHEN focus_x IS NULL THEN '{}'
          ELSE jsonb_build_object('focus', jsonb_build_object('x', focus_x, 'y', focus_y)) END ORDER BY position, id)
      FROM photos WHERE dog_id = d.id AND deleted_at IS NULL), '[]') AS wrong
    FROM dogs d`,
  'parks of plans': `
    SELECT p.id::text, NOT EXISTS (SELECT FROM parks WHERE id = p.park_id) AS wrong
    FROM (SELECT id, park_id FROM playdates UNION ALL SELECT id, park_id FROM walks) p WHERE p.park_id IS NOT NULL`,
  'matches of dogs': `
    SELECT coalesce(k.match_id, m.id)::text AS id, (k.match_id, k.dog_id, k.other_dog_id) IS DISTINCT FROM (m.id, m.dog_id, m.other) AS wrong
    FROM match_dogs k FULL JOIN (
      SELECT id, dog_a_id AS dog_id, dog_b_id AS other FROM matches UNION ALL SELECT id, dog_b_id, dog_a_id FROM matches
    ) m ON m.id = k.match_id AND m.dog_id = k.dog_id`,
  'numbers of users and dogs': `
    SELECT t.name AS id, t.count <> (SELECT coalesce(sum(change), 0) FROM row_counts WHERE table_name = t.name) AS wrong
    FROM (SELECT 'users' AS name, count(*) FROM users UNION ALL SELECT 'dogs', count(*) FROM dogs) t`,
  'numbers of messages': `
    SELECT m.id::text, m.last_seq <> coalesce(s.count, 0) OR m.last_seq <> coalesce(s.last, 0) AS wrong
    FROM matches m LEFT JOIN (SELECT match_id, count(*), max(seq) AS last FROM messages GROUP BY match_id) s ON s.match_id = m.id`,
  'last messages': `
    SELECT k.match_id::text AS id, (k.last_message_id, k.last_sender_dog_id, k.last_body, k.last_seq)
      IS DISTINCT FROM (s.id, s.sender_dog_id, s.body, s.seq) OR k.last_at <> s.created_at AS wrong
    FROM match_dogs k JOIN matches m ON m.id = k.match_id
    LEFT JOIN messages s ON s.match_id = m.id AND s.seq = m.last_seq`,
  // Which messages were read is not stored, so the count is only checked against its maximum: all messages of the other dog.
  'unread messages': `
    SELECT k.match_id::text AS id, k.unread > coalesce(s.count, 0) AS wrong
    FROM match_dogs k LEFT JOIN (SELECT match_id, sender_dog_id, count(*) FROM messages GROUP BY 1, 2) s
      ON s.match_id = k.match_id AND s.sender_dog_id = k.other_dog_id`,
}

/**
 * Compares all derived data (search tables, photos on dogs, last messages, counts) with its source, in one snapshot. It
 * changes nothing and blocks nobody. A million dogs take seconds.
 */
export async function checkData(db: Db): Promise<CheckResult[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      await sql`SET LOCAL work_mem = '128MB'`.execute(trx)
      const results: CheckResult[] = []
      for (const [what, compared] of Object.entries(CHECKS)) {
        const { rows } = await sql<Omit<CheckResult, 'what'>>`
          SELECT count(*) AS rows, count(*) FILTER (WHERE wrong) AS wrong,
                 coalesce((array_agg(id) FILTER (WHERE wrong))[1:${sql.lit(EXAMPLES)}], '{}') AS examples
          FROM (${sql.raw(compared)}) AS compared`.execute(trx)
        results.push({ what, rows: 0, wrong: 0, examples: [], ...rows[0] })
      }
      return results
    })
}
