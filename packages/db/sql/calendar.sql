-- open
insert into "calendar_feeds" ("user_id", "hash", "created_at") values ($1, $2, $3) on conflict ("user_id") do update set "hash" = $4, "created_at" = $5;

-- close
delete from "calendar_feeds" where "user_id" = $1;

-- find
select "created_at" from "calendar_feeds" where "user_id" = $1;

-- owner
select "user_id" from "calendar_feeds" inner join "users" on "users"."id" = "calendar_feeds"."user_id" where "hash" = $1 and ("suspended_at" is null or "suspended_until" <= $2);

-- feed
SELECT * FROM (
  (
  SELECT 'playdate' AS kind, playdates.id, when_ts AS "when", notes, status, revision,
  coalesce(agreed_at, playdates.created_at) AS since, own.name AS "dogName", other.name AS "otherDogName", "playdates"."park_name", "playdates"."park_id", "playdates"."park_lat", "playdates"."park_lng", "playdates"."time_zone",
  (SELECT address FROM parks WHERE parks.id = "playdates"."park_id") AS address
  FROM playdates JOIN dogs own ON own.id = "proposer_dog_id" JOIN dogs other ON other.id = "invited_dog_id"
  WHERE own.user_id = $1::uuid AND status = 'accepted' AND when_ts >= $2 AND when_ts < $3 AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) ORDER BY when_ts DESC, playdates.id DESC LIMIT $4)
  UNION ALL (
  SELECT 'playdate' AS kind, playdates.id, when_ts AS "when", notes, status, revision,
  coalesce(agreed_at, playdates.created_at) AS since, own.name AS "dogName", other.name AS "otherDogName", "playdates"."park_name", "playdates"."park_id", "playdates"."park_lat", "playdates"."park_lng", "playdates"."time_zone",
  (SELECT address FROM parks WHERE parks.id = "playdates"."park_id") AS address
  FROM playdates JOIN dogs own ON own.id = "invited_dog_id" JOIN dogs other ON other.id = "proposer_dog_id"
  WHERE own.user_id = $5::uuid AND status = 'accepted' AND when_ts >= $6 AND when_ts < $7 AND other.user_id IS DISTINCT FROM $8::uuid AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) ORDER BY when_ts DESC, playdates.id DESC LIMIT $9)
  UNION ALL (
  SELECT DISTINCT ON (when_ts, walks.id) 'walk' AS kind, walks.id, when_ts AS "when", title AS notes,
  CASE WHEN cancelled_at IS NULL THEN 'accepted' ELSE 'declined' END AS status, revision,
  changed_at AS since, own.name AS "dogName", host.name AS "otherDogName", "walks"."park_name", "walks"."park_id", "walks"."park_lat", "walks"."park_lng", "walks"."time_zone",
  (SELECT address FROM parks WHERE parks.id = "walks"."park_id") AS address
  FROM walks JOIN walk_dogs ON walk_dogs.walk_id = walks.id JOIN dogs own ON own.id = walk_dogs.dog_id JOIN dogs host ON host.id = walks.host_dog_id
  WHERE own.user_id = $10::uuid AND cancelled_at IS NULL AND when_ts >= $11 AND when_ts < $12 AND host.user_id IS NOT NULL AND (NOT "host"."unseen" OR "host"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "host"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0)) ORDER BY when_ts DESC, walks.id DESC, walk_dogs.place LIMIT $13)
  ) entries ORDER BY "when" DESC, id DESC LIMIT $14;
SELECT * FROM (
  (
  SELECT 'playdate' AS kind, playdates.id, when_ts AS "when", notes, status, revision,
  coalesce(agreed_at, playdates.created_at) AS since, own.name AS "dogName", other.name AS "otherDogName", "playdates"."park_name", "playdates"."park_id", "playdates"."park_lat", "playdates"."park_lng", "playdates"."time_zone",
  (SELECT address FROM parks WHERE parks.id = "playdates"."park_id") AS address
  FROM playdates JOIN dogs own ON own.id = "proposer_dog_id" JOIN dogs other ON other.id = "invited_dog_id"
  WHERE own.user_id = $1::uuid AND status = 'accepted' AND when_ts >= $2 AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) ORDER BY when_ts ASC, playdates.id ASC LIMIT $3)
  UNION ALL (
  SELECT 'playdate' AS kind, playdates.id, when_ts AS "when", notes, status, revision,
  coalesce(agreed_at, playdates.created_at) AS since, own.name AS "dogName", other.name AS "otherDogName", "playdates"."park_name", "playdates"."park_id", "playdates"."park_lat", "playdates"."park_lng", "playdates"."time_zone",
  (SELECT address FROM parks WHERE parks.id = "playdates"."park_id") AS address
  FROM playdates JOIN dogs own ON own.id = "invited_dog_id" JOIN dogs other ON other.id = "proposer_dog_id"
  WHERE own.user_id = $4::uuid AND status = 'accepted' AND when_ts >= $5 AND other.user_id IS DISTINCT FROM $6::uuid AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) ORDER BY when_ts ASC, playdates.id ASC LIMIT $7)
  UNION ALL (
  SELECT DISTINCT ON (when_ts, walks.id) 'walk' AS kind, walks.id, when_ts AS "when", title AS notes,
  CASE WHEN cancelled_at IS NULL THEN 'accepted' ELSE 'declined' END AS status, revision,
  changed_at AS since, own.name AS "dogName", host.name AS "otherDogName", "walks"."park_name", "walks"."park_id", "walks"."park_lat", "walks"."park_lng", "walks"."time_zone",
  (SELECT address FROM parks WHERE parks.id = "walks"."park_id") AS address
  FROM walks JOIN walk_dogs ON walk_dogs.walk_id = walks.id JOIN dogs own ON own.id = walk_dogs.dog_id JOIN dogs host ON host.id = walks.host_dog_id
  WHERE own.user_id = $8::uuid AND cancelled_at IS NULL AND when_ts >= $9 AND host.user_id IS NOT NULL AND (NOT "host"."unseen" OR "host"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "host"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0)) ORDER BY when_ts ASC, walks.id ASC, walk_dogs.place LIMIT $10)
  ) entries ORDER BY "when" ASC, id ASC LIMIT $11;

-- one
SELECT 'playdate' AS kind, playdates.id, when_ts AS "when", notes, status, revision,
  coalesce(agreed_at, playdates.created_at) AS since, own.name AS "dogName", other.name AS "otherDogName", "playdates"."park_name", "playdates"."park_id", "playdates"."park_lat", "playdates"."park_lng", "playdates"."time_zone",
  (SELECT address FROM parks WHERE parks.id = "playdates"."park_id") AS address
  FROM playdates JOIN dogs own ON own.id = "proposer_dog_id" JOIN dogs other ON other.id = "invited_dog_id"
  WHERE playdates.id = $1::uuid AND own.id = $2::uuid AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) UNION ALL 
  SELECT 'playdate' AS kind, playdates.id, when_ts AS "when", notes, status, revision,
  coalesce(agreed_at, playdates.created_at) AS since, own.name AS "dogName", other.name AS "otherDogName", "playdates"."park_name", "playdates"."park_id", "playdates"."park_lat", "playdates"."park_lng", "playdates"."time_zone",
  (SELECT address FROM parks WHERE parks.id = "playdates"."park_id") AS address
  FROM playdates JOIN dogs own ON own.id = "invited_dog_id" JOIN dogs other ON other.id = "proposer_dog_id"
  WHERE playdates.id = $3::uuid AND own.id = $4::uuid AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0));
