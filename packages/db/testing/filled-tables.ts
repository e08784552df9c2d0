import { query } from '@barkyard/postgres/testing/query'

const id = (kind: number) => `(lpad(to_hex(n), 12, '0') || '7${kind}00800000000000' || '0000')::uuid`

/** The last migration before the rule for migrations was written: later ones are tried on a database like this. */
export const FILLED_AT = '0007-store-messages-planned-once'

/** Fills the tables as they stood after FILLED_AT with 20,000 rows each. */
export async function fillTables(url: string): Promise<void> {
  await query(
    url,
    `
    SET session_replication_role = replica;
    CREATE TEMP VIEW numbers AS SELECT n FROM generate_series(1, 20000) n;
    INSERT INTO users (id, email, first_name, last_name, lat, lng, cell)
    SELECT ${id(1)}, 'owner' || n || '@filled.test', 'Kim', 'Filled ' || n, 0, 0, 9000 * 36000 + 18000 FROM numbers;
    INSERT INTO dogs (id, user_id, name, breed, age_years, size, sex, temperament)
    SELECT ${id(2)}, ${id(1)}, 'Dog ' || n, 'Corgi', 3, 'small', 'male', '{calm}' FROM numbers;
    INSERT INTO sessions (id, user_id) SELECT ${id(3)}, ${id(1)} FROM numbers;
    INSERT INTO tokens (id, user_id, name, hash, is_admin) SELECT ${id(3)}, ${id(1)}, 'token', sha256(n::text::bytea), false FROM numbers;
    INSERT INTO photos (id, dog_id, key) SELECT ${id(3)}, ${id(2)}, 'key-' || n FROM numbers;
    INSERT INTO removed_photos (key) SELECT 'gone-' || n FROM numbers;
    INSERT INTO matches (id, dog_a_id, dog_b_id, last_seq) SELECT ${id(4)}, ${id(1)}, ${id(2)}, 1 FROM numbers;
    INSERT INTO match_dogs (dog_id, match_id, other_dog_id) SELECT ${id(2)}, ${id(4)}, ${id(1)} FROM numbers;
    INSERT INTO messages (match_id, seq, id, sender_dog_id, body) SELECT ${id(4)}, 1, ${id(5)}, ${id(2)}, 'woof!' FROM numbers;
    INSERT INTO playdates (id, match_id, proposer_dog_id, invited_dog_id, when_ts, park_name, notes)
    SELECT ${id(6)}, ${id(4)}, ${id(2)}, ${id(1)}, now() + interval '1 day', 'Dolores Park', '' FROM numbers;
    INSERT INTO audit_log (id, admin_id, admin_email, action) SELECT ${id(7)}, ${id(1)}, 'admin@filled.test', 'dog edited' FROM numbers;
    INSERT INTO sniff_dogs SELECT id, user_id, age_years, size_bit(size), temperament_bits(temperament), 9000 * 36000 + 18000 FROM dogs;
    INSERT INTO sniff_cells SELECT cell, cell_point(cell), count(*) FROM sniff_dogs GROUP BY cell;
    ANALYZE`,
  )
}
