-- newest
select "messages"."seq" from "match_dogs" left join "messages" on "messages"."match_id" = "match_dogs"."match_id" and "messages"."id" = $1 where "match_dogs"."match_id" = $2 and "match_dogs"."dog_id" = $3 and EXISTS (SELECT FROM dogs AS seen WHERE seen.id = "match_dogs"."other_dog_id" AND (NOT "seen"."unseen" OR "seen"."user_id" = $4::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $5::uuid AND owners_apart.other_id = "seen"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $6::uuid AND dogs_apart.other_id = "seen"."id" OFFSET 0)));
select "match_id", "seq", "id", "sender_dog_id", "body", "created_at" from "messages" where "match_id" = $1 order by "seq" desc limit $2;

-- before
select "messages"."seq" from "match_dogs" left join "messages" on "messages"."match_id" = "match_dogs"."match_id" and "messages"."id" = $1 where "match_dogs"."match_id" = $2 and "match_dogs"."dog_id" = $3 and EXISTS (SELECT FROM dogs AS seen WHERE seen.id = "match_dogs"."other_dog_id" AND (NOT "seen"."unseen" OR "seen"."user_id" = $4::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $5::uuid AND owners_apart.other_id = "seen"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $6::uuid AND dogs_apart.other_id = "seen"."id" OFFSET 0)));
select "match_id", "seq", "id", "sender_dog_id", "body", "created_at" from "messages" where "match_id" = $1 and "seq" < $2 order by "seq" desc limit $3;

-- after
select "messages"."seq" from "match_dogs" left join "messages" on "messages"."match_id" = "match_dogs"."match_id" and "messages"."id" = $1 where "match_dogs"."match_id" = $2 and "match_dogs"."dog_id" = $3 and EXISTS (SELECT FROM dogs AS seen WHERE seen.id = "match_dogs"."other_dog_id" AND (NOT "seen"."unseen" OR "seen"."user_id" = $4::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $5::uuid AND owners_apart.other_id = "seen"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $6::uuid AND dogs_apart.other_id = "seen"."id" OFFSET 0)));
select "match_id", "seq", "id", "sender_dog_id", "body", "created_at" from "messages" where "match_id" = $1 and "seq" > $2 order by "seq" asc limit $3;

-- store
SELECT * FROM store_and_notify(
  $1::uuid[], $2::uuid[], $3::uuid[],
  $4::text[], $5::text[],
  $6, $7 * interval '1 second', $8 * interval '1 second');

-- mark seen
select "unread", "last_body", notify_after IS NOT NULL as "has_open", (SELECT time_zone FROM preferences JOIN dogs ON dogs.user_id = preferences.user_id
  WHERE dogs.id = match_dogs.dog_id) as "time_zone" from "match_dogs" where "match_id" = $1 and "dog_id" = $2 and EXISTS (SELECT FROM dogs AS seen WHERE seen.id = "match_dogs"."other_dog_id" AND (NOT "seen"."unseen" OR "seen"."user_id" = $3::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $4::uuid AND owners_apart.other_id = "seen"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "seen"."id" OFFSET 0))) for no key update of "match_dogs";
update "match_dogs" set "unread" = $1, "notify_after" = $2 where "match_id" = $3 and "dog_id" = $4;

-- since
SELECT 
  m.id, m.match_id, m.seq, m.sender_dog_id, m.body, m.created_at, m.client_id,
  (SELECT user_id FROM dogs WHERE id = m.sender_dog_id) AS sender_user_id,
  ARRAY(SELECT side.dog_id FROM (
  SELECT own.id AS dog_id, own.user_id FROM dogs own, dogs other
  WHERE own.id IN (x.dog_a_id, x.dog_b_id) AND other.id IN (x.dog_a_id, x.dog_b_id) AND other.id <> own.id
  AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) side) AS dog_ids,
  ARRAY(SELECT DISTINCT side.user_id FROM (
  SELECT own.id AS dog_id, own.user_id FROM dogs own, dogs other
  WHERE own.id IN (x.dog_a_id, x.dog_b_id) AND other.id IN (x.dog_a_id, x.dog_b_id) AND other.id <> own.id
  AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) side WHERE side.user_id IS NOT NULL) AS user_ids, m.nth
  FROM (
  SELECT DISTINCT t.match_id
  FROM (SELECT id FROM dogs WHERE user_id = ANY ($1::uuid[]) UNION SELECT unnest($2::uuid[])) d
  JOIN match_dogs t ON t.dog_id = d.id AND t.last_at > clock_timestamp() - $3::float8 * interval '1 ms'
  ) t
  JOIN matches x ON x.id = t.match_id
  CROSS JOIN LATERAL (
  SELECT *, row_number() OVER (ORDER BY seq DESC)::int AS nth
  FROM (SELECT * FROM messages WHERE match_id = t.match_id ORDER BY seq DESC LIMIT $4::int) newest
  ) m
  WHERE m.created_at > clock_timestamp() - $5::float8 * interval '1 ms'
  ORDER BY m.match_id, m.seq LIMIT $6::int;

-- in gaps
SELECT 
  m.id, m.match_id, m.seq, m.sender_dog_id, m.body, m.created_at, m.client_id,
  (SELECT user_id FROM dogs WHERE id = m.sender_dog_id) AS sender_user_id,
  ARRAY(SELECT side.dog_id FROM (
  SELECT own.id AS dog_id, own.user_id FROM dogs own, dogs other
  WHERE own.id IN (x.dog_a_id, x.dog_b_id) AND other.id IN (x.dog_a_id, x.dog_b_id) AND other.id <> own.id
  AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) side) AS dog_ids,
  ARRAY(SELECT DISTINCT side.user_id FROM (
  SELECT own.id AS dog_id, own.user_id FROM dogs own, dogs other
  WHERE own.id IN (x.dog_a_id, x.dog_b_id) AND other.id IN (x.dog_a_id, x.dog_b_id) AND other.id <> own.id
  AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) side WHERE side.user_id IS NOT NULL) AS user_ids
  FROM unnest($1::uuid[], $2::int[],
  $3::int[], $4::float8[]) AS g (match_id, after, before, age_ms)
  JOIN messages m ON m.match_id = g.match_id AND m.seq > g.after AND m.seq < g.before
  AND m.created_at > clock_timestamp() - g.age_ms * interval '1 ms'
  JOIN matches x ON x.id = m.match_id
  ORDER BY m.match_id, m.seq;

-- stored
SELECT 
  m.id, m.match_id, m.seq, m.sender_dog_id, m.body, m.created_at, m.client_id,
  (SELECT user_id FROM dogs WHERE id = m.sender_dog_id) AS sender_user_id,
  ARRAY(SELECT side.dog_id FROM (
  SELECT own.id AS dog_id, own.user_id FROM dogs own, dogs other
  WHERE own.id IN (x.dog_a_id, x.dog_b_id) AND other.id IN (x.dog_a_id, x.dog_b_id) AND other.id <> own.id
  AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) side) AS dog_ids,
  ARRAY(SELECT DISTINCT side.user_id FROM (
  SELECT own.id AS dog_id, own.user_id FROM dogs own, dogs other
  WHERE own.id IN (x.dog_a_id, x.dog_b_id) AND other.id IN (x.dog_a_id, x.dog_b_id) AND other.id <> own.id
  AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) side WHERE side.user_id IS NOT NULL) AS user_ids
  FROM unnest($1::uuid[], $2::uuid[]) AS g (match_id, id)
  JOIN messages m ON m.match_id = g.match_id AND m.id = g.id
  JOIN matches x ON x.id = m.match_id
  ORDER BY m.match_id, m.seq;
