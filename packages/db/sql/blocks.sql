-- block
select "name", "breed", "user_id" as "ownerId" from "dogs" where "id" = $1 and (dogs.user_id = $2::uuid OR NOT dogs.unseen
  AND NOT EXISTS (SELECT FROM blocks WHERE blocks.user_id = dogs.user_id AND blocks.blocked_id = $3::uuid)
  AND NOT EXISTS (SELECT FROM partings WHERE partings.dog_id = dogs.id AND partings.other_dog_id = $4::uuid));
select "id" from "users" where "id" in ($1, $2) order by "id" for no key update;
select "id", "user_id" from "dogs" where "user_id" in ($1, $2) order by "id" for no key update;
select "name", "breed", "user_id" as "ownerId" from "dogs" where "id" = $1 and (dogs.user_id = $2::uuid OR NOT dogs.unseen
  AND NOT EXISTS (SELECT FROM blocks WHERE blocks.user_id = dogs.user_id AND blocks.blocked_id = $3::uuid)
  AND NOT EXISTS (SELECT FROM partings WHERE partings.dog_id = dogs.id AND partings.other_dog_id = $4::uuid));
select "id" from "blocks" where "user_id" = $1 and "blocked_id" = $2;
select count(*) as "count" from "blocks" where "user_id" = $1 and NOT EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = "blocks"."blocked_id" AND back.blocked_id = $2::uuid);
insert into "blocks" ("id", "user_id", "blocked_id", "created_at", "dog_id", "dog_name", "dog_breed") values ($1, $2, $3, $4, $5, $6, $7);
select "match_dogs"."match_id" as "id", "own"."unseen" as "isHidden" from "dogs" as "own" inner join "match_dogs" on "match_dogs"."dog_id" = "own"."id" inner join "dogs" as "other" on "other"."id" = "match_dogs"."other_dog_id" where "own"."user_id" = $1 and "other"."user_id" = $2;
select "id" from "matches" where id = ANY ($1::uuid[]) order by "id" for no key update;
WITH open AS MATERIALIZED (
  SELECT id, status FROM playdates
  WHERE match_id = ANY ($1::uuid[]) AND status IN ('proposed', 'accepted') AND when_ts >= $2
  ORDER BY id FOR NO KEY UPDATE
  ), off AS (
  UPDATE playdates SET status = 'declined', cancelled_at = $3, changes = NULL, revision = revision + 1, updated_at = $4
  FROM open WHERE playdates.id = open.id
  RETURNING open.status AS was, when_ts, park_name, time_zone, proposer_dog_id, invited_dog_id
  ), hosted AS MATERIALIZED (
  SELECT id, when_ts, park_name, time_zone, host_dog_id FROM walks
  WHERE host_dog_id = ANY ($5::uuid[]) AND cancelled_at IS NULL AND when_ts >= $6
  ORDER BY id FOR NO KEY UPDATE
  ), walks_off AS (
  UPDATE walks SET cancelled_at = $7, revision = revision + 1
  FROM hosted WHERE walks.id = hosted.id AND $8::boolean
  ), series_over AS (
  UPDATE walk_series SET ended_at = $9
  WHERE host_dog_id = ANY ($10::uuid[]) AND ended_at IS NULL AND $11::boolean
  ), shared AS MATERIALIZED (
  SELECT hosted.id AS walk_id, one.dog_id FROM hosted CROSS JOIN unnest($12::uuid[]) AS one (dog_id)
  UNION ALL
  SELECT walks.id, one.dog_id FROM walks CROSS JOIN unnest($13::uuid[]) AS one (dog_id)
  WHERE walks.host_dog_id = ANY ($14::uuid[]) AND cancelled_at IS NULL AND when_ts >= $15
  ), walks_left AS (
  DELETE FROM walk_dogs USING shared WHERE walk_dogs.walk_id = shared.walk_id AND walk_dogs.dog_id = shared.dog_id
  ), waits_left AS (
  DELETE FROM walk_waiting USING shared WHERE walk_waiting.walk_id = shared.walk_id AND walk_waiting.dog_id = shared.dog_id
  ), waiting AS (
  SELECT stays.user_id, stays.id AS dog_id, off.when_ts, off.park_name, off.time_zone
  FROM off JOIN dogs stays ON stays.id IN (off.proposer_dog_id, off.invited_dog_id)
  WHERE off.was = 'accepted'
  UNION ALL
  SELECT DISTINCT ON (hosted.id, stays.user_id) stays.user_id, stays.id, hosted.when_ts, hosted.park_name, hosted.time_zone
  FROM hosted JOIN walk_dogs ON walk_dogs.walk_id = hosted.id JOIN dogs stays ON stays.id = walk_dogs.dog_id
  JOIN dogs host ON host.id = hosted.host_dog_id
  WHERE ($16::uuid[] IS NULL AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "stays"."user_id" AND owners_apart.other_id = "host"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "stays"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  OR stays.id = ANY ($17::uuid[]) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "stays"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  ), notified AS (
  SELECT stays.*, (row_number() OVER (PARTITION BY stays.user_id ORDER BY stays.when_ts))::int AS nth
  FROM waiting stays
  WHERE stays.user_id IS NOT NULL AND stays.dog_id <> ALL ($18::uuid[])
  AND NOT EXISTS (SELECT FROM dogs WHERE dogs.id = ANY ($19::uuid[]) AND dogs.user_id = stays.user_id)
  )
  SELECT * FROM notified;
SELECT found.id, found.kind, found.dog_id, found.name, found.breed, coalesce(dogs.photos, '[]') AS photos, found.created_at
  FROM (
  (SELECT blocks.id, 'owner' AS kind, dog_id, dog_name AS name, dog_breed AS breed, created_at, blocked_id AS owner_id
  FROM blocks
  WHERE user_id = $1::uuid AND 
  ($2::uuid IS NULL OR "blocks"."id" = $3::uuid) AND ($4::uuid IS NULL OR "blocks"."id" < $5::uuid) AND NOT EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = "blocks"."blocked_id" AND back.blocked_id = $6::uuid)
  ORDER BY blocks.id DESC LIMIT $7::int)
  UNION ALL
  (SELECT partings.id, 'pair', other.id, other.name, other.breed, partings.created_at, other.user_id
  FROM dogs AS own
  JOIN partings ON partings.dog_id = own.id
  JOIN dogs AS other ON other.id = partings.other_dog_id
  WHERE own.user_id = $8::uuid AND 
  ($9::uuid IS NULL OR "partings"."id" = $10::uuid) AND ($11::uuid IS NULL OR "partings"."id" < $12::uuid) AND NOT other.unseen
  AND NOT EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = "other"."user_id" AND back.blocked_id = $13::uuid)
  ORDER BY partings.id DESC LIMIT $14::int)
  ) found
  LEFT JOIN dogs ON dogs.id = found.dog_id AND dogs.user_id IS NOT DISTINCT FROM found.owner_id AND NOT dogs.unseen
  ORDER BY found.id DESC LIMIT $15::int;

-- to block
select "name", "breed", "user_id" as "ownerId" from "dogs" where "id" = $1 and (dogs.user_id = $2::uuid OR NOT dogs.unseen
  AND NOT EXISTS (SELECT FROM blocks WHERE blocks.user_id = dogs.user_id AND blocks.blocked_id = $3::uuid)
  AND NOT EXISTS (SELECT FROM partings WHERE partings.dog_id = dogs.id AND partings.other_dog_id = $4::uuid));

-- list
SELECT found.id, found.kind, found.dog_id, found.name, found.breed, coalesce(dogs.photos, '[]') AS photos, found.created_at
  FROM (
  (SELECT blocks.id, 'owner' AS kind, dog_id, dog_name AS name, dog_breed AS breed, created_at, blocked_id AS owner_id
  FROM blocks
  WHERE user_id = $1::uuid AND 
  ($2::uuid IS NULL OR "blocks"."id" = $3::uuid) AND ($4::uuid IS NULL OR "blocks"."id" < $5::uuid) AND NOT EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = "blocks"."blocked_id" AND back.blocked_id = $6::uuid)
  ORDER BY blocks.id DESC LIMIT $7::int)
  UNION ALL
  (SELECT partings.id, 'pair', other.id, other.name, other.breed, partings.created_at, other.user_id
  FROM dogs AS own
  JOIN partings ON partings.dog_id = own.id
  JOIN dogs AS other ON other.id = partings.other_dog_id
  WHERE own.user_id = $8::uuid AND 
  ($9::uuid IS NULL OR "partings"."id" = $10::uuid) AND ($11::uuid IS NULL OR "partings"."id" < $12::uuid) AND NOT other.unseen
  AND NOT EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = "other"."user_id" AND back.blocked_id = $13::uuid)
  ORDER BY partings.id DESC LIMIT $14::int)
  ) found
  LEFT JOIN dogs ON dogs.id = found.dog_id AND dogs.user_id IS NOT DISTINCT FROM found.owner_id AND NOT dogs.unseen
  ORDER BY found.id DESC LIMIT $15::int;

-- next page
SELECT found.id, found.kind, found.dog_id, found.name, found.breed, coalesce(dogs.photos, '[]') AS photos, found.created_at
  FROM (
  (SELECT blocks.id, 'owner' AS kind, dog_id, dog_name AS name, dog_breed AS breed, created_at, blocked_id AS owner_id
  FROM blocks
  WHERE user_id = $1::uuid AND 
  ($2::uuid IS NULL OR "blocks"."id" = $3::uuid) AND ($4::uuid IS NULL OR "blocks"."id" < $5::uuid) AND NOT EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = "blocks"."blocked_id" AND back.blocked_id = $6::uuid)
  ORDER BY blocks.id DESC LIMIT $7::int)
  UNION ALL
  (SELECT partings.id, 'pair', other.id, other.name, other.breed, partings.created_at, other.user_id
  FROM dogs AS own
  JOIN partings ON partings.dog_id = own.id
  JOIN dogs AS other ON other.id = partings.other_dog_id
  WHERE own.user_id = $8::uuid AND 
  ($9::uuid IS NULL OR "partings"."id" = $10::uuid) AND ($11::uuid IS NULL OR "partings"."id" < $12::uuid) AND NOT other.unseen
  AND NOT EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = "other"."user_id" AND back.blocked_id = $13::uuid)
  ORDER BY partings.id DESC LIMIT $14::int)
  ) found
  LEFT JOIN dogs ON dogs.id = found.dog_id AND dogs.user_id IS NOT DISTINCT FROM found.owner_id AND NOT dogs.unseen
  ORDER BY found.id DESC LIMIT $15::int;

-- undo
SELECT found.id, found.kind, found.dog_id, found.name, found.breed, coalesce(dogs.photos, '[]') AS photos, found.created_at
  FROM (
  (SELECT blocks.id, 'owner' AS kind, dog_id, dog_name AS name, dog_breed AS breed, created_at, blocked_id AS owner_id
  FROM blocks
  WHERE user_id = $1::uuid AND 
  ($2::uuid IS NULL OR "blocks"."id" = $3::uuid) AND ($4::uuid IS NULL OR "blocks"."id" < $5::uuid) AND NOT EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = "blocks"."blocked_id" AND back.blocked_id = $6::uuid)
  ORDER BY blocks.id DESC LIMIT $7::int)
  UNION ALL
  (SELECT partings.id, 'pair', other.id, other.name, other.breed, partings.created_at, other.user_id
  FROM dogs AS own
  JOIN partings ON partings.dog_id = own.id
  JOIN dogs AS other ON other.id = partings.other_dog_id
  WHERE own.user_id = $8::uuid AND 
  ($9::uuid IS NULL OR "partings"."id" = $10::uuid) AND ($11::uuid IS NULL OR "partings"."id" < $12::uuid) AND NOT other.unseen
  AND NOT EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = "other"."user_id" AND back.blocked_id = $13::uuid)
  ORDER BY partings.id DESC LIMIT $14::int)
  ) found
  LEFT JOIN dogs ON dogs.id = found.dog_id AND dogs.user_id IS NOT DISTINCT FROM found.owner_id AND NOT dogs.unseen
  ORDER BY found.id DESC LIMIT $15::int;
select "blocked_id" from "blocks" where "id" = $1;
select "id" from "users" where "id" in ($1, $2) order by "id" for no key update;
delete from "blocks" where "id" = $1;
select "id", "user_id" from "dogs" where "user_id" in ($1, $2) order by "id" for no key update;
select "match_dogs"."match_id" as "id", "own"."unseen" as "isHidden" from "dogs" as "own" inner join "match_dogs" on "match_dogs"."dog_id" = "own"."id" inner join "dogs" as "other" on "other"."id" = "match_dogs"."other_dog_id" where "own"."user_id" = $1 and "other"."user_id" = $2;

-- end a match
select "other_dog_id" from "match_dogs" where "match_dogs"."match_id" = $1 and "match_dogs"."dog_id" = $2 and EXISTS (SELECT FROM dogs AS seen WHERE seen.id = "match_dogs"."other_dog_id" AND (NOT "seen"."unseen" OR "seen"."user_id" = $3::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $4::uuid AND owners_apart.other_id = "seen"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "seen"."id" OFFSET 0)));
select "id", "user_id", "unseen" from "dogs" where "id" in ($1, $2) order by "id" for no key update;
SELECT FROM dogs WHERE id = $1::uuid AND (NOT "dogs"."unseen" OR "dogs"."user_id" = $2::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $3::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0));
select "id" from "matches" where id = ANY ($1::uuid[]) order by "id" for no key update;
WITH open AS MATERIALIZED (
  SELECT id, status FROM playdates
  WHERE match_id = ANY ($1::uuid[]) AND status IN ('proposed', 'accepted') AND when_ts >= $2
  ORDER BY id FOR NO KEY UPDATE
  ), off AS (
  UPDATE playdates SET status = 'declined', cancelled_at = $3, changes = NULL, revision = revision + 1, updated_at = $4
  FROM open WHERE playdates.id = open.id
  RETURNING open.status AS was, when_ts, park_name, time_zone, proposer_dog_id, invited_dog_id
  ), hosted AS MATERIALIZED (
  SELECT id, when_ts, park_name, time_zone, host_dog_id FROM walks
  WHERE host_dog_id = ANY ($5::uuid[]) AND cancelled_at IS NULL AND when_ts >= $6
  ORDER BY id FOR NO KEY UPDATE
  ), walks_off AS (
  UPDATE walks SET cancelled_at = $7, revision = revision + 1
  FROM hosted WHERE walks.id = hosted.id AND $8::boolean
  ), series_over AS (
  UPDATE walk_series SET ended_at = $9
  WHERE host_dog_id = ANY ($10::uuid[]) AND ended_at IS NULL AND $11::boolean
  ), shared AS MATERIALIZED (
  SELECT hosted.id AS walk_id, one.dog_id FROM hosted CROSS JOIN unnest($12::uuid[]) AS one (dog_id)
  UNION ALL
  SELECT walks.id, one.dog_id FROM walks CROSS JOIN unnest($13::uuid[]) AS one (dog_id)
  WHERE walks.host_dog_id = ANY ($14::uuid[]) AND cancelled_at IS NULL AND when_ts >= $15
  ), walks_left AS (
  DELETE FROM walk_dogs USING shared WHERE walk_dogs.walk_id = shared.walk_id AND walk_dogs.dog_id = shared.dog_id
  ), waits_left AS (
  DELETE FROM walk_waiting USING shared WHERE walk_waiting.walk_id = shared.walk_id AND walk_waiting.dog_id = shared.dog_id
  ), waiting AS (
  SELECT stays.user_id, stays.id AS dog_id, off.when_ts, off.park_name, off.time_zone
  FROM off JOIN dogs stays ON stays.id IN (off.proposer_dog_id, off.invited_dog_id)
  WHERE off.was = 'accepted'
  UNION ALL
  SELECT DISTINCT ON (hosted.id, stays.user_id) stays.user_id, stays.id, hosted.when_ts, hosted.park_name, hosted.time_zone
  FROM hosted JOIN walk_dogs ON walk_dogs.walk_id = hosted.id JOIN dogs stays ON stays.id = walk_dogs.dog_id
  JOIN dogs host ON host.id = hosted.host_dog_id
  WHERE ($16::uuid[] IS NULL AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "stays"."user_id" AND owners_apart.other_id = "host"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "stays"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  OR stays.id = ANY ($17::uuid[]) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "stays"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  ), notified AS (
  SELECT stays.*, (row_number() OVER (PARTITION BY stays.user_id ORDER BY stays.when_ts))::int AS nth
  FROM waiting stays
  WHERE stays.user_id IS NOT NULL AND stays.dog_id <> ALL ($18::uuid[])
  AND NOT EXISTS (SELECT FROM dogs WHERE dogs.id = ANY ($19::uuid[]) AND dogs.user_id = stays.user_id)
  )
  SELECT * FROM notified;
delete from "matches" where "id" = $1;
insert into "partings" ("id", "dog_id", "other_dog_id", "created_at") values ($1, $2, $3, $4);
