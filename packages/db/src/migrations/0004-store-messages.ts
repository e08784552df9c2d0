import { type Kysely, sql } from 'kysely'

/**
 * Stores a batch of messages in one round trip and one commit. Each statement of a function sees what was committed
 * before it began, so after the matches' rows are locked (in one fixed order) the numbers are gapless and a message
 * sent twice under one client id is found.
 * A row is answered for each message, in the order given: `message_id` null where the sender is not in the match.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION store_messages(ids uuid[], match_ids uuid[], senders uuid[], bodies text[], client_ids text[])
    RETURNS TABLE (message_id uuid, match_id uuid, seq integer, sender_dog_id uuid, body text, client_id text,
                   created_at timestamptz, is_new boolean, other_dog_id uuid, sender_user_id uuid, other_user_id uuid)
    LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    BEGIN
      PERFORM 1 FROM matches m WHERE m.id = ANY (match_ids) ORDER BY m.id FOR NO KEY UPDATE;

      WITH input AS (
        SELECT * FROM unnest(ids, match_ids, senders, bodies, client_ids)
          WITH ORDINALITY AS t (id, match_id, sender, body, client_id, n)
      ), fresh AS (
        SELECT i.*, m.last_seq, row_number() OVER (PARTITION BY i.match_id ORDER BY i.n)::int AS nth
        FROM input i JOIN matches m ON m.id = i.match_id AND i.sender IN (m.dog_a_id, m.dog_b_id)
        WHERE i.client_id IS NULL OR (
          NOT EXISTS (SELECT FROM messages s WHERE s.sender_dog_id = i.sender AND s.client_id = i.client_id)
          AND NOT EXISTS (SELECT FROM input e WHERE e.sender = i.sender AND e.client_id = i.client_id AND e.n < i.n))
      ), stored AS (
        INSERT INTO messages (match_id, seq, id, sender_dog_id, body, client_id, created_at)
        SELECT f.match_id, f.last_seq + f.nth, f.id, f.sender, f.body, f.client_id, clock_timestamp() FROM fresh f
        RETURNING *
      ), newest AS (
        SELECT DISTINCT ON (s.match_id) s.* FROM stored s ORDER BY s.match_id, s.seq DESC
      ), counted AS (
        UPDATE matches m SET last_seq = w.seq FROM newest w WHERE m.id = w.match_id
      )
      UPDATE match_dogs d SET
        unread = d.unread + (SELECT count(*) FROM stored s WHERE s.match_id = d.match_id AND s.sender_dog_id <> d.dog_id),
        last_message_id = w.id, last_sender_dog_id = w.sender_dog_id, last_body = w.body, last_seq = w.seq,
        last_at = w.created_at
      FROM newest w WHERE d.match_id = w.match_id;

      RETURN QUERY
      SELECT s.id, s.match_id, s.seq, s.sender_dog_id, s.body, i.client_id, s.created_at, s.id = i.id,
             other.id, sender.user_id, other.user_id
      FROM unnest(ids, match_ids, senders, client_ids) WITH ORDINALITY AS i (id, match_id, sender, client_id, n)
      LEFT JOIN LATERAL (
        SELECT * FROM messages x WHERE i.client_id IS NULL AND x.match_id = i.match_id AND x.id = i.id
        UNION ALL
        SELECT * FROM messages x WHERE x.sender_dog_id = i.sender AND x.client_id = i.client_id
      ) s ON true
      LEFT JOIN matches m ON m.id = s.match_id
      LEFT JOIN dogs sender ON sender.id = s.sender_dog_id
      LEFT JOIN dogs other ON other.id = CASE WHEN m.dog_a_id = s.sender_dog_id THEN m.dog_b_id ELSE m.dog_a_id END
      ORDER BY i.n;
    END $$;
  `.execute(db)
}
