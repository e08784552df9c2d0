-- mine
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "dogs"."unseen" from "dogs" where "user_id" = $1 order by "id";

-- one
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "dogs"."unseen", "dogs"."user_id", "users"."cell" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where "dogs"."id" = $1;

-- one of others
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "dogs"."unseen", "dogs"."user_id", "users"."cell" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where "dogs"."id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = $2::uuid) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $3::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0));

-- create
select "id" from "users" where "id" = $1 for no key update;
select count(*) as "count" from "dogs" where "user_id" = $1;
insert into "dogs" ("id", "user_id", "name", "breed", "age_years", "size", "sex", "temperament", "bio") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "dogs"."unseen";

-- activate
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "dogs"."unseen", "user_id" from "dogs" where "id" = $1 and (dogs.user_id = $2::uuid OR (NOT "dogs"."unseen" OR "dogs"."user_id" = $3::uuid) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $4::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0))) for share;
update "users" set "active_dog_id" = $1 where "id" = $2;
update "sessions" set "impersonated_dog_id" = $1 where "id" = $2;

-- create again
select "id" from "users" where "id" = $1 for no key update;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "dogs"."unseen" from "created_dogs" inner join "dogs" on "dogs"."id" = "created_dogs"."dog_id" where "created_dogs"."user_id" = $1 and "created_dogs"."client_id" = $2;

-- edit
select "user_id" from "dogs" where "id" = $1 and (dogs.user_id = $2::uuid OR (NOT "dogs"."unseen" OR "dogs"."user_id" = $3::uuid) AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $4::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $5::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0))) for no key update;
update "dogs" set "id" = "id", "age_years" = $1 where "id" = $2 returning "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "dogs"."unseen";
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and EXISTS (SELECT FROM dogs AS changed WHERE changed.id = $2::uuid AND (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0)));

-- delete
select "name", "user_id" from "dogs" where "id" = $1 and true for update;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and EXISTS (SELECT FROM dogs AS changed WHERE changed.id = $2::uuid AND (NOT "changed"."unseen" OR "changed"."user_id" = "dogs"."user_id") AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "dogs"."user_id" AND owners_apart.other_id = "changed"."user_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "dogs"."id" AND dogs_apart.other_id = "changed"."id" OFFSET 0)));
delete from "dogs" where "id" = $1;
