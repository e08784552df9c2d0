import { type Kysely, sql } from 'kysely'

/**
 * Stores messages as `try_store_messages` does and notifies those they are for, in the same statement: what is stored
 * is notified, whatever happens to the process. The first message of a match is its bark; later ones share one row a
 * match until they are read. While a row is unseen, it is written again once in NOTIFY_AGAIN_SECONDS at most, so that a
 * busy chat costs no more than a look at an index.
 *
 * Rows that need no change are left out before the conflict is asked for: finding it out by the conflict locked the row
 * and cost more than storing the message. The conflict itself is judged by what is committed now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION store_and_notify(ids uuid[], match_ids uuid[], senders uuid[], bodies text[], client_ids text[],
                                     now_at timestamptz, again_after interval, mail_after interval)
    RETURNS TABLE (nth integer, message_id uuid, match_id uuid, seq integer, sender_dog_id uuid, body text, client_id text,
                   created_at timestamptz, is_new boolean, other_dog_id uuid, sender_user_id uuid, other_user_id uuid,
                   has_notified boolean)
    LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
    #variable_conflict use_column
    BEGIN
      RETURN QUERY
      WITH stored AS MATERIALIZED (
        SELECT * FROM try_store_messages(ids, match_ids, senders, bodies, client_ids)
      ), first AS (
        SELECT DISTINCT ON (s.match_id, s.other_dog_id, s.seq = 1)
               s.message_id, s.match_id, s.other_dog_id, s.other_user_id, s.seq = 1 AS is_bark
        FROM stored s
        WHERE s.is_new AND s.other_user_id IS NOT NULL AND s.other_user_id IS DISTINCT FROM s.sender_user_id
        ORDER BY s.match_id, s.other_dog_id, s.seq = 1, s.seq
      ), notified AS (
        INSERT INTO notifications AS n (id, user_id, event, key, dog_id, match_id, notified_at, push_at, mail_at)
        SELECT f.message_id, f.other_user_id, CASE WHEN f.is_bark THEN 'bark' ELSE 'messages' END,
               CASE WHEN f.is_bark THEN 'bark ' ELSE 'messages ' END || f.match_id || ' ' || f.other_dog_id,
               f.other_dog_id, f.match_id, now_at,
               CASE WHEN EXISTS (SELECT FROM push_endpoints e WHERE e.user_id = f.other_user_id) THEN now_at END,
               now_at + mail_after
        FROM first f
        WHERE NOT EXISTS (
          SELECT FROM notifications k
          WHERE k.user_id = f.other_user_id
            AND k.key = CASE WHEN f.is_bark THEN 'bark ' ELSE 'messages ' END || f.match_id || ' ' || f.other_dog_id
            AND k.seen_at IS NULL AND k.notified_at >= now_at - again_after)
        ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO UPDATE
        SET notified_at = excluded.notified_at, push_at = excluded.push_at, seen_at = NULL,
            mail_at = CASE WHEN n.mail_id IS NULL THEN coalesce(n.mail_at, excluded.mail_at) END
        WHERE n.seen_at IS NOT NULL OR n.notified_at < excluded.notified_at - again_after
        RETURNING n.match_id, n.dog_id
      )
      SELECT s.nth, s.message_id, s.match_id, s.seq, s.sender_dog_id, s.body, s.client_id, s.created_at, s.is_new,
             s.other_dog_id, s.sender_user_id, s.other_user_id,
             (s.match_id, s.other_dog_id) IN (SELECT o.match_id, o.dog_id FROM notified o)
      FROM stored s
      ORDER BY s.nth;
    END $$;
  `.execute(db)
}
