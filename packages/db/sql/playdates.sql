-- list
select * from (select "playdates"."id", "playdates"."match_id", "playdates"."proposer_dog_id", "playdates"."invited_dog_id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status" from "playdates" where "proposer_dog_id" = $1 and "when_ts" >= $2 order by "when_ts", "id" limit $3) as "proposed" union all select * from (select "playdates"."id", "playdates"."match_id", "playdates"."proposer_dog_id", "playdates"."invited_dog_id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status" from "playdates" where "invited_dog_id" = $4 and "when_ts" >= $5 order by "when_ts", "id" limit $6) as "invited" order by "when_ts", "id" limit $7;

-- first page
select * from (select "playdates"."id", "playdates"."match_id", "playdates"."proposer_dog_id", "playdates"."invited_dog_id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status" from "playdates" where "proposer_dog_id" = $1 and "when_ts" >= $2 order by "when_ts", "id" limit $3) as "proposed" union all select * from (select "playdates"."id", "playdates"."match_id", "playdates"."proposer_dog_id", "playdates"."invited_dog_id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status" from "playdates" where "invited_dog_id" = $4 and "when_ts" >= $5 order by "when_ts", "id" limit $6) as "invited" order by "when_ts", "id" limit $7;

-- next page
select "id", when_ts::text as "when_ts" from "playdates" where "id" = $1 and ("proposer_dog_id" = $2 or "invited_dog_id" = $3);
select * from (select "playdates"."id", "playdates"."match_id", "playdates"."proposer_dog_id", "playdates"."invited_dog_id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status" from "playdates" where "proposer_dog_id" = $1 and "when_ts" >= $2 and (when_ts, id) > ($3::timestamptz, $4::uuid) order by "when_ts", "id" limit $5) as "proposed" union all select * from (select "playdates"."id", "playdates"."match_id", "playdates"."proposer_dog_id", "playdates"."invited_dog_id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status" from "playdates" where "invited_dog_id" = $6 and "when_ts" >= $7 and (when_ts, id) > ($8::timestamptz, $9::uuid) order by "when_ts", "id" limit $10) as "invited" order by "when_ts", "id" limit $11;

-- of a match
select "match_id" from "match_dogs" where "match_id" = $1 and "dog_id" = $2;
select "playdates"."id", "playdates"."match_id", "playdates"."proposer_dog_id", "playdates"."invited_dog_id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status" from "playdates" where "match_id" = $1 and "when_ts" >= $2 order by "when_ts", "id" limit $3;

-- of a match, next page
select "match_id" from "match_dogs" where "match_id" = $1 and "dog_id" = $2;
select "id", when_ts::text as "when_ts" from "playdates" where "id" = $1 and ("proposer_dog_id" = $2 or "invited_dog_id" = $3) and "match_id" = $4;
select "playdates"."id", "playdates"."match_id", "playdates"."proposer_dog_id", "playdates"."invited_dog_id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status" from "playdates" where "match_id" = $1 and "when_ts" >= $2 and (when_ts, id) > ($3::timestamptz, $4::uuid) order by "when_ts", "id" limit $5;

-- pending
select count(*) as "count" from "playdates" where "invited_dog_id" = $1 and "status" = 'proposed' and "when_ts" >= $2;

-- create
select "match_id", "dog_id", "other_dog_id" from "matches" inner join "match_dogs" on "match_dogs"."match_id" = "matches"."id" where "matches"."id" = $1 and "match_dogs"."dog_id" = $2 for no key update of "matches";
select count(*) as "open" from "playdates" where "match_id" = $1 and "status" = 'proposed' and "when_ts" >= $2;
insert into "playdates" ("id", "match_id", "proposer_dog_id", "invited_dog_id", "when_ts", "park_name", "notes") values ($1, $2, $3, $4, $5, $6, $7) returning "playdates"."id", "playdates"."match_id", "playdates"."proposer_dog_id", "playdates"."invited_dog_id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status", ARRAY(
  SELECT DISTINCT user_id FROM dogs
  WHERE dogs.id IN (playdates.proposer_dog_id, playdates.invited_dog_id) AND user_id IS NOT NULL
  ) as "owners";

-- answer
select "playdates"."id", "playdates"."match_id", "playdates"."proposer_dog_id", "playdates"."invited_dog_id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status" from "playdates" where "id" = $1 and ("proposer_dog_id" = $2 or "invited_dog_id" = $3) for no key update;
update "playdates" set "status" = $1 where "id" = $2 returning "playdates"."id", "playdates"."match_id", "playdates"."proposer_dog_id", "playdates"."invited_dog_id", "playdates"."when_ts", "playdates"."park_name", "playdates"."notes", "playdates"."status", ARRAY(
  SELECT DISTINCT user_id FROM dogs
  WHERE dogs.id IN (playdates.proposer_dog_id, playdates.invited_dog_id) AND user_id IS NOT NULL
  ) as "owners";

-- owners
select distinct "user_id" from "dogs" where "id" in ($1, $2) and "user_id" is not null;
