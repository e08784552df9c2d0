-- list
select "searches"."id", "searches"."name", "searches"."filters", "searches"."created_at" from "searches" where "user_id" = $1 order by "id" desc limit $2;

-- save
select "password_hash", "oidc_issuer", "oidc_subject", "require_passkey" from "users" where "id" = $1 for no key update;
select count(*) as "count" from "searches" where "user_id" = $1;
select "time_zone" from "preferences" where "user_id" = $1;
insert into "searches" ("id", "user_id", "name", "filters", "created_at", "look_at") values ($1, $2, $3, $4, $5, $6) returning "searches"."id", "searches"."name", "searches"."filters", "searches"."created_at";

-- delete
delete from "searches" where "id" = $1 and "user_id" = $2;

-- look
select "searches"."id", "searches"."user_id", "searches"."name", "searches"."filters", "users"."cell", "users"."active_dog_id", "preferences"."time_zone", searches.searched_until::text as "searched_until" from "searches" inner join "users" on "users"."id" = "searches"."user_id" left join "preferences" on "preferences"."user_id" = "searches"."user_id" where "look_at" <= $1 and "users"."suspended_at" is null order by "look_at" limit $2 for update of "searches" skip locked;
SELECT clock_timestamp()::text AS until, count(*)::int AS count, min(dog_id::text) AS "dogId"
  FROM (SELECT dog_id FROM (
  SELECT s.dog_id FROM (
  SELECT dogs.id FROM dogs
  WHERE dogs.id > (lpad(to_hex((extract(epoch FROM $1::timestamptz - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  AND dogs.created_at > $2::timestamptz) c JOIN sniff_dogs s ON s.dog_id = c.id
  CROSS JOIN LATERAL (SELECT point FROM sniff_cells WHERE sniff_cells.cell = s.cell OFFSET 0) home
  WHERE home.point <-> $3::cube <= $4::float8
  AND s.owner_id <> $5::uuid
  AND s.age_years BETWEEN $6::int AND $7::int
  AND s.size_bit & $8::int <> 0
  AND ($9::int = 0 OR s.temperament_bits & $10::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $11::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $13::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $14::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid AND skips.other_dog_id = s.dog_id OFFSET 0))) found LIMIT $17::int) counted;
update "searches" set "searched_until" = $1::timestamptz, "looked_at" = $2, "look_at" = $3 where "id" = $4;
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;
SELECT clock_timestamp()::text AS until, count(*)::int AS count, min(dog_id::text) AS "dogId"
  FROM (SELECT dog_id FROM (
  SELECT s.dog_id FROM (
  SELECT dogs.id FROM dogs
  WHERE dogs.id > (lpad(to_hex((extract(epoch FROM $1::timestamptz - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  AND dogs.created_at > $2::timestamptz) c JOIN sniff_dogs s ON s.dog_id = c.id
  CROSS JOIN LATERAL (SELECT point FROM sniff_cells WHERE sniff_cells.cell = s.cell OFFSET 0) home
  WHERE home.point <-> $3::cube <= $4::float8
  AND s.owner_id <> $5::uuid
  AND s.age_years BETWEEN $6::int AND $7::int
  AND s.size_bit & $8::int <> 0
  AND ($9::int = 0 OR s.temperament_bits & $10::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $11::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $13::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $14::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid AND skips.other_dog_id = s.dog_id OFFSET 0))) found LIMIT $17::int) counted;
update "searches" set "searched_until" = $1::timestamptz, "looked_at" = $2, "look_at" = $3 where "id" = $4;
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;
SELECT clock_timestamp()::text AS until, count(*)::int AS count, min(dog_id::text) AS "dogId"
  FROM (SELECT dog_id FROM (
  SELECT s.dog_id FROM (
  SELECT dogs.id FROM dogs
  WHERE dogs.id > (lpad(to_hex((extract(epoch FROM $1::timestamptz - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  AND dogs.created_at > $2::timestamptz) c JOIN sniff_dogs s ON s.dog_id = c.id
  CROSS JOIN LATERAL (SELECT point FROM sniff_cells WHERE sniff_cells.cell = s.cell OFFSET 0) home
  WHERE home.point <-> $3::cube <= $4::float8
  AND s.owner_id <> $5::uuid
  AND s.age_years BETWEEN $6::int AND $7::int
  AND s.size_bit & $8::int <> 0
  AND ($9::int = 0 OR s.temperament_bits & $10::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $11::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $13::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $14::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid AND skips.other_dog_id = s.dog_id OFFSET 0))) found LIMIT $17::int) counted;
update "searches" set "searched_until" = $1::timestamptz, "looked_at" = $2, "look_at" = $3 where "id" = $4;
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;
SELECT clock_timestamp()::text AS until, count(*)::int AS count, min(dog_id::text) AS "dogId"
  FROM (SELECT dog_id FROM (
  SELECT s.dog_id FROM (
  SELECT dogs.id FROM dogs
  WHERE dogs.id > (lpad(to_hex((extract(epoch FROM $1::timestamptz - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  AND dogs.created_at > $2::timestamptz) c JOIN sniff_dogs s ON s.dog_id = c.id
  CROSS JOIN LATERAL (SELECT point FROM sniff_cells WHERE sniff_cells.cell = s.cell OFFSET 0) home
  WHERE home.point <-> $3::cube <= $4::float8
  AND s.owner_id <> $5::uuid
  AND s.age_years BETWEEN $6::int AND $7::int
  AND s.size_bit & $8::int <> 0
  AND ($9::int = 0 OR s.temperament_bits & $10::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $11::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $13::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $14::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid AND skips.other_dog_id = s.dog_id OFFSET 0))) found LIMIT $17::int) counted;
update "searches" set "searched_until" = $1::timestamptz, "looked_at" = $2, "look_at" = $3 where "id" = $4;
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;
SELECT clock_timestamp()::text AS until, count(*)::int AS count, min(dog_id::text) AS "dogId"
  FROM (SELECT dog_id FROM (
  SELECT s.dog_id FROM (
  SELECT dogs.id FROM dogs
  WHERE dogs.id > (lpad(to_hex((extract(epoch FROM $1::timestamptz - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  AND dogs.created_at > $2::timestamptz) c JOIN sniff_dogs s ON s.dog_id = c.id
  CROSS JOIN LATERAL (SELECT point FROM sniff_cells WHERE sniff_cells.cell = s.cell OFFSET 0) home
  WHERE home.point <-> $3::cube <= $4::float8
  AND s.owner_id <> $5::uuid
  AND s.age_years BETWEEN $6::int AND $7::int
  AND s.size_bit & $8::int <> 0
  AND ($9::int = 0 OR s.temperament_bits & $10::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $11::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $13::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $14::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid AND skips.other_dog_id = s.dog_id OFFSET 0))) found LIMIT $17::int) counted;
update "searches" set "searched_until" = $1::timestamptz, "looked_at" = $2, "look_at" = $3 where "id" = $4;
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;
SELECT clock_timestamp()::text AS until, count(*)::int AS count, min(dog_id::text) AS "dogId"
  FROM (SELECT dog_id FROM (
  SELECT s.dog_id FROM (
  SELECT dogs.id FROM dogs
  WHERE dogs.id > (lpad(to_hex((extract(epoch FROM $1::timestamptz - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  AND dogs.created_at > $2::timestamptz) c JOIN sniff_dogs s ON s.dog_id = c.id
  CROSS JOIN LATERAL (SELECT point FROM sniff_cells WHERE sniff_cells.cell = s.cell OFFSET 0) home
  WHERE home.point <-> $3::cube <= $4::float8
  AND s.owner_id <> $5::uuid
  AND s.age_years BETWEEN $6::int AND $7::int
  AND s.size_bit & $8::int <> 0
  AND ($9::int = 0 OR s.temperament_bits & $10::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $11::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $13::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $14::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid AND skips.other_dog_id = s.dog_id OFFSET 0))) found LIMIT $17::int) counted;
update "searches" set "searched_until" = $1::timestamptz, "looked_at" = $2, "look_at" = $3 where "id" = $4;
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;
SELECT clock_timestamp()::text AS until, count(*)::int AS count, min(dog_id::text) AS "dogId"
  FROM (SELECT dog_id FROM (
  SELECT s.dog_id FROM (
  SELECT dogs.id FROM dogs
  WHERE dogs.id > (lpad(to_hex((extract(epoch FROM $1::timestamptz - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  AND dogs.created_at > $2::timestamptz) c JOIN sniff_dogs s ON s.dog_id = c.id
  CROSS JOIN LATERAL (SELECT point FROM sniff_cells WHERE sniff_cells.cell = s.cell OFFSET 0) home
  WHERE home.point <-> $3::cube <= $4::float8
  AND s.owner_id <> $5::uuid
  AND s.age_years BETWEEN $6::int AND $7::int
  AND s.size_bit & $8::int <> 0
  AND ($9::int = 0 OR s.temperament_bits & $10::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $11::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $13::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $14::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid AND skips.other_dog_id = s.dog_id OFFSET 0))) found LIMIT $17::int) counted;
update "searches" set "searched_until" = $1::timestamptz, "looked_at" = $2, "look_at" = $3 where "id" = $4;
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;
SELECT clock_timestamp()::text AS until, count(*)::int AS count, min(dog_id::text) AS "dogId"
  FROM (SELECT dog_id FROM (
  SELECT s.dog_id FROM (
  SELECT dogs.id FROM dogs
  WHERE dogs.id > (lpad(to_hex((extract(epoch FROM $1::timestamptz - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  AND dogs.created_at > $2::timestamptz) c JOIN sniff_dogs s ON s.dog_id = c.id
  CROSS JOIN LATERAL (SELECT point FROM sniff_cells WHERE sniff_cells.cell = s.cell OFFSET 0) home
  WHERE home.point <-> $3::cube <= $4::float8
  AND s.owner_id <> $5::uuid
  AND s.age_years BETWEEN $6::int AND $7::int
  AND s.size_bit & $8::int <> 0
  AND ($9::int = 0 OR s.temperament_bits & $10::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $11::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $13::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $14::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid AND skips.other_dog_id = s.dog_id OFFSET 0))) found LIMIT $17::int) counted;
update "searches" set "searched_until" = $1::timestamptz, "looked_at" = $2, "look_at" = $3 where "id" = $4;
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;
SELECT clock_timestamp()::text AS until, count(*)::int AS count, min(dog_id::text) AS "dogId"
  FROM (SELECT dog_id FROM (
  SELECT s.dog_id FROM (
  SELECT dogs.id FROM dogs
  WHERE dogs.id > (lpad(to_hex((extract(epoch FROM $1::timestamptz - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  AND dogs.created_at > $2::timestamptz) c JOIN sniff_dogs s ON s.dog_id = c.id
  CROSS JOIN LATERAL (SELECT point FROM sniff_cells WHERE sniff_cells.cell = s.cell OFFSET 0) home
  WHERE home.point <-> $3::cube <= $4::float8
  AND s.owner_id <> $5::uuid
  AND s.age_years BETWEEN $6::int AND $7::int
  AND s.size_bit & $8::int <> 0
  AND ($9::int = 0 OR s.temperament_bits & $10::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $11::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $13::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $14::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid AND skips.other_dog_id = s.dog_id OFFSET 0))) found LIMIT $17::int) counted;
update "searches" set "searched_until" = $1::timestamptz, "looked_at" = $2, "look_at" = $3 where "id" = $4;
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;
SELECT clock_timestamp()::text AS until, count(*)::int AS count, min(dog_id::text) AS "dogId"
  FROM (SELECT dog_id FROM (
  SELECT s.dog_id FROM (
  SELECT dogs.id FROM dogs
  WHERE dogs.id > (lpad(to_hex((extract(epoch FROM $1::timestamptz - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  AND dogs.created_at > $2::timestamptz) c JOIN sniff_dogs s ON s.dog_id = c.id
  CROSS JOIN LATERAL (SELECT point FROM sniff_cells WHERE sniff_cells.cell = s.cell OFFSET 0) home
  WHERE home.point <-> $3::cube <= $4::float8
  AND s.owner_id <> $5::uuid
  AND s.age_years BETWEEN $6::int AND $7::int
  AND s.size_bit & $8::int <> 0
  AND ($9::int = 0 OR s.temperament_bits & $10::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $11::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $13::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $14::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid AND skips.other_dog_id = s.dog_id OFFSET 0))) found LIMIT $17::int) counted;
update "searches" set "searched_until" = $1::timestamptz, "looked_at" = $2, "look_at" = $3 where "id" = $4;
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;

-- look without a place
SELECT clock_timestamp()::text AS until, count(*)::int AS count, min(dog_id::text) AS "dogId"
  FROM (SELECT dog_id FROM (SELECT s.dog_id FROM (
  SELECT id AS dog_id, user_id AS owner_id, age_years, size_bit(size) AS size_bit, temperament_bits(temperament) AS temperament_bits,
  photo_checked, coalesce(vaccinated_until, '-infinity') AS vaccinated_until
  FROM dogs WHERE user_id IS NOT NULL AND NOT unseen AND NOT paused) s JOIN (
  SELECT dogs.id FROM dogs
  WHERE dogs.id > (lpad(to_hex((extract(epoch FROM $1::timestamptz - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  AND dogs.created_at > $2::timestamptz) c ON c.id = s.dog_id WHERE s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $9::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $10::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $11::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $13::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $14::uuid AND skips.other_dog_id = s.dog_id OFFSET 0))) found LIMIT $15::int) counted;

-- move looks
select "id", "looked_at" from "searches" where "user_id" = $1 order by "id" for update;
update "searches" set "look_at" = $1 where "id" = $2;
