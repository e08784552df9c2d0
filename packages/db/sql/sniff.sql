-- the first page
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos, page.cell
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
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $10::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $11::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND true ORDER BY s.dog_id
  ) found
  LIMIT $14::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;

-- the next page
SELECT c.point <-> $1::cube AS chord
  FROM sniff_dogs s JOIN sniff_cells c USING (cell) WHERE s.dog_id = $2::uuid AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $3::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $4::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $5::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $6::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0)));
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos, page.cell
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
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $10::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $11::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND c.chord >= $14::float8 AND (c.chord > $15::float8 OR s.dog_id > $16::uuid) ORDER BY s.dog_id
  ) found
  LIMIT $17::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;

-- a page with its count
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND 
  s.owner_id NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $9::uuid)
  AND s.dog_id NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $10::uuid) LIMIT $11::int
  ) found
  LIMIT $12::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $13::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $14::float8, 3) AND c.point <-> p.point <= $15::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $16::uuid
  AND s.age_years BETWEEN $17::int AND $18::int
  AND s.size_bit & $19::int <> 0
  AND ($20::int = 0 OR s.temperament_bits & $21::int <> 0)
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $22::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $23::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $24::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $25::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND true ORDER BY s.dog_id
  ) found
  LIMIT $26::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;

-- without a place
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos, page.cell
  FROM (SELECT count(*)::int AS total FROM (SELECT FROM (
  SELECT id AS dog_id, user_id AS owner_id, age_years, size_bit(size) AS size_bit, temperament_bits(temperament) AS temperament_bits
  FROM dogs WHERE user_id IS NOT NULL AND NOT unseen) s WHERE s.owner_id <> $1::uuid
  AND s.age_years BETWEEN $2::int AND $3::int
  AND s.size_bit & $4::int <> 0
  AND ($5::int = 0 OR s.temperament_bits & $6::int <> 0)
  AND 
  s.owner_id NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $7::uuid)
  AND s.dog_id NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $8::uuid) LIMIT $9::int) found) counted
  LEFT JOIN ((
  SELECT s.dog_id, NULL::int AS cell, NULL::float8 AS chord FROM (
  SELECT id AS dog_id, user_id AS owner_id, age_years, size_bit(size) AS size_bit, temperament_bits(temperament) AS temperament_bits
  FROM dogs WHERE user_id IS NOT NULL AND NOT unseen) s
  WHERE s.owner_id <> $10::uuid
  AND s.age_years BETWEEN $11::int AND $12::int
  AND s.size_bit & $13::int <> 0
  AND ($14::int = 0 OR s.temperament_bits & $15::int <> 0)
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $16::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $17::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $18::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $19::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND true
  ORDER BY s.dog_id DESC LIMIT $20::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY d.id DESC;

-- where to look from
select "cell" from "users" where "id" = $1;
