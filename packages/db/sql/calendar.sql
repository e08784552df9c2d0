-- open
insert into "calendar_feeds" ("user_id", "hash", "created_at") values ($1, $2, $3) on conflict ("user_id") do update set "hash" = $4, "created_at" = $5;

-- close
delete from "calendar_feeds" where "user_id" = $1;

-- find
select "created_at" from "calendar_feeds" where "user_id" = $1;

-- owner
select "user_id" from "calendar_feeds" inner join "users" on "users"."id" = "calendar_feeds"."user_id" where "hash" = $1 and ("suspended_at" is null or "suspended_until" <= $2);

-- feed
select * from (select "playdates"."id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status", "playdates"."revision", "own"."name" as "own_name", "other"."name" as "other_name", coalesce(playdates.agreed_at, playdates.created_at) as "since" from "playdates" inner join "dogs" as "own" on "own"."id" = "playdates"."proposer_dog_id" inner join "dogs" as "other" on "other"."id" = "playdates"."invited_dog_id" where (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) and "own"."user_id" = $1 and "playdates"."status" = 'accepted' and "playdates"."when_ts" >= $2 and "playdates"."when_ts" < $3 order by "playdates"."when_ts" desc, "playdates"."id" desc limit $4) as "proposed" union all select * from (select "playdates"."id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status", "playdates"."revision", "own"."name" as "own_name", "other"."name" as "other_name", coalesce(playdates.agreed_at, playdates.created_at) as "since" from "playdates" inner join "dogs" as "own" on "own"."id" = "playdates"."invited_dog_id" inner join "dogs" as "other" on "other"."id" = "playdates"."proposer_dog_id" where (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) and "own"."user_id" = $5 and "playdates"."status" = 'accepted' and "playdates"."when_ts" >= $6 and "playdates"."when_ts" < $7 and "other"."user_id" is distinct from $8 order by "playdates"."when_ts" desc, "playdates"."id" desc limit $9) as "invited" order by "when_ts" desc, "id" desc limit $10;
SELECT DISTINCT ON (walks.when_ts, walks.id) walks.id, walks.when_ts, walks.park_name, walks.title, walks.revision,
  walks.changed_at, walks.cancelled_at, own.name AS own_name, host.name AS host_name
  FROM dogs own
  JOIN walk_dogs ON walk_dogs.dog_id = own.id
  JOIN walks ON walks.id = walk_dogs.walk_id
  JOIN dogs host ON host.id = walks.host_dog_id
  WHERE own.user_id = $1::uuid AND walks.cancelled_at IS NULL AND host.user_id IS NOT NULL
  AND walks.when_ts >= $2 AND ($3::timestamptz IS NULL OR walks.when_ts < $4::timestamptz)
  AND (NOT "host"."unseen" OR "host"."user_id" = $5::uuid) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $6::uuid AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  ORDER BY walks.when_ts desc, walks.id desc, walk_dogs.place LIMIT $7;
select * from (select "playdates"."id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status", "playdates"."revision", "own"."name" as "own_name", "other"."name" as "other_name", coalesce(playdates.agreed_at, playdates.created_at) as "since" from "playdates" inner join "dogs" as "own" on "own"."id" = "playdates"."proposer_dog_id" inner join "dogs" as "other" on "other"."id" = "playdates"."invited_dog_id" where (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) and "own"."user_id" = $1 and "playdates"."status" = 'accepted' and "playdates"."when_ts" >= $2 order by "playdates"."when_ts" asc, "playdates"."id" asc limit $3) as "proposed" union all select * from (select "playdates"."id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status", "playdates"."revision", "own"."name" as "own_name", "other"."name" as "other_name", coalesce(playdates.agreed_at, playdates.created_at) as "since" from "playdates" inner join "dogs" as "own" on "own"."id" = "playdates"."invited_dog_id" inner join "dogs" as "other" on "other"."id" = "playdates"."proposer_dog_id" where (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) and "own"."user_id" = $4 and "playdates"."status" = 'accepted' and "playdates"."when_ts" >= $5 and "other"."user_id" is distinct from $6 order by "playdates"."when_ts" asc, "playdates"."id" asc limit $7) as "invited" order by "when_ts" asc, "id" asc limit $8;
SELECT DISTINCT ON (walks.when_ts, walks.id) walks.id, walks.when_ts, walks.park_name, walks.title, walks.revision,
  walks.changed_at, walks.cancelled_at, own.name AS own_name, host.name AS host_name
  FROM dogs own
  JOIN walk_dogs ON walk_dogs.dog_id = own.id
  JOIN walks ON walks.id = walk_dogs.walk_id
  JOIN dogs host ON host.id = walks.host_dog_id
  WHERE own.user_id = $1::uuid AND walks.cancelled_at IS NULL AND host.user_id IS NOT NULL
  AND walks.when_ts >= $2 AND ($3::timestamptz IS NULL OR walks.when_ts < $4::timestamptz)
  AND (NOT "host"."unseen" OR "host"."user_id" = $5::uuid) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $6::uuid AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  ORDER BY walks.when_ts asc, walks.id asc, walk_dogs.place LIMIT $7;

-- one
select "playdates"."id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status", "playdates"."revision", "own"."name" as "own_name", "other"."name" as "other_name", coalesce(playdates.agreed_at, playdates.created_at) as "since" from "playdates" inner join "dogs" as "own" on "own"."id" = "playdates"."proposer_dog_id" inner join "dogs" as "other" on "other"."id" = "playdates"."invited_dog_id" where (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) and "playdates"."id" = $1 and "playdates"."proposer_dog_id" = $2;
select "playdates"."id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status", "playdates"."revision", "own"."name" as "own_name", "other"."name" as "other_name", coalesce(playdates.agreed_at, playdates.created_at) as "since" from "playdates" inner join "dogs" as "own" on "own"."id" = "playdates"."invited_dog_id" inner join "dogs" as "other" on "other"."id" = "playdates"."proposer_dog_id" where (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) and "playdates"."id" = $1 and "playdates"."invited_dog_id" = $2;
