-- newest
select "messages"."seq" from "match_dogs" left join "messages" on "messages"."match_id" = "match_dogs"."match_id" and "messages"."id" = $1 where "match_dogs"."match_id" = $2 and "match_dogs"."dog_id" = $3 and EXISTS (SELECT FROM dogs AS seen WHERE seen.id = "match_dogs"."other_dog_id" AND (NOT "seen"."unseen" OR "seen"."user_id" = $4::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $5::uuid AND owners_apart.other_id = "seen"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $6::uuid AND dogs_apart.other_id = "seen"."id" OFFSET 0)));
select "messages"."id", "messages"."match_id", "messages"."sender_dog_id", "messages"."body", "messages"."created_at", "messages"."seq" from "messages" where "match_id" = $1 order by "seq" desc limit $2;

-- before
select "messages"."seq" from "match_dogs" left join "messages" on "messages"."match_id" = "match_dogs"."match_id" and "messages"."id" = $1 where "match_dogs"."match_id" = $2 and "match_dogs"."dog_id" = $3 and EXISTS (SELECT FROM dogs AS seen WHERE seen.id = "match_dogs"."other_dog_id" AND (NOT "seen"."unseen" OR "seen"."user_id" = $4::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $5::uuid AND owners_apart.other_id = "seen"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $6::uuid AND dogs_apart.other_id = "seen"."id" OFFSET 0)));
select "messages"."id", "messages"."match_id", "messages"."sender_dog_id", "messages"."body", "messages"."created_at", "messages"."seq" from "messages" where "match_id" = $1 and "seq" < $2 order by "seq" desc limit $3;

-- after
select "messages"."seq" from "match_dogs" left join "messages" on "messages"."match_id" = "match_dogs"."match_id" and "messages"."id" = $1 where "match_dogs"."match_id" = $2 and "match_dogs"."dog_id" = $3 and EXISTS (SELECT FROM dogs AS seen WHERE seen.id = "match_dogs"."other_dog_id" AND (NOT "seen"."unseen" OR "seen"."user_id" = $4::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $5::uuid AND owners_apart.other_id = "seen"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $6::uuid AND dogs_apart.other_id = "seen"."id" OFFSET 0)));
select "messages"."id", "messages"."match_id", "messages"."sender_dog_id", "messages"."body", "messages"."created_at", "messages"."seq" from "messages" where "match_id" = $1 and "seq" > $2 order by "seq" asc limit $3;

-- store
SELECT * FROM store_and_notify(
  $1::uuid[], $2::uuid[], $3::uuid[],
  $4::text[], $5::text[],
  $6, $7 * interval '1 second', $8 * interval '1 second');

-- mark seen
select "unread", CASE WHEN match_dogs.last_sender_dog_id = match_dogs.other_dog_id
  THEN match_dogs.last_body ELSE (
  SELECT body FROM messages WHERE messages.match_id = match_dogs.match_id AND seq > match_dogs.last_seq - 1000
  AND sender_dog_id = match_dogs.other_dog_id ORDER BY seq DESC LIMIT 1) END as "received", notify_after IS NOT NULL as "has_open", (SELECT time_zone FROM preferences JOIN dogs ON dogs.user_id = preferences.user_id
  WHERE dogs.id = match_dogs.dog_id) as "time_zone" from "match_dogs" where "match_dogs"."match_id" = $1 and "match_dogs"."dog_id" = $2 and EXISTS (SELECT FROM dogs AS seen WHERE seen.id = "match_dogs"."other_dog_id" AND (NOT "seen"."unseen" OR "seen"."user_id" = $3::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $4::uuid AND owners_apart.other_id = "seen"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "seen"."id" OFFSET 0))) for no key update of "match_dogs";
update "match_dogs" set "unread" = $1, "notify_after" = $2 where "match_id" = $3 and "dog_id" = $4;

-- who sees typing
SELECT other.user_id
  FROM match_dogs own
  JOIN dogs typing ON typing.id = own.dog_id
  JOIN dogs other ON other.id = own.other_dog_id
  WHERE own.match_id = $1::uuid AND own.dog_id = $2::uuid AND typing.user_id = $3::uuid
  AND other.user_id IS NOT NULL AND NOT typing.unseen AND NOT other.unseen
  AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "typing"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "typing"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0))
  AND NOT EXISTS (SELECT FROM preferences
  WHERE user_id IN (typing.user_id, other.user_id) AND NOT show_typing)
  AND (coalesce("own"."last_sender_dog_id" = "own"."dog_id", false)
  OR coalesce("own"."last_seq", 0) > 1 AND EXISTS (SELECT FROM messages
  WHERE messages.match_id = "own"."match_id" AND messages.sender_dog_id = "own"."dog_id" OFFSET 0)) AND (coalesce("own"."last_sender_dog_id" = "own"."other_dog_id", false)
  OR coalesce("own"."last_seq", 0) > 1 AND EXISTS (SELECT FROM messages
  WHERE messages.match_id = "own"."match_id" AND messages.sender_dog_id = "own"."other_dog_id" OFFSET 0));

-- stored
SELECT m.id AS message_id, m.match_id, m.seq, m.sender_dog_id, m.body, m.client_id, m.created_at, true AS is_new,
  other.id AS other_dog_id, sender.user_id AS sender_user_id, other.user_id AS other_user_id, true AS has_notified
  FROM unnest($1::uuid[], $2::uuid[]) AS g (match_id, id)
  JOIN messages m ON m.match_id = g.match_id AND m.id = g.id
  JOIN match_dogs t ON t.match_id = m.match_id AND t.dog_id = m.sender_dog_id
  JOIN dogs sender ON sender.id = t.dog_id
  JOIN dogs other ON other.id = t.other_dog_id
  WHERE (NOT "other"."unseen" OR "other"."user_id" = "sender"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "sender"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "sender"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) AND (NOT "sender"."unseen" OR "sender"."user_id" = "other"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "other"."user_id" AND owners_apart.other_id = "sender"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "other"."id" AND dogs_apart.other_id = "sender"."id" OFFSET 0))
  ORDER BY m.match_id, m.seq;
