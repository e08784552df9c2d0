-- list
select "notifications"."id", "notifications"."user_id", "notifications"."event", "notifications"."dog_id" as "dogId", "notifications"."match_id" as "matchId", "notifications"."walk_id" as "walkId", "notifications"."other_dog_id" as "otherDogId", "notifications"."details", "notifications"."is_urgent", "notifications"."notified_at", "notifications"."seen_at", "notifications"."mail_id", "preferences"."units", "preferences"."time_zone" as "readerZone", "own"."name" as "dogName", "other"."name" as "otherName", CASE WHEN match_dogs.last_sender_dog_id = match_dogs.other_dog_id
  THEN match_dogs.last_body ELSE (
  SELECT body FROM messages WHERE messages.match_id = match_dogs.match_id AND seq > match_dogs.last_seq - 1000
  AND sender_dog_id = match_dogs.other_dog_id ORDER BY seq DESC LIMIT 1) END as "lastMessage", coalesce(match_dogs.unread, 0) as "unread", coalesce(match_dogs.last_seq = 2 AND match_dogs.unread = 1 AND EXISTS (SELECT FROM messages
  WHERE messages.match_id = match_dogs.match_id AND seq = 1 AND sender_dog_id = match_dogs.dog_id), false) as "isFirstAnswer", (extract(epoch FROM "notifications"."notified_at") * 1000000)::bigint::text as "at" from "notifications" left join "preferences" on "preferences"."user_id" = "notifications"."user_id" left join "dogs" as "own" on "own"."id" = "notifications"."dog_id" left join "match_dogs" on "match_dogs"."match_id" = "notifications"."match_id" and "match_dogs"."dog_id" = "notifications"."dog_id" left join "dogs" as "other" on "other"."id" = coalesce("match_dogs"."other_dog_id", "notifications"."other_dog_id") where ("notifications"."dog_id" is null or "own"."user_id" = "notifications"."user_id") and (coalesce(notifications.match_id, notifications.other_dog_id) IS NULL OR (NOT "other"."unseen" OR "other"."user_id" = "notifications"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "notifications"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "notifications"."dog_id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) and "notifications"."user_id" = $1 order by "notifications"."notified_at" desc, "notifications"."id" desc limit $2;

-- next page
select "notifications"."id", "notifications"."user_id", "notifications"."event", "notifications"."dog_id" as "dogId", "notifications"."match_id" as "matchId", "notifications"."walk_id" as "walkId", "notifications"."other_dog_id" as "otherDogId", "notifications"."details", "notifications"."is_urgent", "notifications"."notified_at", "notifications"."seen_at", "notifications"."mail_id", "preferences"."units", "preferences"."time_zone" as "readerZone", "own"."name" as "dogName", "other"."name" as "otherName", CASE WHEN match_dogs.last_sender_dog_id = match_dogs.other_dog_id
  THEN match_dogs.last_body ELSE (
  SELECT body FROM messages WHERE messages.match_id = match_dogs.match_id AND seq > match_dogs.last_seq - 1000
  AND sender_dog_id = match_dogs.other_dog_id ORDER BY seq DESC LIMIT 1) END as "lastMessage", coalesce(match_dogs.unread, 0) as "unread", coalesce(match_dogs.last_seq = 2 AND match_dogs.unread = 1 AND EXISTS (SELECT FROM messages
  WHERE messages.match_id = match_dogs.match_id AND seq = 1 AND sender_dog_id = match_dogs.dog_id), false) as "isFirstAnswer", (extract(epoch FROM "notifications"."notified_at") * 1000000)::bigint::text as "at" from "notifications" left join "preferences" on "preferences"."user_id" = "notifications"."user_id" left join "dogs" as "own" on "own"."id" = "notifications"."dog_id" left join "match_dogs" on "match_dogs"."match_id" = "notifications"."match_id" and "match_dogs"."dog_id" = "notifications"."dog_id" left join "dogs" as "other" on "other"."id" = coalesce("match_dogs"."other_dog_id", "notifications"."other_dog_id") where ("notifications"."dog_id" is null or "own"."user_id" = "notifications"."user_id") and (coalesce(notifications.match_id, notifications.other_dog_id) IS NULL OR (NOT "other"."unseen" OR "other"."user_id" = "notifications"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "notifications"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "notifications"."dog_id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) and "notifications"."user_id" = $1 and ("notifications"."notified_at", "notifications"."id") < ($2::timestamptz, $3::uuid) order by "notifications"."notified_at" desc, "notifications"."id" desc limit $4;

-- unseen
select count(*) as "count" from (select "notifications"."id" from "notifications" left join "preferences" on "preferences"."user_id" = "notifications"."user_id" left join "dogs" as "own" on "own"."id" = "notifications"."dog_id" left join "match_dogs" on "match_dogs"."match_id" = "notifications"."match_id" and "match_dogs"."dog_id" = "notifications"."dog_id" left join "dogs" as "other" on "other"."id" = coalesce("match_dogs"."other_dog_id", "notifications"."other_dog_id") where ("notifications"."dog_id" is null or "own"."user_id" = "notifications"."user_id") and (coalesce(notifications.match_id, notifications.other_dog_id) IS NULL OR (NOT "other"."unseen" OR "other"."user_id" = "notifications"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "notifications"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "notifications"."dog_id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) and "notifications"."user_id" = $1 and "notifications"."seen_at" is null limit 1000) as "unseen";

-- besideTabs
select count(*) as "count" from (select "notifications"."id" from "notifications" left join "preferences" on "preferences"."user_id" = "notifications"."user_id" left join "dogs" as "own" on "own"."id" = "notifications"."dog_id" left join "match_dogs" on "match_dogs"."match_id" = "notifications"."match_id" and "match_dogs"."dog_id" = "notifications"."dog_id" left join "dogs" as "other" on "other"."id" = coalesce("match_dogs"."other_dog_id", "notifications"."other_dog_id") where ("notifications"."dog_id" is null or "own"."user_id" = "notifications"."user_id") and (coalesce(notifications.match_id, notifications.other_dog_id) IS NULL OR (NOT "other"."unseen" OR "other"."user_id" = "notifications"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "notifications"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "notifications"."dog_id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) and "notifications"."user_id" = $1 and "notifications"."seen_at" is null and "notifications"."event" not in ($2, $3) and NOT (notifications.event = ANY ($4) AND notifications.dog_id = $5::uuid) limit 1000) as "unseen";

-- faces
select "notifications"."id", "face"."id" as "face_id", "face"."name", "face"."breed", "face"."size", "face"."temperament", "face"."photos" from "notifications" left join "preferences" on "preferences"."user_id" = "notifications"."user_id" left join "dogs" as "own" on "own"."id" = "notifications"."dog_id" left join "match_dogs" on "match_dogs"."match_id" = "notifications"."match_id" and "match_dogs"."dog_id" = "notifications"."dog_id" left join "dogs" as "other" on "other"."id" = coalesce("match_dogs"."other_dog_id", "notifications"."other_dog_id") inner join "dogs" as "face" on face.id = coalesce(other.id, own.id) where ("notifications"."dog_id" is null or "own"."user_id" = "notifications"."user_id") and (coalesce(notifications.match_id, notifications.other_dog_id) IS NULL OR (NOT "other"."unseen" OR "other"."user_id" = "notifications"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "notifications"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "notifications"."dog_id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) and "notifications"."user_id" = $1 and notifications.id = ANY ($2::uuid[]);

-- see some
select "match_id", "dog_id" from "notifications" where "user_id" = $1 and "seen_at" is null and "event" = $2 and id = ANY ($3::uuid[]);
WITH locked AS MATERIALIZED (
  SELECT id FROM matches WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE match_dogs SET notify_after = '-infinity'
  FROM locked, unnest($2::uuid[], $3::uuid[])
  AS side (match_id, dog_id)
  WHERE side.match_id = locked.id AND match_dogs.match_id = side.match_id AND match_dogs.dog_id = side.dog_id;
update "notifications" set "seen_at" = $1, "push_at" = $2, "mail_at" = $3 where "user_id" = $4 and "seen_at" is null and id = ANY ($5::uuid[]);

-- see up to
select "notifications"."id", notifications.notified_at::text as "notified_at" from "notifications" left join "preferences" on "preferences"."user_id" = "notifications"."user_id" left join "dogs" as "own" on "own"."id" = "notifications"."dog_id" left join "match_dogs" on "match_dogs"."match_id" = "notifications"."match_id" and "match_dogs"."dog_id" = "notifications"."dog_id" left join "dogs" as "other" on "other"."id" = coalesce("match_dogs"."other_dog_id", "notifications"."other_dog_id") where ("notifications"."dog_id" is null or "own"."user_id" = "notifications"."user_id") and (coalesce(notifications.match_id, notifications.other_dog_id) IS NULL OR (NOT "other"."unseen" OR "other"."user_id" = "notifications"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "notifications"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "notifications"."dog_id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) and "notifications"."id" = $1 and "notifications"."user_id" = $2;
select "match_id", "dog_id" from "notifications" where "user_id" = $1 and "seen_at" is null and "event" = $2 and (notified_at, id) <= ($3::timestamptz, $4::uuid);
WITH locked AS MATERIALIZED (
  SELECT id FROM matches WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE match_dogs SET notify_after = '-infinity'
  FROM locked, unnest($2::uuid[], $3::uuid[])
  AS side (match_id, dog_id)
  WHERE side.match_id = locked.id AND match_dogs.match_id = side.match_id AND match_dogs.dog_id = side.dog_id;
update "notifications" set "seen_at" = $1, "push_at" = $2, "mail_at" = $3 where "user_id" = $4 and "seen_at" is null and (notified_at, id) <= ($5::timestamptz, $6::uuid);

-- remind
SELECT DISTINCT ON (due."userId", due.key) due.* FROM (
  SELECT own.user_id AS "userId", own.id AS "dogId", match_id AS "matchId",
  'reminder-' || CASE WHEN when_ts <= $1 THEN 'hours' ELSE 'day' END AS event, 'reminder ' || playdates.id || ' ' || to_char(when_ts AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || CASE WHEN when_ts <= $2 THEN 'hours' ELSE 'day' END AS key,
  jsonb_build_object('playdateId', playdates.id, 'whenTs', to_char(when_ts AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'parkName', park_name, 'timeZone', time_zone) AS details,
  own.id = invited_dog_id AS place
  FROM playdates
  JOIN dogs own ON own.id IN (proposer_dog_id, invited_dog_id)
  JOIN dogs other ON other.id IN (proposer_dog_id, invited_dog_id) AND other.id <> own.id
  WHERE status = 'accepted' AND when_ts > $3 AND when_ts <= $4
  AND (when_ts <= $5 OR coalesce(agreed_at, playdates.created_at) <= when_ts - interval '24 hours')
  AND own.user_id IS NOT NULL AND (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) AND (NOT "own"."unseen" OR "own"."user_id" = "other"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "other"."user_id" AND owners_apart.other_id = "own"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "other"."id" AND dogs_apart.other_id = "own"."id" OFFSET 0))) due
  LEFT JOIN preferences ON preferences.user_id = due."userId"
  WHERE CASE WHEN due.event LIKE '%reminder-day' THEN coalesce(preferences.remind_day, true)
  ELSE coalesce(preferences.remind_hours, true) END
  AND NOT EXISTS (SELECT FROM notifications known WHERE known.user_id = due."userId" AND known.key = due.key OFFSET 0)
  ORDER BY due."userId", due.key, due.place LIMIT $6;
SELECT DISTINCT ON (due."userId", due.key) due.* FROM (
  SELECT own.user_id AS "userId", own.id AS "dogId", walks.id AS "walkId",
  nullif(host_dog_id, own.id) AS "otherDogId", 'walk-reminder-' || CASE WHEN when_ts <= $1 THEN 'hours' ELSE 'day' END AS event,
  'walk ' || walks.id || ' ' || walks.revision || ' ' || CASE WHEN when_ts <= $2 THEN 'hours' ELSE 'day' END AS key,
  jsonb_build_object('whenTs', to_char(when_ts AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'parkName', park_name, 'timeZone', time_zone, 'title', title) AS details,
  own.place
  FROM walks
  JOIN dogs host ON host.id = host_dog_id
  CROSS JOIN LATERAL (
  SELECT dogs.id, dogs.user_id, walk_dogs.joined_at, walk_dogs.place FROM walk_dogs JOIN dogs ON dogs.id = walk_dogs.dog_id
  WHERE walk_dogs.walk_id = walks.id OFFSET 0
  ) own
  WHERE when_ts > $3 AND when_ts <= $4 AND own.user_id IS NOT NULL AND walks.cancelled_at IS NULL AND host.user_id IS NOT NULL
  AND (NOT "host"."unseen" OR "host"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "host"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "host"."id" OFFSET 0))
  AND (when_ts <= $5 OR greatest(walks.changed_at, own.joined_at) <= when_ts - interval '24 hours')) due
  LEFT JOIN preferences ON preferences.user_id = due."userId"
  WHERE CASE WHEN due.event LIKE '%reminder-day' THEN coalesce(preferences.remind_day, true)
  ELSE coalesce(preferences.remind_hours, true) END
  AND NOT EXISTS (SELECT FROM notifications known WHERE known.user_id = due."userId" AND known.key = due.key OFFSET 0)
  ORDER BY due."userId", due.key, due.place LIMIT $6;
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;

-- sweep
DELETE FROM "notifications" WHERE "id" = ANY (ARRAY(SELECT id FROM "notifications" WHERE "notified_at" < $1 ORDER BY "notified_at" LIMIT $2));

-- notify a user
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;

-- notify the other side
select "own"."id", "own"."user_id" from "match_dogs" inner join "dogs" as "own" on "own"."id" = "match_dogs"."dog_id" inner join "dogs" as "by" on "by"."id" = "match_dogs"."other_dog_id" where "match_id" = $1 and "other_dog_id" = $2 and own.user_id IS DISTINCT FROM by.user_id;
update "notifications" set "key" = $1 where "user_id" = $2 and "key" = $3 and "seen_at" is not null;
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO UPDATE SET 
  event = excluded.event, notified_at = excluded.notified_at, push_at = excluded.push_at, mail_id = NULL, seen_at = NULL,
  details = excluded.details || jsonb_build_object('earlier', jsonb_path_query_array(
  jsonb_build_object('event', notifications.event, 'details', notifications.details - 'earlier')
  || coalesce(notifications.details -> 'earlier', '[]'), $4::jsonpath)),
  is_urgent = excluded.is_urgent OR (notifications.is_urgent AND notifications.push_at IS NOT NULL),
  mail_at = CASE WHEN notifications.mail_id IS NULL THEN coalesce(notifications.mail_at, excluded.mail_at)
  ELSE excluded.mail_at END
  RETURNING user_id;

-- notify of an urgent case
SELECT admins.id AS admin_id, report_cases.kind, report_cases.dog_name FROM report_cases, users AS admins
  WHERE report_cases.id = $1::uuid AND report_cases.is_urgent
  AND ("admins"."is_admin" OR "admins"."is_moderator") AND admins.suspended_at IS NULL AND NOT ((
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = admins.id AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) OR ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM admins.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = admins.id) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM admins.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = admins.id) THEN 1
  ELSE 0 END))));
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;

-- notify of the queue
SELECT admins.id AS admin_id, newest.id AS up_to
  FROM users AS admins
  LEFT JOIN LATERAL (
  SELECT notified_at, (details->>'upTo')::uuid AS up_to FROM notifications
  WHERE user_id = admins.id AND event = 'cases-waiting' ORDER BY notified_at DESC, id DESC LIMIT 1) AS latest ON true
  CROSS JOIN LATERAL (
  SELECT id FROM report_cases
  WHERE decided_at IS NULL AND NOT is_urgent AND id > coalesce(latest.up_to, '00000000-0000-0000-0000-000000000000')
  AND NOT ((
  NOT EXISTS (SELECT FROM users AS viewer WHERE viewer.id = admins.id AND viewer.is_admin)
  AND EXISTS (SELECT FROM users AS staff WHERE staff.id = report_cases.owner_id AND ("staff"."is_admin" OR "staff"."is_moderator"))) OR ((CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM admins.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = admins.id) THEN 1
  ELSE 0 END) > 0 AND EXISTS (
  SELECT FROM users AS another
  WHERE another.is_admin AND another.suspended_at IS NULL AND (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM another.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = another.id) THEN 1
  ELSE 0 END) < (CASE
  WHEN report_cases.owner_id IS NOT DISTINCT FROM admins.id THEN 2
  WHEN EXISTS (SELECT FROM reports AS party WHERE party.case_id = coalesce(
  (SELECT appealed.case_id FROM decisions AS appealed WHERE appealed.id = report_cases.appeal_of), report_cases.id) AND party.reporter_id = admins.id) THEN 1
  ELSE 0 END))))
  ORDER BY id DESC LIMIT 1) AS newest
  WHERE ("admins"."is_admin" OR "admins"."is_moderator") AND admins.suspended_at IS NULL
  AND (latest.notified_at IS NULL OR latest.notified_at <= $1::timestamptz - interval '1 hour');
INSERT INTO notifications (id, user_id, event, key, dog_id, match_id, walk_id, other_dog_id, details, is_urgent, notified_at, push_at, mail_at)
  SELECT one.id, users.id, event, key, "dogId", "matchId", "walkId", "otherDogId", details, coalesce("isUrgent", false), $1::timestamptz,
  CASE WHEN "isPushed" IS NOT FALSE AND EXISTS (SELECT FROM push_endpoints WHERE push_endpoints.user_id = users.id)
  THEN $2::timestamptz END,
  "mailAt"
  FROM jsonb_to_recordset($3::jsonb) AS one (id uuid, "userId" uuid, event text, key text, "dogId" uuid,
  "matchId" uuid, "walkId" uuid, "otherDogId" uuid, details jsonb, "isUrgent" boolean, "isPushed" boolean, "mailAt" timestamptz)
  JOIN users ON users.id = "userId"
  ORDER BY one.id
  ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
  RETURNING user_id;

-- take from a budget
SELECT pg_advisory_xact_lock(hashtextextended(pair, 0)) FROM unnest($1::text[]) AS pair;
WITH wanted AS (
  SELECT one.*, row_number() OVER (PARTITION BY from_id, to_id ORDER BY nth) AS place
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[])
  WITH ORDINALITY AS one (id, from_id, to_id, nth)
  ), granted AS (
  SELECT wanted.* FROM wanted
  JOIN users sender ON sender.id = wanted.from_id
  JOIN users reader ON reader.id = wanted.to_id
  WHERE place <= $4 - (
  SELECT count(*) FROM pair_deliveries sent
  WHERE sent.to_id = wanted.to_id AND sent.from_id = wanted.from_id AND sent.channel = $5
  AND sent.sent_at > $6)
  ), counted AS (
  INSERT INTO pair_deliveries (id, from_id, to_id, channel, sent_at)
  SELECT gen_random_uuid(), from_id, to_id, $7, $8 FROM granted
  )
  SELECT id FROM granted;

-- sweep deliveries
DELETE FROM "pair_deliveries" WHERE "id" = ANY (ARRAY(SELECT id FROM "pair_deliveries" WHERE "sent_at" < $1 ORDER BY "sent_at" LIMIT $2));

-- undecided
select "notifications"."id", "notifications"."user_id", "notifications"."event", "notifications"."is_urgent", "notifications"."notified_at", "notifications"."push_at" as "due_at", "preferences"."time_zone", "preferences"."quiet_from", "preferences"."quiet_to", "preferences"."kinds", "presence"."seen_at" as "last_seen_at", "presence"."visible_until", "users"."suspended_at", "users"."email", "users"."email_verified_at", (
  SELECT other.user_id FROM dogs other
  WHERE other.id = coalesce(notifications.other_dog_id, (
  SELECT match_dogs.other_dog_id FROM match_dogs
  WHERE match_dogs.match_id = notifications.match_id AND match_dogs.dog_id = notifications.dog_id))
  AND notifications.event NOT LIKE '%reminder-%' AND notifications.event <> 'dog-found') as "from_id", ARRAY(SELECT id::text FROM push_endpoints WHERE push_endpoints.user_id = notifications.user_id) as "endpoint_ids" from "notifications" inner join "users" on "users"."id" = "notifications"."user_id" left join "preferences" on "preferences"."user_id" = "notifications"."user_id" left join "presence" on "presence"."user_id" = "notifications"."user_id" where "notifications"."push_at" <= $1 order by "notifications"."push_at" limit $2 for update of "notifications" skip locked;

-- decide
UPDATE notifications SET "mail_at" = outcome.until
  FROM unnest($1::uuid[], $2::timestamptz[])
  AS outcome (id, until)
  WHERE notifications.id = outcome.id;

-- find to send
select "notifications"."id", "notifications"."user_id", "notifications"."event", "notifications"."dog_id" as "dogId", "notifications"."match_id" as "matchId", "notifications"."walk_id" as "walkId", "notifications"."other_dog_id" as "otherDogId", "notifications"."details", "notifications"."is_urgent", "notifications"."notified_at", "notifications"."seen_at", "notifications"."mail_id", "preferences"."units", "preferences"."time_zone" as "readerZone", "own"."name" as "dogName", "other"."name" as "otherName", CASE WHEN match_dogs.last_sender_dog_id = match_dogs.other_dog_id
  THEN match_dogs.last_body ELSE (
  SELECT body FROM messages WHERE messages.match_id = match_dogs.match_id AND seq > match_dogs.last_seq - 1000
  AND sender_dog_id = match_dogs.other_dog_id ORDER BY seq DESC LIMIT 1) END as "lastMessage", coalesce(match_dogs.unread, 0) as "unread", coalesce(match_dogs.last_seq = 2 AND match_dogs.unread = 1 AND EXISTS (SELECT FROM messages
  WHERE messages.match_id = match_dogs.match_id AND seq = 1 AND sender_dog_id = match_dogs.dog_id), false) as "isFirstAnswer", "preferences"."time_zone", "preferences"."quiet_from", "preferences"."quiet_to", "preferences"."kinds", "presence"."seen_at" as "last_seen_at", "presence"."visible_until", "users"."suspended_at", "users"."email", "users"."email_verified_at", "users"."first_name" from "notifications" left join "preferences" on "preferences"."user_id" = "notifications"."user_id" left join "dogs" as "own" on "own"."id" = "notifications"."dog_id" left join "match_dogs" on "match_dogs"."match_id" = "notifications"."match_id" and "match_dogs"."dog_id" = "notifications"."dog_id" left join "dogs" as "other" on "other"."id" = coalesce("match_dogs"."other_dog_id", "notifications"."other_dog_id") inner join "users" on "users"."id" = "notifications"."user_id" left join "presence" on "presence"."user_id" = "notifications"."user_id" where ("notifications"."dog_id" is null or "own"."user_id" = "notifications"."user_id") and (coalesce(notifications.match_id, notifications.other_dog_id) IS NULL OR (NOT "other"."unseen" OR "other"."user_id" = "notifications"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "notifications"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "notifications"."dog_id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) and "notifications"."id" = $1;

-- find an endpoint
select "endpoint", "p256dh", "auth", "refused_at" from "push_endpoints" where "id" = $1 and "user_id" = $2;

-- is still true
SELECT FROM playdates WHERE id = $1::uuid AND status = 'accepted' AND when_ts = $2::timestamptz AND when_ts > $3;

-- note mailed
select "id", "mail_id", "user_id", (
  SELECT other.user_id FROM dogs other
  WHERE other.id = coalesce(notifications.other_dog_id, (
  SELECT match_dogs.other_dog_id FROM match_dogs
  WHERE match_dogs.match_id = notifications.match_id AND match_dogs.dog_id = notifications.dog_id))
  AND notifications.event NOT LIKE '%reminder-%' AND notifications.event <> 'dog-found') as "from_id" from "notifications" where (id = $1::uuid OR match_id = $2::uuid AND dog_id = $3::uuid
  AND seen_at IS NULL AND event IN ('bark', 'messages')) order by "id" for update;
SELECT pg_advisory_xact_lock(hashtextextended(pair, 0)) FROM unnest($1::text[]) AS pair;
WITH wanted AS (
  SELECT one.*, row_number() OVER (PARTITION BY from_id, to_id ORDER BY nth) AS place
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[])
  WITH ORDINALITY AS one (id, from_id, to_id, nth)
  ), granted AS (
  SELECT wanted.* FROM wanted
  JOIN users sender ON sender.id = wanted.from_id
  JOIN users reader ON reader.id = wanted.to_id
  WHERE place <= $4 - (
  SELECT count(*) FROM pair_deliveries sent
  WHERE sent.to_id = wanted.to_id AND sent.from_id = wanted.from_id AND sent.channel = $5
  AND sent.sent_at > $6)
  ), counted AS (
  INSERT INTO pair_deliveries (id, from_id, to_id, channel, sent_at)
  SELECT gen_random_uuid(), from_id, to_id, $7, $8 FROM granted
  )
  SELECT id FROM granted;
update "notifications" set "mail_id" = $1, "mail_at" = $2 where id = ANY ($3::uuid[]);

-- preferences
select * from "preferences" where "user_id" = $1;

-- edit preferences
insert into "preferences" ("user_id") values ($1) on conflict ("user_id") do update set "user_id" = $2 returning *;
update "preferences" set "time_zone" = $1, "kinds" = $2, "digest" = $3 where "user_id" = $4 returning *;

-- edit quiet hours
insert into "preferences" ("user_id") values ($1) on conflict ("user_id") do update set "user_id" = $2 returning *;
update "preferences" set "time_zone" = $1, "quiet_from" = $2, "quiet_to" = $3, "kinds" = $4, "digest" = $5 where "user_id" = $6 returning *;
UPDATE notifications
  SET push_at = CASE WHEN push_at IS NOT NULL THEN least(push_at, $1) END,
  mail_at = CASE WHEN mail_at IS NOT NULL
  THEN least(mail_at, notified_at + $2 * interval '1 second') END
  WHERE user_id = $3 AND seen_at IS NULL AND (push_at > $4 OR mail_at > $5);

-- add an endpoint
select count(*) as "count" from "push_endpoints" where "user_id" = $1 and "endpoint" != $2;
insert into "push_endpoints" ("id", "endpoint", "user_id", "session_id", "p256dh", "auth", "created_at") values ($1, $2, $3, $4, $5, $6, $7) on conflict ("endpoint") do update set "id" = CASE WHEN push_endpoints.user_id = excluded.user_id THEN push_endpoints.id ELSE excluded.id END, "user_id" = "excluded"."user_id", "session_id" = "excluded"."session_id", "p256dh" = "excluded"."p256dh", "auth" = "excluded"."auth", "refused_at" = $8 returning "id";

-- remove an endpoint
delete from "push_endpoints" where "id" = $1 and "user_id" = $2;

-- list endpoints
select "push_endpoints"."id", "device", "session_id", "push_endpoints"."created_at", "refused_at" from "push_endpoints" inner join "sessions" on "sessions"."id" = "push_endpoints"."session_id" where "push_endpoints"."user_id" = $1 order by "push_endpoints"."id" desc;

-- forget an endpoint
delete from "push_endpoints" where "id" = $1 and "auth" = $2;

-- keep keys
select "public_key" as "publicKey", "private_key" as "privateKey" from "vapid_keys" where "is_only" = $1;
insert into "vapid_keys" ("public_key", "private_key") values ($1, $2) on conflict do nothing;
select "public_key" as "publicKey", "private_key" as "privateKey" from "vapid_keys" where "is_only" = $1;

-- due digests
select "user_id", "digest", "time_zone", "digest_at" from "preferences" where "digest_at" <= $1 order by "digest_at" limit $2 for update skip locked;

-- next digests
UPDATE preferences SET digest_at = next.at
  FROM unnest($1::uuid[], $2::timestamptz[]) AS next (user_id, at)
  WHERE preferences.user_id = next.user_id;

-- take for a digest
UPDATE notifications SET mail_id = $1, mail_at = NULL
  WHERE user_id = $2 AND seen_at IS NULL AND mail_id IS NULL AND event = ANY ($3::text[]);
select "notifications"."id", "notifications"."user_id", "notifications"."event", "notifications"."dog_id" as "dogId", "notifications"."match_id" as "matchId", "notifications"."walk_id" as "walkId", "notifications"."other_dog_id" as "otherDogId", "notifications"."details", "notifications"."is_urgent", "notifications"."notified_at", "notifications"."seen_at", "notifications"."mail_id", "preferences"."units", "preferences"."time_zone" as "readerZone", "own"."name" as "dogName", "other"."name" as "otherName", CASE WHEN match_dogs.last_sender_dog_id = match_dogs.other_dog_id
  THEN match_dogs.last_body ELSE (
  SELECT body FROM messages WHERE messages.match_id = match_dogs.match_id AND seq > match_dogs.last_seq - 1000
  AND sender_dog_id = match_dogs.other_dog_id ORDER BY seq DESC LIMIT 1) END as "lastMessage", coalesce(match_dogs.unread, 0) as "unread", coalesce(match_dogs.last_seq = 2 AND match_dogs.unread = 1 AND EXISTS (SELECT FROM messages
  WHERE messages.match_id = match_dogs.match_id AND seq = 1 AND sender_dog_id = match_dogs.dog_id), false) as "isFirstAnswer" from "notifications" left join "preferences" on "preferences"."user_id" = "notifications"."user_id" left join "dogs" as "own" on "own"."id" = "notifications"."dog_id" left join "match_dogs" on "match_dogs"."match_id" = "notifications"."match_id" and "match_dogs"."dog_id" = "notifications"."dog_id" left join "dogs" as "other" on "other"."id" = coalesce("match_dogs"."other_dog_id", "notifications"."other_dog_id") where ("notifications"."dog_id" is null or "own"."user_id" = "notifications"."user_id") and (coalesce(notifications.match_id, notifications.other_dog_id) IS NULL OR (NOT "other"."unseen" OR "other"."user_id" = "notifications"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "notifications"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "notifications"."dog_id" AND dogs_apart.other_id = "other"."id" OFFSET 0))) and "notifications"."user_id" = $1 and "notifications"."seen_at" is null and "notifications"."mail_id" = $2 order by "notifications"."notified_at" desc;

-- turn mail off
select 1 as "one" from "users" where "id" = $1 limit $2 for key share;
insert into "preferences" ("user_id") values ($1) on conflict ("user_id") do update set "user_id" = $2 returning *;
update "preferences" set "time_zone" = $1, "kinds" = $2, "digest" = $3 where "user_id" = $4 returning *;

-- note seen
INSERT INTO presence (user_id, seen_at, visible_until)
  SELECT users.id, one.at, one.until
  FROM unnest($1::uuid[], $2::timestamptz[],
  $3::timestamptz[]) AS one (id, at, until)
  JOIN users ON users.id = one.id ORDER BY users.id
  ON CONFLICT (user_id) DO UPDATE SET
  seen_at = greatest(presence.seen_at, excluded.seen_at),
  visible_until = greatest(presence.visible_until, excluded.visible_until);

-- note hidden
update "presence" set "visible_until" = $1 where user_id = ANY ($2::uuid[]);
