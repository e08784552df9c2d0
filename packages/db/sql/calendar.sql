-- open
insert into "calendar_feeds" ("user_id", "hash", "created_at") values ($1, $2, $3) on conflict ("user_id") do update set "hash" = $4, "created_at" = $5;

-- close
delete from "calendar_feeds" where "user_id" = $1;

-- since
select "created_at" from "calendar_feeds" where "user_id" = $1;

-- feed
select "user_id" from "calendar_feeds" where "hash" = $1;
select * from (select "playdates"."id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status", "playdates"."revision", "own"."name" as "own_name", "other"."name" as "other_name", coalesce(playdates.agreed_at, playdates.created_at) as "since" from "playdates" inner join "dogs" as "own" on "own"."id" = "playdates"."proposer_dog_id" inner join "dogs" as "other" on "other"."id" = "playdates"."invited_dog_id" where (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) and "own"."user_id" = $1 and "playdates"."status" = 'accepted' and "playdates"."when_ts" >= $2 order by "playdates"."when_ts", "playdates"."id" limit $3) as "proposed" union all select * from (select "playdates"."id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status", "playdates"."revision", "own"."name" as "own_name", "other"."name" as "other_name", coalesce(playdates.agreed_at, playdates.created_at) as "since" from "playdates" inner join "dogs" as "own" on "own"."id" = "playdates"."invited_dog_id" inner join "dogs" as "other" on "other"."id" = "playdates"."proposer_dog_id" where (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) and "own"."user_id" = $4 and "playdates"."status" = 'accepted' and "playdates"."when_ts" >= $5 and "other"."user_id" is distinct from $6 order by "playdates"."when_ts", "playdates"."id" limit $7) as "invited" order by "when_ts", "id" limit $8;

-- one
select "playdates"."id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status", "playdates"."revision", "own"."name" as "own_name", "other"."name" as "other_name", coalesce(playdates.agreed_at, playdates.created_at) as "since" from "playdates" inner join "dogs" as "own" on "own"."id" = "playdates"."proposer_dog_id" inner join "dogs" as "other" on "other"."id" = "playdates"."invited_dog_id" where (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) and "playdates"."id" = $1 and "playdates"."proposer_dog_id" = $2;
select "playdates"."id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status", "playdates"."revision", "own"."name" as "own_name", "other"."name" as "other_name", coalesce(playdates.agreed_at, playdates.created_at) as "since" from "playdates" inner join "dogs" as "own" on "own"."id" = "playdates"."invited_dog_id" inner join "dogs" as "other" on "other"."id" = "playdates"."proposer_dog_id" where (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) and "playdates"."id" = $1 and "playdates"."invited_dog_id" = $2;
