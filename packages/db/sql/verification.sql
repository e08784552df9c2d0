-- start
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "dogs"."unseen", "dogs"."paused", "user_id", "created_at" from "dogs" where "id" = $1 and (dogs.user_id = $2::uuid OR (NOT "dogs"."unseen" OR "dogs"."user_id" = $3::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $4::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0))) for share;
insert into "verifications" ("id", "dog_id", "user_id", "kind", "code", "created_at") values ($1, $2, $3, $4, $5, $6) on conflict ("dog_id", "kind") where state IN ('open', 'waiting') do update set "code" = "verifications"."code" returning "id", "code";

-- own
select "verifications"."id", "verifications"."version", "verifications"."dog_id", "verifications"."kind", "verifications"."state", "verifications"."code", "verifications"."reason", "verifications"."expires_on", "verifications"."created_at" from "verifications" where "verifications"."user_id" = $1 and "id" < $2 order by "id" desc limit $3;

-- may evidence come
select "verifications"."id", "verifications"."version", "verifications"."dog_id", "verifications"."kind", "verifications"."state", "verifications"."code", "verifications"."reason", "verifications"."expires_on", "verifications"."created_at" from "verifications" where "verifications"."user_id" = $1 and "id" = $2;

-- add evidence
insert into "pending_photos" ("key") values ($1);
select "verifications"."id", "verifications"."version", "verifications"."dog_id", "verifications"."kind", "verifications"."state", "verifications"."code", "verifications"."reason", "verifications"."expires_on", "verifications"."created_at" from "verifications" where "verifications"."user_id" = $1 and "id" = $2 for update;
delete from "pending_photos" where "key" = $1;
update "verifications" set "state" = $1, "evidence_key" = $2, "sent_at" = coalesce(sent_at, $3), "version" = version + 1 where "id" = $4 returning "verifications"."id", "verifications"."version", "verifications"."dog_id", "verifications"."kind", "verifications"."state", "verifications"."code", "verifications"."reason", "verifications"."expires_on", "verifications"."created_at";
select "id" from "users" where ("users"."is_admin" OR "users"."is_moderator");

-- withdraw
select "verifications"."id", "verifications"."version", "verifications"."dog_id", "verifications"."kind", "verifications"."state", "verifications"."code", "verifications"."reason", "verifications"."expires_on", "verifications"."created_at" from "verifications" where "verifications"."user_id" = $1 and "id" = $2 for update;
update "verifications" set "state" = $1, "evidence_key" = $2, "closed_at" = $3, "version" = version + 1 where "id" = $4;
select "id" from "users" where ("users"."is_admin" OR "users"."is_moderator");

-- evidence
select "evidence_key" from "verifications" where "id" = $1 and true;

-- queue
select "verifications"."id", "verifications"."version", "verifications"."dog_id", "verifications"."kind", "verifications"."state", "verifications"."code", "verifications"."reason", "verifications"."expires_on", "verifications"."created_at", "users"."id" as "owner_id", "users"."first_name", "users"."last_name", "users"."email", (extract(epoch FROM "sent_at") * 1000000)::bigint::text as "at" from "verifications" inner join "users" on "users"."id" = "verifications"."user_id" where verifications.state IN ('waiting') AND NOT EXISTS (
  SELECT FROM users AS staff WHERE staff.id = verifications.user_id AND ("staff"."is_admin" OR "staff"."is_moderator")) order by "sent_at" asc, "verifications"."id" asc limit $1;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "verifications" where verifications.state IN ('waiting') AND NOT EXISTS (
  SELECT FROM users AS staff WHERE staff.id = verifications.user_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) LIMIT 100000) AS found;

-- queue, next page
select "verifications"."id", "verifications"."version", "verifications"."dog_id", "verifications"."kind", "verifications"."state", "verifications"."code", "verifications"."reason", "verifications"."expires_on", "verifications"."created_at", "users"."id" as "owner_id", "users"."first_name", "users"."last_name", "users"."email", (extract(epoch FROM "sent_at") * 1000000)::bigint::text as "at" from "verifications" inner join "users" on "users"."id" = "verifications"."user_id" where verifications.state IN ('waiting') AND NOT EXISTS (
  SELECT FROM users AS staff WHERE staff.id = verifications.user_id AND ("staff"."is_admin" OR "staff"."is_moderator")) and ("sent_at", "verifications"."id") > ($1::timestamptz, $2::uuid) order by "sent_at" asc, "verifications"."id" asc limit $3;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "verifications" where verifications.state IN ('waiting') AND NOT EXISTS (
  SELECT FROM users AS staff WHERE staff.id = verifications.user_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) LIMIT 100000) AS found;

-- decided, next page
select "verifications"."id", "verifications"."version", "verifications"."dog_id", "verifications"."kind", "verifications"."state", "verifications"."code", "verifications"."reason", "verifications"."expires_on", "verifications"."created_at", "users"."id" as "owner_id", "users"."first_name", "users"."last_name", "users"."email", (extract(epoch FROM "closed_at") * 1000000)::bigint::text as "at" from "verifications" inner join "users" on "users"."id" = "verifications"."user_id" where verifications.state IN ('approved', 'refused') AND NOT EXISTS (
  SELECT FROM users AS staff WHERE staff.id = verifications.user_id AND ("staff"."is_admin" OR "staff"."is_moderator")) and ("closed_at", "verifications"."id") < ($1::timestamptz, $2::uuid) order by "closed_at" desc, "verifications"."id" desc limit $3;
SELECT count(*)::int AS total FROM ((select 1 as "one" from "verifications" where verifications.state IN ('approved', 'refused') AND NOT EXISTS (
  SELECT FROM users AS staff WHERE staff.id = verifications.user_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) LIMIT 100000) AS found;

-- decide
select "dog_id", "kind" from "verifications" where "id" = $1;
select "id" from "users" where "id" = (SELECT user_id FROM dogs WHERE id = $1::uuid) for no key update;
select "id" from "dogs" where "id" = $1 for no key update;
select "state", "version", "user_id" from "verifications" where "id" = $1 for update;
update "verifications" set "state" = $1, "version" = $2, "decided_by" = $3, "closed_at" = $4, "reason" = $5, "expires_on" = $6, "remind_on" = $7 where "id" = $8;
update "dogs" set "photo_checked" = $1 where "id" = $2;
select "verifications"."id", "verifications"."version", "verifications"."dog_id", "verifications"."kind", "verifications"."state", "verifications"."code", "verifications"."reason", "verifications"."expires_on", "verifications"."created_at", "users"."id" as "owner_id", "users"."first_name", "users"."last_name", "users"."email" from "verifications" inner join "users" on "users"."id" = "verifications"."user_id" where "verifications"."id" = $1;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));
select "id" from "users" where ("users"."is_admin" OR "users"."is_moderator");

-- remind of vaccinations
UPDATE verifications SET remind_on = NULL FROM dogs
  WHERE verifications.id = ANY (ARRAY(
  SELECT id FROM verifications WHERE remind_on <= $1::date ORDER BY remind_on LIMIT $2
  FOR UPDATE SKIP LOCKED))
  AND dogs.id = verifications.dog_id
  RETURNING verifications.dog_id, dogs.user_id, verifications.expires_on;

-- sweep
UPDATE verifications SET evidence_key = NULL WHERE id = ANY (ARRAY(
  SELECT id FROM verifications WHERE evidence_key IS NOT NULL AND closed_at < $1
  ORDER BY closed_at LIMIT $2));
DELETE FROM "verifications" WHERE "id" = ANY (ARRAY(SELECT id FROM verifications WHERE state IN ('refused', 'withdrawn') AND closed_at < $1 ORDER BY closed_at LIMIT $2));
