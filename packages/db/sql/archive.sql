-- matches
select distinct on ("matches"."id") "matches"."id", "match_dogs"."dog_id" as "dogId", "other"."id" as "otherId", "other"."name", "other"."breed" from "matches" inner join "match_dogs" on "match_dogs"."match_id" = "matches"."id" inner join "dogs" as "own" on "own"."id" = "match_dogs"."dog_id" inner join "dogs" as "other" on "other"."id" = "match_dogs"."other_dog_id" where "own"."user_id" = $1 and (NOT "other"."unseen" OR "other"."user_id" = "own"."user_id") AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = "own"."user_id" AND owners_apart.other_id = "other"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = "own"."id" AND dogs_apart.other_id = "other"."id" OFFSET 0)) order by "matches"."id", "match_dogs"."dog_id" limit $2;

-- messages
select "messages"."id", "messages"."seq", "messages"."sender_dog_id", "messages"."body", "messages"."created_at" from "messages" where "match_id" = $1 and "seq" > $2 order by "seq" limit $3;

-- playdates
select "playdates"."id", "playdates"."match_id", "playdates"."when_ts", "playdates"."notes", "playdates"."status", "playdates"."proposer_dog_id", "playdates"."revision", "playdates"."signals", "playdates"."cancelled_at", "playdates"."cancel_reason", "playdates"."cancelled_by_dog_id", "playdates"."invited_dog_id", "playdates"."park_name", "playdates"."park_id", "playdates"."park_lat", "playdates"."park_lng", "playdates"."time_zone", "playdates"."changes", "playdates"."was" from "playdates" where "match_id" = $1 order by "id";
select "playdate_id", "dog_id", "met", "again", "at" from "playdate_recaps" inner join "playdates" on "playdates"."id" = "playdate_recaps"."playdate_id" inner join "dogs" on "dogs"."id" = "playdate_recaps"."dog_id" where "playdates"."match_id" = $1 and "dogs"."user_id" = $2 order by "at";

-- reports
select "reports"."id", "reports"."kind", "reports"."created_at", "report_cases"."decided_at", (
  SELECT action FROM decisions WHERE decisions.case_id = report_cases.id LIMIT 1) as "action", "report_cases"."dog_name", ARRAY(
  SELECT body FROM report_notes WHERE case_id = reports.case_id AND author_id = reports.reporter_id ORDER BY id) as "notes", (extract(epoch FROM "reports"."created_at") * 1000000)::bigint::text as "at" from "reports" inner join "report_cases" on "report_cases"."id" = "reports"."case_id" where "reporter_id" = $1 order by "reports"."created_at" desc, "reports"."id" desc limit $2;
