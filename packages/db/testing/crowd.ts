import { sql } from 'kysely'
import type { Db } from '../src/open.ts'

/** How many of a crowd's dogs nobody owns. */
const CROWD_UNOWNED = 100

/**
 * Adds so many users ("Kim 1 Doe", User1@crowd.test …; each hundredth is an Ångström) with two dogs each ("Dog 1a", "Dog 1b"), every
 * dog with a photo's row and a match with its sibling. The b-dogs of the first hundred have no owner.
 */
export async function addCrowd(db: Db, users: number): Promise<void> {
  await sql`
    WITH people AS (
      INSERT INTO users (id, email, first_name, last_name)
      SELECT gen_random_uuid(), 'User' || n || '@crowd.test', 'Kim ' || n, CASE WHEN n % 100 = 0 THEN 'Ångström' ELSE 'Doe' END
      FROM generate_series(1, ${users}::int) n
      RETURNING id, first_name
    )
    INSERT INTO dogs (id, user_id, name, breed, age_years, size, sex, temperament)
    SELECT gen_random_uuid(), id, 'Dog ' || split_part(first_name, ' ', 2) || side, 'Corgi', 3, 'small', 'male', '{calm}'
    FROM people, unnest('{a,b}'::text[]) side
  `.execute(db)
  await sql`INSERT INTO photos (id, dog_id, key) SELECT gen_random_uuid(), id, 'key-' || id FROM dogs`.execute(db)
  await sql`
    WITH pairs AS (
      INSERT INTO matches (id, dog_a_id, dog_b_id)
      SELECT gen_random_uuid(), least(a.id, b.id), greatest(a.id, b.id)
      FROM dogs a JOIN dogs b ON a.user_id = b.user_id AND a.name < b.name
      RETURNING id, dog_a_id, dog_b_id
    )
    INSERT INTO match_dogs (match_id, dog_id, other_dog_id)
    SELECT id, dog_a_id, dog_b_id FROM pairs UNION ALL SELECT id, dog_b_id, dog_a_id FROM pairs
  `.execute(db)
  await sql`
    UPDATE dogs SET user_id = NULL
    WHERE name IN (SELECT 'Dog ' || n || 'b' FROM generate_series(1, ${CROWD_UNOWNED}::int) n)
  `.execute(db)
  await sql`ANALYZE`.execute(db)
}
