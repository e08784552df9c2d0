import { type Kysely, sql } from 'kysely'

/**
 * `try_store_messages` as 0014 describes it, now for matches whose dogs see each other alone: a message in another match
 * is answered as one in no match. The check runs after the match is locked, in a statement of its own, so it sees every
 * block, parting and hiding that was committed before; a block locks the matches that it ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION try_store_messages(ids uuid[], match_ids uuid[], senders uuid[], bodies text[], client_ids text[])
    RETURNS TABLE (nth integer, message_id uuid, match_id uuid, seq integer, sender_dog_id uuid, body text, client_id text,
                   created_at timestamptz, is_new boolean, other_dog_id uuid, sender_user_id uuid, other_user_id uuid)
    LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
    #variable_conflict use_column
    DECLARE
      mine uuid[];
      others uuid[];
    BEGIN
      mine := ARRAY(SELECT m.id FROM matches m WHERE m.id = ANY (match_ids) FOR NO KEY UPDATE SKIP LOCKED);
      others := ARRAY(SELECT m.id FROM matches m WHERE m.id = ANY (match_ids) AND m.id <> ALL (mine));

      RETURN QUERY
      WITH input AS MATERIALIZED (
        SELECT t.*, first_value(t.id) OVER (
                 PARTITION BY t.sender, t.client_id, CASE WHEN t.client_id IS NULL THEN t.id END ORDER BY t.n) AS first_id
        FROM unnest(ids, match_ids, senders, bodies, client_ids)
          WITH ORDINALITY AS t (id, match_id, sender, body, client_id, n)
        WHERE t.match_id <> ALL (others)
      ), known AS MATERIALIZED (
        SELECT i.n, s.id, s.match_id, s.seq, s.sender_dog_id, s.body, s.created_at
        FROM input i JOIN messages s ON s.sender_dog_id = i.sender AND s.client_id = i.client_id
      ), seen AS MATERIALIZED (
        SELECT m.id, m.last_seq, m.dog_a_id, m.dog_b_id, a.user_id AS user_a_id, b.user_id AS user_b_id
        FROM matches m JOIN dogs a ON a.id = m.dog_a_id JOIN dogs b ON b.id = m.dog_b_id
        WHERE m.id IN (SELECT unnest(mine) UNION SELECT match_id FROM known) AND NOT a.unseen AND NOT b.unseen
          AND NOT EXISTS (SELECT FROM owners_apart o WHERE o.owner_id = a.user_id AND o.other_id = b.user_id)
      ), fresh AS (
        SELECT i.*, m.last_seq, row_number() OVER (PARTITION BY i.match_id ORDER BY i.n)::int AS nth
        FROM input i JOIN seen m ON m.id = i.match_id AND i.sender IN (m.dog_a_id, m.dog_b_id)
        WHERE i.id = i.first_id AND i.n NOT IN (SELECT n FROM known)
      ), stored AS (
        INSERT INTO messages (match_id, seq, id, sender_dog_id, body, client_id, created_at)
        SELECT f.match_id, f.last_seq + f.nth, f.id, f.sender, f.body, f.client_id, clock_timestamp() FROM fresh f
        RETURNING *
      ), newest AS (
        SELECT DISTINCT ON (s.match_id) s.*, count(*) OVER (PARTITION BY s.match_id) AS all_of_match,
               count(*) OVER (PARTITION BY s.match_id, s.sender_dog_id) AS of_sender
        FROM stored s ORDER BY s.match_id, s.seq DESC
      ), counted AS (
        UPDATE matches m SET last_seq = w.seq FROM newest w WHERE m.id = w.match_id
      ), told AS (
        UPDATE match_dogs d SET
          unread = d.unread + CASE WHEN d.dog_id = w.sender_dog_id THEN w.all_of_match - w.of_sender ELSE w.of_sender END,
          last_message_id = w.id, last_sender_dog_id = w.sender_dog_id, last_body = w.body, last_seq = w.seq,
          last_at = w.created_at
        FROM newest w WHERE d.match_id = w.match_id
      )
      SELECT i.n::int, s.id, s.match_id, s.seq, s.sender_dog_id, s.body, i.client_id, s.created_at, s.id = i.id,
             CASE WHEN m.dog_a_id = s.sender_dog_id THEN m.dog_b_id ELSE m.dog_a_id END,
             CASE WHEN m.dog_a_id = s.sender_dog_id THEN m.user_a_id ELSE m.user_b_id END,
             CASE WHEN m.dog_a_id = s.sender_dog_id THEN m.user_b_id ELSE m.user_a_id END
      FROM input i
      LEFT JOIN (
        (SELECT t.id AS first_id, t.id, t.match_id, t.seq, t.sender_dog_id, t.body, t.created_at FROM stored t
         UNION ALL
         SELECT i.first_id, k.id, k.match_id, k.seq, k.sender_dog_id, k.body, k.created_at
         FROM known k JOIN input i ON i.n = k.n AND i.id = i.first_id) s
        JOIN seen m ON m.id = s.match_id
      ) ON s.first_id = i.first_id
      ORDER BY i.n;
    END $$;
  `.execute(db)
}
