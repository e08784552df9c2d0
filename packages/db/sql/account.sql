-- open a link
select "password_hash", "oidc_issuer", "oidc_subject", "require_passkey" from "users" where "id" = $1 for no key update;
select 1 as "one" from "jobs" where "id" = $1 limit $2;
select 1 as "one" from "account_links" where "user_id" = $1 and "purpose" = $2 and "asked_at" > $3 limit $4;
delete from "account_links" where "user_id" = $1 and "purpose" = $2 and "id" != $3;
insert into "account_links" ("id", "user_id", "purpose", "email", "asked_at", "expires_at") values ($1, $2, $3, $4, $5, $6) on conflict ("id") do update set "expires_at" = $7 where "account_links"."used_at" is null;

-- find a link
select "id", "user_id" as "userId", "email" from "account_links" where "id" = $1 and "purpose" = $2 and "used_at" is null and "expires_at" > $3;

-- use a link
select "id", "user_id" as "userId", "email" from "account_links" where "id" = $1 and "purpose" = $2 and "used_at" is null and "expires_at" > $3;
select "password_hash", "oidc_issuer", "oidc_subject", "require_passkey" from "users" where "id" = $1 for no key update;
select "id", "user_id" as "userId", "email" from "account_links" where "id" = $1 and "purpose" = $2 and "used_at" is null and "expires_at" > $3;
update "account_links" set "used_at" = $1 where "id" = $2;

-- set a password
update "users" set "password_hash" = $1 where "id" = $2;
DELETE FROM "sessions" WHERE user_id = $1 AND id <> ALL ($2::uuid[]) RETURNING id;
DELETE FROM "tokens" WHERE user_id = $1 RETURNING hash;
DELETE FROM "calendar_feeds" WHERE user_id = $1;
DELETE FROM "webhooks" WHERE user_id = $1;
DELETE FROM "account_links" WHERE user_id = $1 AND purpose <> 'verify-email';
delete from "jobs" where "user_id" = $1 and "kind" = $2 and payload ->> 'mail' = 'confirm-new-email';
select "email" from "users" where "id" = $1;
delete from "jobs" where "kind" = $1 and key = ANY ($2::text[]) and "given_up_at" is null;

-- other sessions
DELETE FROM "sessions" WHERE user_id = $1 AND id <> ALL ($2::uuid[]) RETURNING id;

-- own session
DELETE FROM "sessions" WHERE user_id = $1 AND id = ANY ($2::uuid[]) RETURNING id;

-- take-over
DELETE FROM "sessions" WHERE user_id = $1 RETURNING id;
DELETE FROM "tokens" WHERE user_id = $1 RETURNING hash;
DELETE FROM "calendar_feeds" WHERE user_id = $1;
DELETE FROM "webhooks" WHERE user_id = $1;
DELETE FROM "account_links" WHERE user_id = $1 AND purpose <> 'verify-email';
DELETE FROM "passkeys" WHERE user_id = $1;
delete from "jobs" where "user_id" = $1 and "kind" = $2 and payload ->> 'mail' = 'confirm-new-email';
select "email" from "users" where "id" = $1;
delete from "jobs" where "kind" = $1 and key = ANY ($2::text[]) and "given_up_at" is null;

-- sessions
select "sessions"."id", "sessions"."created_at", "sessions"."last_used_at", "sessions"."device" from "sessions" where "user_id" = $1 and "last_used_at" > $2 order by id = $3 desc, "last_used_at" desc limit $4;

-- when signed in
select "created_at" from "sessions" where "id" = $1;

-- rename
update "users" set "first_name" = $1 where "id" = $2;

-- is an address taken
select 1 as "one" from "users" where email_key IN (lower($1), $2) and "id" != $3 limit $4;

-- change an address
update "users" set "email" = $1, "email_verified_at" = $2 where "id" = $3;

-- sweep links
DELETE FROM "account_links" WHERE "id" = ANY (ARRAY(SELECT id FROM "account_links" WHERE "expires_at" < $1 ORDER BY "expires_at" LIMIT $2));

-- verify an address
update "users" set "email_verified_at" = $1 where "id" = $2 and email_key IN (lower($3), $4);
