-- create
select count(*) as "count" from "webhooks" where "user_id" = $1;
insert into "webhooks" ("id", "user_id", "token_id", "url", "events", "created_at") values ($1, $2, $3, $4, $5, $6);

-- list
select "webhooks"."id", "webhooks"."url", "webhooks"."events", "webhooks"."created_at", "webhooks"."disabled_at" from "webhooks" where "user_id" = $1 order by "id" desc limit $2;

-- for an event
select "webhooks"."id", "webhooks"."user_id", (SELECT count(*) FROM (
  SELECT FROM webhook_deliveries WHERE webhook_id = webhooks.id AND state = 'waiting' LIMIT $1) AS some_of_them) as "waiting" from "webhooks" where "webhooks"."user_id" = ANY ($2::uuid[]) and "webhooks"."disabled_at" is null and $3 = ANY (webhooks.events);

-- add
INSERT INTO webhook_deliveries (id, webhook_id, type, match_id, body, created_at)
  SELECT $1::uuid, id, $2, $3::uuid, $4, $5::timestamptz FROM webhooks
  WHERE id = $6::uuid
  AND ($7::uuid IS NULL OR EXISTS (SELECT FROM matches WHERE id = $8::uuid FOR KEY SHARE))
  FOR KEY SHARE OF webhooks
  RETURNING id;

-- find
select "webhook_deliveries"."id", "webhook_deliveries"."type", "webhook_deliveries"."body", "webhooks"."id" as "webhook_id", "webhooks"."user_id", "webhooks"."url", "webhooks"."disabled_at", "users"."suspended_at", "users"."suspended_until", "tokens"."expires_at" from "webhook_deliveries" inner join "webhooks" on "webhooks"."id" = "webhook_deliveries"."webhook_id" inner join "users" on "users"."id" = "webhooks"."user_id" left join "tokens" on "tokens"."id" = "webhooks"."token_id" where "webhook_deliveries"."id" = $1 and "webhook_deliveries"."state" = $2;

-- deliveries
select 1 as "one" from "webhooks" where "id" = $1 and "user_id" = $2 limit $3;
select "webhook_deliveries"."id", "webhook_deliveries"."type", "webhook_deliveries"."state", "webhook_deliveries"."attempts", "webhook_deliveries"."status", "webhook_deliveries"."error", "webhook_deliveries"."created_at", "webhook_deliveries"."attempted_at" from "webhook_deliveries" where "webhook_id" = $1 order by "id" desc limit $2;

-- note
update "webhook_deliveries" set "state" = $1, "status" = $2, "error" = $3, "attempted_at" = $4, "attempts" = "attempts" + $5, "match_id" = $6, "body" = $7 where "id" = $8;
DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY(
  SELECT id FROM webhook_deliveries WHERE webhook_id = $1::uuid AND state <> 'waiting'
  ORDER BY id DESC OFFSET 50));

-- switch off
update "webhooks" set "disabled_at" = $1 where "id" = $2 and "disabled_at" is null returning "user_id" as "userId";

-- delete
delete from "webhooks" where "id" = $1 and "user_id" = $2;
