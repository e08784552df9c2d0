-- list
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "match_dogs"."match_id", "match_dogs"."unread", "match_dogs"."last_message_id", "match_dogs"."last_sender_dog_id", "match_dogs"."last_body", "match_dogs"."last_seq", "match_dogs"."last_at", (extract(epoch FROM "match_dogs"."last_at") * 1000000)::bigint::text as "at", coalesce(match_dogs.last_sender_dog_id = match_dogs.dog_id, false)
  OR coalesce(match_dogs.last_seq, 0) > 1 AND EXISTS (SELECT FROM messages
  WHERE messages.match_id = match_dogs.match_id AND messages.sender_dog_id = match_dogs.dog_id OFFSET 0) as "barked" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "match_dogs"."last_at" desc, "match_dogs"."match_id" limit $5;

-- first page
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "match_dogs"."match_id", "match_dogs"."unread", "match_dogs"."last_message_id", "match_dogs"."last_sender_dog_id", "match_dogs"."last_body", "match_dogs"."last_seq", "match_dogs"."last_at", (extract(epoch FROM "match_dogs"."last_at") * 1000000)::bigint::text as "at", coalesce(match_dogs.last_sender_dog_id = match_dogs.dog_id, false)
  OR coalesce(match_dogs.last_seq, 0) > 1 AND EXISTS (SELECT FROM messages
  WHERE messages.match_id = match_dogs.match_id AND messages.sender_dog_id = match_dogs.dog_id OFFSET 0) as "barked" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "match_dogs"."last_at" desc, "match_dogs"."match_id" limit $5;

-- next page
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "match_dogs"."match_id", "match_dogs"."unread", "match_dogs"."last_message_id", "match_dogs"."last_sender_dog_id", "match_dogs"."last_body", "match_dogs"."last_seq", "match_dogs"."last_at", (extract(epoch FROM "match_dogs"."last_at") * 1000000)::bigint::text as "at", coalesce(match_dogs.last_sender_dog_id = match_dogs.dog_id, false)
  OR coalesce(match_dogs.last_seq, 0) > 1 AND EXISTS (SELECT FROM messages
  WHERE messages.match_id = match_dogs.match_id AND messages.sender_dog_id = match_dogs.dog_id OFFSET 0) as "barked" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) and (match_dogs.last_at < $5::timestamptz
  OR match_dogs.last_at = $6::timestamptz AND match_dogs.match_id > $7::uuid) order by "match_dogs"."last_at" desc, "match_dogs"."match_id" limit $8;

-- in order of making
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "match_dogs"."match_id", "match_dogs"."unread", "match_dogs"."last_message_id", "match_dogs"."last_sender_dog_id", "match_dogs"."last_body", "match_dogs"."last_seq", "match_dogs"."last_at", (extract(epoch FROM "match_dogs"."last_at") * 1000000)::bigint::text as "at", coalesce(match_dogs.last_sender_dog_id = match_dogs.dog_id, false)
  OR coalesce(match_dogs.last_seq, 0) > 1 AND EXISTS (SELECT FROM messages
  WHERE messages.match_id = match_dogs.match_id AND messages.sender_dog_id = match_dogs.dog_id OFFSET 0) as "barked" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) and match_dogs.match_id::text COLLATE "C" > $5 order by match_dogs.match_id::text COLLATE "C" limit $6;

-- since
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "match_dogs"."match_id", "match_dogs"."unread", "match_dogs"."last_message_id", "match_dogs"."last_sender_dog_id", "match_dogs"."last_body", "match_dogs"."last_seq", "match_dogs"."last_at", (extract(epoch FROM "match_dogs"."last_at") * 1000000)::bigint::text as "at", coalesce(match_dogs.last_sender_dog_id = match_dogs.dog_id, false)
  OR coalesce(match_dogs.last_seq, 0) > 1 AND EXISTS (SELECT FROM messages
  WHERE messages.match_id = match_dogs.match_id AND messages.sender_dog_id = match_dogs.dog_id OFFSET 0) as "barked" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) and "match_dogs"."last_at" >= $5 order by "match_dogs"."last_at" desc, "match_dogs"."match_id" limit $6;

-- one
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "match_dogs"."match_id", "match_dogs"."unread", "match_dogs"."last_message_id", "match_dogs"."last_sender_dog_id", "match_dogs"."last_body", "match_dogs"."last_seq", "match_dogs"."last_at", (extract(epoch FROM "match_dogs"."last_at") * 1000000)::bigint::text as "at", coalesce(match_dogs.last_sender_dog_id = match_dogs.dog_id, false)
  OR coalesce(match_dogs.last_seq, 0) > 1 AND EXISTS (SELECT FROM messages
  WHERE messages.match_id = match_dogs.match_id AND messages.sender_dog_id = match_dogs.dog_id OFFSET 0) as "barked" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) and "match_dogs"."match_id" = $5;

-- unread
select coalesce(sum(unread), 0)::int as "count" from "match_dogs" where "dog_id" = $1 and "unread" > $2 and EXISTS (SELECT FROM dogs AS seen WHERE seen.id = "match_dogs"."other_dog_id" AND (NOT "seen"."unseen" OR "seen"."user_id" = (SELECT user_id FROM dogs WHERE id = $3::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $4::uuid) AND owners_apart.other_id = "seen"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "seen"."id" OFFSET 0)));

-- unread by dog
select "dogs"."id" as "dogId", sum(match_dogs.unread)::int as "unread" from "dogs" inner join "match_dogs" on "match_dogs"."dog_id" = "dogs"."id" inner join "dogs" as "other" on "other"."id" = "match_dogs"."other_dog_id" where "dogs"."user_id" = $1 and "match_dogs"."unread" > 0 and (NOT "other"."unseen" OR "other"."user_id" = $2::uuid) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $3::uuid AND owners_apart.other_id = "other"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) group by "dogs"."id";

-- bark again
SELECT FROM dogs WHERE id IN ($1::uuid, $2::uuid) ORDER BY id FOR SHARE;
SELECT own.unseen, own.user_id, dogs.user_id AS other_user_id, (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) AS seen
  FROM dogs own, dogs WHERE own.id = $4::uuid AND dogs.id = $5::uuid;
insert into "matches" ("id", "dog_a_id", "dog_b_id") values ($1, $2, $3) on conflict ("dog_a_id", "dog_b_id") do nothing returning "id";
select "id" from "matches" where "dog_a_id" = $1 and "dog_b_id" = $2 for no key update;
select "sender_dog_id" as "senderDogId", "created_at" as "createdAt", body = $1 as "isBark" from "messages" where "match_id" = $2 order by "seq" desc limit $3;
