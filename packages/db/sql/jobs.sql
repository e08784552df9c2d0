-- put
INSERT INTO jobs (id, kind, key, user_id, payload, due_at, created_at, priority)
  SELECT DISTINCT ON (kind, coalesce(key, id::text)) id, kind, key, "userId", payload, "dueAt", "createdAt", coalesce(priority, 0)
  FROM jsonb_to_recordset($1::jsonb) AS one (id uuid, kind text, key text, "userId" uuid, payload jsonb,
  "dueAt" timestamptz, "createdAt" timestamptz, priority integer)
  ON CONFLICT (kind, key) WHERE given_up_at IS NULL DO UPDATE
  SET user_id = excluded.user_id, payload = excluded.payload, due_at = excluded.due_at, created_at = excluded.created_at,
  priority = excluded.priority, attempts = 0, lease_id = NULL
  WHERE jobs.lease_id IS NOT NULL OR excluded.priority > jobs.priority;

-- claim
UPDATE jobs
  SET lease_id = $1, leased_until = now() + make_interval(secs => $2), attempts = attempts + 1
  WHERE id = ANY (ARRAY(
  SELECT id FROM jobs
  WHERE kind = $3 AND due_at <= $4 AND given_up_at IS NULL AND (leased_until IS NULL OR leased_until < now())
  ORDER BY priority DESC, due_at LIMIT $5 FOR UPDATE SKIP LOCKED
  ))
  RETURNING id, payload, user_id AS "userId", attempts AS attempt, created_at AS "createdAt";

-- finish
delete from "jobs" where "id" = $1 and "lease_id" = $2;

-- postpone
update "jobs" set "lease_id" = $1, "leased_until" = $2, "due_at" = $3 where "id" = $4 and "lease_id" = $5;

-- give up
update "jobs" set "lease_id" = $1, "leased_until" = $2, "given_up_at" = $3, "key" = $4, "payload" = $5 where "id" = $6 and "lease_id" = $7;

-- run anew
update "jobs" set "leased_until" = $1 where "id" = $2 and "lease_id" is null;

-- next
select "due_at" from "jobs" where "kind" = $1 and "given_up_at" is null and "leased_until" is null order by "due_at" limit $2;

-- sweep
DELETE FROM "jobs" WHERE "id" = ANY (ARRAY(SELECT id FROM "jobs" WHERE "given_up_at" < $1 ORDER BY "given_up_at" LIMIT $2));
