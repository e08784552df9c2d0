-- users
select "id", "first_name", "last_name", "email", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count" from "users" order by "name_key", "id" limit $1;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "users") LIMIT 100000) AS found;

-- users, next page
select "name_key", "id" from "users" where "id" = $1;
select "id", "first_name", "last_name", "email", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count" from "users" where ("name_key", "id") > ($1, $2) order by "name_key", "id" limit $3;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "users") LIMIT 100000) AS found;

-- users by a search
select "id", "first_name", "last_name", "email", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count" from "users" where name_key || ' ' || email_key LIKE $1 order by "name_key", "id" limit $2;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "users" where name_key || ' ' || email_key LIKE $1) LIMIT 100000) AS found;

-- selection
select "id", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count" from "users" where name_key || ' ' || email_key LIKE $1 and "id" != $2 order by "name_key", "id" limit $3;

-- all dogs
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" order by "dogs"."name_key", "dogs"."id" limit $1;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "dogs") LIMIT 100000) AS found;

-- all dogs, next page
select "dogs"."name_key" as "key", "dogs"."id" from "dogs" where "dogs"."id" = $1;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where ("dogs"."name_key", "dogs"."id") > ($1, $2) order by "dogs"."name_key", "dogs"."id" limit $3;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "dogs") LIMIT 100000) AS found;

-- dogs by a search
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where dogs.id IN (
  SELECT id FROM dogs WHERE name_key || ' ' || breed_key LIKE $1
  UNION ALL
  SELECT dogs.id FROM users JOIN dogs ON dogs.user_id = users.id WHERE users.name_key || ' ' || email_key LIKE $2) order by "dogs"."name_key", "dogs"."id" limit $3;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "dogs" where dogs.id IN (
  SELECT id FROM dogs WHERE name_key || ' ' || breed_key LIKE $1
  UNION ALL
  SELECT dogs.id FROM users JOIN dogs ON dogs.user_id = users.id WHERE users.name_key || ' ' || email_key LIKE $2)) LIMIT 100000) AS found;

-- unowned dogs
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where "dogs"."user_id" is null order by "dogs"."name_key", "dogs"."id" limit $1;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "dogs" where "dogs"."user_id" is null) LIMIT 100000) AS found;

-- dogs of a user
select "id" from "users" where "id" = $1;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where "dogs"."user_id" = $1 order by "dogs"."id";

-- audit
select "id", "at", "admin_email", "action", "dog_id", "user_id", CASE WHEN jsonb_exists(detail, 'emails')
  THEN jsonb_set(detail, '{emails}', jsonb_path_query_array(detail, $1::jsonpath))
  ELSE detail END as "detail" from "audit_log" order by "id" desc limit $2;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "audit_log") LIMIT 100000) AS found;

-- hand over a dog
select "email" from "users" where "id" = $1 for no key update;
select "name", "user_id" from "dogs" where "id" = $1 for no key update;
select count(*) as "count" from "dogs" where "user_id" = $1;
select "email" from "users" where "id" = $1;
update "dogs" set "user_id" = $1 where "id" = $2;
update "users" set "active_dog_id" = $1 where "active_dog_id" = $2;
update "sessions" set "impersonated_dog_id" = $1 where "impersonated_dog_id" = $2;

-- impersonate
select "user_id" from "dogs" where "id" = $1 for share;
select "impersonated_dog_id" from "sessions" where "id" = $1 for no key update;
update "sessions" set "impersonated_dog_id" = $1 where "id" = $2;

-- stop impersonating
select "impersonated_dog_id" from "sessions" where "id" = $1 for no key update;
update "sessions" set "impersonated_dog_id" = $1 where "id" = $2;

-- delete users
select "id", "email" from "users" where id = ANY ($1::uuid[]) order by "id" for update;
select "id" from "sessions" where user_id = ANY ($1::uuid[]);
select "id" from "dogs" where user_id = ANY ($1::uuid[]) order by "id" for update;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and NOT (dogs.user_id = ANY ($2::uuid[]));
delete from "users" where id = ANY ($1::uuid[]);
