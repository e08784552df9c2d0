-- the first page
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT 0 AS total) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $1::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $2::float8, 3) AND c.point <-> p.point <= $3::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $4::uuid
  AND s.age_years BETWEEN $5::int AND $6::int
  AND s.size_bit & $7::int <> 0
  AND ($8::int = 0 OR s.temperament_bits & $9::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $10::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $11::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $14::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $16::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;

-- the next page
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT 0 AS total) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $1::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $2::float8, 3) AND c.point <-> p.point <= $3::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $4::uuid
  AND s.age_years BETWEEN $5::int AND $6::int
  AND s.size_bit & $7::int <> 0
  AND ($8::int = 0 OR s.temperament_bits & $9::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $10::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $11::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $14::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND c.chord >= (cell_point($16::int) <-> $17::cube) AND (c.chord > (cell_point($18::int) <-> $19::cube) OR s.dog_id > $20::uuid) ORDER BY s.dog_id
  ) found
  LIMIT $21::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;

-- a page with its count
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND 
  "s"."owner_id" NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $9::uuid)
  AND "s"."dog_id" NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $10::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $11::uuid) LIMIT $12::int
  ) found
  LIMIT $13::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $14::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $15::float8, 3) AND c.point <-> p.point <= $16::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $17::uuid
  AND s.age_years BETWEEN $18::int AND $19::int
  AND s.size_bit & $20::int <> 0
  AND ($21::int = 0 OR s.temperament_bits & $22::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $23::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $24::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $25::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $26::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $27::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $28::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $29::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;

-- without a place
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (SELECT FROM (
  SELECT id AS dog_id, user_id AS owner_id, age_years, size_bit(size) AS size_bit, temperament_bits(temperament) AS temperament_bits,
  photo_checked, coalesce(vaccinated_until, '-infinity') AS vaccinated_until
  FROM dogs WHERE user_id IS NOT NULL AND NOT unseen AND NOT paused) s WHERE s.owner_id <> $1::uuid
  AND s.age_years BETWEEN $2::int AND $3::int
  AND s.size_bit & $4::int <> 0
  AND ($5::int = 0 OR s.temperament_bits & $6::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND 
  "s"."owner_id" NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $7::uuid)
  AND "s"."dog_id" NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $8::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $9::uuid) LIMIT $10::int) found) counted
  LEFT JOIN ((
  SELECT s.dog_id, NULL::int AS cell, NULL::float8 AS chord FROM (
  SELECT id AS dog_id, user_id AS owner_id, age_years, size_bit(size) AS size_bit, temperament_bits(temperament) AS temperament_bits,
  photo_checked, coalesce(vaccinated_until, '-infinity') AS vaccinated_until
  FROM dogs WHERE user_id IS NOT NULL AND NOT unseen AND NOT paused) s
  WHERE s.owner_id <> $11::uuid
  AND s.age_years BETWEEN $12::int AND $13::int
  AND s.size_bit & $14::int <> 0
  AND ($15::int = 0 OR s.temperament_bits & $16::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $17::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $18::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $19::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $20::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $21::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $22::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true
  ORDER BY s.dog_id DESC LIMIT $23::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY dogs.id DESC;

-- without matched dogs
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT 0 AS total) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $1::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $2::float8, 3) AND c.point <-> p.point <= $3::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $4::uuid
  AND s.age_years BETWEEN $5::int AND $6::int
  AND s.size_bit & $7::int <> 0
  AND ($8::int = 0 OR s.temperament_bits & $9::int <> 0)
  AND true
  AND 
  true
  AND true
  AND NOT EXISTS (SELECT FROM matches WHERE dog_a_id = least(s.dog_id, $10::uuid)
  AND dog_b_id = greatest(s.dog_id, $11::uuid) OFFSET 0)
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $14::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $15::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $17::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $18::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;

-- verified dogs
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT 0 AS total) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $1::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $2::float8, 3) AND c.point <-> p.point <= $3::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $4::uuid
  AND s.age_years BETWEEN $5::int AND $6::int
  AND s.size_bit & $7::int <> 0
  AND ($8::int = 0 OR s.temperament_bits & $9::int <> 0)
  AND true
  AND 
  s.photo_checked
  AND s.vaccinated_until > '-infinity' AND s.vaccinated_until >= $10::date
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $11::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $13::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $14::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $17::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;

-- around
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND 
  "s"."owner_id" NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $9::uuid)
  AND "s"."dog_id" NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $10::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $11::uuid) LIMIT $12::int
  ) found
  LIMIT $13::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $14::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $15::float8, 3) AND c.point <-> p.point <= $16::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $17::uuid
  AND s.age_years BETWEEN $18::int AND $19::int
  AND s.size_bit & $20::int <> 0
  AND ($21::int = 0 OR s.temperament_bits & $22::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $23::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $24::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $25::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $26::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $27::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $28::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $29::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;
SELECT (SELECT count(*)::int FROM ((select 1 as "one" from "parks" where "state" = 'open' and parks.point <@ cube_enlarge($1::cube, $2::float8, 3)
  AND parks.point <-> $3::cube <= $4::float8 limit $5)) AS found) AS parks, (SELECT count(*)::int FROM ((select 1 as "one" from "walks" inner join "dogs" as "host" on "host"."id" = "walks"."host_dog_id" where "cancelled_at" is null and "when_ts" >= $6 and walks.park_id IN (
  SELECT parks.id FROM parks WHERE parks.state = 'open' AND parks.point <@ cube_enlarge($7::cube, $8::float8, 3)
  AND parks.point <-> $9::cube <= $10::float8
  UNION ALL SELECT parks.id FROM parks WHERE parks.state <> 'open' AND parks.point <@ cube_enlarge($11::cube, $12::float8, 3)
  AND parks.point <-> $13::cube <= $14::float8) and "host"."user_id" <> $15 and (NOT "host"."unseen" OR "host"."user_id" = $16::uuid) AND (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $17::uuid AND owners_apart.other_id = "host"."user_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $18::uuid AND dogs_apart.other_id = "host"."id" OFFSET 0)) limit $19)) AS found) AS walks;

-- still found
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT 0 AS total) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $1::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $2::float8, 3) AND c.point <-> p.point <= $3::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $4::uuid
  AND s.age_years BETWEEN $5::int AND $6::int
  AND s.size_bit & $7::int <> 0
  AND ($8::int = 0 OR s.temperament_bits & $9::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $10::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $11::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $14::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $16::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;
SELECT s.dog_id FROM (
  SELECT id AS dog_id, user_id AS owner_id, age_years, size_bit(size) AS size_bit, temperament_bits(temperament) AS temperament_bits,
  photo_checked, coalesce(vaccinated_until, '-infinity') AS vaccinated_until
  FROM dogs WHERE user_id IS NOT NULL AND NOT unseen AND NOT paused AND id = ANY($1::uuid[])) s
  WHERE s.owner_id <> $2::uuid
  AND s.age_years BETWEEN $3::int AND $4::int
  AND s.size_bit & $5::int <> 0
  AND ($6::int = 0 OR s.temperament_bits & $7::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $8::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $9::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $10::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $11::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $12::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $13::uuid AND skips.other_dog_id = s.dog_id OFFSET 0));

-- wider: farther
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT 0 AS total) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $1::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $2::float8, 3) AND c.point <-> p.point <= $3::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $4::uuid
  AND s.age_years BETWEEN $5::int AND $6::int
  AND s.size_bit & $7::int <> 0
  AND ($8::int = 0 OR s.temperament_bits & $9::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $10::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $11::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $14::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $16::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT 0 AS total) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $1::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $2::float8, 3) AND c.point <-> p.point <= $3::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $4::uuid
  AND s.age_years BETWEEN $5::int AND $6::int
  AND s.size_bit & $7::int <> 0
  AND ($8::int = 0 OR s.temperament_bits & $9::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $10::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $11::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $14::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $16::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND 
  "s"."owner_id" NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $9::uuid)
  AND "s"."dog_id" NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $10::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $11::uuid) LIMIT $12::int
  ) found
  LIMIT $13::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $14::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $15::float8, 3) AND c.point <-> p.point <= $16::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $17::uuid
  AND s.age_years BETWEEN $18::int AND $19::int
  AND s.size_bit & $20::int <> 0
  AND ($21::int = 0 OR s.temperament_bits & $22::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $23::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $24::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $25::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $26::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $27::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $28::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $29::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND 
  "s"."owner_id" NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $9::uuid)
  AND "s"."dog_id" NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $10::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $11::uuid) LIMIT $12::int
  ) found
  LIMIT $13::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $14::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $15::float8, 3) AND c.point <-> p.point <= $16::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $17::uuid
  AND s.age_years BETWEEN $18::int AND $19::int
  AND s.size_bit & $20::int <> 0
  AND ($21::int = 0 OR s.temperament_bits & $22::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $23::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $24::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $25::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $26::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $27::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $28::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $29::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;

-- wider: without a filter
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT 0 AS total) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $1::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $2::float8, 3) AND c.point <-> p.point <= $3::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $4::uuid
  AND s.age_years BETWEEN $5::int AND $6::int
  AND s.size_bit & $7::int <> 0
  AND ($8::int = 0 OR s.temperament_bits & $9::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $10::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $11::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $14::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $16::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT 0 AS total) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $1::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $2::float8, 3) AND c.point <-> p.point <= $3::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $4::uuid
  AND s.age_years BETWEEN $5::int AND $6::int
  AND s.size_bit & $7::int <> 0
  AND ($8::int = 0 OR s.temperament_bits & $9::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $10::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $11::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $14::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $15::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $16::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND 
  "s"."owner_id" NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $9::uuid)
  AND "s"."dog_id" NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $10::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $11::uuid) LIMIT $12::int
  ) found
  LIMIT $13::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $14::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $15::float8, 3) AND c.point <-> p.point <= $16::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $17::uuid
  AND s.age_years BETWEEN $18::int AND $19::int
  AND s.size_bit & $20::int <> 0
  AND ($21::int = 0 OR s.temperament_bits & $22::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $23::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $24::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $25::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $26::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $27::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $28::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $29::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;
SELECT counted.total, "dogs"."id", "dogs"."name", "dogs"."breed", "dogs"."age_years", "dogs"."size", "dogs"."sex", "dogs"."temperament", "dogs"."bio", "dogs"."neutered", "dogs"."careful", "dogs"."photos", "dogs"."photo_checked", "dogs"."vaccinated_until", dogs.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND 
  "s"."owner_id" NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $9::uuid)
  AND "s"."dog_id" NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $10::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $11::uuid) LIMIT $12::int
  ) found
  LIMIT $13::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $14::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $15::float8, 3) AND c.point <-> p.point <= $16::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $17::uuid
  AND s.age_years BETWEEN $18::int AND $19::int
  AND s.size_bit & $20::int <> 0
  AND ($21::int = 0 OR s.temperament_bits & $22::int <> 0)
  AND true
  AND 
  true
  AND true
  AND true
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $23::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $24::uuid)
  OR (NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $25::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0) AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $26::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $27::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $28::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $29::int) page JOIN dogs ON dogs.id = page.dog_id) ON true
  ORDER BY page.chord, dogs.id;

-- where to look from
select "cell" from "users" where "id" = $1;
