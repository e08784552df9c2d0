import { readFileSync } from 'node:fs'
import type pg from 'pg'

const FILE = new URL('../../../api/data/places/cities.tsv', import.meta.url)
const CITIES = 200
/** The product is at home there: three in ten owners. */
const SAN_FRANCISCO_SHARE = 0.3

/** San Francisco and the 199 most populous cities of the gazetteer that ships with the app, by population. `share`: of all owners. */
function cities() {
  const all = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => line.split('\t'))
    .map(([, name = '', , , lat, lng, population]) => ({
      name,
      lat: Number(lat),
      lng: Number(lng),
      population: Number(population),
    }))
    .sort((a, b) => b.population - a.population)
  const home = all.find(city => city.name === 'San Francisco' && city.population > 500_000)
  if (!home) throw new Error('the gazetteer has no San Francisco')
  const others = all.filter(city => city !== home).slice(0, CITIES - 1)
  const people = others.reduce((sum, city) => sum + city.population, 0)
  return [
    { ...home, share: SAN_FRANCISCO_SHARE },
    ...others.map(city => ({ ...city, share: (city.population / people) * (1 - SAN_FRANCISCO_SHARE) })),
  ]
}

/** A UUID that looks like the app's (version 7, in the order of `n`) and is the same in every run. */
export const idOf = (kind: number, n: string) => `(
  lpad(to_hex(1650000000000 + (${n})::bigint * 20), 12, '0') || '7${kind}' || substr(md5('${kind}:' || (${n})), 1, 2)
  || '8' || substr(md5('${kind}:' || (${n})), 3, 15))::uuid`
const USER = 1
export const DOG = 2
const PHOTO = 3
export const MATCH = 4
export const MESSAGE = 5
export const PLAYDATE = 6

/** How many owners have `dogs` dogs: three dogs to two owners. */
const ownersOf = (dogs: number) => Math.ceil((dogs * 2) / 3)

/**
 * Fills in owners around 200 cities (8 km standard deviation) with three notifications each, dogs with none to three photos
 * (the first is active), and what the triggers would add, by SQL alone. The photo of every third dog is checked, every fourth
 * has a vaccination record, every twentieth is paused, and a million photos have a hash. The connection must have its triggers off.
 */
export async function fillDogs(client: pg.Client, dogs: number): Promise<void> {
  const owners = ownersOf(dogs)
  const list = cities()
  let sum = 0
  const starts = list.map(city => {
    const start = sum
    sum += city.share
    return start
  })
  await client.query('SELECT setseed(0.25)')
  await client.query(
    'CREATE TEMP TABLE cities AS SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[]) WITH ORDINALITY AS t (name, lat, lng, n)',
    [list.map(city => city.name), list.map(city => city.lat), list.map(city => city.lng)],
  )
  await client.query(
    `INSERT INTO users (id, email, first_name, last_name, city, lat, lng, cell, active_dog_id)
     SELECT ${idOf(USER, 'n')}, 'owner' || n || '@crowd.test',
       (ARRAY['Kim','Robin','Alex','Sam','Jo','Max','Noa','Eli','Uma','Ida'])[1 + n % 10], 'Crowd ' || n,
       name, lat, lng, floor((lat + 90) * 100)::int * 36000 + floor((lng + 180) * 100)::int,
       ${idOf(DOG, `(CASE n WHEN 1 THEN ${owners} ELSE n - 1 END)`)}
     FROM (
       SELECT drawn.n, c.name,
         least(89.9, greatest(-89.9, round((c.lat + x / 111.2)::numeric, 6)::float8)) AS lat,
         least(179.9, greatest(-179.9, round((c.lng + y / (111.2 * cos(radians(c.lat))))::numeric, 6)::float8)) AS lng
       FROM (
         SELECT n, width_bucket(random(), $1::float8[]) AS city, random_normal(0, 8) AS x, random_normal(0, 8) AS y
         FROM generate_series(1, $2::int) n
       ) drawn JOIN cities c ON c.n = drawn.city
     ) placed`,
    [starts, owners],
  )
  await client.query(
    `INSERT INTO dogs (id, user_id, name, breed, age_years, size, sex, temperament, bio, photo_checked, vaccinated_until, paused, photos)
     SELECT id, ${idOf(USER, `(1 + n % ${owners})`)},
       (ARRAY['Ada','Bo','Cleo','Duke','Echo','Fern','Gus','Hazel','Iggy','Juno','Koda','Luna'])[1 + n % 12] || ' ' || n,
       (ARRAY['Corgi','Beagle','Poodle','Mixed breed','Greyhound','Akita','Boxer','Pug'])[1 + (r1 * 8)::int % 8],
       (r2 * r2 * 16)::int, (ARRAY['small','medium','large'])[1 + (r3 * 3)::int % 3],
       (ARRAY['male','female'])[1 + n % 2], traits[1 + (r4 * 3)::int % 5:2 + (r4 * 3)::int % 5],
       CASE WHEN r5 < 0.7 THEN 'Loves balls, puddles and everybody who carries a biscuit. Number ' || n END,
       n % 3 = 0, CASE WHEN n % 4 = 0 THEN current_date + 300 END, n % 20 = 0,
       coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'dogId', owned.id,
           'urlThumb', '/photos/' || p.key || '-thumb.webp', 'urlLarge', '/photos/' || p.key || '-large.webp'))
         FROM (SELECT ${idOf(PHOTO, '(n * 4 + i)')} AS id, substr(md5('key' || n || i), 1, 24) AS key
               FROM generate_series(1, n % 4) i) p), '[]')
     FROM (SELECT n, ${idOf(DOG, 'n')} AS id, random() AS r1, random() AS r2, random() AS r3, random() AS r4, random() AS r5,
             ARRAY['friendly','playful','calm','energetic','shy','gentle'] AS traits
           FROM generate_series(1, $1::int) n) owned`,
    [dogs],
  )
  await client.query(
    `INSERT INTO photos (id, dog_id, key)
     SELECT ${idOf(PHOTO, '(n * 4 + i)')}, ${idOf(DOG, 'n')}, substr(md5('key' || n || i), 1, 24)
     FROM generate_series(1, $1::int) n, generate_series(1, n % 4) i`,
    [dogs],
  )
  await client.query(`
    INSERT INTO photo_hashes (photo_id, dog_id, hash)
    SELECT id, dog_id, ('x' || substr(md5('hash' || key), 1, 16))::bit(64)::bigint FROM photos ORDER BY id LIMIT 1000000;
    INSERT INTO sniff_dogs (dog_id, owner_id, age_years, size_bit, temperament_bits, cell, photo_checked, vaccinated_until)
    SELECT d.id, d.user_id, d.age_years, size_bit(d.size), temperament_bits(d.temperament), u.cell, d.photo_checked,
      coalesce(d.vaccinated_until, '-infinity')
    FROM dogs d JOIN users u ON u.id = d.user_id WHERE u.cell IS NOT NULL AND NOT d.paused;
    INSERT INTO sniff_cells (cell, point, dogs)
    SELECT cell, cell_point(cell), count(*) FROM sniff_dogs GROUP BY cell;
    INSERT INTO notifications (id, user_id, event, notified_at, seen_at)
    SELECT gen_random_uuid(), users.id, 'email-changed', now() - n * interval '1 day', CASE WHEN n > 1 THEN now() END
    FROM users, generate_series(1, 3) n;
    INSERT INTO row_counts (table_name, change)
    SELECT 'users', count(*) FROM users UNION ALL SELECT 'dogs', count(*) FROM dogs`)
}
