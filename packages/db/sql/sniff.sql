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
  AND ($8::int = 0 OR s.temperament_bits & $9::int <> 0) AND true ORDER BY s.dog_id
  ) found
  LIMIT $10::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;

-- the next page
SELECT c.point <-> $1::cube AS chord
  FROM sniff_dogs s JOIN sniff_cells c USING (cell) WHERE s.dog_id = $2::uuid;
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
  AND ($8::int = 0 OR s.temperament_bits & $9::int <> 0) AND c.chord >= $10::float8 AND (c.chord > $11::float8 OR s.dog_id > $12::uuid) ORDER BY s.dog_id
  ) found
  LIMIT $13::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;

-- a page with its count
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0) LIMIT $9::int
  ) found
  LIMIT $10::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $11::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $12::float8, 3) AND c.point <-> p.point <= $13::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $14::uuid
  AND s.age_years BETWEEN $15::int AND $16::int
  AND s.size_bit & $17::int <> 0
  AND ($18::int = 0 OR s.temperament_bits & $19::int <> 0) AND true ORDER BY s.dog_id
  ) found
  LIMIT $20::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;

-- without a place
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos, page.cell
  FROM (SELECT count(*)::int AS total FROM (SELECT FROM (
  SELECT id AS dog_id, user_id AS owner_id, age_years, size_bit(size) AS size_bit, temperament_bits(temperament) AS temperament_bits
  FROM dogs WHERE user_id IS NOT NULL AND NOT unseen) s WHERE s.owner_id <> $1::uuid
  AND s.age_years BETWEEN $2::int AND $3::int
  AND s.size_bit & $4::int <> 0
  AND ($5::int = 0 OR s.temperament_bits & $6::int <> 0) LIMIT $7::int) found) counted
  LEFT JOIN ((
  SELECT s.dog_id, NULL::int AS cell, NULL::float8 AS chord FROM (
  SELECT id AS dog_id, user_id AS owner_id, age_years, size_bit(size) AS size_bit, temperament_bits(temperament) AS temperament_bits
  FROM dogs WHERE user_id IS NOT NULL AND NOT unseen) s
  WHERE s.owner_id <> $8::uuid
  AND s.age_years BETWEEN $9::int AND $10::int
  AND s.size_bit & $11::int <> 0
  AND ($12::int = 0 OR s.temperament_bits & $13::int <> 0) AND true
  ORDER BY s.dog_id DESC LIMIT $14::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY d.id DESC;

-- where to look from
select "cell" from "users" where "id" = $1;
