-- list
select "passkeys"."id", "passkeys"."name", "passkeys"."created_at", "passkeys"."last_used_at", "passkeys"."locked_at" from "passkeys" where "user_id" = $1 order by "id" limit $2;

-- credentials
select "credential_id", "transports" from "passkeys" where "user_id" = $1 order by "id" limit $2;

-- has one
select 1 as "one" from "passkeys" where "user_id" = $1 and "locked_at" is null limit $2;

-- add
select "passkeys"."id", "passkeys"."name", "passkeys"."created_at", "passkeys"."last_used_at", "passkeys"."locked_at" from "passkeys" where "user_id" = $1 order by "id" limit $2;
insert into "passkeys" ("id", "user_id", "credential_id", "public_key", "counter", "transports", "name", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict ("credential_id") do nothing returning "passkeys"."id", "passkeys"."name", "passkeys"."created_at", "passkeys"."last_used_at", "passkeys"."locked_at";

-- find
select "id", "user_id", "credential_id", "public_key" from "passkeys" where "credential_id" = $1;

-- use
select "password_hash", "oidc_issuer", "oidc_subject", "require_passkey" from "users" where "id" = $1 for no key update;
select "name", "counter", "locked_at" from "passkeys" where "id" = $1 for update;
update "passkeys" set "counter" = $1, "last_used_at" = $2 where "id" = $3;

-- remove
select "passkeys"."id", "passkeys"."name", "passkeys"."created_at", "passkeys"."last_used_at", "passkeys"."locked_at" from "passkeys" where "user_id" = $1 order by "id" limit $2;
select "require_passkey" from "users" where "id" = $1;
DELETE FROM "sessions" WHERE user_id = $1 AND passkey_id = ANY ($2::uuid[]) RETURNING id;
DELETE FROM "tokens" WHERE user_id = $1 AND passkey_id = ANY ($2::uuid[]) RETURNING hash;
DELETE FROM "passkeys" WHERE user_id = $1 AND id = ANY ($2::uuid[]);

-- remove all
select "passkeys"."id", "passkeys"."name", "passkeys"."created_at", "passkeys"."last_used_at", "passkeys"."locked_at" from "passkeys" where "user_id" = $1 order by "id" limit $2;
update "users" set "require_passkey" = $1 where "id" = $2;
DELETE FROM "sessions" WHERE user_id = $1 AND passkey_id = ANY ($2::uuid[]) RETURNING id;
DELETE FROM "tokens" WHERE user_id = $1 AND passkey_id = ANY ($2::uuid[]) RETURNING hash;
DELETE FROM "passkeys" WHERE user_id = $1 AND id = ANY ($2::uuid[]);

-- keep a challenge
insert into "passkey_challenges" ("id", "challenge", "session_id", "expires_at") values ($1, $2, $3, $4) on conflict ("session_id") do update set "id" = $5, "challenge" = $6, "expires_at" = $7;

-- take a challenge
delete from "passkey_challenges" where "id" = $1 and "session_id" is null returning "challenge", "expires_at";

-- take a session’s challenge
delete from "passkey_challenges" where "session_id" = $1 returning "challenge", "expires_at";

-- sweep challenges
DELETE FROM "passkey_challenges" WHERE "id" = ANY (ARRAY(SELECT id FROM "passkey_challenges" WHERE "expires_at" < $1 ORDER BY "expires_at" LIMIT $2));
