-- near
select "parks"."id", "parks"."name", "parks"."lat", "parks"."lng", "parks"."address", "parks"."time_zone", "parks"."source", "parks"."attribution", "parks"."fenced", "parks"."water", "parks"."small_dogs", "parks"."leash", "parks"."state", parks.point <-> $1::cube as "value" from "parks" where "state" = 'open' and parks.point <@ cube_enlarge($2::cube, $3::float8, 3)
  AND parks.point <-> $4::cube <= $5::float8 order by "value", "parks"."id" limit $6;

-- by name
select "parks"."id", "parks"."name", "parks"."lat", "parks"."lng", "parks"."address", "parks"."time_zone", "parks"."source", "parks"."attribution", "parks"."fenced", "parks"."water", "parks"."small_dogs", "parks"."leash", "parks"."state", "name_key" as "value" from "parks" where "state" = 'open' and "name_key" like $1 order by "value", "parks"."id" limit $2;

-- suggest
select "email_verified_at" from "users" where "id" = $1 for no key update;
select count(*) filter(where "state" = $1) as "waiting", count(*) filter(where "created_at" > $2) as "recent" from "parks" where "suggested_by" = $3;
select 1 as "one" from "parks" where "state" <> 'open' and "state" = $1 and "offered_at" is null and parks.point <@ cube_enlarge($2::cube, $3::float8, 3)
  AND parks.point <-> $4::cube <= $5::float8 limit $6;
insert into "parks" ("id", "name", "lat", "lng", "time_zone", "source", "state", "suggested_by", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning "parks"."id", "parks"."name", "parks"."lat", "parks"."lng", "parks"."address", "parks"."time_zone", "parks"."source", "parks"."attribution", "parks"."fenced", "parks"."water", "parks"."small_dogs", "parks"."leash", "parks"."state", "parks"."version", "parks"."reason";
select "id" from "users" where ("users"."is_admin" OR "users"."is_moderator");

-- mine
select "parks"."id", "parks"."name", "parks"."lat", "parks"."lng", "parks"."address", "parks"."time_zone", "parks"."source", "parks"."attribution", "parks"."fenced", "parks"."water", "parks"."small_dogs", "parks"."leash", "parks"."state", "parks"."version", "parks"."reason" from "parks" where "suggested_by" = $1 and "id" < $2 order by "id" desc limit $3;

-- waiting
select "parks"."id", "parks"."name", "parks"."lat", "parks"."lng", "parks"."address", "parks"."time_zone", "parks"."source", "parks"."attribution", "parks"."fenced", "parks"."water", "parks"."small_dogs", "parks"."leash", "parks"."state", "parks"."version", "parks"."reason" from "parks" where "state" = 'waiting' order by "parks"."id" asc limit $1;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "parks" where "state" = 'waiting') LIMIT 100000) AS found;

-- closed
select "parks"."id", "parks"."name", "parks"."lat", "parks"."lng", "parks"."address", "parks"."time_zone", "parks"."source", "parks"."attribution", "parks"."fenced", "parks"."water", "parks"."small_dogs", "parks"."leash", "parks"."state", "parks"."version", "parks"."reason", "name_key" as "value" from "parks" where "state" = 'closed' and ("name_key", "parks"."id") > ($1::text, $2) order by "value", "parks"."id" limit $3;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "parks" where "state" = 'closed') LIMIT 100000) AS found;

-- edit
select "parks"."id", "parks"."name", "parks"."lat", "parks"."lng", "parks"."address", "parks"."time_zone", "parks"."source", "parks"."attribution", "parks"."fenced", "parks"."water", "parks"."small_dogs", "parks"."leash", "parks"."state", "parks"."version", "parks"."reason", "place", "suggested_by" from "parks" where "id" = $1 for update;
update "parks" set "name" = $1, "edited_at" = $2, "version" = $3 where "id" = $4 returning "parks"."id", "parks"."name", "parks"."lat", "parks"."lng", "parks"."address", "parks"."time_zone", "parks"."source", "parks"."attribution", "parks"."fenced", "parks"."water", "parks"."small_dogs", "parks"."leash", "parks"."state", "parks"."version", "parks"."reason";

-- decide
select "parks"."id", "parks"."name", "parks"."lat", "parks"."lng", "parks"."address", "parks"."time_zone", "parks"."source", "parks"."attribution", "parks"."fenced", "parks"."water", "parks"."small_dogs", "parks"."leash", "parks"."state", "parks"."version", "parks"."reason", "place", "suggested_by" from "parks" where "id" = $1 for update;
update "parks" set "state" = $1, "offered_at" = $2, "reason" = $3, "version" = $4 where "id" = $5 returning "parks"."id", "parks"."name", "parks"."lat", "parks"."lng", "parks"."address", "parks"."time_zone", "parks"."source", "parks"."attribution", "parks"."fenced", "parks"."water", "parks"."small_dogs", "parks"."leash", "parks"."state", "parks"."version", "parks"."reason";
select "id" from "users" where ("users"."is_admin" OR "users"."is_moderator");

-- close
select "parks"."id", "parks"."name", "parks"."lat", "parks"."lng", "parks"."address", "parks"."time_zone", "parks"."source", "parks"."attribution", "parks"."fenced", "parks"."water", "parks"."small_dogs", "parks"."leash", "parks"."state", "parks"."version", "parks"."reason", "place", "suggested_by" from "parks" where "id" = $1 for update;
update "walk_series" set "ended_at" = $1 where "park_id" = $2 and "ended_at" is null;
update "parks" set "state" = $1, "reason" = $2, "edited_at" = $3, "version" = $4 where "id" = $5 returning "parks"."id", "parks"."name", "parks"."lat", "parks"."lng", "parks"."address", "parks"."time_zone", "parks"."source", "parks"."attribution", "parks"."fenced", "parks"."water", "parks"."small_dogs", "parks"."leash", "parks"."state", "parks"."version", "parks"."reason";
