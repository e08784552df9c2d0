-- add
select "id" from "dogs" where "id" = $1 for no key update;
select "user_id", jsonb_array_length("photos") as "photos" from "dogs" where "id" = $1;
insert into "photos" ("id", "dog_id", "key") values ($1, $2, $3);

-- delete
select "dogs"."user_id", "photos"."dog_id" from "photos" inner join "dogs" on "dogs"."id" = "photos"."dog_id" where "photos"."id" = $1;
select "id" from "dogs" where "id" = $1 for no key update;
delete from "photos" where "id" = $1;

-- removed
select "key" from "removed_photos" order by "removed_at" limit $1;

-- forget
delete from "removed_photos" where "key" = any($1);

-- known
select "key" from "photos" where "key" = any($1);
