import { sql } from 'kysely'
import { backfill, change, type Step } from './steps.ts'

/**
 * `match_dogs.notify_after` says when the next message of the match may notify the dog's owner. null: no notification is
 * open. '-infinity': one is open, and the next message updates it at once. The statement that stores a message writes this
 * row anyway, so a message costs nothing more while its reader was just notified.
 *
 * `store_and_notify` works as 0022 describes, but is one statement with `try_store_messages` of 0016. A transaction that
 * closes or sees such a notification writes `notify_after` first, so that no message slips through unnoticed.
 */
export const steps: readonly Step[] = [
  change(sql`ALTER TABLE match_dogs ADD COLUMN IF NOT EXISTS notify_after timestamptz;`),

  change(sql`
    CREATE OR REPLACE FUNCTION forget_notified() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE match_dogs SET notify_after = NULL WHERE dog_id = NEW.id AND notify_after IS NOT NULL;
      RETURN NULL;
    END $$;
    -- A new owner has not been notified of anything.
    CREATE OR REPLACE TRIGGER forget_notified AFTER UPDATE OF user_id ON dogs
      FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION forget_notified();

    CREATE OR REPLACE FUNCTION store_and_notify(ids uuid[], match_ids uuid[], senders uuid[], bodies text[],
                                                client_ids text[], now_at timestamptz, again_after interval,
                                                mail_after interval)
    RETURNS TABLE (nth integer, message_id uuid, match_id uuid, seq integer, sender_dog_id uuid, body text, client_id text,
                   created_at timestamptz, is_new boolean, other_dog_id uuid, sender_user_id uuid, other_user_id uuid,
                   has_notified boolean)
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
      ), sides AS (
        UPDATE match_dogs d SET
          unread = d.unread + CASE WHEN d.dog_id = w.sender_dog_id THEN w.all_of_match - w.of_sender ELSE w.of_sender END,
          last_message_id = w.id, last_sender_dog_id = w.sender_dog_id, last_body = w.body, last_seq = w.seq,
          last_at = w.created_at,
          notify_after = CASE
            WHEN d.notify_after > now_at OR d.dog_id = w.sender_dog_id AND w.of_sender = w.all_of_match THEN d.notify_after
            WHEN w.seq = 1 THEN '-infinity'
            ELSE now_at + again_after END
        FROM newest w JOIN seen m ON m.id = w.match_id
        WHERE d.match_id = w.match_id
        RETURNING d.match_id, d.dog_id, d.other_dog_id, d.notify_after = now_at + again_after AS is_due,
                  CASE WHEN d.dog_id = m.dog_a_id THEN m.user_a_id ELSE m.user_b_id END AS user_id,
                  m.user_a_id IS NOT DISTINCT FROM m.user_b_id AS is_own
      ), notified AS (
        INSERT INTO notifications AS n (id, user_id, event, key, dog_id, match_id, notified_at, push_at, mail_at)
        SELECT DISTINCT ON (d.match_id, d.dog_id, s.seq = 1)
               s.id, d.user_id, CASE WHEN s.seq = 1 THEN 'bark' ELSE 'messages' END,
               CASE WHEN s.seq = 1 THEN 'bark ' ELSE 'messages ' END || d.match_id || ' ' || d.dog_id,
               d.dog_id, d.match_id, now_at,
               CASE WHEN EXISTS (SELECT FROM push_endpoints e WHERE e.user_id = d.user_id) THEN now_at END,
               now_at + mail_after
        FROM sides d JOIN stored s ON s.match_id = d.match_id AND s.sender_dog_id = d.other_dog_id
        WHERE (d.is_due OR s.seq = 1) AND d.user_id IS NOT NULL AND NOT d.is_own
        ORDER BY d.match_id, d.dog_id, s.seq = 1, s.seq
        ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO UPDATE
        SET notified_at = excluded.notified_at, push_at = excluded.push_at, seen_at = NULL,
            mail_at = CASE WHEN n.mail_id IS NULL THEN coalesce(n.mail_at, excluded.mail_at) END
        -- Two batches of the same millisecond both count as due, but notify once.
        WHERE n.seen_at IS NOT NULL OR n.notified_at <= excluded.notified_at - again_after
        RETURNING n.match_id, n.dog_id
      )
      SELECT i.n::int, s.id, s.match_id, s.seq, s.sender_dog_id, s.body, i.client_id, s.created_at, s.id = i.id,
             CASE WHEN m.dog_a_id = s.sender_dog_id THEN m.dog_b_id ELSE m.dog_a_id END,
             CASE WHEN m.dog_a_id = s.sender_dog_id THEN m.user_a_id ELSE m.user_b_id END,
             CASE WHEN m.dog_a_id = s.sender_dog_id THEN m.user_b_id ELSE m.user_a_id END,
             (s.match_id, CASE WHEN m.dog_a_id = s.sender_dog_id THEN m.dog_b_id ELSE m.dog_a_id END)
               IN (SELECT o.match_id, o.dog_id FROM notified o)
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
  `),

  // Notifications that are open already. The matches are locked first, as by everybody who writes several sides.
  backfill(sql`
    WITH open AS MATERIALIZED (
      SELECT n.match_id, n.dog_id
      FROM notifications n
      JOIN match_dogs d ON d.match_id = n.match_id AND d.dog_id = n.dog_id
      JOIN matches m ON m.id = n.match_id
      WHERE d.notify_after IS NULL AND (n.event = 'messages' AND n.key IS NOT NULL OR n.event = 'bark' AND n.seen_at IS NULL)
      LIMIT 1000
      FOR NO KEY UPDATE OF m
    )
    UPDATE match_dogs d SET notify_after = '-infinity'
    FROM open WHERE d.match_id = open.match_id AND d.dog_id = open.dog_id
  `),
]
