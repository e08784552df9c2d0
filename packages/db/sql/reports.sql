-- report a dog
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "user_id" from "dogs" where "id" = $1 and ("user_id" = $2 or ("unseen" = $3 and not exists (select "blocks"."id" from "blocks" where "blocks"."user_id" = "dogs"."user_id" and "blocked_id" = $4) and not exists (select "partings"."id" from "partings" where "partings"."dog_id" = "dogs"."id" and "other_dog_id" = $5)));
select "id", "key" from "photos" where "dog_id" = $1 order by "id" for key share;
insert into "report_cases" ("id", "kind", "dog_id", "dog_name", "owner_id", "version", "created_at") values ($1, $2, $3, $4, $5, $6, $7) on conflict ("dog_id") where "decided_at" is null and "appeal_of" is null do update set "kind" = ($8::text[])[least(
  array_position($9::text[], "report_cases"."kind"), array_position($10::text[], excluded.kind))] returning "id";
insert into "reports" ("case_id", "reporter_id", "kind", "photo_id", "created_at") values ($1, $2, $3, $4, $5) on conflict ("case_id", "reporter_id") do update set "kind" = ($6::text[])[least(
  array_position($7::text[], "reports"."kind"), array_position($8::text[], excluded.kind))], "photo_id" = coalesce(excluded.photo_id, reports.photo_id) where (reports.kind, reports.photo_id) IS DISTINCT FROM
  (($9::text[])[least(
  array_position($10::text[], "reports"."kind"), array_position($11::text[], excluded.kind))], coalesce(excluded.photo_id, reports.photo_id));
INSERT INTO report_dogs (id, case_id, dog)
  SELECT $1::uuid, $2::uuid, $3::jsonb
  WHERE (SELECT dog FROM report_dogs WHERE case_id = $4 ORDER BY id DESC LIMIT 1)
  IS DISTINCT FROM $5::jsonb
  AND (SELECT count(*) FROM report_dogs WHERE case_id = $6) < $7::int;
insert into "report_photos" ("case_id", "photo_id", "key") values ($1, $2, $3) on conflict do nothing;
INSERT INTO report_messages (case_id, message_id, match_id, seq, sender_dog_id, reporter_id, body, created_at)
  SELECT $1::uuid, id, match_id, seq, sender_dog_id,
  CASE WHEN sender_dog_id <> $2::uuid THEN $3::uuid END, body, created_at
  FROM messages WHERE match_id = (SELECT id FROM matches WHERE dog_a_id = $4 AND dog_b_id = $5)
  ORDER BY seq DESC LIMIT $6
  ON CONFLICT DO NOTHING;
insert into "report_notes" ("id", "case_id", "author_id", "body", "created_at") values ($1, $2, $3, $4, $5);
update "report_cases" set "version" = version + 1 where "id" = $1;
select "id" from "users" where "is_admin" = true;

-- own reports
select "case_id" from "reports" where "reporter_id" = $1 and "case_id" = $2;
select "reports"."case_id" as "id", "reports"."kind", "reports"."created_at", "report_cases"."decided_at", (select "action" from "decisions" where "decisions"."case_id" = "reports"."case_id" limit $1) as "action" from "reports" inner join "report_cases" on "report_cases"."id" = "reports"."case_id" where "reporter_id" = $2 and "reports"."case_id" < $3 order by "reports"."case_id" desc limit $4;

-- queue
select "report_cases"."id", "report_cases"."kind", "report_cases"."version", "report_cases"."created_at", "report_cases"."decided_at", "report_cases"."dog_id", "report_cases"."dog_name", "report_cases"."owner_id", "report_cases"."appeal_of", "owner"."first_name", "owner"."last_name", "owner"."email", "report_cases"."claimed_by", "report_cases"."claimed_until", "admin"."first_name" as "admin_first_name", "admin"."last_name" as "admin_last_name", (select coalesce(json_agg(agg), '[]') from (select "body", created_at as "at" from "report_notes" where "case_id" = "report_cases"."id" order by "report_notes"."id" limit $1) as agg) as "notes", (select count(*) as "count" from "reports" where "reports"."case_id" = "report_cases"."id") as "reporters" from "report_cases" left join "users" as "owner" on "owner"."id" = "report_cases"."owner_id" left join "users" as "admin" on "admin"."id" = "report_cases"."claimed_by" where "decided_at" is null order by "is_urgent" desc, "report_cases"."id" limit $2;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "report_cases" where "decided_at" is null) LIMIT 100000) AS found;

-- queue, next page
select "id", "is_urgent", "decided_at" from "report_cases" where "id" = $1;
select "report_cases"."id", "report_cases"."kind", "report_cases"."version", "report_cases"."created_at", "report_cases"."decided_at", "report_cases"."dog_id", "report_cases"."dog_name", "report_cases"."owner_id", "report_cases"."appeal_of", "owner"."first_name", "owner"."last_name", "owner"."email", "report_cases"."claimed_by", "report_cases"."claimed_until", "admin"."first_name" as "admin_first_name", "admin"."last_name" as "admin_last_name", (select coalesce(json_agg(agg), '[]') from (select "body", created_at as "at" from "report_notes" where "case_id" = "report_cases"."id" order by "report_notes"."id" limit $1) as agg) as "notes", (select count(*) as "count" from "reports" where "reports"."case_id" = "report_cases"."id") as "reporters" from "report_cases" left join "users" as "owner" on "owner"."id" = "report_cases"."owner_id" left join "users" as "admin" on "admin"."id" = "report_cases"."claimed_by" where "decided_at" is null and ("is_urgent" < $2 or ("is_urgent" = $3 and "report_cases"."id" > $4)) order by "is_urgent" desc, "report_cases"."id" limit $5;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "report_cases" where "decided_at" is null) LIMIT 100000) AS found;

-- decided, next page
select "id", "is_urgent", "decided_at" from "report_cases" where "id" = $1;
select "report_cases"."id", "report_cases"."kind", "report_cases"."version", "report_cases"."created_at", "report_cases"."decided_at", "report_cases"."dog_id", "report_cases"."dog_name", "report_cases"."owner_id", "report_cases"."appeal_of", "owner"."first_name", "owner"."last_name", "owner"."email", "report_cases"."claimed_by", "report_cases"."claimed_until", "admin"."first_name" as "admin_first_name", "admin"."last_name" as "admin_last_name", (select coalesce(json_agg(agg), '[]') from (select "body", created_at as "at" from "report_notes" where "case_id" = "report_cases"."id" order by "report_notes"."id" limit $1) as agg) as "notes", (select count(*) as "count" from "reports" where "reports"."case_id" = "report_cases"."id") as "reporters" from "report_cases" left join "users" as "owner" on "owner"."id" = "report_cases"."owner_id" left join "users" as "admin" on "admin"."id" = "report_cases"."claimed_by" where "decided_at" is not null and ("decided_at", "report_cases"."id") < ($2, $3) order by "decided_at" desc, "report_cases"."id" desc limit $4;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "report_cases" where "decided_at" is not null) LIMIT 100000) AS found;

-- a case
select "report_cases"."id", "report_cases"."kind", "report_cases"."version", "report_cases"."created_at", "report_cases"."decided_at", "report_cases"."dog_id", "report_cases"."dog_name", "report_cases"."owner_id", "report_cases"."appeal_of", "owner"."first_name", "owner"."last_name", "owner"."email", "report_cases"."claimed_by", "report_cases"."claimed_until", "admin"."first_name" as "admin_first_name", "admin"."last_name" as "admin_last_name", (select coalesce(json_agg(agg), '[]') from (select "body", created_at as "at" from "report_notes" where "case_id" = "report_cases"."id" order by "report_notes"."id" limit $1) as agg) as "notes", (select count(*) as "count" from "reports" where "reports"."case_id" = "report_cases"."id") as "reporters" from "report_cases" left join "users" as "owner" on "owner"."id" = "report_cases"."owner_id" left join "users" as "admin" on "admin"."id" = "report_cases"."claimed_by" where "report_cases"."id" = $2;
select "dog" from "report_dogs" where "case_id" = $1 order by "id" desc;
select "report_photos"."photo_id", "photos"."id", exists (select "case_id" from "reports" where "reports"."case_id" = "report_photos"."case_id" and "reports"."photo_id" = "report_photos"."photo_id") as "reported" from "report_photos" left join "photos" on "photos"."id" = "report_photos"."photo_id" where "report_photos"."case_id" = $1 order by "report_photos"."photo_id";
select "message_id", "match_id", "seq", "sender_dog_id", "body", "created_at" from "report_messages" where "case_id" = $1 order by "created_at" desc, "seq" desc limit $2;
select "users"."id", "users"."first_name", "users"."last_name" from "reports" inner join "users" on "users"."id" = "reports"."reporter_id" where "reports"."case_id" = $1 order by "reports"."created_at" limit $2;
select "action", "statement", "until", "decisions"."created_at", "first_name", "last_name" from "decisions" left join "users" on "users"."id" = "decisions"."admin_id" where "case_id" in ($1) order by "decisions"."id";
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos" from "dogs" where "id" = $1;
select "id", "kind", "decided_at", "created_at", "dog_name", (select "action" from "decisions" where "decisions"."case_id" = "report_cases"."id" limit $1) as "action" from "report_cases" where "owner_id" = $2 and "id" not in ($3, $4) order by "id" desc limit $5;

-- claim
select "id", "kind", "dog_id", "dog_name", "owner_id", "appeal_of", "version", "decided_at", "claimed_by", "claimed_until" from "report_cases" where "id" = $1 for update;
update "report_cases" set "claimed_by" = $1, "claimed_until" = $2 where "id" = $3;
select "report_cases"."id", "report_cases"."kind", "report_cases"."version", "report_cases"."created_at", "report_cases"."decided_at", "report_cases"."dog_id", "report_cases"."dog_name", "report_cases"."owner_id", "report_cases"."appeal_of", "owner"."first_name", "owner"."last_name", "owner"."email", "report_cases"."claimed_by", "report_cases"."claimed_until", "admin"."first_name" as "admin_first_name", "admin"."last_name" as "admin_last_name", (select coalesce(json_agg(agg), '[]') from (select "body", created_at as "at" from "report_notes" where "case_id" = "report_cases"."id" order by "report_notes"."id" limit $1) as agg) as "notes", (select count(*) as "count" from "reports" where "reports"."case_id" = "report_cases"."id") as "reporters" from "report_cases" left join "users" as "owner" on "owner"."id" = "report_cases"."owner_id" left join "users" as "admin" on "admin"."id" = "report_cases"."claimed_by" where "report_cases"."id" = $2;

-- decide reports
select "id", "kind", "dog_id", "dog_name", "owner_id", "appeal_of", "version", "decided_at", "claimed_by", "claimed_until" from "report_cases" where "id" = $1 for update;
select "user_id" from "dogs" where "id" = $1 for no key update;
select "reporter_id" from "reports" where "case_id" = $1;
select "user_id" from "dogs" where "id" = $1 and true for no key update;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and EXISTS (SELECT FROM dogs AS changed WHERE changed.id = $2::uuid AND (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0)));
update "dogs" set "hidden_at" = $1 where "id" = $2;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and EXISTS (SELECT FROM dogs AS changed WHERE changed.id = $2::uuid AND (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0)));
insert into "decisions" ("id", "case_id", "admin_id", "dog_id", "dog_name", "owner_id", "action", "statement", "until", "photo_ids", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
update "report_cases" set "decided_at" = $1, "version" = $2, "claimed_by" = $3, "claimed_until" = $4 where "id" = $5;
select "id" from "users" where "is_admin" = true;

-- list notices
select "decisions"."id", "decisions"."action", "decisions"."statement", "decisions"."dog_id", "decisions"."dog_name", "decisions"."created_at", "decisions"."until", "appeal"."id" as "appeal_id", "answer"."action" as "answer_action", "answer"."statement" as "answer_statement", (select "body" from "report_notes" where "report_notes"."case_id" = "appeal"."id" limit $1) as "appeal_text" from "decisions" left join "report_cases" as "appeal" on "appeal"."appeal_of" = "decisions"."id" left join "decisions" as "answer" on "answer"."case_id" = "appeal"."id" where "decisions"."owner_id" = $2 and "decisions"."action" in ($3, $4, $5, $6) and "decisions"."id" = $7;
select "decisions"."id", "decisions"."action", "decisions"."statement", "decisions"."dog_id", "decisions"."dog_name", "decisions"."created_at", "decisions"."until", "appeal"."id" as "appeal_id", "answer"."action" as "answer_action", "answer"."statement" as "answer_statement", (select "body" from "report_notes" where "report_notes"."case_id" = "appeal"."id" limit $1) as "appeal_text" from "decisions" left join "report_cases" as "appeal" on "appeal"."appeal_of" = "decisions"."id" left join "decisions" as "answer" on "answer"."case_id" = "appeal"."id" where "decisions"."owner_id" = $2 and "decisions"."action" in ($3, $4, $5, $6) and "decisions"."id" < $7 order by "decisions"."id" desc limit $8;

-- appeal
select "id", "dog_id", "dog_name", "created_at" from "decisions" where "id" = $1 and "owner_id" = $2 and "action" in ($3, $4, $5, $6) for update;
select "id" from "report_cases" where "appeal_of" = $1;
insert into "report_cases" ("id", "kind", "dog_id", "dog_name", "owner_id", "appeal_of", "appellant_id", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8);
insert into "report_notes" ("id", "case_id", "author_id", "body", "created_at") values ($1, $2, $3, $4, $5);
select "decisions"."id", "decisions"."action", "decisions"."statement", "decisions"."dog_id", "decisions"."dog_name", "decisions"."created_at", "decisions"."until", "appeal"."id" as "appeal_id", "answer"."action" as "answer_action", "answer"."statement" as "answer_statement", (select "body" from "report_notes" where "report_notes"."case_id" = "appeal"."id" limit $1) as "appeal_text" from "decisions" left join "report_cases" as "appeal" on "appeal"."appeal_of" = "decisions"."id" left join "decisions" as "answer" on "answer"."case_id" = "appeal"."id" where "decisions"."owner_id" = $2 and "decisions"."action" in ($3, $4, $5, $6) and "decisions"."id" = $7;
select "id" from "users" where "is_admin" = true;

-- decide an appeal
select "id" from "report_cases" where "appeal_of" = $1;
select "id", "kind", "dog_id", "dog_name", "owner_id", "appeal_of", "version", "decided_at", "claimed_by", "claimed_until" from "report_cases" where "id" = $1 for update;
select "admin_id" from "decisions" where "id" = $1;
select "user_id" from "dogs" where "id" = $1 for no key update;
select "reporter_id" from "reports" where "case_id" = $1;
update "decisions" set "reversed_at" = $1 where "id" = $2 returning "action", "dog_id", "owner_id", "photo_ids";
insert into "decisions" ("id", "case_id", "admin_id", "dog_id", "dog_name", "owner_id", "action", "statement", "until", "photo_ids", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
update "report_cases" set "decided_at" = $1, "version" = $2, "claimed_by" = $3, "claimed_until" = $4 where "id" = $5;
select "id" from "users" where "is_admin" = true;

-- is a photo kept
select "key" from "report_photos" where "key" = $1 limit $2;

-- a kept photo
select "key" from "report_photos" where "case_id" = $1 and "photo_id" = $2;

-- rename a kept photo
select "key" from "pending_photos" where "key" = $1 for update;

-- sweep
DELETE FROM report_cases WHERE id = ANY (ARRAY(
  SELECT id FROM report_cases old WHERE decided_at < $1 AND NOT EXISTS (
  SELECT FROM decisions JOIN report_cases appeal ON appeal.appeal_of = decisions.id
  WHERE decisions.case_id = old.id AND (appeal.decided_at IS NULL OR appeal.decided_at >= $2))
  ORDER BY decided_at LIMIT $3));
DELETE FROM decisions WHERE id = ANY (ARRAY(
  SELECT id FROM decisions WHERE created_at < $1 AND case_id IS NULL
  AND (owner_id IS NULL OR action NOT IN ('hide-dog', 'suspend'))
  LIMIT $2));
