-- report a dog
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "user_id" from "dogs" where "id" = $1 and (dogs.user_id = $2::uuid OR NOT dogs.unseen
  AND NOT EXISTS (SELECT FROM blocks WHERE blocks.user_id = dogs.user_id AND blocks.blocked_id = $3::uuid)
  AND NOT EXISTS (SELECT FROM partings WHERE partings.dog_id = dogs.id AND partings.other_dog_id = $4::uuid));
select "id", "key" from "photos" where "dog_id" = $1 and "deleted_at" is null order by "id" for key share;
insert into "report_cases" ("id", "kind", "dog_id", "dog_name", "owner_id", "version", "created_at") values ($1, $2, $3, $4, $5, $6, $7) on conflict ("dog_id") where "decided_at" is null and "appeal_of" is null do update set "kind" = ($8::text[])[least(
  array_position($9::text[], "report_cases"."kind"), array_position($10::text[], excluded.kind))] returning "id";
insert into "reports" ("case_id", "reporter_id", "kind", "photo_id", "created_at") values ($1, $2, $3, $4, $5) on conflict ("case_id", "reporter_id") do update set "kind" = ($6::text[])[least(
  array_position($7::text[], "reports"."kind"), array_position($8::text[], excluded.kind))], "photo_id" = coalesce(excluded.photo_id, reports.photo_id) where (reports.kind, reports.photo_id) IS DISTINCT FROM
  (($9::text[])[least(
  array_position($10::text[], "reports"."kind"), array_position($11::text[], excluded.kind))], coalesce(excluded.photo_id, reports.photo_id));
insert into "report_photos" ("case_id", "photo_id", "key") values ($1, $2, $3) on conflict do nothing;
INSERT INTO report_dogs (id, case_id, dog)
  SELECT $1::uuid, $2::uuid, $3::jsonb
  WHERE (SELECT dog FROM report_dogs WHERE case_id = $4 ORDER BY id DESC LIMIT 1)
  IS DISTINCT FROM $5::jsonb
  AND (SELECT count(*) FROM report_dogs WHERE case_id = $6) < $7::int;
INSERT INTO report_messages (case_id, message_id, match_id, seq, sender_dog_id, reporter_id, body, created_at)
  SELECT $1::uuid, id, match_id, seq, sender_dog_id,
  CASE WHEN sender_dog_id <> $2::uuid THEN $3::uuid END, body, created_at
  FROM messages WHERE match_id = (SELECT id FROM matches WHERE dog_a_id = $4 AND dog_b_id = $5)
  ORDER BY seq DESC LIMIT $6
  ON CONFLICT DO NOTHING;
WITH met AS (
  SELECT * FROM playdates WHERE match_id = (SELECT id FROM matches WHERE dog_a_id = $1::uuid AND dog_b_id = $2::uuid)
  AND (notes <> '' OR coalesce(changes ->> 'notes', '') <> '')
  ORDER BY when_ts DESC LIMIT $3
  ), written AS (
  SELECT id, 'playdate' AS kind, coalesce(notes_by_dog_id, proposer_dog_id) AS by_dog_id, notes AS title, when_ts FROM met
  UNION ALL
  SELECT id, 'playdate', (changes ->> 'byDogId')::uuid, changes ->> 'notes', when_ts FROM met
  WHERE changes IS NOT NULL AND changes ->> 'notes' <> notes
  UNION ALL
  (SELECT id, 'walk', host_dog_id, title, when_ts FROM walks WHERE host_dog_id = $4::uuid
  ORDER BY when_ts DESC LIMIT $5)
  )
  INSERT INTO report_titles (case_id, source_id, kind, dog_id, reporter_id, title, when_ts)
  SELECT $6::uuid, id, kind, by_dog_id, CASE WHEN by_dog_id <> $7::uuid THEN $8::uuid END,
  title, when_ts
  FROM written WHERE title <> ''
  ON CONFLICT DO NOTHING;
insert into "report_notes" ("id", "case_id", "author_id", "body", "created_at") values ($1, $2, $3, $4, $5);
update "report_cases" set "version" = version + 1 where "id" = $1;
select "id" from "reports" where "case_id" = $1 and "reporter_id" = $2;
select "id" from "users" where ("users"."is_admin" OR "users"."is_moderator");

-- own reports
select "reports"."id", "reports"."kind", "reports"."created_at", "report_cases"."decided_at", (
  SELECT action FROM decisions WHERE decisions.case_id = report_cases.id LIMIT 1) as "action", (extract(epoch FROM "reports"."created_at") * 1000000)::bigint::text as "at" from "reports" inner join "report_cases" on "report_cases"."id" = "reports"."case_id" where "reporter_id" = $1 and ("reports"."created_at", "reports"."id") < ($2::timestamptz, $3::uuid) order by "reports"."created_at" desc, "reports"."id" desc limit $4;

-- queue
select "report_cases"."id", "report_cases"."kind", "report_cases"."version", "report_cases"."created_at", "report_cases"."decided_at", "report_cases"."dog_id", "report_cases"."dog_name", "report_cases"."owner_id", "report_cases"."appeal_of", "report_cases"."claimed_by", "report_cases"."claimed_until", "owner"."first_name", "owner"."last_name", "owner"."email", "owner"."suspended_at", "owner"."suspended_until", "admin"."first_name" as "admin_first_name", "admin"."last_name" as "admin_last_name", (select coalesce(json_agg(agg), '[]') from (select "body", created_at as "at" from "report_notes" where "case_id" = "report_cases"."id" order by "report_notes"."id" limit $1) as agg) as "notes", (select count(*) as "count" from "reports" where "reports"."case_id" = "report_cases"."id") as "reporters", coalesce((
  SELECT CASE WHEN sighting_id IS NULL THEN 'lost' ELSE 'sighting' END FROM report_lost
  WHERE report_lost.case_id = report_cases.id LIMIT 1), 'dog') as "about", is_urgent::int::text as "at" from "report_cases" left join "users" as "owner" on "owner"."id" = "report_cases"."owner_id" left join "users" as "admin" on "admin"."id" = "report_cases"."claimed_by" where decided_at IS NULL and NOT ((
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = $2::uuid AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) OR ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $3::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $4::uuid) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $5::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $6::uuid) THEN 1
  ELSE 0 END)))) order by "is_urgent" desc, "report_cases"."id" limit $7;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "report_cases" where decided_at IS NULL and NOT ((
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
  ELSE 0 END))))) LIMIT 100000) AS found;

-- queue, next page
select "report_cases"."id", "report_cases"."kind", "report_cases"."version", "report_cases"."created_at", "report_cases"."decided_at", "report_cases"."dog_id", "report_cases"."dog_name", "report_cases"."owner_id", "report_cases"."appeal_of", "report_cases"."claimed_by", "report_cases"."claimed_until", "owner"."first_name", "owner"."last_name", "owner"."email", "owner"."suspended_at", "owner"."suspended_until", "admin"."first_name" as "admin_first_name", "admin"."last_name" as "admin_last_name", (select coalesce(json_agg(agg), '[]') from (select "body", created_at as "at" from "report_notes" where "case_id" = "report_cases"."id" order by "report_notes"."id" limit $1) as agg) as "notes", (select count(*) as "count" from "reports" where "reports"."case_id" = "report_cases"."id") as "reporters", coalesce((
  SELECT CASE WHEN sighting_id IS NULL THEN 'lost' ELSE 'sighting' END FROM report_lost
  WHERE report_lost.case_id = report_cases.id LIMIT 1), 'dog') as "about", is_urgent::int::text as "at" from "report_cases" left join "users" as "owner" on "owner"."id" = "report_cases"."owner_id" left join "users" as "admin" on "admin"."id" = "report_cases"."claimed_by" where decided_at IS NULL and NOT ((
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = $2::uuid AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) OR ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $3::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $4::uuid) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $5::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $6::uuid) THEN 1
  ELSE 0 END)))) and (is_urgent < $7 OR is_urgent = $8 AND report_cases.id > $9) order by "is_urgent" desc, "report_cases"."id" limit $10;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "report_cases" where decided_at IS NULL and NOT ((
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
  ELSE 0 END))))) LIMIT 100000) AS found;

-- decided, next page
select "report_cases"."id", "report_cases"."kind", "report_cases"."version", "report_cases"."created_at", "report_cases"."decided_at", "report_cases"."dog_id", "report_cases"."dog_name", "report_cases"."owner_id", "report_cases"."appeal_of", "report_cases"."claimed_by", "report_cases"."claimed_until", "owner"."first_name", "owner"."last_name", "owner"."email", "owner"."suspended_at", "owner"."suspended_until", "admin"."first_name" as "admin_first_name", "admin"."last_name" as "admin_last_name", (select coalesce(json_agg(agg), '[]') from (select "body", created_at as "at" from "report_notes" where "case_id" = "report_cases"."id" order by "report_notes"."id" limit $1) as agg) as "notes", (select count(*) as "count" from "reports" where "reports"."case_id" = "report_cases"."id") as "reporters", coalesce((
  SELECT CASE WHEN sighting_id IS NULL THEN 'lost' ELSE 'sighting' END FROM report_lost
  WHERE report_lost.case_id = report_cases.id LIMIT 1), 'dog') as "about", (extract(epoch FROM "decided_at") * 1000000)::bigint::text as "at" from "report_cases" left join "users" as "owner" on "owner"."id" = "report_cases"."owner_id" left join "users" as "admin" on "admin"."id" = "report_cases"."claimed_by" where decided_at IS NOT NULL and NOT ((
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = $2::uuid AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) OR ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $3::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $4::uuid) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $5::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $6::uuid) THEN 1
  ELSE 0 END)))) and ("decided_at", "report_cases"."id") < ($7::timestamptz, $8::uuid) order by "decided_at" desc, "report_cases"."id" desc limit $9;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "report_cases" where decided_at IS NOT NULL and NOT ((
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
  ELSE 0 END))))) LIMIT 100000) AS found;

-- a case
select "report_cases"."id", "report_cases"."kind", "report_cases"."version", "report_cases"."created_at", "report_cases"."decided_at", "report_cases"."dog_id", "report_cases"."dog_name", "report_cases"."owner_id", "report_cases"."appeal_of", "report_cases"."claimed_by", "report_cases"."claimed_until", "owner"."first_name", "owner"."last_name", "owner"."email", "owner"."suspended_at", "owner"."suspended_until", "admin"."first_name" as "admin_first_name", "admin"."last_name" as "admin_last_name", (select coalesce(json_agg(agg), '[]') from (select "body", created_at as "at" from "report_notes" where "case_id" = "report_cases"."id" order by "report_notes"."id" limit $1) as agg) as "notes", (select count(*) as "count" from "reports" where "reports"."case_id" = "report_cases"."id") as "reporters", coalesce((
  SELECT CASE WHEN sighting_id IS NULL THEN 'lost' ELSE 'sighting' END FROM report_lost
  WHERE report_lost.case_id = report_cases.id LIMIT 1), 'dog') as "about", coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) as "evidence_id" from "report_cases" left join "users" as "owner" on "owner"."id" = "report_cases"."owner_id" left join "users" as "admin" on "admin"."id" = "report_cases"."claimed_by" where "report_cases"."id" = coalesce((SELECT reports.case_id FROM reports WHERE reports.id = $2::uuid), $3::uuid);
select ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $1::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $2::uuid) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $3::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $4::uuid) THEN 1
  ELSE 0 END))) as "is_party", (
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = $5::uuid AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) as "is_about_staff" from "report_cases" where "id" = $6;
select "dog" from "report_dogs" where "case_id" = $1 order by "id" desc;
select "report_photos"."photo_id" as "id", EXISTS (
  SELECT FROM reports
  WHERE reports.case_id = report_photos.case_id AND reports.photo_id = report_photos.photo_id) as "reported", photos.id IS NULL as "removed" from "report_photos" left join "photos" on "photos"."id" = "report_photos"."photo_id" and "photos"."deleted_at" is null where "report_photos"."case_id" = $1 and NOT EXISTS (
  SELECT FROM report_lost
  WHERE report_lost.case_id = report_photos.case_id AND report_lost.sighting_id = report_photos.photo_id) and NOT EXISTS (
  SELECT FROM report_twins
  WHERE report_twins.case_id = report_photos.case_id AND report_twins.other_photo_id = report_photos.photo_id) order by "report_photos"."photo_id";
select "report_twins"."photo_id", "other_photo_id" as "photoId", "other_dog_id" as "dogId", "other_dog_name" as "dogName", "was_removed" as "removed", "report_photos"."key" from "report_twins" left join "report_photos" on "report_photos"."case_id" = "report_twins"."case_id" and "report_photos"."photo_id" = "report_twins"."other_photo_id" where "report_twins"."case_id" = $1 order by "report_twins"."photo_id", "report_twins"."other_photo_id" limit $2;
select "message_id" as "id", "match_id", "seq", "sender_dog_id", "body", "created_at" from "report_messages" where "case_id" = $1 order by "created_at" desc, "seq" desc limit $2;
select "source_id" as "id", "kind", "title", "dog_id" as "byDogId", "when_ts" from "report_titles" where "case_id" = $1 order by "when_ts" desc, "source_id", "title" limit $2;
select "report_lost"."lost_id" as "lostId", "report_lost"."sighting_id" as "sightingId", "report_photos"."photo_id", "report_lost"."words", "report_lost"."created_at" from "report_lost" left join "report_photos" on "report_photos"."case_id" = "report_lost"."case_id" and "report_photos"."photo_id" = "report_lost"."sighting_id" where "report_lost"."case_id" = $1 order by "report_lost"."id" desc;
select "users"."id", "users"."first_name" as "firstName", "users"."last_name" as "lastName" from "reports" inner join "users" on "users"."id" = "reports"."reporter_id" where "reports"."case_id" = $1 order by "reports"."created_at" limit $2;
select "action", "statement", "until", "decisions"."created_at", "first_name", "last_name" from "decisions" left join "users" on "users"."id" = "decisions"."admin_id" where "case_id" in ($1, $2) order by "decisions"."id";
select "case_notes"."id", "body", "case_notes"."created_at", "first_name", "last_name" from "case_notes" left join "users" on "users"."id" = "case_notes"."admin_id" where "case_id" in ($1, $2) order by "case_notes"."id" limit $3;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until" from "dogs" where "id" = $1;
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

-- note
select "id", "kind", "dog_id", "dog_name", "owner_id", "appeal_of", "version", "decided_at", "claimed_by", "claimed_until" from "report_cases" where "id" = coalesce((SELECT reports.case_id FROM reports WHERE reports.id = $1::uuid), $2::uuid) for update;
select ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $1::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $2::uuid) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $3::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $4::uuid) THEN 1
  ELSE 0 END))) as "is_party", (
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = $5::uuid AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) as "is_about_staff" from "report_cases" where "id" = $6;
select count(*) as "count" from "case_notes" where "case_id" = $1;
insert into "case_notes" ("id", "case_id", "admin_id", "body", "created_at") values ($1, $2, $3, $4, $5);

-- claim
select "id", "kind", "dog_id", "dog_name", "owner_id", "appeal_of", "version", "decided_at", "claimed_by", "claimed_until" from "report_cases" where "id" = coalesce((SELECT reports.case_id FROM reports WHERE reports.id = $1::uuid), $2::uuid) for update;
select ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $1::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $2::uuid) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $3::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $4::uuid) THEN 1
  ELSE 0 END))) as "is_party", (
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = $5::uuid AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) as "is_about_staff" from "report_cases" where "id" = $6;
update "report_cases" set "claimed_by" = $1, "claimed_until" = $2 where "id" = $3;
select "report_cases"."id", "report_cases"."kind", "report_cases"."version", "report_cases"."created_at", "report_cases"."decided_at", "report_cases"."dog_id", "report_cases"."dog_name", "report_cases"."owner_id", "report_cases"."appeal_of", "report_cases"."claimed_by", "report_cases"."claimed_until", "owner"."first_name", "owner"."last_name", "owner"."email", "owner"."suspended_at", "owner"."suspended_until", "admin"."first_name" as "admin_first_name", "admin"."last_name" as "admin_last_name", (select coalesce(json_agg(agg), '[]') from (select "body", created_at as "at" from "report_notes" where "case_id" = "report_cases"."id" order by "report_notes"."id" limit $1) as agg) as "notes", (select count(*) as "count" from "reports" where "reports"."case_id" = "report_cases"."id") as "reporters", coalesce((
  SELECT CASE WHEN sighting_id IS NULL THEN 'lost' ELSE 'sighting' END FROM report_lost
  WHERE report_lost.case_id = report_cases.id LIMIT 1), 'dog') as "about", coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) as "evidence_id" from "report_cases" left join "users" as "owner" on "owner"."id" = "report_cases"."owner_id" left join "users" as "admin" on "admin"."id" = "report_cases"."claimed_by" where "report_cases"."id" = coalesce((SELECT reports.case_id FROM reports WHERE reports.id = $2::uuid), $3::uuid);

-- decide reports
select "report_cases"."owner_id", "dogs"."user_id" from "report_cases" left join "dogs" on "dogs"."id" = "report_cases"."dog_id" where "report_cases"."id" = coalesce((SELECT reports.case_id FROM reports WHERE reports.id = $1::uuid), $2::uuid);
select "id", "is_admin", "is_moderator", "suspended_at" from "users" where "id" in ($1, $2, $3) order by "id" for no key update;
select "id", "kind", "dog_id", "dog_name", "owner_id", "appeal_of", "version", "decided_at", "claimed_by", "claimed_until" from "report_cases" where "id" = coalesce((SELECT reports.case_id FROM reports WHERE reports.id = $1::uuid), $2::uuid) for update;
select ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $1::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $2::uuid) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $3::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $4::uuid) THEN 1
  ELSE 0 END))) as "is_party", (
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = $5::uuid AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) as "is_about_staff" from "report_cases" where "id" = $6;
select "user_id" from "dogs" where "id" = $1 for no key update;
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

-- list notices
select "decisions"."id", "decisions"."action", "decisions"."statement", "decisions"."dog_name", "decisions"."created_at", "decisions"."until", "decisions"."dog_id", "appeal"."id" as "appeal_id", "answer"."action" as "answer_action", "answer"."statement" as "answer_statement", (select "body" from "report_notes" where "report_notes"."case_id" = "appeal"."id" limit $1) as "appeal_text" from "decisions" left join "report_cases" as "appeal" on "appeal"."appeal_of" = "decisions"."id" left join "decisions" as "answer" on "answer"."case_id" = "appeal"."id" where "decisions"."owner_id" = $2 and "decisions"."action" in ($3, $4, $5, $6, $7) and "decisions"."id" < $8 order by "decisions"."id" desc limit $9;

-- appeal
select "id", "dog_id", "dog_name", "created_at" from "decisions" where "id" = $1 and "owner_id" = $2 and "action" in ($3, $4, $5, $6, $7) for update;
select 1 as "one" from "report_cases" where "appeal_of" = $1 limit $2;
insert into "report_cases" ("id", "kind", "dog_id", "dog_name", "owner_id", "appeal_of", "appellant_id", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8);
insert into "report_notes" ("id", "case_id", "author_id", "body", "created_at") values ($1, $2, $3, $4, $5);
select "decisions"."id", "decisions"."action", "decisions"."statement", "decisions"."dog_name", "decisions"."created_at", "decisions"."until", "decisions"."dog_id", "appeal"."id" as "appeal_id", "answer"."action" as "answer_action", "answer"."statement" as "answer_statement", (select "body" from "report_notes" where "report_notes"."case_id" = "appeal"."id" limit $1) as "appeal_text" from "decisions" left join "report_cases" as "appeal" on "appeal"."appeal_of" = "decisions"."id" left join "decisions" as "answer" on "answer"."case_id" = "appeal"."id" where "decisions"."owner_id" = $2 and "decisions"."action" in ($3, $4, $5, $6, $7) and "decisions"."id" = $8;
select "id" from "users" where ("users"."is_admin" OR "users"."is_moderator");

-- decide an appeal
select "id" from "report_cases" where "appeal_of" = $1;
select "report_cases"."owner_id", "dogs"."user_id" from "report_cases" left join "dogs" on "dogs"."id" = "report_cases"."dog_id" where "report_cases"."id" = coalesce((SELECT reports.case_id FROM reports WHERE reports.id = $1::uuid), $2::uuid);
select "id", "is_admin", "is_moderator", "suspended_at" from "users" where "id" in ($1, $2, $3) order by "id" for no key update;
select "id", "kind", "dog_id", "dog_name", "owner_id", "appeal_of", "version", "decided_at", "claimed_by", "claimed_until" from "report_cases" where "id" = coalesce((SELECT reports.case_id FROM reports WHERE reports.id = $1::uuid), $2::uuid) for update;
select ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $1::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $2::uuid) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $3::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $4::uuid) THEN 1
  ELSE 0 END))) as "is_party", (
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = $5::uuid AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) as "is_about_staff" from "report_cases" where "id" = $6;
select "admin_id" from "decisions" where "id" = $1;
select "user_id" from "dogs" where "id" = $1 for no key update;
select "reporter_id" from "reports" where "case_id" = $1;
update "report_cases" set "decided_at" = $1, "version" = $2, "claimed_by" = $3, "claimed_until" = $4 where "id" = $5;
update "decisions" set "reversed_at" = $1 where "id" = $2 returning "action", "dog_id", "owner_id", "photo_ids";
insert into "decisions" ("id", "case_id", "admin_id", "dog_id", "dog_name", "owner_id", "action", "statement", "until", "photo_ids", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
select "id" from "users" where ("users"."is_admin" OR "users"."is_moderator");

-- is a photo kept
select 1 as "one" from "report_photos" where "key" = $1 limit $2;

-- a kept photo
select ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $1::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $2::uuid) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM $3::uuid THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = $4::uuid) THEN 1
  ELSE 0 END))) as "is_party", (
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = $5::uuid AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) as "is_about_staff" from "report_cases" where "id" = $6;
select "key" from "report_photos" where "case_id" = $1 and "photo_id" = $2;

-- rename a kept photo
select 1 as "one" from "pending_photos" where "key" = $1 limit $2 for update;
update "report_photos" set "key" = $1 where "key" = $2;
delete from "pending_photos" where "key" = $1;

-- sweep
DELETE FROM "report_cases" WHERE "id" = ANY (ARRAY(SELECT id FROM report_cases old WHERE decided_at < $1 AND NOT EXISTS (
  SELECT FROM decisions JOIN report_cases appeal ON appeal.appeal_of = decisions.id
  WHERE decisions.case_id = old.id AND (appeal.decided_at IS NULL OR appeal.decided_at >= $2))
  ORDER BY decided_at LIMIT $3));
DELETE FROM "decisions" WHERE "id" = ANY (ARRAY(SELECT id FROM decisions WHERE created_at < $1 AND case_id IS NULL
  AND (owner_id IS NULL OR action NOT IN ('hide-dog', 'suspend')) LIMIT $2));
DELETE FROM "photo_hashes" WHERE "photo_id" = ANY (ARRAY(SELECT photo_id FROM photo_hashes WHERE removed_at < $1 ORDER BY removed_at LIMIT $2));
