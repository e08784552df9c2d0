-- code
insert into "invites" ("user_id", "code") values ($1, $2) on conflict ("user_id") do nothing;
select "code" from "invites" where "user_id" = $1;

-- inviter
select "users"."first_name", "dogs"."name", "dogs"."photos" from "invites" inner join "users" on "users"."id" = "invites"."user_id" inner join "dogs" on "dogs"."user_id" = "users"."id" where "invites"."code" = $1 and "dogs"."unseen" = $2 order by dogs.id = users.active_dog_id desc nulls last, "dogs"."id" limit $3;

-- note
insert into "invited_users" ("user_id", "inviter_id") select $1::uuid as "user_id", "invites"."user_id" as "inviter_id" from "invites" where "code" = $2 and "invites"."user_id" != $3;

-- welcome
delete from "invited_users" where "user_id" = $1 returning "inviter_id";
select "dogs"."id" from "dogs" inner join "users" on "users"."id" = "dogs"."user_id" where "users"."id" = $1 and (NOT "dogs"."unseen" OR "dogs"."user_id" = $2::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $3::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0)) order by dogs.id = users.active_dog_id desc nulls last, "dogs"."id";
SELECT FROM dogs WHERE id = $1::uuid AND (NOT "dogs"."unseen" OR "dogs"."user_id" = $2::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $3::uuid AND owners_apart.other_id = "dogs"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid AND dogs_apart.other_id = "dogs"."id" OFFSET 0));
select "event", "seen_at" from "notifications" where "user_id" = $1 order by "notified_at" desc, "id" desc limit $2;
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
