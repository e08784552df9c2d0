-- skip
select "id" from "dogs" where "id" = $1 for no key update;
select "user_id" from "dogs" where "id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = $2::uuid) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $3::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) for key share;
select "skips"."id", "skips"."created_at", "skips"."other_dog_id", "dogs"."name", "dogs"."breed", "dogs"."photos" from "skips" inner join "dogs" on "dogs"."id" = "skips"."other_dog_id" where "skips"."dog_id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) and "skips"."other_dog_id" = $5;
select count(*) as "count" from "skips" inner join "dogs" on "dogs"."id" = "skips"."other_dog_id" where "skips"."dog_id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0));
insert into "skips" ("id", "dog_id", "other_dog_id", "created_at") values ($1, $2, $3, $4);
select "skips"."id", "skips"."created_at", "skips"."other_dog_id", "dogs"."name", "dogs"."breed", "dogs"."photos" from "skips" inner join "dogs" on "dogs"."id" = "skips"."other_dog_id" where "skips"."dog_id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) and "skips"."other_dog_id" = $5;

-- list
select "skips"."id", "skips"."created_at", "skips"."other_dog_id", "dogs"."name", "dogs"."breed", "dogs"."photos" from "skips" inner join "dogs" on "dogs"."id" = "skips"."other_dog_id" where "skips"."dog_id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by "skips"."id" desc limit $5;

-- next page
select "skips"."id", "skips"."created_at", "skips"."other_dog_id", "dogs"."name", "dogs"."breed", "dogs"."photos" from "skips" inner join "dogs" on "dogs"."id" = "skips"."other_dog_id" where "skips"."dog_id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = (SELECT user_id FROM dogs WHERE id = $2::uuid)) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = (SELECT user_id FROM dogs WHERE id = $3::uuid) AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) and "skips"."id" < $5 order by "skips"."id" desc limit $6;

-- undo
select "other_dog_id" from "skips" where "id" = $1 and "dog_id" = $2;
SELECT FROM dogs WHERE id = $1::uuid AND (NOT "dogs"."unseen" OR "dogs"."user_id" = $2::uuid) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $3::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0));
delete from "skips" where "id" = $1;
