-- a known subject
select "id", "email", "email_verified_at" from "users" where "oidc_issuer" = $1 and "oidc_subject" = $2 for no key update;
select "id", "is_admin", "is_demo", "oidc_issuer" from "users" where "email_key" = $1 for update;
insert into "users" ("id", "email", "email_key", "email_verified_at", "first_name", "last_name", "oidc_issuer", "oidc_subject") values ($1, $2, $3, $4, $5, $6, $7, $8);

-- an account with the address
select "id", "email", "email_verified_at" from "users" where "oidc_issuer" = $1 and "oidc_subject" = $2 for no key update;
select "id", "is_admin", "is_demo", "oidc_issuer" from "users" where "email_key" = $1 for update;
insert into "users" ("id", "email", "email_key", "email_verified_at", "first_name", "last_name", "oidc_issuer", "oidc_subject") values ($1, $2, $3, $4, $5, $6, $7, $8);
