-- list
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at", (extract(epoch FROM "walks"."when_ts") * 1000000)::bigint::text as "at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "cancelled_at" is null and "when_ts" >= $4 order by "when_ts", "walks"."id" limit $5;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "walk_dogs"."walk_id", "walk_dogs"."late_minutes", "walk_dogs"."late_at", "walk_dogs"."here_at" from "walk_dogs" inner join "dogs" on "dogs"."id" = "walk_dogs"."dog_id" where walk_dogs.walk_id = ANY ($1::uuid[]) and "dogs"."user_id" is not null and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "walk_dogs"."place";

-- next page
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at", (extract(epoch FROM "walks"."when_ts") * 1000000)::bigint::text as "at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "cancelled_at" is null and "when_ts" >= $4 and (when_ts, walks.id) > ($5::timestamptz, $6::uuid) order by "when_ts", "walks"."id" limit $7;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "walk_dogs"."walk_id", "walk_dogs"."late_minutes", "walk_dogs"."late_at", "walk_dogs"."here_at" from "walk_dogs" inner join "dogs" on "dogs"."id" = "walk_dogs"."dog_id" where walk_dogs.walk_id = ANY ($1::uuid[]) and "dogs"."user_id" is not null and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "walk_dogs"."place";

-- of a dog
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at", (extract(epoch FROM "walks"."when_ts") * 1000000)::bigint::text as "at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and EXISTS (SELECT FROM walk_dogs WHERE walk_dogs.walk_id = walks.id AND walk_dogs.dog_id = $4::uuid) and "when_ts" >= $5 order by "when_ts", "walks"."id" limit $6;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "walk_dogs"."walk_id", "walk_dogs"."late_minutes", "walk_dogs"."late_at", "walk_dogs"."here_at" from "walk_dogs" inner join "dogs" on "dogs"."id" = "walk_dogs"."dog_id" where walk_dogs.walk_id = ANY ($1::uuid[]) and "dogs"."user_id" is not null and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "walk_dogs"."place";

-- next to join
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at", (extract(epoch FROM "walks"."when_ts") * 1000000)::bigint::text as "at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "cancelled_at" is null and NOT EXISTS (SELECT FROM walk_dogs WHERE walk_dogs.walk_id = walks.id AND walk_dogs.dog_id = $4::uuid)
  AND EXISTS (SELECT FROM dogs AS own WHERE own.id = $5::uuid AND NOT own.unseen
  AND (walks.sizes = '{}' OR own.size = ANY (walks.sizes)))
  AND (SELECT (count(*) FILTER (WHERE coming.user_id IS NOT NULL AND (NOT "coming"."unseen" OR "coming"."user_id" = (SELECT user_id FROM dogs WHERE id = $6::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $7::uuid) AND owners_apart.other_id = "coming"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $8::uuid AND dogs_apart.other_id = "coming"."id" OFFSET 0)))) < walks.max_dogs
  AND count(*) < 2 * walks.max_dogs
  FROM walk_dogs JOIN dogs AS coming ON coming.id = walk_dogs.dog_id WHERE walk_dogs.walk_id = walks.id) and "when_ts" >= $9 order by "when_ts", "walks"."id" limit $10;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "walk_dogs"."walk_id", "walk_dogs"."late_minutes", "walk_dogs"."late_at", "walk_dogs"."here_at" from "walk_dogs" inner join "dogs" on "dogs"."id" = "walk_dogs"."dog_id" where walk_dogs.walk_id = ANY ($1::uuid[]) and "dogs"."user_id" is not null and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "walk_dogs"."place";

-- one
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "walk_dogs"."walk_id", "walk_dogs"."late_minutes", "walk_dogs"."late_at", "walk_dogs"."here_at" from "walk_dogs" inner join "dogs" on "dogs"."id" = "walk_dogs"."dog_id" where walk_dogs.walk_id = ANY ($1::uuid[]) and "dogs"."user_id" is not null and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "walk_dogs"."place";

-- host
SELECT dogs.unseen FROM users JOIN dogs ON dogs.user_id = users.id
  WHERE dogs.id = $1::uuid AND users.id = (SELECT user_id FROM dogs WHERE id = $2::uuid)
  FOR NO KEY UPDATE OF users FOR SHARE OF dogs;
select count(*) as "hosted" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" = (select "user_id" from "dogs" where "id" = $1) and "walks"."when_ts" >= $2 and "walks"."cancelled_at" is null;
insert into "walks" ("id", "host_dog_id", "when_ts", "park_name", "title", "sizes", "max_dogs", "created_at", "changed_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
insert into "walk_dogs" ("walk_id", "dog_id", "joined_at") values ($1, $2, $3);
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "walk_dogs"."walk_id", "walk_dogs"."late_minutes", "walk_dogs"."late_at", "walk_dogs"."here_at" from "walk_dogs" inner join "dogs" on "dogs"."id" = "walk_dogs"."dog_id" where walk_dogs.walk_id = ANY ($1::uuid[]) and "dogs"."user_id" is not null and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "walk_dogs"."place";

-- join
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4;
SELECT FROM dogs WHERE id IN ($1::uuid, $2::uuid) ORDER BY id FOR SHARE;
SELECT own.unseen, own.user_id, dogs.user_id AS other_user_id, (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) AS seen
  FROM dogs own, dogs WHERE own.id = $4::uuid AND dogs.id = $5::uuid;
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4 for no key update of "walks";
select "dog_id" from "walk_dogs" where "walk_id" = $1 and "dog_id" = $2;
select "size" from "dogs" where "id" = $1;
SELECT count(*)::int AS all, (count(*) FILTER (WHERE dogs.user_id IS NOT NULL AND (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0))))::int AS seen
  FROM walk_dogs JOIN dogs ON dogs.id = walk_dogs.dog_id WHERE walk_dogs.walk_id = $4::uuid;
insert into "walk_dogs" ("walk_id", "dog_id", "joined_at") values ($1, $2, $3);
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "walk_dogs"."walk_id", "walk_dogs"."late_minutes", "walk_dogs"."late_at", "walk_dogs"."here_at" from "walk_dogs" inner join "dogs" on "dogs"."id" = "walk_dogs"."dog_id" where walk_dogs.walk_id = ANY ($1::uuid[]) and "dogs"."user_id" is not null and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "walk_dogs"."place";

-- leave
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4;
SELECT FROM dogs WHERE id IN ($1::uuid, $2::uuid) ORDER BY id FOR SHARE;
SELECT own.unseen, own.user_id, dogs.user_id AS other_user_id, (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) AS seen
  FROM dogs own, dogs WHERE own.id = $4::uuid AND dogs.id = $5::uuid;
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4 for no key update of "walks";
delete from "walk_dogs" where "walk_id" = $1 and "dog_id" = $2;
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "walk_dogs"."walk_id", "walk_dogs"."late_minutes", "walk_dogs"."late_at", "walk_dogs"."here_at" from "walk_dogs" inner join "dogs" on "dogs"."id" = "walk_dogs"."dog_id" where walk_dogs.walk_id = ANY ($1::uuid[]) and "dogs"."user_id" is not null and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "walk_dogs"."place";

-- change
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4;
SELECT FROM dogs WHERE id IN ($1::uuid, $2::uuid) ORDER BY id FOR SHARE;
SELECT own.unseen, own.user_id, dogs.user_id AS other_user_id, (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) AS seen
  FROM dogs own, dogs WHERE own.id = $4::uuid AND dogs.id = $5::uuid;
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4 for no key update of "walks";
update "walks" set "when_ts" = $1, "park_name" = $2, "changed_at" = $3, "revision" = $4 where "id" = $5;
update "walk_dogs" set "late_minutes" = $1, "late_at" = $2, "here_at" = $3 where "walk_id" = $4;
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "walk_dogs"."walk_id", "walk_dogs"."late_minutes", "walk_dogs"."late_at", "walk_dogs"."here_at" from "walk_dogs" inner join "dogs" on "dogs"."id" = "walk_dogs"."dog_id" where walk_dogs.walk_id = ANY ($1::uuid[]) and "dogs"."user_id" is not null and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "walk_dogs"."place";

-- cancel
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4;
SELECT FROM dogs WHERE id IN ($1::uuid, $2::uuid) ORDER BY id FOR SHARE;
SELECT own.unseen, own.user_id, dogs.user_id AS other_user_id, (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) AS seen
  FROM dogs own, dogs WHERE own.id = $4::uuid AND dogs.id = $5::uuid;
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4 for no key update of "walks";
update "walks" set "cancelled_at" = $1, "revision" = $2 where "id" = $3;
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "walk_dogs"."walk_id", "walk_dogs"."late_minutes", "walk_dogs"."late_at", "walk_dogs"."here_at" from "walk_dogs" inner join "dogs" on "dogs"."id" = "walk_dogs"."dog_id" where walk_dogs.walk_id = ANY ($1::uuid[]) and "dogs"."user_id" is not null and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "walk_dogs"."place";

-- signal
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4;
SELECT FROM dogs WHERE id IN ($1::uuid, $2::uuid) ORDER BY id FOR SHARE;
SELECT own.unseen, own.user_id, dogs.user_id AS other_user_id, (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) AS seen
  FROM dogs own, dogs WHERE own.id = $4::uuid AND dogs.id = $5::uuid;
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4 for no key update of "walks";
select "dog_id" from "walk_dogs" where "walk_id" = $1 and "dog_id" = $2;

-- notify
select "walks"."id", "walks"."host_dog_id", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."sizes", "walks"."max_dogs", "walks"."revision", "walks"."cancelled_at" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "host"."user_id" is not null and (NOT "host"."unseen" OR "host"."user_id" = (SELECT user_id FROM dogs WHERE id = $1::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $2::uuid) AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $3::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) and "walks"."id" = $4;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", "walk_dogs"."walk_id", "walk_dogs"."late_minutes", "walk_dogs"."late_at", "walk_dogs"."here_at" from "walk_dogs" inner join "dogs" on "dogs"."id" = "walk_dogs"."dog_id" where walk_dogs.walk_id = ANY ($1::uuid[]) and "dogs"."user_id" is not null and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "walk_dogs"."place";
select "own"."id", "own"."user_id", "by"."user_id" as "by_user_id" from "walk_dogs" inner join "dogs" as "own" on "own"."id" = "walk_dogs"."dog_id" inner join "dogs" as "by" on "by"."id" = $1 where "walk_dogs"."walk_id" = $2 and "own"."user_id" is not null and (NOT "by"."unseen" OR "by"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "by"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "by"."id" OFFSET 0)) order by "walk_dogs"."place";

-- remind
SELECT due.* FROM (
  SELECT DISTINCT ON (walks.when_ts, walks.id, own.user_id) own.user_id, own.id AS dog_id, walks.id AS walk_id,
  walks.host_dog_id, walks.when_ts, CASE WHEN walks.when_ts <= $1 THEN 'walk-reminder-hours' ELSE 'walk-reminder-day' END AS event,
  'walk ' || walks.id || ' ' || walks.revision || CASE WHEN walks.when_ts <= $2 THEN ' hours' ELSE ' day' END AS key
  FROM walks
  JOIN dogs host ON host.id = walks.host_dog_id
  CROSS JOIN LATERAL (
  SELECT dogs.id, dogs.user_id, walk_dogs.joined_at, walk_dogs.place FROM walk_dogs JOIN dogs ON dogs.id = walk_dogs.dog_id
  WHERE walk_dogs.walk_id = walks.id OFFSET 0
  ) own
  WHERE walks.when_ts > $3 AND walks.when_ts <= $4 AND own.user_id IS NOT NULL AND walks.cancelled_at IS NULL AND host.user_id IS NOT NULL
  AND (NOT "host"."unseen" OR "host"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  AND (walks.when_ts <= $5 OR greatest(walks.changed_at, own.joined_at) <= walks.when_ts - interval '24 hours')
  ORDER BY walks.when_ts, walks.id, own.user_id, own.place
  ) due
  LEFT JOIN preferences ON preferences.user_id = due.user_id
  WHERE CASE due.event WHEN 'walk-reminder-day' THEN coalesce(preferences.remind_day, true)
  ELSE coalesce(preferences.remind_hours, true) END
  AND NOT EXISTS (SELECT FROM notifications known WHERE known.user_id = due.user_id AND known.key = due.key)
  ORDER BY due.when_ts, due.walk_id LIMIT $6;
INSERT INTO notifications (id, user_id, event, key, dog_id, other_dog_id, walk_id, details, notified_at, push_at, mail_at)
  SELECT one.id, one.user_id, one.event,
  'walk ' || walks.id || ' ' || walks.revision || CASE one.event WHEN 'walk-reminder-hours' THEN ' hours' ELSE ' day' END,
  one.dog_id, nullif(one.host_dog_id, one.dog_id), walks.id,
  jsonb_build_object('whenTs', to_char(walks.when_ts AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'parkName', walks.park_name, 'title', walks.title),
  $1::timestamptz,
  CASE WHEN EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = one.user_id) THEN $2::timestamptz END,
  $3::timestamptz
  FROM unnest($4::uuid[], $5::uuid[], $6::text[],
  $7::uuid[], $8::uuid[], $9::uuid[])
  AS one (id, user_id, event, dog_id, host_dog_id, walk_id)
  JOIN walks ON walks.id = one.walk_id
  JOIN users ON users.id = one.user_id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;

-- is a reminder true
SELECT FROM walks
  JOIN dogs host ON host.id = walks.host_dog_id
  JOIN walk_dogs ON walk_dogs.walk_id = walks.id
  JOIN dogs own ON own.id = walk_dogs.dog_id
  WHERE walks.id = $1::uuid AND own.id = $2::uuid AND walks.cancelled_at IS NULL AND host.user_id IS NOT NULL
  AND (NOT "host"."unseen" OR "host"."user_id" = "own"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  AND walks.when_ts = $3 AND walks.when_ts > $4;

-- archive
select "walks"."id", "walk_dogs"."dog_id", "walk_dogs"."joined_at", "host"."id" as "host_id", "host"."name", "host"."breed", "walks"."when_ts", "walks"."park_name", "walks"."title", "walks"."cancelled_at" from "dogs" as "own" inner join "walk_dogs" on "walk_dogs"."dog_id" = "own"."id" inner join "walks" on "walks"."id" = "walk_dogs"."walk_id" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "own"."user_id" = $1 and (NOT "host"."unseen" OR "host"."user_id" = $2::uuid) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $3::uuid AND owners_apart.other_id = "host"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0)) order by "walks"."id", "walk_dogs"."dog_id" limit $4;
