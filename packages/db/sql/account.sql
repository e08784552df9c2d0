-- open a link
select "id" from "users" where "id" = $1 for no key update;
select "id" from "account_links" where "user_id" = $1 and "purpose" = $2 and "asked_at" > $3 limit $4;
delete from "account_links" where "user_id" = $1 and "purpose" = $2 and "id" != $3;
insert into "account_links" ("id", "user_id", "purpose", "email", "asked_at", "expires_at") values ($1, $2, $3, $4, $5, $6) on conflict ("id") do update set "expires_at" = $7 where "account_links"."used_at" is null;

-- find a link
select "id", "user_id", "email" from "account_links" where "id" = $1 and "purpose" = $2 and "used_at" is null and "expires_at" > $3;

-- use a link
update "account_links" set "used_at" = $1 where "id" = $2 and "purpose" = $3 and "used_at" is null and "expires_at" > $4 returning "id", "user_id", "email";

-- sweep links
delete from "account_links" where "expires_at" < $1;

-- verify an address
update "users" set "email_verified_at" = $1 where "id" = $2 and "email_key" = lower($3);
