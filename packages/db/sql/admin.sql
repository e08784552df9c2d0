-- users
select "id", "first_name", "last_name", "email", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count" from "users" order by name_key, "id" limit $1;
select coalesce(sum(change), 0)::int as "count" from "row_counts" where "table_name" = $1;

-- users, next page
select name_key as "key", "id" from "users" where "id" = $1;
select "id", "first_name", "last_name", "email", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count" from "users" where (name_key, id) > ($1, $2::uuid) order by name_key, "id" limit $3;
select coalesce(sum(change), 0)::int as "count" from "row_counts" where "table_name" = $1;

-- users by a search
select "id", "first_name", "last_name", "email", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count" from "users" where (users.name_key || ' ' || users.email_key LIKE $1
  OR (users.email_key IS NULL AND users.name_key LIKE $2)) order by name_key, "id" limit $3;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "users" where (users.name_key || ' ' || users.email_key LIKE $1
  OR (users.email_key IS NULL AND users.name_key LIKE $2))) LIMIT 100000) AS found;

-- selection
select "id", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count" from "users" where (users.name_key || ' ' || users.email_key LIKE $1
  OR (users.email_key IS NULL AND users.name_key LIKE $2)) and "id" != $3 order by "name_key", "id" limit $4;

-- all dogs
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" order by "dogs"."name_key", "dogs"."id" limit $1;
select coalesce(sum(change), 0)::int as "count" from "row_counts" where "table_name" = $1;

-- all dogs, next page
select "dogs"."name_key" as "key", "dogs"."id" from "dogs" where "dogs"."id" = $1;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where ("dogs"."name_key", "dogs"."id") > ($1, $2) order by "dogs"."name_key", "dogs"."id" limit $3;
select coalesce(sum(change), 0)::int as "count" from "row_counts" where "table_name" = $1;

-- dogs by a search
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where dogs.id IN (
  SELECT id FROM dogs WHERE name_key || ' ' || breed_key LIKE $1
  UNION ALL
  SELECT dogs.id FROM users JOIN dogs ON dogs.user_id = users.id WHERE (users.name_key || ' ' || users.email_key LIKE $2
  OR (users.email_key IS NULL AND users.name_key LIKE $3))) order by "dogs"."name_key", "dogs"."id" limit $4;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "dogs" where dogs.id IN (
  SELECT id FROM dogs WHERE name_key || ' ' || breed_key LIKE $1
  UNION ALL
  SELECT dogs.id FROM users JOIN dogs ON dogs.user_id = users.id WHERE (users.name_key || ' ' || users.email_key LIKE $2
  OR (users.email_key IS NULL AND users.name_key LIKE $3)))) LIMIT 100000) AS found;

-- unowned dogs
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where "dogs"."user_id" is null order by "dogs"."name_key", "dogs"."id" limit $1;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "dogs" where "dogs"."user_id" is null) LIMIT 100000) AS found;

-- dogs of a user
select "id" from "users" where "id" = $1;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where "dogs"."user_id" = $1 order by "dogs"."id";

-- users by e-mail, next page
select coalesce(email_key, '') as "key", "id" from "users" where "id" = $1;
select "id", "first_name", "last_name", "email", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count" from "users" where (coalesce(email_key, ''), id) > ($1, $2::uuid) order by coalesce(email_key, ''), "id" limit $3;
select coalesce(sum(change), 0)::int as "count" from "row_counts" where "table_name" = $1;

-- audit
select "id", "at", "admin_email", "action", "dog_id", "user_id", CASE WHEN jsonb_exists(detail, 'userIds')
  THEN jsonb_set(detail, '{userIds}', jsonb_path_query_array(detail, $1::jsonpath))
  ELSE detail END as "detail" from "audit_log" order by "id" desc limit $2;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "audit_log") LIMIT 100000) AS found;

-- sweep the audit log
DELETE FROM "audit_log"
  WHERE id = ANY (ARRAY(SELECT id FROM "audit_log" WHERE "at" < $1 ORDER BY "at" LIMIT $2));

-- note
WITH dog AS (SELECT name, user_id FROM dogs WHERE id = $1::uuid),
  target AS (SELECT coalesce($2::uuid, (SELECT user_id FROM dog)) AS id),
  named AS MATERIALIZED (
  SELECT id, email FROM users WHERE id IN ($3::uuid, (SELECT id FROM target)) ORDER BY id FOR KEY SHARE
  )
  INSERT INTO audit_log (id, admin_id, admin_email, action, dog_id, user_id, detail)
  SELECT audit_id(), $4::uuid, coalesce((SELECT email FROM named WHERE id = $5::uuid), ''),
  $6::text, $7::uuid, target.id,
  jsonb_strip_nulls(
  jsonb_build_object('name', (SELECT name FROM dog), 'owner', (SELECT email FROM named WHERE id = target.id))
  || $8::jsonb)
  FROM target;

-- templates
select "id", "action", "title", "body" as "text" from "statement_templates" order by "id";

-- edit a template
update "statement_templates" set "action" = $1, "title" = $2, "body" = $3 where "id" = $4 returning "id", "action", "title", "body" as "text";

-- delete a template
delete from "statement_templates" where "id" = $1 returning "title";

-- hand over a dog
select "email" from "users" where "id" = $1 for no key update;
select "name", "user_id" from "dogs" where "id" = $1 for no key update;
select count(*) as "count" from "dogs" where "user_id" = $1;
select "email" from "users" where "id" = $1;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and EXISTS (SELECT FROM dogs AS changed WHERE changed.id = $2::uuid AND (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0)));
select "match_dogs"."match_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "owners_apart" on "owners_apart"."other_id" = "dogs"."user_id" where "match_dogs"."dog_id" = $1 and "owners_apart"."owner_id" = $2;
update "dogs" set "user_id" = $1 where "id" = $2;
update "users" set "active_dog_id" = $1 where "active_dog_id" = $2;
update "sessions" set "impersonated_dog_id" = $1 where "impersonated_dog_id" = $2;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and EXISTS (SELECT FROM dogs AS changed WHERE changed.id = $2::uuid AND (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0)));

-- impersonate
select "user_id" from "dogs" where "id" = $1 for share;
select "impersonated_dog_id" from "sessions" where "id" = $1 for no key update;
update "sessions" set "impersonated_dog_id" = $1 where "id" = $2;

-- stop impersonating
update "sessions" set "impersonated_dog_id" = $1 where "id" = $2 and "impersonated_dog_id" is not null;

-- delete users
select "id", "email" from "users" where id = ANY ($1::uuid[]) order by "id" for update;
select "id" from "sessions" where user_id = ANY ($1::uuid[]);
select "id" from "dogs" where user_id = ANY ($1::uuid[]) order by "id" for update;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "deleted" on "deleted"."id" = "match_dogs"."dog_id" where (NOT "deleted"."unseen" OR "deleted"."user_id" = "dogs"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "deleted"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "deleted"."id" OFFSET 0)) and match_dogs.dog_id = ANY ($1::uuid[]) and NOT (dogs.user_id = ANY ($2::uuid[]));
delete from "jobs" where "kind" = $1 and key = ANY ($2::text[]) and "given_up_at" is null;
delete from "users" where id = ANY ($1::uuid[]);
