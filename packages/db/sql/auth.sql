-- find a session
select "users"."id" as "userId", "users"."is_admin", "users"."is_moderator", "users"."is_demo" as "isDemo", "users"."active_dog_id" as "activeDogId", "users"."suspended_at", "users"."suspended_until", "sessions"."id", "sessions"."last_used_at" as "lastUsedAt", "sessions"."passkey_id" as "passkeyId", "dogs"."id" as "impersonatedDogId", "dogs"."user_id" as "ownerId" from "sessions" inner join "users" on "users"."id" = "sessions"."user_id" left join "dogs" on "dogs"."id" = "sessions"."impersonated_dog_id" and "users"."is_admin" = $1 and "dogs"."user_id" is not null where "sessions"."last_used_at" > $2 and "sessions"."id" = $3;

-- find sessions
select "users"."id" as "userId", "users"."is_admin", "users"."is_moderator", "users"."is_demo" as "isDemo", "users"."active_dog_id" as "activeDogId", "users"."suspended_at", "users"."suspended_until", "sessions"."id", "sessions"."last_used_at" as "lastUsedAt", "sessions"."passkey_id" as "passkeyId", "dogs"."id" as "impersonatedDogId", "dogs"."user_id" as "ownerId" from "sessions" inner join "users" on "users"."id" = "sessions"."user_id" left join "dogs" on "dogs"."id" = "sessions"."impersonated_dog_id" and "users"."is_admin" = $1 and "dogs"."user_id" is not null where "sessions"."last_used_at" > $2 and sessions.id = ANY ($3::uuid[]);

-- start a session
select "password_hash", "oidc_issuer", "oidc_subject", "require_passkey" from "users" where "id" = $1 for no key update;
insert into "sessions" ("id", "user_id", "device", "created_at", "last_used_at", "passkey_id") values ($1, $2, $3, $4, $5, $6);
delete from "sessions" where "id" in (select "id" from "sessions" where "user_id" = $1 and "id" != $2 order by "created_at" desc, "id" offset $3) returning "id";

-- touch a session
update "sessions" set "last_used_at" = $1 where "id" = $2;

-- end a session
delete from "sessions" where "id" = $1;

-- sweep sessions
DELETE FROM "sessions" WHERE "id" = ANY (ARRAY(SELECT id FROM "sessions" WHERE "last_used_at" < $1 ORDER BY "last_used_at" LIMIT $2));

-- find by e-mail
select "id", "email", "email_verified_at", "first_name", "last_name", "city", "lat", "lng", "is_admin", "is_moderator", "is_demo", "suspended_at", "password_hash", "require_passkey" from "users" where email_key IN (lower($1), $2) order by email_key = lower($3) desc limit $4;

-- find a user
select "id", "email", "email_verified_at", "first_name", "last_name", "city", "lat", "lng", "is_admin", "is_moderator", "is_demo", "suspended_at", "password_hash", "require_passkey" from "users" where "id" = $1;

-- move
select "city", "lat", "lng", "cell" from "users" where "id" = $1 for no key update;
select "id" from "dogs" where "user_id" = $1 order by "id" for no key update;
update "users" set "city" = $1, "lat" = $2, "lng" = $3, "cell" = $4 where "id" = $5;

-- tokens
select "tokens"."id", "tokens"."name", "tokens"."is_admin", "tokens"."scopes", "tokens"."expires_at", "tokens"."created_at", "tokens"."last_used_on" from "tokens" where "user_id" = $1 order by "id";

-- create a token
select count(*) as "count" from "tokens" where "user_id" = $1;
insert into "tokens" ("id", "user_id", "name", "hash", "is_admin", "scopes", "expires_at", "passkey_id") values ($1, $2, $3, $4, $5, $6, $7, $8) returning "tokens"."id", "tokens"."name", "tokens"."is_admin", "tokens"."scopes", "tokens"."expires_at", "tokens"."created_at", "tokens"."last_used_on";

-- delete a token
delete from "tokens" where "id" = $1 and "user_id" = $2 returning "hash";

-- find a token
select "users"."id" as "userId", "users"."is_admin", "users"."is_moderator", "users"."is_demo" as "isDemo", "users"."active_dog_id" as "activeDogId", "users"."suspended_at", "users"."suspended_until", "tokens"."is_admin" as "has_role", "tokens"."scopes", "tokens"."expires_at" as "expiresAt", "tokens"."passkey_id" as "passkeyId", tokens.last_used_on IS DISTINCT FROM (now() AT TIME ZONE 'UTC')::date as "is_first_today" from "tokens" inner join "users" on "users"."id" = "tokens"."user_id" where "tokens"."hash" = $1 and ("tokens"."expires_at" is null or "tokens"."expires_at" > $2);
update "tokens" set "last_used_on" = (now() AT TIME ZONE 'UTC')::date where "hash" = $1;
