-- note
insert into "pending_photos" ("key") values ($1);

-- add
select "id" from "users" where "id" = $1 for no key update;
select "name", "user_id" as "ownerId" from "dogs" where "id" = $1 and (dogs.user_id = $2::uuid OR (NOT "dogs"."unseen" OR "dogs"."user_id" = $3::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $4::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0))) for no key update;
select "user_id", jsonb_array_length("photos") as "photos" from "dogs" where "id" = $1 and (dogs.user_id = $2::uuid OR (NOT "dogs"."unseen" OR "dogs"."user_id" = $3::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $4::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)));
delete from "pending_photos" where "key" = any($1);
insert into "photos" ("id", "dog_id", "key", "focus_x", "focus_y") values ($1, $2, $3, $4, $5);
SELECT pg_advisory_xact_lock($1, band) FROM (SELECT unnest(photo_bands($2::bigint)) AS band ORDER BY 1) bands;
insert into "photo_hashes" ("photo_id", "dog_id", "hash") values ($1, $2, $3);
SELECT h.photo_id, h.dog_id, h.removed_at IS NOT NULL AS was_removed,
  coalesce((SELECT name FROM dogs WHERE id = h.dog_id), (SELECT dog_name FROM report_cases WHERE id = h.removed_in), '') AS dog_name,
  (SELECT key FROM report_photos WHERE case_id = h.removed_in AND photo_id = h.photo_id) AS key
  FROM photo_hashes h
  WHERE photo_bands(h.hash) && photo_bands($1::bigint)
  AND bit_count((h.hash # $2::bigint)::bit(64)) <= $3::int
  AND NOT EXISTS (SELECT FROM photos WHERE id = h.photo_id AND deleted_at IS NOT NULL OFFSET 0)
  AND (h.removed_at IS NOT NULL OR (SELECT user_id FROM dogs WHERE id = h.dog_id)
  <> (SELECT user_id FROM dogs WHERE id = $4::uuid))
  ORDER BY was_removed DESC, bit_count((h.hash # $5::bigint)::bit(64)), h.photo_id
  LIMIT 1;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));

-- focus
select "photos"."dog_id" from "photos" inner join "dogs" on "dogs"."id" = "photos"."dog_id" where "photos"."id" = $1 and true;
select "id" from "users" where "id" = (SELECT user_id FROM dogs WHERE id = $1::uuid) for no key update;
select "name", "user_id" as "ownerId" from "dogs" where "id" = $1 and true for no key update;
update "photos" set "focus_x" = $1, "focus_y" = $2 where "id" = $3 and "deleted_at" is null returning "id", "dog_id", "key", "focus_x", "focus_y";
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));

-- give up
WITH given_up AS (DELETE FROM pending_photos WHERE key = $1 RETURNING key)
  INSERT INTO removed_photos (key) SELECT key FROM given_up;

-- give up old
WITH given_up AS (DELETE FROM pending_photos WHERE noted_at < $1 RETURNING key)
  INSERT INTO removed_photos (key) SELECT key FROM given_up;

-- delete
select "photos"."dog_id" from "photos" inner join "dogs" on "dogs"."id" = "photos"."dog_id" where "photos"."id" = $1 and true;
select "id" from "users" where "id" = (SELECT user_id FROM dogs WHERE id = $1::uuid) for no key update;
select "name", "user_id" as "ownerId" from "dogs" where "id" = $1 and true for no key update;
update "photos" set "deleted_at" = $1, "deleted_by" = $2 where "id" = $3 and "deleted_at" is null returning "id", "dog_id", "key", "focus_x", "focus_y";
insert into "outdated_photos" ("key") values ($1) on conflict do nothing;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));

-- restore
select "photos"."dog_id" from "photos" inner join "dogs" on "dogs"."id" = "photos"."dog_id" where "photos"."id" = $1 and true;
select "id" from "users" where "id" = (SELECT user_id FROM dogs WHERE id = $1::uuid) for no key update;
select "name", "user_id" as "ownerId" from "dogs" where "id" = $1 and true for no key update;
select "id", "dog_id", "key", "focus_x", "focus_y", "deleted_at" from "photos" where "id" = $1 and ("deleted_at" is null or ("deleted_by" = $2 and "deleted_at" > $3));
select "user_id", jsonb_array_length("photos") as "photos" from "dogs" where "id" = $1 and true;
update "photos" set "deleted_at" = $1, "deleted_by" = $2 where "id" = $3;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));

-- purge
select "id" from "dogs" where "id" = (select "dog_id" from "photos" where "id" = $1) for no key update;
delete from "photos" where "id" = $1 and "deleted_at" <= $2 returning "dog_id";
SELECT id FROM users WHERE ("users"."is_admin" OR "users"."is_moderator") AND (
  EXISTS (SELECT FROM verifications WHERE dog_id = ANY ($1::uuid[]) AND state = 'waiting')
  OR EXISTS (SELECT FROM report_cases WHERE dog_id = ANY ($2::uuid[]) AND decided_at IS NULL AND appeal_of IS NULL)
  OR EXISTS (SELECT FROM report_cases WHERE appellant_id = ANY ($3::uuid[]) AND decided_at IS NULL)
  OR EXISTS (SELECT FROM report_twins WHERE other_dog_id = ANY ($4::uuid[]))
  OR EXISTS (SELECT FROM lost_cases WHERE dog_id = ANY ($5::uuid[]) AND ended_at IS NULL)
  OR EXISTS (SELECT FROM parks WHERE suggested_by = ANY ($6::uuid[]) AND state = 'waiting'));
SELECT report_cases.id FROM report_cases
  WHERE id = ANY (ARRAY(
  SELECT id FROM report_cases WHERE dog_id = ANY ($1::uuid[]) AND decided_at IS NULL AND appeal_of IS NULL
  UNION SELECT case_id FROM report_twins WHERE other_dog_id = ANY ($2::uuid[])))
  AND (
  report_cases.decided_at IS NULL AND report_cases.appeal_of IS NULL
  AND NOT EXISTS (SELECT FROM reports WHERE reports.case_id = report_cases.id OFFSET 0)) AND EXISTS (SELECT FROM report_twins WHERE report_twins.case_id = report_cases.id OFFSET 0)
  ORDER BY report_cases.id FOR UPDATE;

-- order
select "id" from "users" where "id" = (SELECT user_id FROM dogs WHERE id = $1::uuid) for no key update;
select "name", "user_id" as "ownerId" from "dogs" where "id" = $1 and true for no key update;
select "id" from "photos" where "dog_id" = $1 and "deleted_at" is null;
UPDATE photos SET position = coalesce(1000 * array_position($1::uuid[], photos.id), 1000 * before + place)
  FROM (SELECT id, row_number() OVER shown AS place, count(*) FILTER (WHERE deleted_at IS NULL) OVER shown AS before
  FROM photos WHERE dog_id = $2::uuid WINDOW shown AS (ORDER BY position, id)) AS former
  WHERE former.id = photos.id;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "dogs"."unseen", "dogs"."paused" from "dogs" where "id" = $1;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" inner join "dogs" as "changed" on "changed"."id" = "match_dogs"."dog_id" where match_dogs.dog_id = ANY ($1::uuid[]) and (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0));

-- outdate
INSERT INTO outdated_photos (key) SELECT key FROM photos WHERE dog_id = ANY ($1::uuid[])
  ON CONFLICT DO NOTHING;

-- outdated
select "key" from "outdated_photos" order by "noted_at" limit $1;

-- note copies
insert into "pending_photos" ("key") values ($1), ($2);

-- rename
select "id" from "dogs" where "id" = (select "dog_id" from "photos" where "key" = $1) for no key update;
delete from "pending_photos" where "key" = $1;
update "photos" set "key" = $1 where "key" = $2;
insert into "removed_photos" ("key") values ($1) on conflict do nothing;

-- forget outdated
delete from "outdated_photos" where "key" = any($1);

-- removed
select "key" from "removed_photos" order by "removed_at" limit $1;

-- forget
delete from "removed_photos" where "key" = any($1);

-- keys after
(SELECT key FROM photos WHERE key > $1 ORDER BY key LIMIT $2) UNION (SELECT key FROM report_photos WHERE key > $3 ORDER BY key LIMIT $4)
  UNION (SELECT evidence_key AS key FROM verifications WHERE evidence_key > $5 ORDER BY evidence_key LIMIT $6)
  UNION (SELECT evidence_key AS key FROM lost_sightings WHERE evidence_key > $7 ORDER BY evidence_key LIMIT $8)
  ORDER BY key LIMIT $9;

-- note copied
insert into "copied_photos" ("key") values ($1) on conflict do nothing;

-- gone copied
SELECT key FROM copied_photos copied
  WHERE ($1::text[] IS NULL OR key = ANY($2::text[]))
  AND NOT EXISTS (SELECT FROM photos WHERE key = copied.key)
  AND NOT EXISTS (SELECT FROM report_photos WHERE key = copied.key)
  AND NOT EXISTS (SELECT FROM verifications WHERE evidence_key = copied.key)
  AND NOT EXISTS (SELECT FROM lost_sightings WHERE evidence_key = copied.key)
  LIMIT $3;

-- forget copied
delete from "copied_photos" where "key" = any($1);

-- to hash
SELECT p.id, p.key,
  EXISTS (SELECT FROM photo_hashes h WHERE h.photo_id = p.id OFFSET 0)
  OR coalesce((SELECT u.is_demo FROM dogs d JOIN users u ON u.id = d.user_id WHERE d.id = p.dog_id), false) AS "isDone"
  FROM photos p WHERE p.id > $1::uuid
  ORDER BY p.id LIMIT $2::int;

-- hash
INSERT INTO photo_hashes (photo_id, dog_id, hash)
  SELECT id, dog_id, $1::bigint FROM photos WHERE id = $2::uuid FOR KEY SHARE
  ON CONFLICT (photo_id) DO NOTHING;
