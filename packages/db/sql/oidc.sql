-- a known subject
select "id", "email", "email_verified_at" from "users" where "oidc_issuer" = $1 and "oidc_subject" = $2 for no key update;
select "id", "is_admin", "is_moderator", "is_demo", "oidc_issuer" from "users" where "email_key" = $1 for update;
insert into "users" ("id", "email", "email_key", "email_verified_at", "first_name", "last_name", "oidc_issuer", "oidc_subject") values ($1, $2, $3, $4, $5, $6, $7, $8);

-- an account with the address
select "id", "email", "email_verified_at" from "users" where "oidc_issuer" = $1 and "oidc_subject" = $2 for no key update;
select "id", "is_admin", "is_moderator", "is_demo", "oidc_issuer" from "users" where "email_key" = $1 for update;
update "users" set "oidc_issuer" = $1, "oidc_subject" = $2, "password_hash" = $3, "is_admin" = $4, "is_moderator" = $5 where "id" = $6;
update "users" set "email" = $1, "email_verified_at" = $2 where "id" = $3;
delete from "sessions" where "user_id" = $1 returning "id";
delete from "tokens" where "user_id" = $1 returning "hash";
delete from "calendar_feeds" where "user_id" = $1;
delete from "webhooks" where "user_id" = $1;
delete from "account_links" where "user_id" = $1 and "purpose" in ($2, $3, $4);
delete from "jobs" where "user_id" = $1 and "kind" = $2 and payload ->> 'mail' = 'confirm-new-email';
select "email" from "users" where "id" = $1;
delete from "jobs" where "kind" = $1 and key = ANY ($2::text[]) and "given_up_at" is null;
select "id", "name", "created_at", "last_used_at", "locked_at" from "passkeys" where "user_id" = $1 order by "id" limit $2;
update "users" set "require_passkey" = $1 where "id" = $2;
delete from "sessions" where "user_id" = $1 and passkey_id = ANY ($2::uuid[]) returning "id";
delete from "tokens" where "user_id" = $1 and passkey_id = ANY ($2::uuid[]) returning "hash";
delete from "passkeys" where "user_id" = $1 and id = ANY ($2::uuid[]);
