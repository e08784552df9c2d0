import type pg from 'pg'
import { DOG, idOf, MATCH, MESSAGE, PLAYDATE } from './fill-dogs.ts'

/** By the number of dogs. */
const MATCHES = { 10000: 3_334, 100000: 60_000, 1000000: 333_334 }
/** Dogs of a database. */
export type Size = keyof typeof MATCHES

const MESSAGES_EACH = 30
/** Matches of the one dog whose list is measured. */
const POPULAR_MATCHES = 321

/**
 * Matches of 30 messages each, 1.8 million messages among 100,000 dogs and 10 million among a million. The first dog has
 * 321 matches. In a third of the matches the last five messages are unread, and in another third a playdate is open.
 */
export async function fillChats(client: pg.Client, dogs: Size): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE pairs AS
     SELECT ${idOf(MATCH, 'n')} AS id, least(x, y) AS a, greatest(x, y) AS b, n, n % 3 = 0 AS is_unread FROM (
       SELECT n, ${idOf(DOG, `CASE WHEN n <= ${POPULAR_MATCHES} THEN 1 ELSE 2 + (n::bigint * 7919) % ${dogs / 2} END`)} AS x,
              ${idOf(DOG, `${dogs / 2} + 2 + (n::bigint * 104729) % ${dogs / 2 - 2}`)} AS y
       FROM generate_series(1, $1::int) n) drawn`,
    [MATCHES[dogs]],
  )
  await client.query(`
    DELETE FROM pairs p USING pairs q WHERE p.a = q.a AND p.b = q.b AND p.n > q.n;
    INSERT INTO matches (id, dog_a_id, dog_b_id, last_seq) SELECT id, a, b, ${MESSAGES_EACH} FROM pairs;
    INSERT INTO messages (match_id, seq, id, sender_dog_id, body, created_at)
    SELECT p.id, seq, ${idOf(MESSAGE, `(p.n::bigint * ${MESSAGES_EACH} + seq)`)}, CASE WHEN seq % 2 = 0 THEN p.a ELSE p.b END,
           'woof! sniff sniff woof! number ' || seq, '2026-01-01'::timestamptz + make_interval(secs => seq * 60000 + p.n)
    FROM pairs p, generate_series(1, ${MESSAGES_EACH}) seq;
    INSERT INTO match_dogs (dog_id, match_id, other_dog_id, unread, last_message_id, last_sender_dog_id, last_body, last_seq, last_at)
    SELECT side.dog, p.id, side.other,
           CASE WHEN p.is_unread THEN (SELECT count(*) FROM generate_series(${MESSAGES_EACH - 4}, ${MESSAGES_EACH}) s
             WHERE side.other = CASE WHEN s % 2 = 0 THEN p.a ELSE p.b END) ELSE 0 END,
           m.id, m.sender_dog_id, m.body, m.seq, m.created_at
    FROM pairs p CROSS JOIN LATERAL (VALUES (p.a, p.b), (p.b, p.a)) AS side (dog, other)
    JOIN messages m ON m.match_id = p.id AND m.seq = ${MESSAGES_EACH};
    INSERT INTO playdates (id, match_id, proposer_dog_id, invited_dog_id, when_ts, park_name, notes)
    SELECT ${idOf(PLAYDATE, 'p.n')}, p.id, p.a, p.b, '2031-01-01'::timestamptz + p.n * interval '1 minute', 'Duboce Park', 'Balls'
    FROM pairs p WHERE p.n % 3 = 1`)
}
