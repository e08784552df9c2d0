-- take
select "id" from "idempotency_keys" where "user_id" = $1 and "created_at" >= $2 limit $3 offset $4;
insert into "idempotency_keys" ("id", "user_id", "key", "request", "answer", "created_at") values ($1, $2, $3, $4, $5, $6) on conflict ("user_id", "key") do update set "id" = $7, "request" = $8, "answer" = $9, "created_at" = $10 where ("idempotency_keys"."created_at" < $11 or ("idempotency_keys"."answer" is null and "idempotency_keys"."created_at" < $12)) returning "id";

-- again
select "id" from "idempotency_keys" where "user_id" = $1 and "created_at" >= $2 limit $3 offset $4;
insert into "idempotency_keys" ("id", "user_id", "key", "request", "answer", "created_at") values ($1, $2, $3, $4, $5, $6) on conflict ("user_id", "key") do update set "id" = $7, "request" = $8, "answer" = $9, "created_at" = $10 where ("idempotency_keys"."created_at" < $11 or ("idempotency_keys"."answer" is null and "idempotency_keys"."created_at" < $12)) returning "id";
select "request", "answer" from "idempotency_keys" where "user_id" = $1 and "key" = $2;

-- finish
update "idempotency_keys" set "answer" = $1 where "id" = $2;

-- free
delete from "idempotency_keys" where "id" = $1;
