-- the first page
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
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
  AND (s.photo_checked OR NOT $10::boolean)
  AND s.vaccinated_until >= $11::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $14::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $15::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $17::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $18::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;

-- the next page
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
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
  AND (s.photo_checked OR NOT $10::boolean)
  AND s.vaccinated_until >= $11::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $14::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $15::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $17::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND c.chord >= (cell_point($18::int) <-> $19::cube) AND (c.chord > (cell_point($20::int) <-> $21::cube) OR s.dog_id > $22::uuid) ORDER BY s.dog_id
  ) found
  LIMIT $23::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;

-- a page with its count
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND true
  AND (s.photo_checked OR NOT $9::boolean)
  AND s.vaccinated_until >= $10::date
  AND 
  s.owner_id NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $11::uuid)
  AND s.dog_id NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $13::uuid) LIMIT $14::int
  ) found
  LIMIT $15::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $16::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $17::float8, 3) AND c.point <-> p.point <= $18::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $19::uuid
  AND s.age_years BETWEEN $20::int AND $21::int
  AND s.size_bit & $22::int <> 0
  AND ($23::int = 0 OR s.temperament_bits & $24::int <> 0)
  AND true
  AND (s.photo_checked OR NOT $25::boolean)
  AND s.vaccinated_until >= $26::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $27::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $28::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $29::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $30::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $31::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $32::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $33::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;

-- without a place
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (SELECT FROM (
  SELECT id AS dog_id, user_id AS owner_id, age_years, size_bit(size) AS size_bit, temperament_bits(temperament) AS temperament_bits,
  photo_checked, coalesce(vaccinated_until, '-infinity') AS vaccinated_until
  FROM dogs WHERE user_id IS NOT NULL AND NOT unseen AND NOT paused) s WHERE s.owner_id <> $1::uuid
  AND s.age_years BETWEEN $2::int AND $3::int
  AND s.size_bit & $4::int <> 0
  AND ($5::int = 0 OR s.temperament_bits & $6::int <> 0)
  AND true
  AND (s.photo_checked OR NOT $7::boolean)
  AND s.vaccinated_until >= $8::date
  AND 
  s.owner_id NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $9::uuid)
  AND s.dog_id NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $10::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $11::uuid) LIMIT $12::int) found) counted
  LEFT JOIN ((
  SELECT s.dog_id, NULL::int AS cell, NULL::float8 AS chord FROM (
  SELECT id AS dog_id, user_id AS owner_id, age_years, size_bit(size) AS size_bit, temperament_bits(temperament) AS temperament_bits,
  photo_checked, coalesce(vaccinated_until, '-infinity') AS vaccinated_until
  FROM dogs WHERE user_id IS NOT NULL AND NOT unseen AND NOT paused) s
  WHERE s.owner_id <> $13::uuid
  AND s.age_years BETWEEN $14::int AND $15::int
  AND s.size_bit & $16::int <> 0
  AND ($17::int = 0 OR s.temperament_bits & $18::int <> 0)
  AND true
  AND (s.photo_checked OR NOT $19::boolean)
  AND s.vaccinated_until >= $20::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $21::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $22::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $23::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $24::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $25::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $26::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true
  ORDER BY s.dog_id DESC LIMIT $27::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY d.id DESC;

-- verified dogs
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
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
  AND (s.photo_checked OR NOT $10::boolean)
  AND s.vaccinated_until >= $11::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $14::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $15::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $17::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $18::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;

-- wider: farther
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
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
  AND (s.photo_checked OR NOT $10::boolean)
  AND s.vaccinated_until >= $11::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $14::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $15::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $17::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $18::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
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
  AND (s.photo_checked OR NOT $10::boolean)
  AND s.vaccinated_until >= $11::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $14::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $15::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $17::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $18::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND true
  AND (s.photo_checked OR NOT $9::boolean)
  AND s.vaccinated_until >= $10::date
  AND 
  s.owner_id NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $11::uuid)
  AND s.dog_id NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $13::uuid) LIMIT $14::int
  ) found
  LIMIT $15::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $16::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $17::float8, 3) AND c.point <-> p.point <= $18::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $19::uuid
  AND s.age_years BETWEEN $20::int AND $21::int
  AND s.size_bit & $22::int <> 0
  AND ($23::int = 0 OR s.temperament_bits & $24::int <> 0)
  AND true
  AND (s.photo_checked OR NOT $25::boolean)
  AND s.vaccinated_until >= $26::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $27::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $28::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $29::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $30::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $31::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $32::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $33::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND true
  AND (s.photo_checked OR NOT $9::boolean)
  AND s.vaccinated_until >= $10::date
  AND 
  s.owner_id NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $11::uuid)
  AND s.dog_id NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $13::uuid) LIMIT $14::int
  ) found
  LIMIT $15::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $16::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $17::float8, 3) AND c.point <-> p.point <= $18::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $19::uuid
  AND s.age_years BETWEEN $20::int AND $21::int
  AND s.size_bit & $22::int <> 0
  AND ($23::int = 0 OR s.temperament_bits & $24::int <> 0)
  AND true
  AND (s.photo_checked OR NOT $25::boolean)
  AND s.vaccinated_until >= $26::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $27::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $28::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $29::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $30::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $31::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $32::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $33::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;

-- wider: without a filter
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
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
  AND (s.photo_checked OR NOT $10::boolean)
  AND s.vaccinated_until >= $11::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $14::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $15::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $17::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $18::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
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
  AND (s.photo_checked OR NOT $10::boolean)
  AND s.vaccinated_until >= $11::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $12::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $13::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $14::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $15::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $16::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $17::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $18::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND true
  AND (s.photo_checked OR NOT $9::boolean)
  AND s.vaccinated_until >= $10::date
  AND 
  s.owner_id NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $11::uuid)
  AND s.dog_id NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $13::uuid) LIMIT $14::int
  ) found
  LIMIT $15::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $16::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $17::float8, 3) AND c.point <-> p.point <= $18::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $19::uuid
  AND s.age_years BETWEEN $20::int AND $21::int
  AND s.size_bit & $22::int <> 0
  AND ($23::int = 0 OR s.temperament_bits & $24::int <> 0)
  AND true
  AND (s.photo_checked OR NOT $25::boolean)
  AND s.vaccinated_until >= $26::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $27::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $28::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $29::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $30::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $31::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $32::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $33::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;
SELECT counted.total, d.id, d.name, d.breed, d.age_years, d.size, d.sex, d.temperament, d.bio, d.photos,
  d.neutered, d.careful, d.photo_checked, d.vaccinated_until, d.active_on, page.cell
  FROM (SELECT count(*)::int AS total FROM (
  SELECT FROM unnest($1::int[], $2::int[]) AS r (first, last)
  CROSS JOIN LATERAL (
  SELECT FROM sniff_dogs s WHERE s.cell BETWEEN r.first AND r.last AND s.owner_id <> $3::uuid
  AND s.age_years BETWEEN $4::int AND $5::int
  AND s.size_bit & $6::int <> 0
  AND ($7::int = 0 OR s.temperament_bits & $8::int <> 0)
  AND true
  AND (s.photo_checked OR NOT $9::boolean)
  AND s.vaccinated_until >= $10::date
  AND 
  s.owner_id NOT IN (SELECT other_id FROM owners_apart WHERE owners_apart.owner_id = $11::uuid)
  AND s.dog_id NOT IN (SELECT other_id FROM dogs_apart WHERE dogs_apart.dog_id = $12::uuid)
  AND s.dog_id NOT IN (SELECT other_dog_id FROM skips WHERE skips.dog_id = $13::uuid) LIMIT $14::int
  ) found
  LIMIT $15::int) found) counted
  LEFT JOIN ((
  SELECT found.dog_id, c.cell, c.chord
  FROM (
  SELECT c.cell, c.point <-> p.point AS chord
  FROM (SELECT $16::cube AS point) p, sniff_cells c
  WHERE c.point <@ cube_enlarge(p.point, $17::float8, 3) AND c.point <-> p.point <= $18::float8
  ORDER BY c.point <-> p.point
  ) c
  CROSS JOIN LATERAL (
  SELECT s.dog_id FROM sniff_dogs s WHERE s.cell = c.cell AND s.owner_id <> $19::uuid
  AND s.age_years BETWEEN $20::int AND $21::int
  AND s.size_bit & $22::int <> 0
  AND ($23::int = 0 OR s.temperament_bits & $24::int <> 0)
  AND true
  AND (s.photo_checked OR NOT $25::boolean)
  AND s.vaccinated_until >= $26::date
  AND (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $27::uuid
  UNION ALL SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $28::uuid)
  OR (
  NOT EXISTS (SELECT FROM owners_apart WHERE owners_apart.owner_id = $29::uuid AND owners_apart.other_id = "s"."owner_id" OFFSET 0)
  AND NOT EXISTS (SELECT FROM dogs_apart WHERE dogs_apart.dog_id = $30::uuid AND dogs_apart.other_id = "s"."dog_id" OFFSET 0))) AND (
  NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $31::uuid)
  OR NOT EXISTS (SELECT FROM skips WHERE skips.dog_id = $32::uuid AND skips.other_dog_id = s.dog_id OFFSET 0)) AND true ORDER BY s.dog_id
  ) found
  LIMIT $33::int) page JOIN dogs d ON d.id = page.dog_id) ON true
  ORDER BY page.chord, d.id;

-- where to look from
select "cell" from "users" where "id" = $1;
