-- mine
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "dogs"."unseen", "dogs"."paused" from "dogs" where "user_id" = $1 order by "id";

-- one
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "dogs"."unseen", "dogs"."paused", "dogs"."user_id", "dogs"."active_on", "users"."cell" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where "dogs"."id" = $1 and true;

-- one of others
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "dogs"."unseen", "dogs"."paused", "dogs"."user_id", "dogs"."active_on", "users"."cell" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where "dogs"."id" = $1 and (dogs.user_id = $2::uuid OR (NOT "dogs"."unseen" OR "dogs"."user_id" = $3::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $4::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)));

-- create
select "id" from "users" where "id" = $1 for no key update;
select count(*) as "count" from "dogs" where "user_id" = $1;
insert into "dogs" ("id", "user_id", "name", "breed", "age_years", "size", "sex", "temperament", "bio", "active_on") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "dogs"."unseen", "dogs"."paused";

-- activate
select "id" from "users" where "id" = $1 for no key update;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "dogs"."unseen", "dogs"."paused", "user_id", "created_at" from "dogs" where "id" = $1 and (dogs.user_id = $2::uuid OR (NOT "dogs"."unseen" OR "dogs"."user_id" = $3::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $4::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0))) for share;
update "users" set "active_dog_id" = $1 where "id" = $2;
update "sessions" set "impersonated_dog_id" = $1 where "id" = $2;

-- create again
select "id" from "users" where "id" = $1 for no key update;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "dogs"."unseen", "dogs"."paused" from "created_dogs" inner join "dogs" on "dogs"."id" = "created_dogs"."dog_id" where "created_dogs"."user_id" = $1 and "created_dogs"."client_id" = $2;

-- edit
select "id" from "users" where "id" = $1 for no key update;
select "name", "user_id" as "ownerId" from "dogs" where "id" = $1 and (dogs.user_id = $2::uuid OR (NOT "dogs"."unseen" OR "dogs"."user_id" = $3::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $4::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0))) for no key update;
update "dogs" set "id" = "id", "age_years" = $1 where "id" = $2 returning "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "dogs"."unseen", "dogs"."paused";
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));

-- delete
select "id" from "users" where "id" = (SELECT user_id FROM dogs WHERE id = $1::uuid) for no key update;
select "name", "user_id" as "ownerId" from "dogs" where "id" = $1 and true for update;
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
UPDATE notifications
  SET event = 'lost-over', other_dog_id = NULL, notified_at = $1, seen_at = NULL, mail_id = NULL,
  details = jsonb_build_object('lostId', lost_cases.id, 'outcome', lost_cases.outcome),
  push_at = CASE WHEN t.is_pushed AND notifications.push_at IS NULL THEN $2::timestamptz END
  FROM lost_tellings t JOIN lost_cases ON lost_cases.id = t.lost_id JOIN dogs ON dogs.id = lost_cases.dog_id
  WHERE dogs.id = $3::uuid AND NOT dogs.unseen AND NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "t"."user_id" AND owners_apart.other_id = "dogs"."user_id" OFFSET 0) AND notifications.user_id = t.user_id
  AND notifications.key = 'lost ' || t.lost_id AND notifications.event = 'lost-near'
  RETURNING t.lost_id AS "lostId", t.user_id AS "userId";
delete from "photos" where "dog_id" = $1 returning "id";
delete from "dogs" where "id" = $1;
SELECT report_cases.id FROM report_cases
  WHERE id = ANY (ARRAY(
  SELECT id FROM report_cases WHERE dog_id = ANY ($1::uuid[]) AND decided_at IS NULL AND appeal_of IS NULL
  UNION SELECT case_id FROM report_twins WHERE other_dog_id = ANY ($2::uuid[])))
  AND (
  report_cases.decided_at IS NULL AND report_cases.appeal_of IS NULL
  AND NOT EXISTS (SELECT FROM reports WHERE reports.case_id = report_cases.id OFFSET 0)) AND EXISTS (SELECT FROM report_twins WHERE report_twins.case_id = report_cases.id OFFSET 0)
  ORDER BY report_cases.id FOR UPDATE;
