-- users
select "id", "first_name", "last_name", "email", "is_demo", "is_admin", "is_moderator", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count", "name_key" as "value" from "users" order by "value", "id" limit $1;
select coalesce(sum(change), 0)::int as "count" from "row_counts" where "table_name" = $1;

-- users, next page
select "id", "first_name", "last_name", "email", "is_demo", "is_admin", "is_moderator", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count", "name_key" as "value" from "users" where ("name_key", "id") > ($1::text, $2) order by "value", "id" limit $3;
select coalesce(sum(change), 0)::int as "count" from "row_counts" where "table_name" = $1;

-- users by a search
select "id", "first_name", "last_name", "email", "is_demo", "is_admin", "is_moderator", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count", "name_key" as "value" from "users" where (users.name_key || ' ' || users.email_key LIKE $1 AND users.name_key || ' ' || users.email_key LIKE $2
  OR (users.email_key IS NULL AND users.name_key LIKE $3 AND users.name_key LIKE $4)) order by "value", "id" limit $5;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "users" where (users.name_key || ' ' || users.email_key LIKE $1 AND users.name_key || ' ' || users.email_key LIKE $2
  OR (users.email_key IS NULL AND users.name_key LIKE $3 AND users.name_key LIKE $4))) LIMIT 100000) AS found;

-- selection
select "id", "first_name", "last_name", "email", "is_demo", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count" from "users" where (users.name_key || ' ' || users.email_key LIKE $1 AND users.name_key || ' ' || users.email_key LIKE $2
  OR (users.email_key IS NULL AND users.name_key LIKE $3 AND users.name_key LIKE $4)) and "id" != $5 order by "name_key", "id" limit $6;

-- all dogs
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email", "dogs"."name_key" as "value" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" order by "value", "dogs"."id" limit $1;
select coalesce(sum(change), 0)::int as "count" from "row_counts" where "table_name" = $1;

-- all dogs, next page
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email", "dogs"."name_key" as "value" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where ("dogs"."name_key", "dogs"."id") > ($1::text, $2) order by "value", "dogs"."id" limit $3;
select coalesce(sum(change), 0)::int as "count" from "row_counts" where "table_name" = $1;

-- dogs by a search
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email", "dogs"."name_key" as "value" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where dogs.id IN (
  SELECT id FROM dogs WHERE name_key || ' ' || breed_key LIKE $1 AND name_key || ' ' || breed_key LIKE $2
  UNION ALL
  SELECT dogs.id FROM users JOIN dogs ON dogs.user_id = users.id WHERE (users.name_key || ' ' || users.email_key LIKE $3 AND users.name_key || ' ' || users.email_key LIKE $4
  OR (users.email_key IS NULL AND users.name_key LIKE $5 AND users.name_key LIKE $6))) order by "value", "dogs"."id" limit $7;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "dogs" where dogs.id IN (
  SELECT id FROM dogs WHERE name_key || ' ' || breed_key LIKE $1 AND name_key || ' ' || breed_key LIKE $2
  UNION ALL
  SELECT dogs.id FROM users JOIN dogs ON dogs.user_id = users.id WHERE (users.name_key || ' ' || users.email_key LIKE $3 AND users.name_key || ' ' || users.email_key LIKE $4
  OR (users.email_key IS NULL AND users.name_key LIKE $5 AND users.name_key LIKE $6)))) LIMIT 100000) AS found;

-- unowned dogs
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email", "dogs"."name_key" as "value" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where "dogs"."user_id" is null order by "value", "dogs"."id" limit $1;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "dogs" where "dogs"."user_id" is null) LIMIT 100000) AS found;

-- dogs of a user
select 1 as "one" from "users" where "id" = $1 limit $2;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where "dogs"."user_id" = $1 order by "dogs"."id";

-- a user
select "id", "first_name", "last_name", "email", "email_verified_at", "is_demo", "created_at", "suspended_at", "suspended_until", "is_admin", "is_moderator", "presence"."seen_at" from "users" left join "presence" on "presence"."user_id" = "users"."id" where "id" = $1;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."user_id", "dogs"."photos", "users"."first_name", "users"."last_name", "users"."email", "dogs"."hidden_at" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where "dogs"."user_id" = $1 order by "dogs"."id";
select "sessions"."id", "sessions"."created_at", "sessions"."last_used_at", "sessions"."device" from "sessions" where "user_id" = $1 and "last_used_at" > $2 order by id = $3 desc, "last_used_at" desc limit $4;
select "report_cases"."id", "report_cases"."kind", "report_cases"."created_at", "report_cases"."dog_name", "report_cases"."decided_at", (
  SELECT action FROM decisions WHERE decisions.case_id = report_cases.id LIMIT 1) as "action" from "report_cases" where NOT ((
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = $1::uuid AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) OR ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $2::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $3::uuid) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $4::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $5::uuid) THEN 1
  ELSE 0 END)))) and (owner_id = $6 AND report_cases.id <> ALL ($7::uuid[])) order by "report_cases"."id" desc limit $8;
select "report_cases"."id", "report_cases"."kind", "report_cases"."created_at", "report_cases"."dog_name", "report_cases"."decided_at", (
  SELECT action FROM decisions WHERE decisions.case_id = report_cases.id LIMIT 1) as "action" from "report_cases" where NOT ((
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = $1::uuid AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) OR ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $2::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $3::uuid) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $4::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $5::uuid) THEN 1
  ELSE 0 END)))) and report_cases.id IN (SELECT case_id FROM reports WHERE reporter_id = $6) order by "report_cases"."id" desc limit $7;

-- suspend without a report
select "id", "is_admin", "is_moderator", "suspended_at" from "users" where "id" in ($1, $2) order by "id" for no key update;
select "id", "email", "email_verified_at", "first_name", "last_name", "city", "lat", "lng", "is_admin", "is_moderator", "is_demo", "suspended_at", "password_hash", "require_passkey" from "users" where "id" = $1;
select "id" from "dogs" where "user_id" = $1 order by "id" limit $2;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until" from "dogs" where "id" = $1 for no key update;
insert into "report_cases" ("id", "kind", "dog_id", "dog_name", "version", "owner_id", "created_at", "decided_at") values ($1, $2, $3, $4, $5, $6, $7, $8);
select "id", "key" from "photos" where "dog_id" = $1 and "deleted_at" is null order by "id" for key share;
INSERT INTO report_dogs (id, case_id, dog)
  SELECT $1::uuid, $2::uuid, $3::jsonb
  WHERE (SELECT dog FROM report_dogs WHERE case_id = $4 ORDER BY id DESC LIMIT 1)
  IS DISTINCT FROM $5::jsonb
  AND (SELECT count(*) FROM report_dogs WHERE case_id = $6) < $7::int;
insert into "report_photos" ("case_id", "photo_id", "key") values ($1, $2, $3) on conflict do nothing;
select "reporter_id" from "reports" where "case_id" = $1;
update "report_cases" set "decided_at" = $1, "version" = $2, "claimed_by" = $3, "claimed_until" = $4 where "id" = $5;
select "until", "created_at" as "now" from "decisions" where "owner_id" = $1 and "action" = $2 and "reversed_at" is null and ("until" is null or "until" > $3) order by until DESC NULLS FIRST;
select "password_hash", "oidc_issuer", "oidc_subject", "require_passkey" from "users" where "id" = $1 for no key update;
select "id" from "dogs" where "user_id" = $1 order by "id" for no key update;
select "id" from "dogs" where "user_id" = $1;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));
update "users" set "suspended_at" = $1, "suspended_until" = $2 where "id" = $3;
INSERT INTO outdated_photos (key) SELECT key FROM photos WHERE dog_id = ANY ($1::uuid[])
  ON CONFLICT DO NOTHING;
WITH open AS MATERIALIZED (
  SELECT id, status FROM playdates
  WHERE (proposer_dog_id = ANY ($1::uuid[]) OR invited_dog_id = ANY ($2::uuid[])) AND status IN ('proposed', 'accepted') AND when_ts >= $3
  ORDER BY id FOR NO KEY UPDATE
  ), off AS (
  UPDATE playdates SET status = 'declined', cancelled_at = $4, changes = NULL, revision = revision + 1, updated_at = $5
  FROM open WHERE playdates.id = open.id
  RETURNING open.status AS was, when_ts, park_name, time_zone, proposer_dog_id, invited_dog_id
  ), hosted AS MATERIALIZED (
  SELECT id, when_ts, park_name, time_zone, host_dog_id FROM walks
  WHERE host_dog_id = ANY ($6::uuid[]) AND cancelled_at IS NULL AND when_ts >= $7
  ORDER BY id FOR NO KEY UPDATE
  ), walks_off AS (
  UPDATE walks SET cancelled_at = $8, revision = revision + 1
  FROM hosted WHERE walks.id = hosted.id AND $9::boolean
  ), series_over AS (
  UPDATE walk_series SET ended_at = $10
  WHERE host_dog_id = ANY ($11::uuid[]) AND ended_at IS NULL AND $12::boolean
  ), shared AS MATERIALIZED (
  SELECT hosted.id AS walk_id, one.dog_id FROM hosted CROSS JOIN unnest($13::uuid[]) AS one (dog_id)
  UNION ALL
  SELECT walks.id, one.dog_id FROM walks CROSS JOIN unnest($14::uuid[]) AS one (dog_id)
  WHERE walks.host_dog_id = ANY ($15::uuid[]) AND cancelled_at IS NULL AND when_ts >= $16
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
  WHERE ($17::uuid[] IS NULL AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "stays"."user_id" AND owners_apart.other_id = "host"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "stays"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  OR stays.id = ANY ($18::uuid[]) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "stays"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  ), notified AS (
  SELECT stays.*, (row_number() OVER (PARTITION BY stays.user_id ORDER BY stays.when_ts))::int AS nth
  FROM waiting stays
  WHERE stays.user_id IS NOT NULL AND stays.dog_id <> ALL ($19::uuid[])
  AND NOT EXISTS (SELECT FROM dogs WHERE dogs.id = ANY ($20::uuid[]) AND dogs.user_id = stays.user_id)
  )
  SELECT * FROM notified;
insert into "decisions" ("id", "case_id", "admin_id", "dog_id", "dog_name", "owner_id", "action", "statement", "until", "photo_ids", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
select "id" from "users" where ("users"."is_admin" OR "users"."is_moderator");

-- hide without a report
select "user_id", "hidden_at" from "dogs" where "id" = $1;
select "id", "is_admin", "is_moderator", "suspended_at" from "users" where "id" in ($1, $2) order by "id" for no key update;
select "user_id", "hidden_at" from "dogs" where "id" = $1 for no key update;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until" from "dogs" where "id" = $1 for no key update;
insert into "report_cases" ("id", "kind", "dog_id", "dog_name", "version", "owner_id", "created_at", "decided_at") values ($1, $2, $3, $4, $5, $6, $7, $8);
select "id", "key" from "photos" where "dog_id" = $1 and "deleted_at" is null order by "id" for key share;
INSERT INTO report_dogs (id, case_id, dog)
  SELECT $1::uuid, $2::uuid, $3::jsonb
  WHERE (SELECT dog FROM report_dogs WHERE case_id = $4 ORDER BY id DESC LIMIT 1)
  IS DISTINCT FROM $5::jsonb
  AND (SELECT count(*) FROM report_dogs WHERE case_id = $6) < $7::int;
insert into "report_photos" ("case_id", "photo_id", "key") values ($1, $2, $3) on conflict do nothing;
select "reporter_id" from "reports" where "case_id" = $1;
update "report_cases" set "decided_at" = $1, "version" = $2, "claimed_by" = $3, "claimed_until" = $4 where "id" = $5;
select "id" from "users" where "id" = (SELECT user_id FROM dogs WHERE id = $1::uuid) for no key update;
select "name", "user_id" as "ownerId" from "dogs" where "id" = $1 and true for no key update;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));
update "dogs" set "hidden_at" = $1 where "id" = $2;
WITH open AS MATERIALIZED (
  SELECT id, status FROM playdates
  WHERE (proposer_dog_id = ANY ($1::uuid[]) OR invited_dog_id = ANY ($2::uuid[])) AND status IN ('proposed', 'accepted') AND when_ts >= $3
  ORDER BY id FOR NO KEY UPDATE
  ), off AS (
  UPDATE playdates SET status = 'declined', cancelled_at = $4, changes = NULL, revision = revision + 1, updated_at = $5
  FROM open WHERE playdates.id = open.id
  RETURNING open.status AS was, when_ts, park_name, time_zone, proposer_dog_id, invited_dog_id
  ), hosted AS MATERIALIZED (
  SELECT id, when_ts, park_name, time_zone, host_dog_id FROM walks
  WHERE host_dog_id = ANY ($6::uuid[]) AND cancelled_at IS NULL AND when_ts >= $7
  ORDER BY id FOR NO KEY UPDATE
  ), walks_off AS (
  UPDATE walks SET cancelled_at = $8, revision = revision + 1
  FROM hosted WHERE walks.id = hosted.id AND $9::boolean
  ), series_over AS (
  UPDATE walk_series SET ended_at = $10
  WHERE host_dog_id = ANY ($11::uuid[]) AND ended_at IS NULL AND $12::boolean
  ), shared AS MATERIALIZED (
  SELECT hosted.id AS walk_id, one.dog_id FROM hosted CROSS JOIN unnest($13::uuid[]) AS one (dog_id)
  UNION ALL
  SELECT walks.id, one.dog_id FROM walks CROSS JOIN unnest($14::uuid[]) AS one (dog_id)
  WHERE walks.host_dog_id = ANY ($15::uuid[]) AND cancelled_at IS NULL AND when_ts >= $16
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
  WHERE ($17::uuid[] IS NULL AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "stays"."user_id" AND owners_apart.other_id = "host"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "stays"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  OR stays.id = ANY ($18::uuid[]) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "stays"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  ), notified AS (
  SELECT stays.*, (row_number() OVER (PARTITION BY stays.user_id ORDER BY stays.when_ts))::int AS nth
  FROM waiting stays
  WHERE stays.user_id IS NOT NULL AND stays.dog_id <> ALL ($19::uuid[])
  AND NOT EXISTS (SELECT FROM dogs WHERE dogs.id = ANY ($20::uuid[]) AND dogs.user_id = stays.user_id)
  )
  SELECT * FROM notified;
INSERT INTO outdated_photos (key) SELECT key FROM photos WHERE dog_id = ANY ($1::uuid[])
  ON CONFLICT DO NOTHING;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));
insert into "decisions" ("id", "case_id", "admin_id", "dog_id", "dog_name", "owner_id", "action", "statement", "until", "photo_ids", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
select "id" from "users" where ("users"."is_admin" OR "users"."is_moderator");

-- show again
select "id" from "users" where "id" = (SELECT user_id FROM dogs WHERE id = $1::uuid) for no key update;
select "user_id", "hidden_at" from "dogs" where "id" = $1 for no key update;
update "decisions" set "reversed_at" = $1 where "dog_id" = $2 and "action" = $3 and "reversed_at" is null;
select "id" from "users" where "id" = (SELECT user_id FROM dogs WHERE id = $1::uuid) for no key update;
select "name", "user_id" as "ownerId" from "dogs" where "id" = $1 and true for no key update;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));
update "dogs" set "hidden_at" = $1 where "id" = $2;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));

-- users by e-mail, next page
select "id", "first_name", "last_name", "email", "is_demo", "is_admin", "is_moderator", (SELECT count(*) FROM dogs WHERE dogs.user_id = users.id) as "dog_count", coalesce(email_key, '') as "value" from "users" where (coalesce(email_key, ''), "id") > ($1::text, $2) order by "value", "id" limit $3;
select coalesce(sum(change), 0)::int as "count" from "row_counts" where "table_name" = $1;

-- audit
select "audit_log"."id", "audit_log"."at", "audit_log"."action", "audit_log"."dog_id", "audit_log"."user_id", "admin_id", "admin_email", CASE WHEN jsonb_exists(detail, 'userIds')
  THEN jsonb_set(detail, '{userIds}', jsonb_path_query_array(detail, $1::jsonpath))
  ELSE detail END as "detail" from "audit_log" order by "id" desc limit $2;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "audit_log") LIMIT 100000) AS found;

-- sweep the audit log
DELETE FROM "audit_log" WHERE "id" = ANY (ARRAY(SELECT id FROM "audit_log" WHERE "at" < $1 ORDER BY "at" LIMIT $2));

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
select "id", "email", "suspended_at" from "users" where ("id" = $1 or "id" = (select "user_id" from "dogs" where "id" = $2)) order by "id" for no key update;
select "name", "user_id" from "dogs" where "id" = $1 for no key update;
select count(*) as "count" from "dogs" where "user_id" = $1;
select "email" from "users" where "id" = $1;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));
select "match_dogs"."match_id" as "id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $2::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0);
select distinct "dogs"."id" from "walks" inner join "walk_dogs" on "walk_dogs"."walk_id" = "walks"."id" inner join "dogs" on "dogs"."id" = "walk_dogs"."dog_id" where "walks"."host_dog_id" = $1 and EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $2::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0);
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
SELECT id FROM users WHERE ("users"."is_admin" OR "users"."is_moderator") AND (
  EXISTS (SELECT FROM verifications WHERE dog_id = ANY ($1::uuid[]) AND state = 'waiting')
  OR EXISTS (SELECT FROM report_cases WHERE dog_id = ANY ($2::uuid[]) AND decided_at IS NULL AND appeal_of IS NULL)
  OR EXISTS (SELECT FROM report_cases WHERE appellant_id = ANY ($3::uuid[]) AND decided_at IS NULL)
  OR EXISTS (SELECT FROM report_twins WHERE other_dog_id = ANY ($4::uuid[]))
  OR EXISTS (SELECT FROM lost_cases WHERE dog_id = ANY ($5::uuid[]) AND ended_at IS NULL)
  OR EXISTS (SELECT FROM parks WHERE suggested_by = ANY ($6::uuid[]) AND state = 'waiting'));
update "verifications" set "state" = $1, "evidence_key" = $2, "closed_at" = $3, "version" = version + 1 where "dog_id" = $4 and "state" in ($5, $6);
select "id" from "lost_cases" where "dog_id" = $1 and "ended_at" is null for no key update;
update "dogs" set "user_id" = $1 where "id" = $2;
update "users" set "active_dog_id" = $1 where "active_dog_id" = $2;
update "sessions" set "impersonated_dog_id" = $1 where "impersonated_dog_id" = $2;
delete from "created_dogs" where "dog_id" = $1;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));

-- impersonate
select "user_id" from "dogs" where "id" = $1 for share;
select "impersonated_dog_id" from "sessions" where "id" = $1 for no key update;
update "sessions" set "impersonated_dog_id" = $1 where "id" = $2;

-- stop impersonating
update "sessions" set "impersonated_dog_id" = $1 where "id" = $2 and "impersonated_dog_id" is not null;

-- delete users
select "id", "email" from "users" where id = ANY ($1::uuid[]) order by "id" for no key update;
select "id" from "sessions" where user_id = ANY ($1::uuid[]);
select "id" from "dogs" where user_id = ANY ($1::uuid[]) order by "id" for update;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));
SELECT id FROM users WHERE ("users"."is_admin" OR "users"."is_moderator") AND (
  EXISTS (SELECT FROM verifications WHERE dog_id = ANY ($1::uuid[]) AND state = 'waiting')
  OR EXISTS (SELECT FROM report_cases WHERE dog_id = ANY ($2::uuid[]) AND decided_at IS NULL AND appeal_of IS NULL)
  OR EXISTS (SELECT FROM report_cases WHERE appellant_id = ANY ($3::uuid[]) AND decided_at IS NULL)
  OR EXISTS (SELECT FROM report_twins WHERE other_dog_id = ANY ($4::uuid[]))
  OR EXISTS (SELECT FROM lost_cases WHERE dog_id = ANY ($5::uuid[]) AND ended_at IS NULL)
  OR EXISTS (SELECT FROM parks WHERE suggested_by = ANY ($6::uuid[]) AND state = 'waiting'));
WITH open AS MATERIALIZED (
  SELECT id, status FROM playdates
  WHERE (proposer_dog_id = ANY ($1::uuid[]) OR invited_dog_id = ANY ($2::uuid[])) AND status IN ('proposed', 'accepted') AND when_ts >= $3
  ORDER BY id FOR NO KEY UPDATE
  ), off AS (
  UPDATE playdates SET status = 'declined', cancelled_at = $4, changes = NULL, revision = revision + 1, updated_at = $5
  FROM open WHERE playdates.id = open.id
  RETURNING open.status AS was, when_ts, park_name, time_zone, proposer_dog_id, invited_dog_id
  ), hosted AS MATERIALIZED (
  SELECT id, when_ts, park_name, time_zone, host_dog_id FROM walks
  WHERE host_dog_id = ANY ($6::uuid[]) AND cancelled_at IS NULL AND when_ts >= $7
  ORDER BY id FOR NO KEY UPDATE
  ), walks_off AS (
  UPDATE walks SET cancelled_at = $8, revision = revision + 1
  FROM hosted WHERE walks.id = hosted.id AND $9::boolean
  ), series_over AS (
  UPDATE walk_series SET ended_at = $10
  WHERE host_dog_id = ANY ($11::uuid[]) AND ended_at IS NULL AND $12::boolean
  ), shared AS MATERIALIZED (
  SELECT hosted.id AS walk_id, one.dog_id FROM hosted CROSS JOIN unnest($13::uuid[]) AS one (dog_id)
  UNION ALL
  SELECT walks.id, one.dog_id FROM walks CROSS JOIN unnest($14::uuid[]) AS one (dog_id)
  WHERE walks.host_dog_id = ANY ($15::uuid[]) AND cancelled_at IS NULL AND when_ts >= $16
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
  WHERE ($17::uuid[] IS NULL AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "stays"."user_id" AND owners_apart.other_id = "host"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "stays"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  OR stays.id = ANY ($18::uuid[]) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "stays"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  ), notified AS (
  SELECT stays.*, (row_number() OVER (PARTITION BY stays.user_id ORDER BY stays.when_ts))::int AS nth
  FROM waiting stays
  WHERE stays.user_id IS NOT NULL AND stays.dog_id <> ALL ($19::uuid[])
  AND NOT EXISTS (SELECT FROM dogs WHERE dogs.id = ANY ($20::uuid[]) AND dogs.user_id = stays.user_id)
  )
  SELECT * FROM notified;
WITH theirs AS MATERIALIZED (
  UPDATE report_twins SET other_dog_name = '' WHERE other_dog_id = ANY ($1::uuid[]) AND NOT was_removed
  RETURNING case_id, other_photo_id
  )
  DELETE FROM report_photos USING theirs
  WHERE report_photos.case_id = theirs.case_id AND report_photos.photo_id = theirs.other_photo_id;
delete from "jobs" where "kind" = $1 and key = ANY ($2::text[]) and "given_up_at" is null;
delete from "parks" where suggested_by = ANY ($1::uuid[]) and "offered_at" is null;
delete from "users" where id = ANY ($1::uuid[]);
SELECT report_cases.id FROM report_cases
  WHERE id = ANY (ARRAY(
  SELECT id FROM report_cases WHERE dog_id = ANY ($1::uuid[]) AND decided_at IS NULL AND appeal_of IS NULL
  UNION SELECT case_id FROM report_twins WHERE other_dog_id = ANY ($2::uuid[])))
  AND (
  report_cases.decided_at IS NULL AND report_cases.appeal_of IS NULL
  AND NOT EXISTS (SELECT FROM reports WHERE reports.case_id = report_cases.id OFFSET 0)) AND EXISTS (SELECT FROM report_twins WHERE report_twins.case_id = report_cases.id OFFSET 0)
  ORDER BY report_cases.id FOR UPDATE;
