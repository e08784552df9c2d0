-- list
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "match_dogs"."match_id", "match_dogs"."unread", "match_dogs"."last_message_id", "match_dogs"."last_sender_dog_id", "match_dogs"."last_body", "match_dogs"."last_seq", "match_dogs"."last_at" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 order by "match_dogs"."last_at" desc, "match_dogs"."match_id" limit $2;

-- first page
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "match_dogs"."match_id", "match_dogs"."unread", "match_dogs"."last_message_id", "match_dogs"."last_sender_dog_id", "match_dogs"."last_body", "match_dogs"."last_seq", "match_dogs"."last_at" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 order by "match_dogs"."last_at" desc, "match_dogs"."match_id" limit $2;

-- next page
select "match_id", last_at::text as "last_at" from "match_dogs" where "dog_id" = $1 and "match_id" = $2;
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "match_dogs"."match_id", "match_dogs"."unread", "match_dogs"."last_message_id", "match_dogs"."last_sender_dog_id", "match_dogs"."last_body", "match_dogs"."last_seq", "match_dogs"."last_at" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and ("match_dogs"."last_at" < $2 or ("match_dogs"."last_at" = $3 and "match_dogs"."match_id" > $4)) order by "match_dogs"."last_at" desc, "match_dogs"."match_id" limit $5;

-- one
select "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."photos", "match_dogs"."match_id", "match_dogs"."unread", "match_dogs"."last_message_id", "match_dogs"."last_sender_dog_id", "match_dogs"."last_body", "match_dogs"."last_seq", "match_dogs"."last_at" from "match_dogs" inner join "dogs" on "dogs"."id" = "match_dogs"."other_dog_id" where "match_dogs"."dog_id" = $1 and "match_dogs"."match_id" = $2;

-- unread
select coalesce(sum(unread), 0)::int as "count" from "match_dogs" where "dog_id" = $1 and "unread" > $2;

-- unread by dog
select "dogs"."id" as "dogId", sum(match_dogs.unread)::int as "count" from "dogs" inner join "match_dogs" on "match_dogs"."dog_id" = "dogs"."id" where "dogs"."user_id" = $1 and "match_dogs"."unread" > 0 group by "dogs"."id";

-- open
select "id", "user_id" from "dogs" where "id" in ($1, $2) order by "id" for key share;
insert into "matches" ("id", "dog_a_id", "dog_b_id") values ($1, $2, $3) on conflict ("dog_a_id", "dog_b_id") do nothing returning "id";
insert into "match_dogs" ("match_id", "dog_id", "other_dog_id") values ($1, $2, $3), ($4, $5, $6);
