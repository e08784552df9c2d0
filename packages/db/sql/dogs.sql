-- mine
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos" from "dogs" where "user_id" = $1 order by "id";

-- one
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "dogs"."user_id", "users"."cell" from "dogs" left join "users" on "users"."id" = "dogs"."user_id" where "dogs"."id" = $1;

-- create
select "id" from "users" where "id" = $1 for no key update;
select count(*) as "count" from "dogs" where "user_id" = $1;
insert into "dogs" ("id", "user_id", "name", "breed", "age_years", "size", "sex", "temperament", "bio") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos";

-- activate
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "user_id" from "dogs" where "id" = $1 for share;
update "users" set "active_dog_id" = $1 where "id" = $2;
update "sessions" set "impersonated_dog_id" = $1 where "id" = $2;

-- create again
select "id" from "users" where "id" = $1 for no key update;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos" from "created_dogs" inner join "dogs" on "dogs"."id" = "created_dogs"."dog_id" where "created_dogs"."user_id" = $1 and "created_dogs"."client_id" = $2;

-- edit
select "user_id" from "dogs" where "id" = $1 for no key update;
update "dogs" set "id" = "id", "age_years" = $1 where "id" = $2 returning "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos";
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1;

-- delete
select "name", "user_id" from "dogs" where "id" = $1 for update;
select distinct "dogs"."user_id" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1;
delete from "dogs" where "id" = $1;
