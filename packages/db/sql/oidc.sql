-- a newcomer
select "id", "email", "email_verified_at" from "users" where "oidc_issuer" = $1 and "oidc_subject" = $2 for no key update;
select "id", "is_admin", "is_moderator", "is_demo", "oidc_issuer" from "users" where "email_key" = $1 for update;
insert into "users" ("id", "email", "email_key", "email_verified_at", "first_name", "last_name", "oidc_issuer", "oidc_subject") values ($1, $2, $3, $4, $5, $6, $7, $8);

-- a known subject
select "id", "email", "email_verified_at" from "users" where "oidc_issuer" = $1 and "oidc_subject" = $2 for no key update;

-- an account with the address
select "id", "email", "email_verified_at" from "users" where "oidc_issuer" = $1 and "oidc_subject" = $2 for no key update;
select "id", "is_admin", "is_moderator", "is_demo", "oidc_issuer" from "users" where "email_key" = $1 for update;
update "users" set "oidc_issuer" = $1, "oidc_subject" = $2, "password_hash" = $3, "require_passkey" = $4, "is_admin" = $5, "is_moderator" = $6 where "id" = $7;
update "users" set "email" = $1, "email_verified_at" = $2 where "id" = $3;
DELETE FROM "sessions" WHERE user_id = $1 RETURNING id;
DELETE FROM "tokens" WHERE user_id = $1 RETURNING hash;
DELETE FROM "calendar_feeds" WHERE user_id = $1;
DELETE FROM "webhooks" WHERE user_id = $1;
DELETE FROM "account_links" WHERE user_id = $1 AND purpose <> 'verify-email';
DELETE FROM "passkeys" WHERE user_id = $1;
delete from "jobs" where "user_id" = $1 and "kind" = $2 and payload ->> 'mail' = 'confirm-new-email';
select "email" from "users" where "id" = $1;
delete from "jobs" where "kind" = $1 and key = ANY ($2::text[]) and "given_up_at" is null;
