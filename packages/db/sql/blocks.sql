-- block
select "name", "breed", "user_id" from "dogs" where "id" = $1 and (NOT dogs.unseen OR dogs.user_id = $2::uuid) and NOT EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = "dogs"."user_id" AND back.blocked_id = $3::uuid) and NOT EXISTS (
  SELECT FROM partings WHERE partings.dog_id = dogs.id AND partings.other_dog_id = $4::uuid);
select "id" from "users" where "id" in ($1, $2) order by "id" for no key update;
select "id" from "dogs" where "user_id" in ($1, $2) order by "id" for no key update;
select "name", "breed", "user_id" from "dogs" where "id" = $1 and (NOT dogs.unseen OR dogs.user_id = $2::uuid) and NOT EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = "dogs"."user_id" AND back.blocked_id = $3::uuid) and NOT EXISTS (
  SELECT FROM partings WHERE partings.dog_id = dogs.id AND partings.other_dog_id = $4::uuid);
select "id" from "blocks" where "user_id" = $1 and "blocked_id" = $2;
select count(*) as "count" from "blocks" where "user_id" = $1;
insert into "blocks" ("id", "user_id", "blocked_id", "created_at", "dog_id", "dog_name", "dog_breed") values ($1, $2, $3, $4, $5, $6, $7);
select "match_dogs"."match_id", "own"."id" as "dog_id", "other"."id" as "other_dog_id", "own"."unseen" from "dogs" as "own" inner join "match_dogs" on "match_dogs"."dog_id" = "own"."id" inner join "dogs" as "other" on "other"."id" = "match_dogs"."other_dog_id" where "own"."user_id" = $1 and "other"."user_id" = $2;
select "id" from "matches" where id = ANY ($1::uuid[]) order by "id" for no key update;
update "playdates" set "status" = $1, "cancelled_at" = $2, "changes" = $3, "revision" = "revision" + $4 where match_id = ANY ($5::uuid[]) and "status" in ($6, $7) and "when_ts" >= $8;
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

-- to keep away
select "name", "breed", "user_id" from "dogs" where "id" = $1 and (NOT dogs.unseen OR dogs.user_id = $2::uuid) and NOT EXISTS (
  SELECT FROM blocks AS back WHERE back.user_id = "dogs"."user_id" AND back.blocked_id = $3::uuid) and NOT EXISTS (
  SELECT FROM partings WHERE partings.dog_id = dogs.id AND partings.other_dog_id = $4::uuid);

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
select "match_dogs"."match_id", "own"."id" as "dog_id", "other"."id" as "other_dog_id", "own"."unseen" from "dogs" as "own" inner join "match_dogs" on "match_dogs"."dog_id" = "own"."id" inner join "dogs" as "other" on "other"."id" = "match_dogs"."other_dog_id" where "own"."user_id" = $1 and "other"."user_id" = $2;

-- end a match
select "other_dog_id" from "match_dogs" where "match_id" = $1 and "dog_id" = $2 and EXISTS (SELECT FROM dogs AS seen WHERE seen.id = "match_dogs"."other_dog_id" AND (NOT "seen"."unseen" OR "seen"."user_id" = $3::uuid) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $4::uuid AND owners_apart.other_id = "seen"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "seen"."id" OFFSET 0)));
select "id", "user_id", "unseen" from "dogs" where "id" in ($1, $2) order by "id" for no key update;
SELECT FROM dogs WHERE id = $1::uuid AND (NOT "dogs"."unseen" OR "dogs"."user_id" = $2::uuid) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $3::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0));
delete from "matches" where "id" = $1;
insert into "partings" ("id", "dog_id", "other_dog_id", "created_at") values ($1, $2, $3, $4);
